//! Bytes in cases: hexadecimal, text, zeros, numbers, files and recipes.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::recipe::{BinaryBundle, CompressedBundle, Cut, Elf, Member, OffloadBinary, Patch, Recipe, Repeat};

/// Bytes, in pieces.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Bytes(pub Vec<Chunk>);

/// A piece of bytes in exactly one form.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(transform = one_way)]
pub struct Chunk {
    /// Hexadecimal digits, two for each byte, with optional spaces between bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hex: Option<String>,
    /// Text in UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Number of zero bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zeros: Option<u64>,
    /// Number of incompressible bytes; equal numbers give equal bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noise: Option<u64>,
    /// A little-endian number of 8 bytes: decimal, or hexadecimal after `0x`. It is a string, because some JSON readers
    /// limit numbers to 2^53.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub u64: Option<String>,
    /// A little-endian number of 4 bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub u32: Option<u32>,
    /// A little-endian number of 2 bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub u16: Option<u16>,
    /// Name of a fixture file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fixture: Option<String>,
    /// Repeated bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeat: Option<Repeat<Bytes>>,
    /// The beginning of bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<Cut<Bytes>>,
    /// Bytes with some replaced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patch: Option<Patch<Bytes>>,
    /// A binary bundle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub binary_bundle: Option<BinaryBundle<Bytes>>,
    /// A compressed bundle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compressed_bundle: Option<CompressedBundle<Bytes>>,
    /// An offload binary.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offload_binary: Option<OffloadBinary<Bytes>>,
    /// A member of an archive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<Member<Bytes>>,
    /// An ELF object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elf: Option<Elf<Bytes>>,
    /// A note for readers.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
}

fn one_way(schema: &mut schemars::Schema) {
    let properties = schema.get("properties").and_then(serde_json::Value::as_object);
    let ways = properties
        .into_iter()
        .flat_map(|all| all.keys())
        .filter(|key| *key != "note");
    let ways: Vec<serde_json::Value> = ways.map(|way| serde_json::json!({ "required": [way] })).collect();
    schema.insert("oneOf".into(), ways.into());
}

/// In bytes per piece, so that a wrong case cannot fill the memory.
const MOST: u64 = 1 << 28;

impl Bytes {
    /// Parses the bytes at `path` in a value.
    pub(crate) fn of_value(path: &str, value: &serde_json::Value) -> Result<Self, BytesError> {
        Self::deserialize(value).map_err(|error| BytesError { chunk: 0, why: format!("under {path:?}: {error}") })
    }

    /// Returns the bytes. `fixture` returns the content of a fixture file.
    ///
    /// # Errors
    ///
    /// Returns an error for the first invalid piece.
    pub fn resolve(&self, fixture: &dyn Fn(&str) -> Option<Vec<u8>>) -> Result<Vec<u8>, BytesError> {
        let mut all = Vec::new();
        for (index, chunk) in self.0.iter().enumerate() {
            chunk
                .append(&mut all, fixture)
                .map_err(|why| BytesError { chunk: index, why })?;
        }
        Ok(all)
    }
}

impl Chunk {
    fn append(&self, all: &mut Vec<u8>, fixture: &dyn Fn(&str) -> Option<Vec<u8>>) -> Result<(), String> {
        let run = |len: u64| match len {
            0..=MOST => usize::try_from(len).map_err(|error| error.to_string()),
            _ => Err(format!("{len} bytes exceed the limit of a case")),
        };
        if let Some(recipe) = self.recipe()? {
            let resolve = |bytes: &Bytes| {
                let bytes = bytes.resolve(fixture);
                bytes.map_err(|error| format!("inner bytes: {error}"))
            };
            all.extend(recipe.make(&resolve)?);
            return Ok(());
        }
        match self {
            Self { hex: Some(digits), .. } => all.extend(hex(digits)?),
            Self { text: Some(text), .. } => all.extend_from_slice(text.as_bytes()),
            Self { zeros: Some(len), .. } => all.extend(std::iter::repeat_n(0, run(*len)?)),
            Self { noise: Some(len), .. } => all.extend(noise(run(*len)?)),
            Self { u64: Some(number), .. } => all.extend(number_of(number)?.to_le_bytes()),
            Self { u32: Some(number), .. } => all.extend(number.to_le_bytes()),
            Self { u16: Some(number), .. } => all.extend(number.to_le_bytes()),
            Self { fixture: Some(name), .. } => {
                all.extend(fixture(name).ok_or_else(|| format!("unknown fixture {name:?}"))?);
            }
            Self { .. } => return Err("expected a field with bytes".into()),
        }
        Ok(())
    }

    /// Refuses several forms of bytes.
    fn recipe(&self) -> Result<Option<&dyn Recipe<Bytes>>, String> {
        let of = |recipe: Option<&dyn Recipe<Bytes>>| recipe.is_some();
        let recipes: [Option<&dyn Recipe<Bytes>>; 8] = [
            self.repeat.as_ref().map(|recipe| recipe as _),
            self.cut.as_ref().map(|recipe| recipe as _),
            self.patch.as_ref().map(|recipe| recipe as _),
            self.binary_bundle.as_ref().map(|recipe| recipe as _),
            self.compressed_bundle.as_ref().map(|recipe| recipe as _),
            self.offload_binary.as_ref().map(|recipe| recipe as _),
            self.member.as_ref().map(|recipe| recipe as _),
            self.elf.as_ref().map(|recipe| recipe as _),
        ];
        let plain = [
            self.hex.is_some(),
            self.text.is_some(),
            self.zeros.is_some(),
            self.noise.is_some(),
            self.u64.is_some(),
            self.u32.is_some(),
            self.u16.is_some(),
            self.fixture.is_some(),
        ];
        let ways = recipes.into_iter().map(of).chain(plain);
        match ways.filter(|there| *there).count() {
            0 | 1 => Ok(recipes.into_iter().flatten().next()),
            ways => Err(format!("expected one field with bytes, found {ways}")),
        }
    }
}

/// Decodes hexadecimal digits.
///
/// # Errors
///
/// Returns an error for any other character or an odd number of digits.
pub fn hex(digits: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::with_capacity(digits.len() / 2);
    let mut high = None;
    for character in digits.chars() {
        match (character.to_digit(16), high.take()) {
            (Some(digit), None) => high = Some(digit),
            (Some(digit), Some(high)) => bytes.extend(u8::try_from(high * 16 + digit)),
            (None, before) if character.is_whitespace() => high = before,
            (None, _) => return Err(format!("{character:?} is not a hexadecimal digit")),
        }
    }
    match high {
        None => Ok(bytes),
        Some(_) => Err(format!(
            "{} hexadecimal digits do not form whole bytes",
            bytes.len() * 2 + 1
        )),
    }
}

fn number_of(text: &str) -> Result<u64, String> {
    let parsed = match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => text.parse(),
    };
    parsed.map_err(|_| format!("{text:?} is not a 64-bit number"))
}

/// Xorshift.
fn noise(len: usize) -> impl Iterator<Item = u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    std::iter::repeat_with(move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[0]
    })
    .take(len)
}

/// An invalid piece of bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BytesError {
    /// Index of the piece, from 0.
    pub chunk: usize,
    /// Explanation.
    pub why: String,
}

impl fmt::Display for BytesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "chunk {}: {}", self.chunk, self.why)
    }
}

impl std::error::Error for BytesError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolved(json: &str) -> Result<Vec<u8>, String> {
        let bytes: Bytes = serde_json::from_str(json).map_err(|error| error.to_string())?;
        let fixture = |name: &str| (name == "a").then(|| b"A".to_vec());
        bytes.resolve(&fixture).map_err(|error| error.to_string())
    }

    #[test]
    fn byte_notations_are_read() {
        let all = r#"[{"hex": "43 43 4f42", "note": "magic"}, {"text": "é"}, {"zeros": 2}, {"u16": 258}, {"u32": 1},
            {"u64": "0xffffffffffffffff"}, {"u64": "3"}, {"fixture": "a"}]"#;
        let expected =
            [&b"CCOB"[..], "é".as_bytes(), &[0, 0, 2, 1, 1, 0, 0, 0], &[0xff; 8], &[3, 0, 0, 0, 0, 0, 0, 0], b"A"];
        assert_eq!(resolved(all), Ok(expected.concat()));
    }

    #[test]
    fn unreadable_piece_is_named() {
        let why = |json| resolved(json).unwrap_err();
        assert_eq!(
            why(r#"[{"text": "a"}, {"hex": "4"}]"#),
            "chunk 1: 1 hexadecimal digits do not form whole bytes"
        );
        assert_eq!(why(r#"[{"hex": "4x"}]"#), "chunk 0: 'x' is not a hexadecimal digit");
        assert_eq!(why(r#"[{"u64": "-1"}]"#), "chunk 0: \"-1\" is not a 64-bit number");
        assert_eq!(why(r#"[{"fixture": "b"}]"#), "chunk 0: unknown fixture \"b\"");
        assert!(why(r#"[{"zeros": 99999999999}]"#).contains("exceed the limit of a case"));
        assert!(why(r#"[{"octal": "7"}]"#).contains("octal"));
        assert_eq!(why("[{}]"), "chunk 0: expected a field with bytes");
        assert_eq!(
            why(r#"[{"hex": "00", "text": "a"}]"#),
            "chunk 0: expected one field with bytes, found 2"
        );
    }

    #[test]
    fn noise_is_repeatable_without_period() {
        let (first, second): (Vec<u8>, Vec<u8>) = (noise(64).collect(), noise(64).collect());
        assert_eq!(first, second);
        assert_ne!(first[..32], first[32..]);
    }
}
