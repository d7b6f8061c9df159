//! Where bundles are kept: file types, sections of object files, and what files are by their first bytes. Tables only.

mod images;
mod members;
mod package_form;
mod reference;
mod runtime;

pub use images::{DeviceMembers, ImageKind, ImageRecord, ImageRule, PropertyLayout, Requirement};
pub use members::MemberRule;
pub use package_form::PackageForm;
pub use reference::{LoaderEnvironment, ReferenceRule};
pub use runtime::RuntimeRule;

use crate::container::Container;

/// The form of an object file, as far as tables tell them apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub enum ObjectFormat {
    /// ELF, of any class, byte order and kind.
    Elf,
    /// COFF objects, and the PE images that are linked from them.
    Coff,
    /// Mach-O.
    MachO,
    /// WebAssembly.
    Wasm,
    /// XCOFF.
    Xcoff,
    /// LLVM bitcode: globals that are put into a section when it is compiled.
    Bitcode,
}

impl ObjectFormat {
    /// Whether such files are what linkers take, so that they have sections and not only the names of some.
    pub fn is_object_file(self) -> bool {
        self != Self::Bitcode
    }
}

/// A kind of file that a user can name, and its container. The generator refers to containers by name; all other users have them.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct FileType<'a, C = &'static dyn Container> {
    /// The name on the command line.
    pub name: &'a str,
    /// The title of such files, for people.
    pub title: &'a str,
    /// The container of the contents.
    pub container: C,
    /// Whether the container is text, so that its delimiters may be anywhere in a file.
    pub text: bool,
    /// Whether such files are archives, of which each member is bundled on its own.
    pub archive: bool,
    /// How the members of extracted archives of code objects are named, or `None` if there are none.
    pub members: Option<MemberRule<'a>>,
    /// The default alignment of code objects, in bytes.
    pub default_alignment: u64,
    /// The usual suffix of a file name, with its dot.
    pub suffix: &'a str,
    /// The first release of the original tool that knows the type; `None` if all do.
    pub since: Option<&'a str>,
}

/// What a file can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct ContentKind<'a> {
    /// Its name in the schema.
    pub name: &'a str,
    /// What it is, for people.
    pub doc: &'a str,
    /// How it is known.
    pub sign: ContentSign<'a>,
    /// What its sections are laid out by, if it is an object file.
    pub object: Option<ObjectFormat>,
    /// Where it says what machine it is for.
    pub machine: Option<MachineField<'a>>,
    /// Whether it is an archive, so that there are members to look into or to count.
    pub archive: bool,
    /// How it keeps the files in it, if it is a package or compressed.
    pub package: Option<PackageForm>,
    /// What to do with one where a bundle is expected, for people.
    pub advice: Option<&'a str>,
    /// What it is, for people, where its header names a processor.
    pub code_object: Option<CodeObjectDoc<'a>>,
    /// The format that its fields are shown by.
    pub shown_by: Option<&'a str>,
}

/// How a content is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub enum ContentSign<'a> {
    /// By fixed bytes.
    Bytes {
        /// Where they are, in bytes from the start.
        at: usize,
        /// The bytes.
        bytes: &'a [u8],
    },
    /// There are none.
    Empty,
    /// There are fewer bytes than this.
    ShorterThan(usize),
    /// As far as it is looked at, it is UTF-8 without control characters other than those that set lines and columns.
    Text,
}

/// A number in a file that says what machine it is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct MachineField<'a> {
    /// Where it is, in bytes: from the start, or from where `pointer` leads.
    pub at: usize,
    /// Where a number of four bytes is, least significant byte first, that `at` counts from, in bytes from the start.
    pub pointer: Option<usize>,
    /// How many bytes it has.
    pub width: usize,
    /// Whether its most significant byte comes first.
    pub big_endian: bool,
    /// The machines.
    pub names: &'a [(u64, &'a str)],
}

/// What a content is that is for a processor, for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct CodeObjectDoc<'a> {
    /// What it is.
    pub doc: &'a str,
    /// What to do with one where a bundle is expected.
    pub advice: &'a str,
}

impl<'a> ContentKind<'a> {
    /// A kind of which no more is known.
    pub const fn new(name: &'a str, doc: &'a str, sign: ContentSign<'a>) -> Self {
        Self { name, doc, sign, ..Self::PLAIN }
    }

    /// A kind of which no more is known, for `..ContentKind::PLAIN`.
    pub const PLAIN: Self = Self {
        name: "",
        doc: "",
        sign: ContentSign::Empty,
        object: None,
        machine: None,
        archive: false,
        package: None,
        advice: None,
        code_object: None,
        shown_by: None,
    };

    /// Whether a file, or a code object, that begins with `head` is of this kind. Text and files that are too short have no sign of
    /// their own, so [`ContentSign::Bytes`] alone says for sure.
    pub fn recognises(&self, head: &[u8]) -> bool {
        match self.sign {
            ContentSign::Bytes { at, bytes } => head.get(at..).is_some_and(|rest| rest.starts_with(bytes)),
            ContentSign::Empty => head.is_empty(),
            ContentSign::ShorterThan(len) => head.len() < len,
            ContentSign::Text => is_text(head),
        }
    }

    /// Whether it is known by fixed bytes.
    pub fn has_magic(&self) -> bool {
        matches!(self.sign, ContentSign::Bytes { .. })
    }

    /// The machine that a file of this kind is for that begins with `head`, where that is known.
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

/// Whether `head` is text as far as it goes: its end may cut a character.
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

/// What sections of one name, or with one beginning of their names, hold.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct SectionRule<'a> {
    /// The rule's name in the schema.
    pub name: &'a str,
    /// What such sections are, for people.
    pub title: &'a str,
    /// About them.
    pub doc: &'a str,
    /// The object files that have them.
    pub formats: &'a [ObjectFormat],
    /// What they are called.
    pub pattern: SectionPattern<'a>,
    /// The types that such sections have. A section of one of them is one too, whatever it is called.
    pub types: &'a [SectionType],
    /// What they hold.
    pub holds: Holds<'a>,
    /// The rule of the sections with the containers that linkers of device code made of those in these; empty if none do.
    pub linked_into: &'a str,
    /// The format that the fields in them are shown by.
    pub shown_by: Option<&'a str>,
}

/// The names of sections that a rule speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub enum SectionPattern<'a> {
    /// This name.
    Is(&'a str),
    /// Names that begin so.
    StartsWith(&'a str),
}

/// The type of a section in object files of one form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct SectionType {
    /// The form of the object files.
    pub format: ObjectFormat,
    /// The number in the header of the section.
    pub number: u64,
}

/// What a section holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub enum Holds<'a> {
    /// Containers, one after the other.
    Containers,
    /// Where in memory containers are, in records that may be known. It is never searched for any.
    Pointer(Option<WrapperRule<'a>>),
    /// Where the device code is that was moved out of the file.
    Reference(ReferenceRule<'a>),
    /// Device code in a form that is not a container. It is told, not read.
    Other,
    /// One code object. What follows the beginning of the section's name is its bundle entry ID, and all such sections of a file are
    /// one bundle.
    Entry(EntryRule<'a>),
}

/// Records that say where in memory containers are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct WrapperRule<'a> {
    /// The length of each, in bytes.
    pub size: u64,
    /// Where in each the address of a container is, in bytes from its start. It takes eight bytes.
    pub pointer: u64,
    /// What one begins with whose container is in the file; empty where that is not known.
    pub embedded: &'a [u8],
    /// What one begins with whose container was moved out of the file.
    pub moved: &'a [u8],
    /// Where in such a one the number of its unit is, in bytes from its start. It takes four bytes.
    pub unit: Option<u64>,
    /// How many bytes at the start of a container loaders read to find what is in it, if it is not compressed; nothing where they read all.
    pub table: Option<u64>,
}

/// How the code objects of a bundle that consists of sections are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct EntryRule<'a> {
    /// The name of the file type whose own form this is.
    pub file_type: &'a str,
    /// What is in the section of the host: it stands for the file without these sections.
    pub host: &'a [u8],
    /// The flags that sections are written with, in the object files that they can be added to.
    pub flags: &'a [SectionFlags],
}

/// The flags of new sections in object files of one form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct SectionFlags {
    /// The form of the object files.
    pub format: ObjectFormat,
    /// The number in the header of the section.
    pub flags: u64,
}

impl SectionRule<'_> {
    /// Whether sections with this number in their headers are such, in object files of the form `format`.
    pub fn has_type(&self, format: ObjectFormat, number: u64) -> bool {
        self.types.contains(&SectionType { format, number })
    }
}

impl EntryRule<'_> {
    /// The flags of new sections in an object file of the form `format`; `None` if none can be added to it.
    pub fn flags_in(&self, format: ObjectFormat) -> Option<u64> {
        let found = self.flags.iter().find(|known| known.format == format);
        found.map(|known| known.flags)
    }
}

impl<'a> SectionPattern<'a> {
    /// The part of a name that it fixes.
    pub fn fixed_part(self) -> &'a str {
        match self {
            Self::Is(name) | Self::StartsWith(name) => name,
        }
    }

    /// What `name` has beyond the fixed part, if it is one of these names.
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
    fn a_kind_is_known_by_its_sign() {
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
    fn a_machine_is_found_where_the_pointer_leads() {
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
