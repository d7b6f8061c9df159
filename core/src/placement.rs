//! Tables of the places of bundles: file types, sections of object files, and kinds of files.

mod embedding;
mod images;
mod members;
mod package_form;
mod reference;
mod runtime;
mod section_table;

pub use embedding::{EmbeddedSection, EmbeddingRule, MachineRule};
pub use images::{DeviceMembers, ImageKind, ImageRecord, ImageRule, PropertyLayout, Requirement};
pub use members::MemberRule;
pub use package_form::PackageForm;
pub use reference::{LoaderEnvironment, ReferenceRule};
pub use runtime::RuntimeRule;
pub use section_table::SectionTable;

use crate::container::Container;

/// The format of an object file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub enum ObjectFormat {
    /// ELF, any class, byte order and type.
    Elf,
    /// COFF objects, and PE images.
    Coff,
    /// Mach-O.
    MachO,
    /// WebAssembly.
    Wasm,
    /// XCOFF.
    Xcoff,
    /// LLVM bitcode, with globals for a section of the compiled file.
    Bitcode,
}

impl ObjectFormat {
    /// Returns whether such files are linker inputs with sections.
    pub fn is_object_file(self) -> bool {
        self != Self::Bitcode
    }
}

/// A file type with its container. The generator refers to containers by name.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct FileType<'a, C = &'static dyn Container> {
    /// The name on the command line.
    pub name: &'a str,
    /// The title shown to users.
    pub title: &'a str,
    /// The container of the contents.
    pub container: C,
    /// Whether the container is text, with delimiters anywhere in a file.
    pub text: bool,
    /// Whether such files are archives with separately bundled members.
    pub archive: bool,
    /// The rule for names of members extracted into archives, or `None` if the type has no such archives.
    pub members: Option<MemberRule<'a>>,
    /// The default alignment of code objects, in bytes.
    pub default_alignment: u64,
    /// The usual file suffix, with its dot.
    pub suffix: &'a str,
    /// The first release of the original tool with this type; `None` for all releases.
    pub since: Option<&'a str>,
}

/// A kind of file content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct ContentKind<'a> {
    /// The name in the schema.
    pub name: &'a str,
    /// The description shown to users.
    pub doc: &'a str,
    /// The sign that identifies it.
    pub sign: ContentSign<'a>,
    /// The object file format, if it is an object file.
    pub object: Option<ObjectFormat>,
    /// The number field with the machine.
    pub machine: Option<MachineField<'a>>,
    /// The section table, by which a file in memory declares its length.
    pub section_table: Option<SectionTable<'a>>,
    /// Whether it is an archive.
    pub archive: bool,
    /// The package or compression format, if any.
    pub package: Option<PackageForm>,
    /// The advice for users who pass it instead of a bundle.
    pub advice: Option<&'a str>,
    /// The description of a file with a processor in its header.
    pub code_object: Option<CodeObjectDoc<'a>>,
    /// Whether it is the content of code entries.
    pub code: bool,
}

/// The sign that identifies content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub enum ContentSign<'a> {
    /// Fixed bytes.
    Bytes {
        /// The offset, in bytes from the start.
        at: usize,
        /// The bytes.
        bytes: &'a [u8],
    },
    /// The content is empty.
    Empty,
    /// The content has fewer bytes than this.
    ShorterThan(usize),
    /// The available content is UTF-8 without control characters other than line and column breaks.
    Text,
}

/// The number field with the machine of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct MachineField<'a> {
    /// The offset of the number, in bytes from the start, or from the target of `pointer`.
    pub at: usize,
    /// The offset of a four-byte little-endian number that `at` is relative to, in bytes from the start.
    pub pointer: Option<usize>,
    /// The width in bytes.
    pub width: usize,
    /// Whether it is big-endian.
    pub big_endian: bool,
    /// The machines.
    pub names: &'a [(u64, &'a str)],
}

/// The description of content for a processor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct CodeObjectDoc<'a> {
    /// The description.
    pub doc: &'a str,
    /// The advice for users who pass it instead of a bundle.
    pub advice: &'a str,
}

impl<'a> ContentKind<'a> {
    /// Creates a kind without other properties.
    pub const fn new(name: &'a str, doc: &'a str, sign: ContentSign<'a>) -> Self {
        Self { name, doc, sign, ..Self::PLAIN }
    }

    /// A kind without properties, for `..ContentKind::PLAIN`.
    pub const PLAIN: Self = Self {
        name: "",
        doc: "",
        sign: ContentSign::Empty,
        object: None,
        machine: None,
        section_table: None,
        archive: false,
        package: None,
        advice: None,
        code_object: None,
        code: false,
    };

    /// Returns whether a file or code object that starts with `head` is of this kind. Only [`ContentSign::Bytes`] is
    /// conclusive; text and short files have no distinctive sign.
    pub fn recognises(&self, head: &[u8]) -> bool {
        match self.sign {
            ContentSign::Bytes { at, bytes } => head.get(at..).is_some_and(|rest| rest.starts_with(bytes)),
            ContentSign::Empty => head.is_empty(),
            ContentSign::ShorterThan(len) => head.len() < len,
            ContentSign::Text => is_text(head),
        }
    }

    /// Returns whether fixed bytes identify it.
    pub fn has_magic(&self) -> bool {
        matches!(self.sign, ContentSign::Bytes { .. })
    }

    /// Returns the machine of a file of this kind that starts with `head`, if known.
    pub fn machine(&self, head: &[u8]) -> Option<&str> {
        let field = self.machine?;
        let start = match field.pointer {
            None => 0,
            Some(pointer) => {
                let bytes = head.get(pointer..pointer.checked_add(4)?)?;
                usize::try_from(u32::from_le_bytes(bytes.try_into().ok()?)).ok()?
            }
        };
        let start = start.checked_add(field.at)?;
        let bytes = head.get(start..start.checked_add(field.width)?)?;
        let add = |number: u64, byte: &u8| (number << 8) | u64::from(*byte);
        let number = match field.big_endian {
            true => bytes.iter().fold(0, add),
            false => bytes.iter().rev().fold(0, add),
        };
        field
            .names
            .iter()
            .find(|(known, _)| *known == number)
            .map(|(_, name)| *name)
    }
}

/// The last character may be cut.
fn is_text(head: &[u8]) -> bool {
    let text = match core::str::from_utf8(head) {
        Ok(text) => text,
        Err(error) if error.error_len().is_none() => {
            let whole = head.get(..error.valid_up_to()).unwrap_or_default();
            core::str::from_utf8(whole).unwrap_or_default()
        }
        Err(_) => return false,
    };
    text.chars()
        .all(|c| !c.is_control() || matches!(c, '\n' | '\r' | '\t' | '\u{c}'))
}

/// The content of sections with a name or prefix.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct SectionRule<'a> {
    /// The name of the rule in the schema.
    pub name: &'a str,
    /// The title shown to users.
    pub title: &'a str,
    /// The description.
    pub doc: &'a str,
    /// The formats of object files with such sections.
    pub formats: &'a [ObjectFormat],
    /// The names of the sections.
    pub pattern: SectionPattern<'a>,
    /// The section types. A section with such a type matches regardless of its name.
    pub types: &'a [SectionType],
    /// The content.
    pub holds: Holds<'a>,
    /// The rule of the sections that device linkers create from these; empty if there is no such rule.
    pub linked_into: &'a str,
    /// The format that describes the fields of the content.
    pub shown_by: Option<&'a str>,
}

/// The section names of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub enum SectionPattern<'a> {
    /// Exactly this name.
    Is(&'a str),
    /// Any name with this prefix.
    StartsWith(&'a str),
}

/// A section type in object files of one format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct SectionType {
    /// The format of the object files.
    pub format: ObjectFormat,
    /// The number in the section header.
    pub number: u64,
}

/// The content of a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub enum Holds<'a> {
    /// Consecutive containers.
    Containers,
    /// The addresses of containers, in records of a known or unknown layout. It is never searched for containers.
    Pointer(Option<WrapperRule<'a>>),
    /// A reference to device code outside of the file.
    Reference(ReferenceRule<'a>),
    /// Device code that is not in a container. It is reported, but not read.
    Other,
    /// One code object. The section name after the prefix is its bundle entry ID, and all such sections of a file form
    /// one bundle.
    Entry(EntryRule<'a>),
}

/// The layout of records with the addresses of containers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct WrapperRule<'a> {
    /// The length of a record in bytes.
    pub size: u64,
    /// The offset of the eight-byte container address in a record, in bytes.
    pub pointer: u64,
    /// The first bytes of a record with a container outside of the file; empty if there are no such records.
    pub moved: &'a [u8],
    /// The offset of the four-byte unit number in such a record, in bytes.
    pub unit: Option<u64>,
    /// The number of leading bytes of an uncompressed container that loaders read to find its contents; `None` if they
    /// read all of it.
    pub table: Option<u64>,
}

/// The code objects of a bundle of sections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct EntryRule<'a> {
    /// The name of the file type.
    pub file_type: &'a str,
    /// The content of the host section. The file without these sections is the host entry.
    pub host: &'a [u8],
    /// The flags of new sections, by object file format.
    pub flags: &'a [SectionFlags],
}

/// The flags of new sections in one object file format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct SectionFlags {
    /// The format of the object files.
    pub format: ObjectFormat,
    /// The number in the section header.
    pub flags: u64,
}

impl SectionRule<'_> {
    /// Returns whether sections of this type match in object files of `format`.
    pub fn has_type(&self, format: ObjectFormat, number: u64) -> bool {
        self.types.contains(&SectionType { format, number })
    }
}

impl SectionFlags {
    /// Returns the flags among `all` of a section in an object file of `format`, or `None` if it has no such section.
    pub fn of(all: &[Self], format: ObjectFormat) -> Option<u64> {
        let found = all.iter().find(|known| known.format == format);
        found.map(|known| known.flags)
    }
}

impl<'a> SectionPattern<'a> {
    /// Returns the fixed part of the names.
    pub fn fixed_part(self) -> &'a str {
        match self {
            Self::Is(name) | Self::StartsWith(name) => name,
        }
    }

    /// Returns `name` after the fixed part, or `None` if it does not match.
    pub fn rest(self, name: &[u8]) -> Option<&[u8]> {
        let rest = name.strip_prefix(self.fixed_part().as_bytes())?;
        match self {
            Self::Is(_) => rest.is_empty().then_some(rest),
            Self::StartsWith(_) => Some(rest),
        }
    }
}

impl core::fmt::Display for SectionPattern<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Is(name) => f.write_str(name),
            Self::StartsWith(name) => write!(f, "{name}*"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIND: ContentKind<'_> = ContentKind {
        machine: Some(MachineField { at: 1, pointer: Some(4), width: 2, big_endian: true, names: &[(0x0102, "m")] }),
        ..ContentKind::new("kind", "a kind", ContentSign::Bytes { at: 2, bytes: b"xy" })
    };

    #[test]
    fn kind_is_recognised_by_sign() {
        for (sign, yes, no) in [
            (
                ContentSign::Bytes { at: 2, bytes: b"xy" },
                [b"..xy".as_slice(), b"..xyz"],
                [b"xy".as_slice(), b"..x"],
            ),
            (ContentSign::Empty, [b"", b""], [b"a", b"\0"]),
            (ContentSign::ShorterThan(2), [b"", b"a"], [b"ab", b"abc"]),
            (
                ContentSign::Text,
                ["a\tb\r\n\u{e9}".as_bytes(), b"cut \xc3"],
                [b"\x1b[m", b"\xc3 "],
            ),
        ] {
            let kind = ContentKind { sign, ..KIND };
            assert_eq!(yes.map(|head| kind.recognises(head)), [true; 2], "{sign:?}");
            assert_eq!(no.map(|head| kind.recognises(head)), [false; 2], "{sign:?}");
        }
    }

    #[test]
    fn machine_is_read_through_pointer() {
        assert_eq!(KIND.machine(b"..xy\x08\0\0\0.\x01\x02"), Some("m"));
        assert_eq!(KIND.machine(b"..xy\x08\0\0\0.\x02\x01"), None);
        assert_eq!(KIND.machine(b"..xy\x08\0\0\0.\x01"), None);
        assert_eq!(KIND.machine(b"..xy\xff\xff\xff\xff.\x01\x02"), None);
        let little = KIND
            .machine
            .map(|field| MachineField { big_endian: false, pointer: None, ..field });
        assert_eq!(ContentKind { machine: little, ..KIND }.machine(b".\x02\x01"), Some("m"));
    }
}
