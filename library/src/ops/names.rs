//! File names made from IDs and names of inputs: safe by construction, whatever those hold.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::Path;

use crate::input::STANDARD;

/// Longest name made from one text, in bytes; file systems take 255, and a number may have to be added.
const LONGEST: usize = 200;
/// Longest part of a name that is the input's, and longest that is the ID's, where there are both.
const LONGEST_STEM: usize = 90;
const LONGEST_ID: usize = 110;
/// The name of an entry whose ID is empty.
const UNNAMED: &str = "entry";
/// The name of what came through standard input.
const STDIN: &str = "stdin";
/// Names that some systems take for devices, whatever follows after a dot.
const DEVICES: [&str; 4] = ["CON", "PRN", "AUX", "NUL"];
/// The same, with a digit behind.
const PORTS: [&str; 2] = ["COM", "LPT"];

/// The text as a file name that every usual system takes: letters, digits and `._+-` are kept, every other byte becomes `%XX`. So does
/// a dot at the start or the end, and the first letter of a name that stands for a device.
pub(super) fn file_name(text: &str) -> String {
    whole_name(escaped(text, LONGEST))
}

/// The name made of what has been escaped, with what counts at its start and its end seen to.
fn whole_name(mut name: String) -> String {
    if let Some(start) = name.strip_suffix('.') {
        name = format!("{start}%2E");
    }
    if name.is_empty() {
        UNNAMED.into()
    } else {
        without_device(name)
    }
}

/// At most `longest` bytes, and a few more if the last one is escaped.
fn escaped(text: &str, longest: usize) -> String {
    let mut name = String::new();
    for byte in text.bytes() {
        let kept = byte.is_ascii_alphanumeric() || b"_+-".contains(&byte) || (byte == b'.' && !name.is_empty());
        if kept {
            name.push(char::from(byte));
        } else {
            name.push_str(&format!("%{byte:02X}"));
        }
        if name.len() >= longest {
            break;
        }
    }
    name
}

fn without_device(name: String) -> String {
    let base = name.split('.').next().unwrap_or_default().to_ascii_uppercase();
    let port = base
        .strip_suffix(|last: char| last.is_ascii_digit())
        .unwrap_or_default();
    if !DEVICES.contains(&base.as_str()) && !PORTS.contains(&port) {
        return name;
    }
    let mut bytes = name.bytes();
    let first = bytes.next().unwrap_or_default();
    format!("%{first:02X}{}", bytes.map(char::from).collect::<String>())
}

/// Names that are given out once each.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// In lower case, because some file systems do not tell cases apart. With each, the number that is tried next where it is
    /// wanted again.
    given: BTreeMap<String, u64>,
}

impl Names {
    /// The name for `id`: with a number from 2 on where the name is taken.
    pub(super) fn give(&mut self, id: &str) -> String {
        self.unique(&file_name(id))
    }

    /// The name for the entry `id` of the bundle number `bundle`, from 0, of an input: name of the input without its folder, number
    /// and ID, with dots between.
    pub(super) fn give_within(&mut self, input: &str, bundle: usize, id: &str) -> String {
        let stem = match Path::new(input).file_name() {
            _ if input == STANDARD => STDIN.into(),
            Some(name) => name.to_string_lossy(),
            None => UNNAMED.into(),
        };
        let (stem, id) = (escaped(&stem, LONGEST_STEM), escaped(id, LONGEST_ID));
        let id = if id.is_empty() { UNNAMED } else { &id };
        self.unique(&whole_name(format!("{stem}.{bundle}.{id}")))
    }

    fn unique(&mut self, name: &str) -> String {
        let folded = name.to_ascii_lowercase();
        let Some(mut number) = self.given.get(&folded).copied() else {
            self.given.insert(folded, 2);
            return name.into();
        };
        loop {
            let unique = format!("{name}.{number}");
            number = number.saturating_add(1);
            if let Entry::Vacant(vacant) = self.given.entry(unique.to_ascii_lowercase()) {
                vacant.insert(2);
                self.given.insert(folded, number);
                return unique;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_are_unique_and_readable() {
        let mut names = Names::default();
        assert_eq!(names.give("a-b--c+"), "a-b--c+");
        assert_eq!(names.give("a-b--c+"), "a-b--c+.2");
        assert_eq!(names.give("A-b--c+"), "A-b--c+.3");
        assert_eq!(names.give(""), "entry");
    }

    #[test]
    fn a_number_may_be_taken_too() {
        let mut names = Names::default();
        for (asked, given) in [("a", "a"), ("a.2", "a.2"), ("a", "a.3"), ("a.2", "a.2.2"), ("A", "A.4")] {
            assert_eq!(names.give(asked), given);
        }
    }

    #[test]
    fn very_many_equal_names_are_quick() {
        let mut names = Names::default();
        assert_eq!(
            (0..200_000).map(|_| names.give("a")).last().as_deref(),
            Some("a.200000")
        );
    }

    #[test]
    fn what_some_system_does_not_take_is_escaped() {
        for (id, name) in [
            ("../../etc/x", "%2E.%2F..%2Fetc%2Fx"),
            ("/etc/x", "%2Fetc%2Fx"),
            ("new\nline", "new%0Aline"),
            ("nul\0", "nul%00"),
            ("a-b--c:d+", "a-b--c%3Ad+"),
            ("100%", "100%25"),
            ("dots..", "dots.%2E"),
            (".", "%2E"),
            ("CON", "%43ON"),
            ("con.x", "%63on.x"),
            ("Lpt7", "%4Cpt7"),
            ("console", "console"),
            ("ä", "%C3%A4"),
        ] {
            assert_eq!(file_name(id), name, "{id:?}");
        }
    }

    #[test]
    fn a_name_within_an_input_says_where_it_comes_from() {
        let mut names = Names::default();
        assert_eq!(names.give_within("lib/x.so", 3, "a--b:c+"), "x.so.3.a--b%3Ac+");
        assert_eq!(names.give_within("other/x.so", 3, "a--b:c+"), "x.so.3.a--b%3Ac+.2");
        assert_eq!(names.give_within("-", 0, ""), "stdin.0.entry");
        assert_eq!(names.give_within("..", 0, ".."), "entry.0.%2E%2E");
        assert_eq!(names.give_within("con", 0, "a"), "%63on.0.a");
        assert!(names.give_within(&"x".repeat(300), 7, &"\0".repeat(300)).len() < 230);
    }

    proptest! {
        #[test]
        fn no_name_leaves_the_folder(id in ".*", input in ".*") {
            for name in [file_name(&id), Names::default().give_within(&input, 0, &id)] {
                prop_assert!(!name.is_empty() && name.len() < 240 && !name.starts_with('.') && !name.ends_with('.'));
                let kept = |byte: u8| byte.is_ascii_alphanumeric() || b"._+-%".contains(&byte);
                prop_assert!(name.bytes().all(kept), "{}", name);
            }
        }

        #[test]
        fn a_short_id_can_be_told_from_its_name(id in ".{0,20}") {
            let name = file_name(&id);
            let mut bytes = std::vec::Vec::new();
            let mut rest = name.bytes();
            while let Some(byte) = rest.next() {
                let digits: std::vec::Vec<u8> = if byte == b'%' { rest.by_ref().take(2).collect() } else { std::vec::Vec::new() };
                let number = u8::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16);
                bytes.push(number.unwrap_or(byte));
            }
            prop_assert_eq!(std::string::String::from_utf8(bytes).unwrap(), if id.is_empty() { UNNAMED.into() } else { id });
        }
    }
}
