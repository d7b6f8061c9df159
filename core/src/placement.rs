//! Where bundles are kept: file types, sections of object files, and what files are by their first bytes. Tables only.

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
}

/// A kind of file that a user can name, and the container it is kept in. The generator knows containers by name; everybody else has them.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct FileType<'a, C = &'static dyn Container> {
    /// The name on the command line.
    pub name: &'a str,
    /// What such files are, for people.
    pub title: &'a str,
    /// How their contents are bundled.
    pub container: C,
    /// Whether the container is text, so that its delimiters may stand anywhere in a file.
    pub text: bool,
    /// Whether such files are archives, of which each member is bundled by itself.
    pub archive: bool,
    /// Alignment of code objects in bytes where the user gives none.
    pub default_alignment: u64,
    /// Usual end of a file name, with its dot.
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
    /// The bytes it begins with.
    pub begins: &'a [u8],
    /// What its sections are laid out by, if it is an object file.
    pub object: Option<ObjectFormat>,
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
    /// What they hold.
    pub holds: Holds<'a>,
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

/// What a section holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub enum Holds<'a> {
    /// Containers, one after the other.
    Containers,
    /// Where in memory containers are. It is never searched for any.
    Pointer,
    /// Where the device code is that was moved out of the file.
    Reference,
    /// One code object. What follows the beginning of the section's name is its bundle entry ID, and all such sections of a file are
    /// one bundle.
    Entry(EntryRule<'a>),
}

/// How the code objects of a bundle that consists of sections are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct EntryRule<'a> {
    /// The name of the file type whose own form this is.
    pub file_type: &'a str,
    /// What stands in the section of the host: it stands for the file without these sections.
    pub host: &'a [u8],
}

impl<'a> SectionPattern<'a> {
    /// The part of a name that it fixes.
    pub fn fixed(self) -> &'a str {
        match self {
            Self::Is(name) | Self::StartsWith(name) => name,
        }
    }

    /// What `name` has beyond the fixed part, if it is one of these names.
    pub fn rest(self, name: &[u8]) -> Option<&[u8]> {
        let rest = name.strip_prefix(self.fixed().as_bytes())?;
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
