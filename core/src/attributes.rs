//! The attributes of an entry in addition to its content: numbers in fields, and texts under keys. They make up the
//! bundle entry ID.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::bytes::length;
use crate::flags;
use crate::ids::Grammar;

/// The attributes of one entry.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Attributes {
    /// The numbers by field name, in file order. A missing number has its default.
    pub numbers: Vec<(&'static str, u64)>,
    /// The texts under keys, in file order. A key may occur twice.
    pub texts: Vec<TextAttribute>,
}

/// A text under a key.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextAttribute {
    /// The key.
    pub key: String,
    /// The text.
    pub value: String,
    /// The offset of the record with the key and text, in bytes from the start of the input; 0 before writing.
    pub offset: u64,
}

impl Attributes {
    /// No attributes.
    pub const NONE: &'static Self = &Self { numbers: Vec::new(), texts: Vec::new() };

    /// Returns the number in the field `name`.
    pub fn number(&self, name: &str) -> Option<u64> {
        let mut numbers = self.numbers.iter();
        numbers.find(|(known, _)| *known == name).map(|(_, number)| *number)
    }

    /// Returns the first text under `key`.
    pub fn text(&self, key: &str) -> Option<&str> {
        let mut texts = self.texts.iter();
        texts.find(|text| text.key == key).map(|text| text.value.as_str())
    }
}

/// The possible attributes of entries of a format.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::attributes))]
pub struct AttributeTable<'a> {
    /// The numbers, in file order.
    pub numbers: &'a [NumberAttribute<'a>],
    /// The source of the bundle entry ID.
    pub id: IdSource<'a>,
}

/// A number attribute of entries.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::attributes))]
pub struct NumberAttribute<'a> {
    /// The name of the field.
    pub name: &'a str,
    /// The description shown to users.
    pub meaning: &'a str,
    /// The largest number that fits the field.
    pub max: u64,
    /// The words for some of its values.
    pub words: &'a [NumberWord<'a>],
    /// Whether the words name bits, which can be combined.
    pub flags: bool,
}

/// A word for a number. One word may have different numbers in different releases.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::attributes))]
pub struct NumberWord<'a> {
    /// The number.
    pub number: u64,
    /// The word; for an offload kind, as in bundle entry IDs.
    pub word: &'a str,
    /// The description shown to users.
    pub meaning: &'a str,
    /// The releases with this number, including untested ones such as the main branch. Empty for all releases.
    pub releases: &'a [&'a str],
    /// The file suffix of such content, without the dot; empty if the suffix is not distinctive.
    pub suffix: &'a str,
    /// The first bytes of such content; empty if they are not distinctive.
    pub begins: &'a [u8],
}

/// The attributes that make up a bundle entry ID.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::attributes))]
pub struct IdSource<'a> {
    /// The name of the number with the offload kind.
    pub kind: &'a str,
    /// The key of the target triple.
    pub triple: &'a str,
    /// The key of the target ID.
    pub target: &'a str,
}

impl<'a> AttributeTable<'a> {
    /// Returns the number attribute called `name`.
    pub fn number(&self, name: &str) -> Option<&'a NumberAttribute<'a>> {
        self.numbers.iter().find(|number| number.name == name)
    }

    /// Returns the image kind of an entry with these attributes, from the number attribute with file suffixes.
    pub fn image(&self, attributes: &Attributes) -> Option<&'a NumberWord<'a>> {
        let known = self.image_number()?;
        known.word(attributes.number(known.name)?)
    }

    /// Returns the number attribute with file suffixes, whose words are kinds of images.
    pub fn image_number(&self) -> Option<&'a NumberAttribute<'a>> {
        let mut numbers = self.numbers.iter();
        numbers.find(|number| number.words.iter().any(|known| !known.suffix.is_empty()))
    }

    /// Returns the bundle entry ID for `attributes`. It need not follow the grammar, because stored attributes are
    /// unchecked.
    pub fn id(&self, grammar: &Grammar<'static>, attributes: &Attributes) -> String {
        let number = attributes.number(self.id.kind).unwrap_or_default();
        let known = self.number(self.id.kind).and_then(|kind| kind.word(number));
        let kind = known.map_or_else(|| number.to_string(), |known| known.word.to_string());
        let text = |key| attributes.text(key).unwrap_or_default();
        grammar.entry_id(&kind, text(self.id.triple), text(self.id.target))
    }
}

impl<'a> NumberAttribute<'a> {
    /// Returns the word for `number`, or the joined words of its bits, or `None` if it has no words.
    pub fn name_of(&self, number: u64) -> Option<Cow<'a, str>> {
        if self.flags {
            let names = self.words.iter().map(|known| (known.number, known.word));
            return flags::join(number, names).map(Cow::Owned);
        }
        self.word(number).map(|known| Cow::Borrowed(known.word))
    }

    /// Returns the word with its details for `number`.
    pub fn word(&self, number: u64) -> Option<&'a NumberWord<'a>> {
        self.words.iter().find(|known| known.number == number)
    }

    /// Returns all numbers of `word` in any release.
    pub fn numbers_of(&self, word: &str) -> impl Iterator<Item = u64> {
        let words = self.words.iter().filter(move |known| known.word == word);
        words.map(|known| known.number)
    }

    /// Returns the number of `word` in `release`, or its latest number if no release is given.
    pub fn number_in(&self, word: &str, release: Option<&str>) -> Option<u64> {
        let mut words = self.words.iter().filter(|known| known.word == word);
        let found = match release {
            Some(release) => words.find(|known| known.releases.is_empty() || known.releases.contains(&release)),
            None => words.next_back(),
        };
        found.map(|known| known.number)
    }

    /// Returns the number for content, in `release` or in any release, by the first bytes in `head` or else by the
    /// suffix of `name`, in any letter case. Returns `None` if neither is known.
    pub fn number_of_content(&self, name: &str, head: &[u8], release: Option<&str>) -> Option<u64> {
        let (_, suffix) = name.rsplit_once('.').unwrap_or_default();
        let of_release = |known: &&NumberWord<'_>| {
            known.releases.is_empty() || release.is_none_or(|release| known.releases.contains(&release))
        };
        let words = || self.words.iter().filter(of_release);
        let by_head = words().find(|known| !known.begins.is_empty() && head.starts_with(known.begins));
        let by_suffix = || words().find(|known| !suffix.is_empty() && known.suffix == suffix);
        by_head.or_else(by_suffix).map(|known| known.number)
    }

    /// Returns the number of leading bytes that [`NumberAttribute::number_of_content`] needs.
    pub fn head_len(&self) -> u64 {
        let lengths = self.words.iter().map(|known| length(known.begins));
        lengths.max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_may_disagree_about_a_number() {
        let word =
            |number, releases| NumberWord { number, word: "one", meaning: "", releases, suffix: "", begins: &[] };
        let words = [word(3, &["16", "19"][..]), word(4, &["22"][..])];
        let kind = NumberAttribute { name: "kind", meaning: "", max: 65535, words: &words, flags: false };
        assert_eq!(kind.numbers_of("one").collect::<Vec<_>>(), [3, 4]);
        assert_eq!(
            [Some("16"), Some("22"), None].map(|release| kind.number_in("one", release)),
            [Some(3), Some(4), Some(4)]
        );
        assert_eq!(
            (kind.number_in("one", Some("14")), kind.number_in("two", None)),
            (None, None)
        );
    }

    #[test]
    fn content_number_prefers_bytes_over_name() {
        let word =
            |number, suffix, begins, releases| NumberWord { number, word: "", meaning: "", releases, suffix, begins };
        let words = [word(1, "o", &b""[..], &[][..]), word(2, "code", b"CO", &[]), word(6, "late", b"", &["23"])];
        let kind = NumberAttribute { name: "paint_kind", meaning: "", max: 65535, words: &words, flags: false };
        assert_eq!(kind.head_len(), 2);
        for (name, head, release, number) in [
            ("a.o", "..", None, Some(1)),
            ("a.b.o", "..", Some("22"), Some(1)),
            ("a.O", "..", None, None),
            ("o", "..", None, None),
            ("a.", "..", None, None),
            ("a.o", "CO", None, Some(2)),
            ("a.late", "..", None, Some(6)),
            ("a.late", "..", Some("22"), None),
        ] {
            assert_eq!(
                kind.number_of_content(name, head.as_bytes(), release),
                number,
                "{name} {release:?}"
            );
        }
    }
}
