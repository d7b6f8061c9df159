//! The option that was perhaps meant: the nearest by edits.

use offload_bundle_core::options::{DropInOption, Shown};

/// The option nearest to `word` (without its dashes), with the value of `word` where the option takes one. Among equally near
/// ones the first in the table.
pub(super) fn nearest(word: &str, options: &[&DropInOption<'_>]) -> Option<String> {
    let (name, value) = word.split_once('=').unwrap_or((word, ""));
    let mut best: Option<(usize, &DropInOption<'_>)> = None;
    for option in options
        .iter()
        .filter(|option| option.shown != Shown::Never && !option.positional)
    {
        let given = if option.takes.takes_value() { name } else { word };
        let distance = edits(option.name, given);
        if best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, option));
        }
    }
    best.map(|(_, option)| {
        if option.takes.takes_value() && !value.is_empty() {
            format!("{}={value}", option.name)
        } else {
            option.name.into()
        }
    })
}

/// Bytes, as the tools count them, to insert, remove or replace to turn one text into the other.
fn edits(from: &str, to: &str) -> usize {
    let [from, to] = [from, to].map(|text| text.bytes().collect::<Vec<u8>>());
    strsim::generic_levenshtein(&from, &to)
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
