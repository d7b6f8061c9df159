//! Tables of the images that a linked program registers.

use crate::attributes::AttributeTable;

/// The images of one kind of program. Records in the program's memory contain their addresses.
///
/// A record begins with the two-byte version of its layout. Each address has eight bytes; an end address follows the
/// start address. All numbers have the byte order of the program.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct ImageRule<'a> {
    /// The name of the rule in the schema.
    pub name: &'a str,
    /// The title shown to users.
    pub title: &'a str,
    /// The description.
    pub doc: &'a str,
    /// The rules of the sections with the images of a linked program.
    pub sections: &'a [&'a str],
    /// The offset of the byte with the registering runtime, in a record.
    pub kind: u64,
    /// The values of that byte.
    pub kinds: &'a [ImageKind<'a>],
    /// The offset of the byte with the image format. Its words are the first in `attributes`.
    pub format: u64,
    /// The offset of the address of the NUL-terminated target name.
    pub target: u64,
    /// Other texts, each with the offset of its address.
    pub texts: &'a [(&'a str, u64)],
    /// The layouts of records.
    pub records: &'a [ImageRecord],
    /// The target triples of images without a record, by the kind of their content.
    pub raw: &'a [(&'a str, &'a str)],
    /// The first bytes of a Zstandard-compressed image.
    pub packed: &'a [u8],
    /// The images that are archives with code for single devices.
    pub devices: DeviceMembers<'a>,
    /// The layout of properties, which include the requirements of an image.
    pub properties: PropertyLayout,
    /// The reported requirements.
    pub requirements: &'a [Requirement<'a>],
    /// The attributes of an image: its format, then its number of kernels.
    pub attributes: AttributeTable<'a>,
}

/// A runtime that registers images.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct ImageKind<'a> {
    /// The number in the record.
    pub number: u64,
    /// The offload kind in bundle entry IDs.
    pub kind: &'a str,
    /// The size of an item in the list of kernels, in bytes.
    pub entry: u64,
}

/// A layout of records. Offsets are in bytes from the start of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct ImageRecord {
    /// The version of the layout.
    pub version: u64,
    /// The length of a record in bytes.
    pub size: u64,
    /// The offset of the address of the image.
    pub start: u64,
    /// The offset of the address of the list of kernels.
    pub entries: u64,
    /// The offset of the address of the list of property sets.
    pub properties: u64,
}

/// Images that are archives with code for single devices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct DeviceMembers<'a> {
    /// The target names of such images.
    pub targets: &'a [&'a str],
    /// The prefix of the member names. The rest of the name is the processor.
    pub begins: &'a str,
}

/// The layout of properties. A set has the addresses of its name, its list, and the end of the list. A property begins
/// with the address of its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct PropertyLayout {
    /// The length of a set in bytes.
    pub set: u64,
    /// The length of a property in bytes.
    pub size: u64,
    /// The offset of the address of the value, in a property.
    pub value: u64,
    /// The offset of the length of the value. Without an address, this is the value itself.
    pub len: u64,
}

/// A property with a requirement of an image on a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct Requirement<'a> {
    /// The name in reports.
    pub name: &'a str,
    /// The name of the set with the property.
    pub set: &'a str,
    /// The name of the property.
    pub property: &'a str,
    /// The words for its four-byte numbers, which follow their eight-byte size in bits.
    pub words: &'a [(u64, &'a str)],
}

impl ImageRule<'_> {
    /// Returns the layout of this version.
    pub fn record(&self, version: u64) -> Option<&ImageRecord> {
        self.records.iter().find(|record| record.version == version)
    }
}
