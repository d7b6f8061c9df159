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
    pub wrappers: Vec<String>,
    /// First bytes that file types speak of.
    pub heads: Vec<Head>,
    /// The file types.
    pub file_types: Vec<FileType>,
    /// Module and type of the grammar of IDs, as a path.
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
    pub not_yet: Option<NotYet>,
}

/// What of a file type is not supported yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotYet {
    /// Position in [`Placement::heads`]; `None` for all input.
    pub head: Option<usize>,
    /// Why, for people.
    pub why: String,
}
