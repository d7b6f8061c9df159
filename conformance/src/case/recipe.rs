//! Recipes build bytes from other bytes, so that a case shows only the relevant part.
//!
//! Each recipe follows the format description and shares no code with the implementation under test.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::files::{self, ElfSection, Image};

type Resolve<'r, B> = &'r dyn Fn(&B) -> Result<Vec<u8>, String>;

/// Repeated bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Repeat<B> {
    /// Number of repetitions.
    pub times: u32,
    /// The bytes.
    pub of: B,
}

/// The first bytes of a truncated file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cut<B> {
    /// Length in bytes.
    pub to: u32,
    /// The complete bytes.
    pub of: B,
}

/// A damaged file: some bytes are replaced by as many others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Patch<B> {
    /// Offset of the first replaced byte, from the start of `of`.
    pub at: u32,
    /// The replacement.
    pub with: B,
    /// The original bytes.
    pub of: B,
}

/// A binary bundle: the records in the order of the entries, then their contents in the same order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BinaryBundle<B> {
    /// The contents.
    pub entries: Vec<RecipeEntry<B>>,
    /// Alignment of every content, in bytes.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub alignment: u32,
}

/// An entry of a binary bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecipeEntry<B> {
    /// Stored bundle entry ID.
    pub id: String,
    /// Number of consecutive entries. `#` in the ID becomes the index, from 0.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub times: u32,
    /// Its content.
    pub content: B,
}

/// A compressed bundle with stored zlib blocks or raw zstd blocks, so that the data does not shrink.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CompressedBundle<B> {
    /// The version of the header: 1, 2 or 3.
    pub version: u16,
    /// The number of the method: 0 for zlib, 1 for zstd.
    pub method: u16,
    /// The uncompressed bytes.
    pub of: B,
}

/// An offload binary of version 1: header, entry, string records, strings, image.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OffloadBinary<B> {
    /// Number of the image kind.
    pub image_kind: u16,
    /// Number of the offload kind.
    pub offload_kind: u16,
    /// Strings: keys and values.
    pub strings: Vec<(String, String)>,
    /// The bytes of the image.
    pub content: B,
}

/// An archive member: header, content, and a line break after content of odd size.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Member<B> {
    /// Content of the 16-byte name field, such as `a.o/`.
    pub name: String,
    /// Its content.
    pub content: B,
}

/// A little-endian 64-bit ELF object: header, section contents, section names, section table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Elf<B> {
    /// Sections between the empty first section and the section of names.
    pub sections: Vec<RecipeSection<B>>,
}

/// A section of an ELF object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecipeSection<B> {
    /// Its name.
    pub name: String,
    /// Section type; 1 (`SHT_PROGBITS`) is program-defined data.
    #[serde(rename = "type", default = "one", skip_serializing_if = "is_one")]
    pub kind: u32,
    /// Section flags. The default `SHF_EXCLUDE`, as in bundles, excludes the section from linking.
    #[serde(default = "exclude", skip_serializing_if = "is_exclude")]
    pub flags: u32,
    /// Its content.
    pub content: B,
}

const fn one() -> u32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
fn is_one(number: &u32) -> bool {
    *number == one()
}

const fn exclude() -> u32 {
    0x8000_0000
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
fn is_exclude(flags: &u32) -> bool {
    *flags == exclude()
}

pub(super) trait Recipe<B> {
    /// `resolve` returns inner bytes.
    fn make(&self, resolve: Resolve<'_, B>) -> Result<Vec<u8>, String>;
}

/// So that a wrong case cannot fill the memory.
const MOST: usize = 1 << 28;

impl<B> Recipe<B> for Repeat<B> {
    fn make(&self, resolve: Resolve<'_, B>) -> Result<Vec<u8>, String> {
        let of = resolve(&self.of)?;
        let times = usize::try_from(self.times).map_err(|error| error.to_string())?;
        match of.len().checked_mul(times) {
            Some(..=MOST) => Ok(of.repeat(times)),
            _ => Err(format!("{times} times {} bytes exceed the limit of a case", of.len())),
        }
    }
}

impl<B> Recipe<B> for Cut<B> {
    fn make(&self, resolve: Resolve<'_, B>) -> Result<Vec<u8>, String> {
        let mut of = resolve(&self.of)?;
        let to = usize::try_from(self.to).map_err(|error| error.to_string())?;
        if to >= of.len() {
            return Err(format!("{} bytes cannot be cut to {to}", of.len()));
        }
        of.truncate(to);
        Ok(of)
    }
}

impl<B> Recipe<B> for Patch<B> {
    fn make(&self, resolve: Resolve<'_, B>) -> Result<Vec<u8>, String> {
        let (mut of, with) = (resolve(&self.of)?, resolve(&self.with)?);
        let at = usize::try_from(self.at).map_err(|error| error.to_string())?;
        let len = of.len();
        let place = of.get_mut(at..at.saturating_add(with.len()));
        let place = place.ok_or_else(|| format!("{} bytes do not fit at {at} of {len}", with.len()))?;
        if place == with {
            return Err(format!("the bytes at {at} are these already"));
        }
        place.copy_from_slice(&with);
        Ok(of)
    }
}

impl<B> Recipe<B> for BinaryBundle<B> {
    fn make(&self, resolve: Resolve<'_, B>) -> Result<Vec<u8>, String> {
        let mut entries = Vec::new();
        for entry in &self.entries {
            let content = resolve(&entry.content)?;
            entries
                .extend((0..entry.times).map(|number| (entry.id.replace('#', &number.to_string()), content.clone())));
        }
        files::binary_bundle(&entries, self.alignment.into())
    }
}

impl<B> Recipe<B> for CompressedBundle<B> {
    fn make(&self, resolve: Resolve<'_, B>) -> Result<Vec<u8>, String> {
        files::compressed_bundle(self.version, self.method, &resolve(&self.of)?)
    }
}

impl<B> Recipe<B> for OffloadBinary<B> {
    fn make(&self, resolve: Resolve<'_, B>) -> Result<Vec<u8>, String> {
        let content = resolve(&self.content)?;
        files::offload_binary(&Image {
            kinds: (self.image_kind, self.offload_kind),
            strings: &self.strings,
            content: &content,
        })
    }
}

impl<B> Recipe<B> for Member<B> {
    fn make(&self, resolve: Resolve<'_, B>) -> Result<Vec<u8>, String> {
        files::member(&self.name, &resolve(&self.content)?)
    }
}

impl<B> Recipe<B> for Elf<B> {
    fn make(&self, resolve: Resolve<'_, B>) -> Result<Vec<u8>, String> {
        let sections = self.sections.iter().map(|section| {
            Ok(ElfSection {
                name: &section.name,
                kind: section.kind,
                flags: section.flags,
                content: resolve(&section.content)?,
            })
        });
        files::elf(&sections.collect::<Result<Vec<_>, String>>()?)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use object::read::archive::ArchiveFile;
    use object::{Object as _, ObjectSection as _};

    use super::super::Bytes;

    fn made(json: &str) -> Result<Vec<u8>, String> {
        let bytes: Bytes = serde_json::from_str(json).map_err(|error| error.to_string())?;
        bytes
            .resolve(&crate::embedded::fixture)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn binary_bundles_equal_release_14() {
        let ids =
            ["host-x86_64-unknown-linux-gnu", "hip-amdgcn-amd-amdhsa--gfx906", "hip-amdgcn-amd-amdhsa--gfx90a:xnack+"];
        let entry = |(id, source)| format!(r#"{{"id": "{id}", "content": [{{"fixture": "sources/{source}.bin"}}]}}"#);
        let entries: Vec<String> = ids.into_iter().zip(["host", "one", "two"]).map(entry).collect();
        for alignment in [1, 3, 4096] {
            let json = format!(
                r#"[{{"binary_bundle": {{"entries": [{}], "alignment": {alignment}}}}}]"#,
                entries.join(", ")
            );
            let written = crate::embedded::fixture(&format!("matrix/four-align{alignment}.14.bc")).unwrap();
            assert!(made(&json).unwrap() == written, "alignment {alignment}");
        }
    }

    #[test]
    fn offload_binaries_match_documented_tables() {
        let json = r#"[{"offload_binary": {"image_kind": 1, "offload_kind": 3, "strings": [["arch", "sm_70"]], "content": [{"text": "image"}]}}]"#;
        let header = "10ff10ad 01000000  7000000000000000 2000000000000000 2800000000000000";
        let entry = "0100 0300 00000000 4800000000000000 0100000000000000 6800000000000000 0500000000000000";
        let strings = "5800000000000000 5d00000000000000  6172636800 736d5f373000 0000000000";
        let image = "696d616765 000000";
        let expected = [header, entry, strings, image].concat();
        assert_eq!(made(json), super::super::hex(&expected));
    }

    #[test]
    fn bytes_are_repeated_cut_and_replaced() {
        assert_eq!(
            made(r#"[{"repeat": {"times": 3, "of": [{"text": "ab"}]}}]"#),
            Ok(b"ababab".to_vec())
        );
        assert_eq!(
            made(r#"[{"cut": {"to": 2, "of": [{"text": "abc"}]}}]"#),
            Ok(b"ab".to_vec())
        );
        let patched = r#"[{"patch": {"at": 1, "with": [{"text": "x"}], "of": [{"text": "abc"}]}}]"#;
        assert_eq!(made(patched), Ok(b"axc".to_vec()));
    }

    #[test]
    fn useless_and_oversized_recipes_are_refused() {
        let why = |json: &str| made(json).unwrap_err();
        assert_eq!(
            why(r#"[{"cut": {"to": 3, "of": [{"text": "abc"}]}}]"#),
            "chunk 0: 3 bytes cannot be cut to 3"
        );
        let patch = |at, with| {
            format!(r#"[{{"patch": {{"at": {at}, "with": [{{"text": "{with}"}}], "of": [{{"text": "abc"}}]}}}}]"#)
        };
        assert_eq!(why(&patch(2, "xy")), "chunk 0: 2 bytes do not fit at 2 of 3");
        assert_eq!(why(&patch(1, "b")), "chunk 0: the bytes at 1 are these already");
        let much = r#"[{"repeat": {"times": 4000000000, "of": [{"text": "ab"}]}}]"#;
        assert!(why(much).ends_with("exceed the limit of a case"));
        let within = r#"[{"cut": {"to": 0, "of": [{"hex": "4"}]}}]"#;
        assert_eq!(
            why(within),
            "chunk 0: inner bytes: chunk 0: 1 hexadecimal digits do not form whole bytes"
        );
        assert!(why(r#"[{"binary_bundle": {"entries": [], "alignment": 0}}]"#).contains("alignment is 0"));
        assert!(why(r#"[{"member": {"name": "longer_than_sixteen", "content": []}}]"#).contains("16 bytes"));
        assert!(why(r#"[{"compressed_bundle": {"version": 4, "method": 1, "of": []}}]"#).contains("version 4"));
        assert!(why(r#"[{"compressed_bundle": {"version": 3, "method": 2, "of": []}}]"#).contains("method 2"));
    }

    #[test]
    fn compressed_bundles_keep_their_content() {
        for (version, header) in [(1, 20), (2, 24), (3, 32)] {
            for (noise, method) in [(0, 0), (200_000, 0), (0, 1), (200_000, 1)] {
                let json = format!(
                    r#"[{{"compressed_bundle": {{"version": {version}, "method": {method}, "of": [{{"noise": {noise}}}]}}}}]"#
                );
                let file = made(&json).unwrap();
                let data = file.get(header..).unwrap();
                let mut held = Vec::new();
                match method {
                    0 => flate2::read::ZlibDecoder::new(data).read_to_end(&mut held).unwrap(),
                    _ => zstd::Decoder::new(data).unwrap().read_to_end(&mut held).unwrap(),
                };
                assert_eq!(held, made(&format!(r#"[{{"noise": {noise}}}]"#)).unwrap());
            }
        }
    }

    #[test]
    fn objects_and_archives_are_readable() {
        let sections =
            r#"{"name": ".text", "flags": 6, "content": [{"hex": "c3"}]}, {"name": "b", "content": [{"text": "abc"}]}"#;
        let file = made(&format!(r#"[{{"elf": {{"sections": [{sections}]}}}}]"#)).unwrap();
        let elf = object::File::parse(&*file).unwrap();
        let found: Vec<(&str, &[u8])> = elf
            .sections()
            .map(|section| (section.name().unwrap(), section.data().unwrap()))
            .collect();
        assert_eq!(found[..2], [(".text", &b"\xc3"[..]), ("b", b"abc")]);

        let members = r#"{"member": {"name": "a.o/", "content": [{"text": "odd"}]}}, {"member": {"name": "b.o/", "content": []}}"#;
        let file = made(&format!(r#"[{{"text": "!<arch>\n"}}, {members}]"#)).unwrap();
        let archive = ArchiveFile::parse(&*file).unwrap();
        let found: Vec<(Vec<u8>, &[u8])> = archive
            .members()
            .map(|member| member.unwrap())
            .map(|member| (member.name().to_vec(), member.data(&*file).unwrap()))
            .collect();
        assert_eq!(found, [(b"a.o".to_vec(), &b"odd"[..]), (b"b.o".to_vec(), b"")]);
    }
}
