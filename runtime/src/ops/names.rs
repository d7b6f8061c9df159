//! File names made from IDs: safe by construction, whatever the ID holds.

use std::{collections::BTreeSet, format, string::String};

/// Longest name made from an ID, in bytes; file systems take 255, and a number may have to be added.
const LONGEST: usize = 200;
/// The name of an entry whose ID is empty.
const UNNAMED: &str = "entry";

/// The ID as a file name: letters, digits and `._+:-` are kept, every other byte becomes `%XX`, and so does a leading dot.
pub fn file_name(id: &str) -> String {
    let mut name = String::new();
    for byte in id.bytes() {
        let kept = byte.is_ascii_alphanumeric() || b"_+:-".contains(&byte) || (byte == b'.' && !name.is_empty());
        if kept {
            name.push(char::from(byte));
        } else {
            name.push_str(&format!("%{byte:02X}"));
        }
        if name.len() >= LONGEST {
            break;
        }
    }
    if name.is_empty() { UNNAMED.into() } else { name }
}

/// Names that are given out once each.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// In lower case, because some file systems do not tell cases apart.
    given: BTreeSet<String>,
}

impl Names {
    /// The name for `id`: with a number from 2 on where the name is taken.
    pub(super) fn give(&mut self, id: &str) -> String {
        let name = file_name(id);
        let mut unique = name.clone();
        let mut number = 2_u64;
        while !self.given.insert(unique.to_ascii_lowercase()) {
            unique = format!("{name}.{number}");
            number = number.saturating_add(1);
        }
        unique
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_are_unique_and_readable() {
        let mut names = Names::default();
        assert_eq!(names.give("a-b--c:d+"), "a-b--c:d+");
        assert_eq!(names.give("a-b--c:d+"), "a-b--c:d+.2");
        assert_eq!(names.give("A-b--c:d+"), "A-b--c:d+.3");
        assert_eq!(names.give(""), "entry");
        assert_eq!(names.give("../../etc/x"), "%2E.%2F..%2Fetc%2Fx");
        assert_eq!(names.give("new\nline"), "new%0Aline");
    }

    proptest! {
        #[test]
        fn no_name_leaves_the_folder(id in ".*") {
            let name = file_name(&id);
            prop_assert!(!name.is_empty() && name.len() < 255 && !name.starts_with('.'));
            prop_assert!(name.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'/' && byte != b'\\'));
        }
    }
}
