//! The order in which people look for names with numbers in them.

use std::cmp::Ordering;

/// A name that is where people look for it: `a9` before `a10`. What begins with a digit is compared by its length first, whatever letters
/// are in it, because names count on with letters too: `a99` before `a9f`, and that before `a100`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Natural(pub(crate) String);

impl Ord for Natural {
    fn cmp(&self, other: &Self) -> Ordering {
        natural_order(&self.0, &other.0)
    }
}

impl PartialOrd for Natural {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Compares two names.
pub(crate) fn natural_order(first: &str, second: &str) -> Ordering {
    pieces(first).cmp(pieces(second))
}

/// A name in pieces: a letter each, or a number with all letters and digits that follow. Their order is that of their lengths, then of
/// their text.
fn pieces(name: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut left = name;
    std::iter::from_fn(move || {
        let first = left.chars().next()?;
        let len = match first.is_ascii_digit() {
            true => left
                .find(|letter: char| !letter.is_ascii_alphanumeric())
                .unwrap_or(left.len()),
            false => first.len_utf8(),
        };
        let (piece, rest) = left.split_at_checked(len)?;
        left = rest;
        Some((len, piece))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_with_numbers_stand_where_people_look_for_them() {
        let sorted = ["", "a", "a9", "a9:x+", "a10-g", "a90", "a9f", "a900", "a1030", "b", "b_9", "b_10"];
        let mut names: Vec<Natural> = sorted.iter().rev().map(|name| Natural((*name).into())).collect();
        names.sort();
        let names: Vec<&str> = names.iter().map(|name| name.0.as_str()).collect();
        assert_eq!(names, sorted);
    }

    proptest! {
        #[test]
        fn it_is_an_order(names in prop::array::uniform3("[a1:+é0-]{0,6}")) {
            let [a, b, c] = &names;
            prop_assert_eq!(natural_order(a, b), natural_order(b, a).reverse());
            prop_assert_eq!(natural_order(a, b) == Ordering::Equal, a == b);
            if natural_order(a, b) == Ordering::Less && natural_order(b, c) == Ordering::Less {
                prop_assert_eq!(natural_order(a, c), Ordering::Less);
            }
        }
    }
}
