//! The expression language of Kaitai Struct, except for some rejected features.

mod parse;
mod sum;
#[cfg(test)]
mod tests;
mod tree;
mod value;

pub use sum::{Part, with_sign};
pub use tree::{Path, Term, TermKind};
pub use value::{Formula, TypeName};

/// Shortens an expression for messages, to the characters around `column`, from 1.
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
