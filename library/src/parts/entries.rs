//! Entries in reports, and numbers in requests and reports.

use std::borrow::Cow;
use std::fmt;
use std::mem::take;

use offload_bundle_core::attributes::{AttributeTable, Attributes, TextAttribute};
use serde::{Serialize, Serializer};

use crate::file_name::FileName;
use crate::input::ArchiveMember;

/// The attributes of an entry, apart from content and ID.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct EntryAttributes {
    /// The number attributes, in file order.
    pub numbers: Vec<EntryNumber>,
    /// The text attributes, in file order. A key may occur twice.
    pub texts: Vec<EntryText>,
}

/// A number attribute of an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct EntryNumber {
    /// The name of the field.
    pub name: &'static str,
    /// The number.
    pub number: Integer,
    /// The word for the number, or the words for its bits separated by `|`, if known.
    pub word: Option<Cow<'static, str>>,
    /// Whether the ID contains it too.
    #[serde(skip)]
    pub in_id: bool,
}

/// A text attribute of an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct EntryText {
    /// The key.
    pub key: String,
    /// The text.
    pub value: String,
    /// Whether the ID contains it too.
    #[serde(skip)]
    pub in_id: bool,
}

impl EntryAttributes {
    pub(crate) fn new(table: &AttributeTable<'static>, attributes: &Attributes) -> Self {
        let numbers = attributes.numbers.iter().map(|(name, number)| {
            let word = table.number(name).and_then(|known| known.name_of(*number));
            let in_id = *name == table.id.kind;
            EntryNumber { name, number: Integer(*number), word, in_id }
        });
        // Only the first text under a key counts.
        let in_id = |text: &TextAttribute| {
            let is_first = attributes.text(&text.key) == Some(text.value.as_str());
            is_first && [table.id.triple, table.id.target].contains(&text.key.as_str())
        };
        let texts = attributes.texts.iter().map(|text| {
            let (key, value) = (text.key.clone(), text.value.clone());
            EntryText { key, value, in_id: in_id(text) }
        });
        Self { numbers: numbers.collect(), texts: texts.collect() }
    }
}

/// A section for device code that has no bytes in the file, or that refers to the device code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ExternalCode {
    /// The archive member with the section, if any. Offsets then count from its start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<Member>,
    /// The name of the section.
    pub section: String,
    /// The offset of the section header in bytes, from the start of the file.
    pub offset: Integer,
    /// The length in memory, in bytes.
    pub size: Integer,
    /// The number of pointer records that declare their device code as moved.
    pub moved_count: u64,
    /// The section that refers to the device code, if any.
    pub reference: Option<ExternalCodeReference>,
    /// The environment variable that turns loading off. Archives are then never searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disabled_by: Option<String>,
}

/// A section that refers to device code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ExternalCodeReference {
    /// The name of the section.
    pub section: String,
    /// The offset of the content in bytes, from the start of the file.
    pub offset: Integer,
    /// The length of the content in bytes.
    pub size: Integer,
    /// The name of the device code in its archive, if any.
    pub name: Option<FileName>,
    /// The possible locations; loaders use existing files. Sections that share a reference list the paths once.
    pub paths: Vec<ExternalPath>,
    /// The reason why the reference cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

impl ExternalCodeReference {
    /// Returns only the location afterwards: many sections may share the reference.
    pub(crate) fn report_once(&mut self) -> Self {
        let Self { section, offset, size, .. } = self;
        let (section, offset, size) = (section.clone(), *offset, *size);
        Self { section, offset, size, name: self.name.take(), paths: take(&mut self.paths), error: self.error.take() }
    }

    pub(crate) fn is_followed(&self) -> bool {
        self.error.is_none() && self.paths.iter().any(|path| path.files.is_some())
    }
}

/// A possible location of device code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ExternalPath {
    /// The path as stored. A relative path starts from the folder of the file, before links are resolved.
    pub path: FileName,
    /// The existing files; null for a file in an archive or from a pipe.
    pub files: Option<Vec<ExternalFile>>,
}

/// An existing file with the device code of another file, which was not read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ExternalFile {
    /// The file.
    pub file: FileName,
    /// The target in the path, if the path has one.
    pub target: Option<String>,
}

/// An archive member.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Member {
    /// The name of the member in the archive.
    pub name: FileName,
    /// The offset of the member's header in bytes, from the start of the archive.
    pub offset: Integer,
}

impl From<&ArchiveMember> for Member {
    fn from(ArchiveMember { name, offset }: &ArchiveMember) -> Self {
        Self { name: name.into(), offset: Integer(*offset) }
    }
}

/// A part of code objects other than kernels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum CodePart {
    /// Code outside known kernels: functions, and the bytes between them.
    OtherCode,
    /// Constants and variables.
    Data,
    /// Data for debuggers.
    DebugInformation,
    /// Notes, such as descriptions of kernel arguments.
    Metadata,
    /// Symbols, their names, and relocations.
    Symbols,
    /// Sections of other kinds.
    Other,
    /// Headers, and bytes between sections.
    Padding,
    /// Code objects with unknown parts: formats other than ELF, damaged files, very long files.
    Opaque,
}

/// A number of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ByteSize(pub u64);

/// 2^53 - 1, the greatest integer that every JSON reader holds exactly.
const GREATEST: u64 = (1 << 53) - 1;

/// An integer of 64 bits. JSON has a number up to 2^53 - 1, and a decimal string above.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Integer(pub u64);

impl Integer {
    pub(crate) fn add(&mut self, more: u64) {
        self.0 = self.0.saturating_add(more);
    }
}

impl From<u64> for Integer {
    fn from(number: u64) -> Self {
        Self(number)
    }
}

impl From<Integer> for u64 {
    fn from(Integer(number): Integer) -> Self {
        number
    }
}

impl PartialEq<u64> for Integer {
    fn eq(&self, other: &u64) -> bool {
        self.0 == *other
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::LowerHex for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::LowerHex::fmt(&self.0, f)
    }
}

impl Serialize for Integer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            number @ ..=GREATEST => serializer.serialize_u64(number),
            number => serializer.collect_str(&number),
        }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Integer {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Integer".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "A whole number: above 2^53 - 1 a decimal string.",
            "anyOf": [
                { "type": "integer", "minimum": 0, "maximum": GREATEST },
                { "type": "string", "pattern": "^[1-9][0-9]{15,19}$" },
            ],
        })
    }
}

/// A digest as a number of 64 bits. In JSON it is 16 hexadecimal digits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hexadecimal(pub u64);

impl fmt::Display for Hexadecimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Serialize for Hexadecimal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Hexadecimal {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Hexadecimal".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "16 hexadecimal digits.",
            "type": "string",
            "pattern": "^[0-9a-f]{16}$",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_beyond_javascript_range_are_text() {
        for (number, json) in [
            (0, "0"),
            (GREATEST, "9007199254740991"),
            (GREATEST + 1, "\"9007199254740992\""),
            (u64::MAX, "\"18446744073709551615\""),
        ] {
            assert_eq!(serde_json::to_string(&Integer(number)).unwrap(), json);
        }
    }
}
