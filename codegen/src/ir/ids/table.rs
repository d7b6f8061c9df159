//! The words that an ID is made of.

/// A kind.
#[derive(Debug, Clone)]
pub struct Kind {
    /// Its name.
    pub name: String,
    /// Its group.
    pub group: String,
    /// Whether it marks the host's entry.
    pub host: bool,
    /// Whether it needs no host entry.
    pub alone: bool,
    /// The releases that know it.
    pub releases: Vec<String>,
    /// What it is.
    pub doc: String,
}

/// A table of words.
#[derive(Debug, Clone)]
pub struct Words {
    /// Its name.
    pub name: String,
    /// What it lists.
    pub doc: String,
    /// Whether anything may follow a word.
    pub open: bool,
    /// Primary names with their other names.
    pub words: Vec<(String, Vec<String>)>,
}

/// A processor.
#[derive(Debug, Clone)]
pub struct Processor {
    /// Its primary name.
    pub name: String,
    /// Alternative names.
    pub also: Vec<String>,
    /// The features that it lets one choose.
    pub features: Vec<String>,
    /// Its number in the flags of an ELF file.
    pub elf_machine: Option<u64>,
    /// The generic processor whose code also runs on it.
    pub family: Option<String>,
    /// The architectures that have it.
    pub architectures: Vec<String>,
    /// The releases whose compiler knows it, where not all do.
    pub releases: Vec<String>,
}

/// A table of words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TableRef {
    /// The kinds.
    Kinds,
    /// The features.
    Features,
    /// The processors.
    Processors,
    /// A table by name.
    Words(String),
}
