//! Names for people, of which there may be many.

use std::fmt;

/// Some names, of which only the first are shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameList {
    /// The first names.
    pub first: Vec<String>,
    /// The number of other names.
    pub others: usize,
}

impl NameList {
    /// The first `most` of `names`, and how many there are besides.
    pub(crate) fn new(names: impl IntoIterator<Item = String>, most: usize) -> Self {
        let mut names = names.into_iter();
        let first = names.by_ref().take(most).collect();
        Self { first, others: names.count() }
    }
}

impl fmt::Display for NameList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.first.join(", "))?;
        match self.others {
            0 => Ok(()),
            others => write!(f, " and {others} more"),
        }
    }
}
