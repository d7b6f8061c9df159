//! File types, resolved: which container, with which parameters.

/// The file types and the containers they use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placement {
    /// Name of the schema file.
    pub file: String,
    /// About file types.
    pub doc: String,
    /// The sections of the source documents.
    pub refs: Vec<String>,
    /// The containers, each format and each set of parameters once.
    pub containers: Vec<Container>,
    /// The formats that hold something compressed.
    pub envelopes: Vec<String>,
    /// First bytes that file types speak of.
    pub heads: Vec<Head>,
    /// The file types.
    pub file_types: Vec<FileType>,
    /// The sections of object files that hold device code.
    pub sections: Vec<Section>,
    /// Path of the grammar of IDs.
    pub ids: Option<String>,
}

/// A format with its parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Container {
    /// The format's name.
    pub format: String,
    /// Whether it is text.
    pub text: bool,
    /// Values of its parameters: name, value.
    pub parameters: Vec<(String, String)>,
    /// Alignment of code objects where the user gives none, in bytes.
    pub default_alignment: u64,
}

/// First bytes of some kind of file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// Its name.
    pub id: String,
    /// About it.
    pub doc: String,
    /// Title and bytes of each.
    pub magics: Vec<(String, Vec<u8>)>,
}

/// A file type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileType {
    /// What users call it.
    pub id: String,
    /// What such files are.
    pub title: String,
    /// Position of its container in [`Placement::containers`].
    pub container: usize,
    /// End of a file name.
    pub suffix: String,
    /// The first release that knows the type.
    pub since: Option<String>,
    /// What of it is not supported yet.
    pub not_yet: Vec<NotYet>,
}

/// What of a file type is not supported yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotYet {
    /// What cannot be done.
    pub doing: Doing,
    /// Position in [`Placement::heads`]; `None` for all input.
    pub head: Option<usize>,
    /// Why, for people.
    pub why: String,
}

/// What is done with a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)] // As the words of the schema.
pub enum Doing {
    Reading,
    Writing,
    Anything,
}

/// Sections of one name, or with one beginning of their names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// Its name in the schema.
    pub id: String,
    /// What such sections are.
    pub title: String,
    /// About them.
    pub doc: String,
    /// The forms of object files that have them.
    pub formats: Vec<ObjectFormat>,
    /// The name in the file, or its beginning.
    pub fixed: String,
    /// Whether more of the name may follow.
    pub open: bool,
    /// What they hold.
    pub holds: Holds,
}

/// The form of an object file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)] // As the words of the schema.
pub enum ObjectFormat {
    Elf,
    Coff,
}

/// What a section holds.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)] // As the words of the schema.
pub enum Holds {
    Containers,
    Pointer,
    Reference,
    Entry { file_type: String, host: Vec<u8>, host_not_yet: String },
}
