//! Safe file names from IDs and input names.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ffi::OsStr;
use std::path::Path;

use crate::input::STANDARD;
use crate::request::rules::ImageName;

/// In bytes, for the input and the ID: file systems allow 255 bytes, and a number may follow.
const LONGEST_STEM: usize = 90;
const LONGEST_ID: usize = 110;
/// In bytes, for an archive and for a member in one name.
const LONGEST_OF_TWO: usize = 43;
const UNNAMED: &str = "entry";
const STDIN: &str = "stdin";
/// Devices on Windows, with any suffix.
const DEVICES: [&str; 4] = ["CON", "PRN", "AUX", "NUL"];
const PORTS: [&str; 2] = ["COM", "LPT"];

/// Escapes a final dot, and the first letter of a device name.
fn whole_name(mut name: String) -> String {
    if let Some(start) = name.strip_suffix('.') {
        name = format!("{start}%2E");
    }
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

/// Keeps letters, digits and `._+-`, except an initial dot. A final escape may exceed `longest` bytes.
fn escape(text: &[u8], longest: usize) -> String {
    let mut name = String::new();
    for &byte in text {
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

/// Escapes path separators and folder names.
pub(super) fn one_name(text: &str) -> String {
    let parts = |character: char| std::path::is_separator(character) || character == '\0';
    match text {
        "" => UNNAMED.into(),
        "." | ".." => text.replace('.', "%2E"),
        _ => text
            .chars()
            .map(|character| match parts(character) {
                true => format!("%{:02X}", u32::from(character)),
                false => character.into(),
            })
            .collect(),
    }
}

#[derive(Debug, Default)]
pub(super) struct Names {
    /// Lower-case names, because some file systems ignore case.
    given: BTreeMap<String, u64>,
}

impl Names {
    /// `input.member.bundle.id.suffix`, where member and suffix are optional.
    pub(super) fn give_within(
        &mut self,
        input: &Path,
        member: Option<&Path>,
        bundle: usize,
        (id, suffix): (&str, &str),
    ) -> String {
        let stem = match input.file_name() {
            _ if input.as_os_str() == STANDARD => STDIN.as_bytes(),
            Some(name) => name.as_encoded_bytes(),
            None => UNNAMED.as_bytes(),
        };
        let stem = match member.map(Path::file_name) {
            None => escape(stem, LONGEST_STEM),
            Some(member) => {
                let member = member.map_or(UNNAMED.as_bytes(), OsStr::as_encoded_bytes);
                format!("{}.{}", escape(stem, LONGEST_OF_TWO), escape(member, LONGEST_OF_TWO))
            }
        };
        let id = escape(id.as_bytes(), LONGEST_ID);
        let id = if id.is_empty() { UNNAMED } else { &id };
        let dot = if suffix.is_empty() { "" } else { "." };
        self.unique(&whole_name(format!("{stem}.{bundle}.{id}{dot}{suffix}")))
    }

    /// `input-triple-processor.number.suffix` without unknown parts.
    pub(super) fn give_image(&mut self, image: &ImageName<'_>) -> String {
        let stem = match image.input.file_stem() {
            _ if image.input.as_os_str() == STANDARD => STDIN.as_bytes(),
            Some(stem) => stem.as_encoded_bytes(),
            None => UNNAMED.as_bytes(),
        };
        let mut name = escape(stem, LONGEST_STEM);
        for text in [image.triple, image.target] {
            if !text.is_empty() {
                name = format!("{name}-{}", escape(text.as_bytes(), LONGEST_OF_TWO));
            }
        }
        name = format!("{name}.{}", image.position);
        if !image.suffix.is_empty() {
            name = format!("{name}.{}", image.suffix);
        }
        self.unique(&whole_name(name))
    }

    /// Numbers start at 2.
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

    fn file_name(text: &str) -> String {
        whole_name(escape(text.as_bytes(), LONGEST_ID))
    }

    #[test]
    fn names_are_unique_and_readable() {
        let mut names = Names::default();
        assert_eq!(names.unique("a-b--c+"), "a-b--c+");
        assert_eq!(names.unique("a-b--c+"), "a-b--c+.2");
        assert_eq!(names.unique("A-b--c+"), "A-b--c+.3");
    }

    #[test]
    fn numbered_name_may_be_in_use() {
        let mut names = Names::default();
        for (asked, given) in [("a", "a"), ("a.2", "a.2"), ("a", "a.3"), ("a.2", "a.2.2"), ("A", "A.4")] {
            assert_eq!(names.unique(asked), given);
        }
    }

    #[test]
    fn very_many_equal_names_are_quick() {
        let mut names = Names::default();
        assert_eq!(
            (0..200_000).map(|_| names.unique("a")).last().as_deref(),
            Some("a.200000")
        );
    }

    #[test]
    fn unportable_names_are_escaped() {
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
    fn image_name_contains_its_attributes() {
        let image = |input, triple, target, suffix| ImageName {
            input: Path::new(input),
            member: None,
            triple,
            target,
            position: 3,
            matched: 0,
            suffix,
        };
        let mut names = Names::default();
        for (image, name) in [
            (
                image("lib/a.b.o", "a-b-c", "chip:mode+", "o"),
                "a.b-a-b-c-chip%3Amode+.3.o",
            ),
            (image("-", "", "chip", ""), "stdin-chip.3"),
            (image("..", "../../x", "", ""), "entry-%2E.%2F..%2Fx.3"),
        ] {
            assert_eq!(names.give_image(&image), name);
        }
        for (text, name) in [("a/b", "a%2Fb"), ("..", "%2E%2E"), ("", "entry"), ("a:b..", "a:b..")] {
            assert_eq!(one_name(text), name);
        }
    }

    #[test]
    fn entry_name_contains_input_and_position() {
        let mut names = Names::default();
        let mut within = |input: &str, bundle, id: &str| names.give_within(Path::new(input), None, bundle, (id, ""));
        assert_eq!(within("lib/x.so", 3, "a--b:c+"), "x.so.3.a--b%3Ac+");
        assert_eq!(within("other/x.so", 3, "a--b:c+"), "x.so.3.a--b%3Ac+.2");
        assert_eq!(within("-", 0, ""), "stdin.0.entry");
        assert_eq!(within("..", 0, ".."), "entry.0.%2E%2E");
        assert_eq!(within("con", 0, "a"), "%63on.0.a");
        assert_eq!(within("x.so", 1, "a"), "x.so.1.a");
        assert!(within(&"x".repeat(300), 7, &"\0".repeat(300)).len() < 230);
        let mut of_kind = |suffix| names.give_within(Path::new("x.so"), None, 1, ("a", suffix));
        assert_eq!(
            ["ptx", "cubin", "ptx"].map(&mut of_kind),
            ["x.so.1.a.ptx", "x.so.1.a.cubin", "x.so.1.a.ptx.2"]
        );
    }

    proptest! {
        #[test]
        fn names_never_leave_the_folder(id in ".*", input in ".*", member in proptest::option::of(".*")) {
            let member = member.as_ref().map(Path::new);
            let name = Names::default().give_within(Path::new(&input), member, 0, (&id, ""));
            prop_assert!(name.len() < 240 && !name.starts_with('.') && !name.ends_with('.'));
            let kept = |byte: u8| byte.is_ascii_alphanumeric() || b"._+-%".contains(&byte);
            prop_assert!(name.bytes().all(kept), "{}", name);
        }

        #[test]
        fn short_id_can_be_decoded_from_name(id in ".{0,9}") {
            let name = file_name(&id);
            let mut bytes = std::vec::Vec::new();
            let mut rest = name.bytes();
            while let Some(byte) = rest.next() {
                let digits: std::vec::Vec<u8> = if byte == b'%' { rest.by_ref().take(2).collect() } else { std::vec::Vec::new() };
                let number = u8::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16);
                bytes.push(number.unwrap_or(byte));
            }
            prop_assert_eq!(std::string::String::from_utf8(bytes).unwrap(), id);
        }
    }
}
