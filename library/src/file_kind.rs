//! The kind of a file that is not a bundle.

use std::fmt;

/// The kind of a file that is not a bundle, as its content shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileKind {
    /// The name of the kind in the schema, or `object` for an object file of a kind that is not in the schema.
    pub name: &'static str,
    /// A description for people, with the machine or processor, and the sections that were searched for bundles.
    pub description: String,
    /// What to do with the file, if anything.
    pub advice: Option<Advice>,
}

/// What to do with a file that is not a bundle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Advice {
    /// The schema's advice for the kind.
    OfKind(&'static str),
    /// The schema's advice for a package or compressed file. Operations that take several files, such as [`crate::ops::list`], look into it.
    OfPackage(&'static str),
    /// The file has a known format that holds no code objects: its fields can be shown and checked.
    LookAtFields,
    /// Only data that programs load was searched: [`carve`](crate::request::ScanRequest::carve) searches the rest of the file.
    SearchTheRest,
}

impl FileKind {
    /// A kind without advice.
    #[doc(hidden)]
    pub fn new(name: &'static str, description: String) -> Self {
        Self { name, description, advice: None }
    }
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.description)?;
        match self.advice {
            Some(Advice::OfKind(advice) | Advice::OfPackage(advice)) => write!(f, ": {advice}"),
            Some(Advice::LookAtFields) => f.write_str(": it holds no code objects"),
            Some(Advice::SearchTheRest) | None => Ok(()),
        }
    }
}
