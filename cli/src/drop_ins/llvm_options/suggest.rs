//! The option that was perhaps meant: the nearest by edits.

use offload_bundle_core::options::{OptionSpec, Shown};

/// The option nearest to `word` (without its dashes), with the value of `word` where the option takes one. Among equally near
/// ones the first in the table.
pub(super) fn nearest(word: &str, options: &[OptionSpec]) -> Option<String> {
    let (name, value) = word.split_once('=').unwrap_or((word, ""));
    let mut best: Option<(usize, &OptionSpec)> = None;
    for option in options.iter().filter(|option| option.shown != Shown::Never) {
        let given = if option.kind.takes_value() { name } else { word };
        let distance = edits(option.name, given);
        if best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, option));
        }
    }
    best.map(|(_, option)| {
        if option.kind.takes_value() && !value.is_empty() {
            format!("{}={value}", option.name)
        } else {
            option.name.into()
        }
    })
}

/// Bytes to insert, remove or replace to turn one text into the other.
fn edits(from: &str, to: &str) -> usize {
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (above, old) in (1_usize..).zip(from.bytes()) {
        let mut diagonal = row.first().copied().unwrap_or_default();
        let mut left = above;
        if let Some(first) = row.first_mut() {
            *first = above;
        }
        for (cell, new) in row.iter_mut().skip(1).zip(to.bytes()) {
            let replaced = diagonal.saturating_add(usize::from(old != new));
            diagonal = *cell;
            left = replaced.min(left.saturating_add(1)).min(cell.saturating_add(1));
            *cell = left;
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_counted() {
        for (from, to, count) in [
            ("", "", 0),
            ("type", "", 4),
            ("type", "typ", 1),
            ("type", "tpye", 2),
            ("list", "zlist", 1),
            ("kitten", "sitting", 3),
        ] {
            assert_eq!(edits(from, to), count, "{from} {to}");
        }
    }
}
