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
    pub advice: Option<String>,
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.description)?;
        match &self.advice {
            Some(advice) => write!(f, ": {advice}"),
            None => Ok(()),
        }
    }
}
