//! What a file is that is no bundle.

use std::fmt;

/// What a file is that is no bundle, as far as its content tells.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileKind {
    /// The name of the kind in the schema; `object` for an object file of a kind that the schema does not tell.
    pub name: &'static str,
    /// What it is, for people: with its machine or processor, and the sections in which bundles were looked for.
    pub description: String,
    /// What to do with it, where there is something.
    pub advice: Option<Advice>,
}

/// What to do with a file that is no bundle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Advice {
    /// What the schema says of the kind.
    OfKind(&'static str),
    /// It is in a known format, which holds no code objects: its fields can be shown and checked.
    LookAtFields,
    /// Only what programs load was searched: [`carve`](crate::request::ScanRequest::carve) searches the rest of it.
    SearchTheRest,
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.description)?;
        match self.advice {
            Some(Advice::OfKind(advice)) => write!(f, ": {advice}"),
            Some(Advice::LookAtFields) => f.write_str(": it holds no code objects"),
            Some(Advice::SearchTheRest) | None => Ok(()),
        }
    }
}
