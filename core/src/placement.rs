//! Which sections of object files hold device code, and how.

/// The form of an object file, as far as rules for sections tell them apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ObjectFormat {
    /// ELF, of any class, byte order and kind.
    Elf,
    /// COFF objects, and the PE images that are linked from them.
    Coff,
}

/// What sections of one name, or with one beginning of their names, hold.
#[derive(Debug, Clone, Copy)]
pub struct SectionRule {
    /// The rule's name in the schema.
    pub name: &'static str,
    /// What such sections are, for people.
    pub title: &'static str,
    /// The object files that have them.
    pub formats: &'static [ObjectFormat],
    /// What they are called.
    pub pattern: SectionPattern,
    /// What they hold.
    pub holds: Holds,
}

/// The names of sections that a rule speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SectionPattern {
    /// This name.
    Is(&'static str),
    /// Names that begin so.
    StartsWith(&'static str),
}

/// What a section holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    /// Containers, one after the other.
    Containers,
    /// Where in memory containers are. It is never searched for any.
    Pointer,
    /// Where the device code is that was moved out of the file.
    Reference,
    /// One code object. What follows the beginning of the section's name is its bundle entry ID, and all such sections of a file are
    /// one bundle.
    Entry(EntryRule),
}

/// How the code objects of a bundle that consists of sections are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EntryRule {
    /// The name of the file type whose own form this is.
    pub file_type: &'static str,
    /// What stands in the section of the host: it stands for the file without these sections.
    pub host: &'static [u8],
    /// Why the host's content cannot be given out yet.
    pub host_unsupported: &'static str,
}

impl SectionPattern {
    /// The part of a name that it fixes.
    pub fn fixed(self) -> &'static str {
        match self {
            Self::Is(name) | Self::StartsWith(name) => name,
        }
    }

    /// What `name` has beyond the fixed part, if it is one of these names.
    pub fn rest(self, name: &[u8]) -> Option<&[u8]> {
        let rest = name.strip_prefix(self.fixed().as_bytes())?;
        match self {
            Self::Is(_) => rest.is_empty().then_some(rest),
            Self::StartsWith(_) => Some(rest),
        }
    }
}

impl core::fmt::Display for SectionPattern {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Is(name) => f.write_str(name),
            Self::StartsWith(name) => write!(f, "{name}*"),
        }
    }
}
