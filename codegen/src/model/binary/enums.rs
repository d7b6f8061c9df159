//! Named numbers.

use offload_bundle_core::envelope::Codec;

use super::docs::Docs;
use crate::prose::comma_list;
use crate::reading::{Mapping, ReadEntry, Reader, Rows, Way, mapping, words};
use crate::spanned::{Span, Spanned};
use crate::yaml::{Node, Value};

#[derive(Debug, Clone)]
pub struct Enum {
    pub id: Spanned<String>,
    pub members: Vec<Member>,
}

mapping! {
    pub struct Member by number: Spanned<i128> {
        pub id: Spanned<String>,
        pub docs: Docs as flatten,
        pub of: OfEntries as flatten,
    }
}

mapping! {
    /// Keys of typed layouts for enums of compression methods and entry attributes.
    #[derive(Default)]
    pub struct OfEntries {
        pub codec: Option<Spanned<Codec>> as "-codec",
        /// The word in containers, instead of the id. Several values may have one word.
        pub word: Option<Spanned<String>> as "-word",
        /// The releases with this number.
        pub releases: Option<Spanned<Vec<String>>> as "-releases",
        /// The file suffix of such content, without the dot.
        pub suffix: Option<Spanned<String>> as "-suffix",
        /// The first bytes of such content.
        pub begins: Option<Spanned<Vec<u8>>> as "-begins",
    }
}

words! {
    for Codec as "a way of compressing that the runtime knows" {
        "zstd" => Codec::Zstd,
        "zlib" => Codec::Zlib,
    }
}

impl Enum {
    pub fn known_numbers(&self) -> String {
        let members = self.members.iter();
        comma_list(members.map(|member| format!("{} ({})", member.number.value, member.id.value)))
    }
}

impl Member {
    /// The number in a typed layout.
    pub fn unsigned(&self) -> u64 {
        u64::try_from(self.number.value).unwrap_or_default()
    }

    /// The word, or else the id.
    pub fn name(&self) -> &str {
        self.of.word.as_ref().map_or(&self.id.value, |word| &word.value)
    }

    pub fn of_entries(&self) -> Option<&Span> {
        let OfEntries { word, releases, suffix, begins, .. } = &self.of;
        let word = word.as_ref().map(|said| &said.span);
        let releases = releases.as_ref().map(|said| &said.span);
        let suffix = suffix.as_ref().map(|said| &said.span);
        word.or(releases).or(suffix).or(begins.as_ref().map(|said| &said.span))
    }
}

impl<'a> ReadEntry<'a> for Enum {
    fn read_entry(key: &Spanned<String>, node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        Some(Self { id: key.clone(), members: <Rows as Way<_>>::read(node, reader)? })
    }
}

/// A name, or a mapping. YAML booleans such as `true` are names here.
impl<'a> ReadEntry<'a> for Member {
    fn read_entry(key: &Spanned<String>, node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        let digits = key.strip_prefix("0x").map(|digits| i128::from_str_radix(digits, 16));
        let number = digits.unwrap_or_else(|| key.parse());
        let fits = |number: &i128| !reader.is_typed() || u64::try_from(*number).is_ok();
        let Some(number) = number.ok().filter(fits) else {
            let expected = if reader.is_typed() {
                "a whole number from 0 to 2^64 - 1"
            } else {
                "a whole number"
            };
            return reader.refuse(
                key,
                expected,
                format!("`{}`", key.value),
                "write the number before the colon",
            );
        };
        let number = key.with(number);
        let alone = match &node.value {
            Value::Text(name) => Some(name.clone()),
            Value::Bool(flag) => Some(flag.to_string()),
            _ => None,
        };
        if let Some(name) = alone {
            let id = Spanned::new(node, name);
            return Some(Self { number, id, docs: Docs::default(), of: OfEntries::default() });
        }
        let map = Mapping::open(node, "an enum value", &Self::names(), reader)?;
        Self::read(number, &map, reader)
    }
}
