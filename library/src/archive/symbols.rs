//! What a member of an archive defines, for the symbol table.

/// What takes from a budget, for people: very many symbols may have the same long name.
pub(super) const NAMES: &str = "the names of symbols";

/// What a member defines for others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Symbols {
    /// It is nothing that can define anything.
    None,
    /// It may define something, in a form that is not read here.
    Unknown,
    /// Its symbols.
    Known {
        /// How many.
        count: u64,
        /// Their names, each with a zero byte at its end.
        names: Vec<u8>,
    },
}

impl Symbols {
    /// How many are known.
    pub(super) fn count(&self) -> u64 {
        match self {
            Self::Known { count, .. } => *count,
            _ => 0,
        }
    }

    /// The names of those.
    pub(super) fn names(&self) -> &[u8] {
        match self {
            Self::Known { names, .. } => names,
            _ => &[],
        }
    }
}
