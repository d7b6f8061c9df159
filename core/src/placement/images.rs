//! Images that a linked program registers. Records in its memory lead to them, by addresses. Tables only.

use crate::attributes::AttributeTable;

/// How the images of one kind of program are found, and what their records declare.
///
/// A record begins with the version of its layout, in two bytes. Each address takes eight bytes; an end address follows the start address.
/// All numbers have the byte order of the program.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct ImageRule<'a> {
    /// The name of the rule in the schema.
    pub name: &'a str,
    /// The title of such images, for people.
    pub title: &'a str,
    /// The description.
    pub doc: &'a str,
    /// The rules of the sections with the images of a linked program.
    pub sections: &'a [&'a str],
    /// The offset in a record of the byte that tells who registers the image.
    pub kind: u64,
    /// The values of that byte.
    pub kinds: &'a [ImageKind<'a>],
    /// The offset of the byte with the image format. Its words are the first ones of `attributes`.
    pub format: u64,
    /// The offset of the address of the target's name, which is NUL-terminated.
    pub target: u64,
    /// Other texts, each with the offset of its address.
    pub texts: &'a [(&'a str, u64)],
    /// The layouts of records.
    pub records: &'a [ImageRecord],
    /// The target triples of images that no record leads to, by the kind of their content.
    pub raw: &'a [(&'a str, &'a str)],
    /// The first bytes of an image that is compressed with Zstandard.
    pub packed: &'a [u8],
    /// The images that are archives with code for one device each.
    pub devices: DeviceMembers<'a>,
    /// The layout of the properties, which hold the requirements of an image.
    pub properties: PropertyLayout,
    /// The requirements that are reported.
    pub requirements: &'a [Requirement<'a>],
    /// The attributes of an image: its format, and then its number of kernels.
    pub attributes: AttributeTable<'a>,
}

/// Who registers an image.
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
    /// The offset of the image's address.
    pub start: u64,
    /// The offset of the address of the list of kernels.
    pub entries: u64,
    /// The offset of the address of the list of property sets.
    pub properties: u64,
}

/// Images that are archives, of which some members are code for one device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct DeviceMembers<'a> {
    /// The names of their targets.
    pub targets: &'a [&'a str],
    /// The prefix of the names of these members. The rest of the name is the processor.
    pub begins: &'a str,
}

/// The layout of properties. A set has the addresses of its name, of its list, and of the end of the list. A property begins with the
/// address of its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct PropertyLayout {
    /// The length of a set in bytes.
    pub set: u64,
    /// The length of a property in bytes.
    pub size: u64,
    /// The offset in a property of the address of its value.
    pub value: u64,
    /// The offset of the value's length. If the value has no address, this is the value.
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
    /// The words for its numbers, which take four bytes each. They follow the number of their bits, in eight bytes.
    pub words: &'a [(u64, &'a str)],
}

impl ImageRule<'_> {
    /// Returns the layout of this version.
    pub fn record(&self, version: u64) -> Option<&ImageRecord> {
        self.records.iter().find(|record| record.version == version)
    }
}
