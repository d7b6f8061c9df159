//! The expressions of schemas that are only read: all of Kaitai's language for them but what is refused by name.

mod parse;
#[cfg(test)]
mod tests;
mod tree;
mod value;

pub use parse::parse;
pub use tree::{Path, Term, TermKind};
pub use value::{Formula, TypeName};

/// The text of an expression as messages show it: of a long one what is around a character, counted from 1.
pub fn excerpt(text: &str, column: usize) -> String {
    const AROUND: usize = 40;
    let len = text.chars().count();
    if len <= 2 * AROUND {
        return text.to_owned();
    }
    let from = column.saturating_sub(AROUND);
    let shown: String = text.chars().skip(from).take(2 * AROUND).collect();
    let before = if from > 0 { "…" } else { "" };
    let after = if from + 2 * AROUND < len { "…" } else { "" };
    format!("{before}{shown}{after}")
}
