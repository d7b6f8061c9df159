//! Images that a linked program registers: records in its memory lead to them, by addresses. Tables only.

use crate::attributes::AttributeTable;

/// How the images of one kind of program are found, and what their records tell.
///
/// A record begins with the version of its layout, in two bytes. Its addresses have eight bytes each; the end of what it leads to
/// follows the start. All numbers have the byte order of the program.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct ImageRule<'a> {
    /// The rule's name in the schema.
    pub name: &'a str,
    /// What such images are, for people.
    pub title: &'a str,
    /// About them.
    pub doc: &'a str,
    /// The rules of the sections that they lie in once the program is linked.
    pub sections: &'a [&'a str],
    /// Where in a record the byte is that says who registers the image.
    pub kind: u64,
    /// Its values.
    pub kinds: &'a [ImageKind<'a>],
    /// Where the byte is that says what the image is. Its words are the first ones of `attributes`.
    pub format: u64,
    /// Where the address of the target's name is, which ends with a NUL.
    pub target: u64,
    /// What else has a text, each with where its address is.
    pub texts: &'a [(&'a str, u64)],
    /// The layouts of records.
    pub records: &'a [ImageRecord],
    /// What an image begins with that is compressed, by Zstandard.
    pub packed: &'a [u8],
    /// Which images are archives with code for one device each.
    pub devices: DeviceMembers<'a>,
    /// How what an image requires is kept.
    pub properties: PropertyLayout,
    /// What of that is told.
    pub requirements: &'a [Requirement<'a>],
    /// What a record tells of an image: its format, and then how many kernels it has.
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
    /// How many bytes of the list of kernels each takes.
    pub entry: u64,
}

/// A layout of records. Places count in bytes from the start of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct ImageRecord {
    /// Its version.
    pub version: u64,
    /// The length of a record, in bytes.
    pub size: u64,
    /// Where the address of the image is.
    pub start: u64,
    /// Where that of the list of kernels is.
    pub entries: u64,
    /// Where that of the list of property sets is.
    pub properties: u64,
}

/// Images that are archives: some of their members are code for one device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct DeviceMembers<'a> {
    /// The names of their targets.
    pub targets: &'a [&'a str],
    /// What the names of these members begin with. The rest is the processor.
    pub begins: &'a str,
}

/// How properties are kept: a set has the address of its name, of its list, and of the end of that; a property that of its name first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct PropertyLayout {
    /// The length of a set, in bytes.
    pub set: u64,
    /// The length of a property, in bytes.
    pub size: u64,
    /// Where in a property the address of its value is.
    pub value: u64,
    /// Where the length of the value is; where there is no address, this is the value.
    pub len: u64,
}

/// A property that says what an image requires of a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct Requirement<'a> {
    /// What it is called in reports.
    pub name: &'a str,
    /// The set that it is in.
    pub set: &'a str,
    /// The name of the property.
    pub property: &'a str,
    /// The words for its numbers, which are four bytes each. Before them the value has the number of their bits, in eight bytes.
    pub words: &'a [(u64, &'a str)],
}

impl ImageRule<'_> {
    /// The layout of version `version`.
    pub fn record(&self, version: u64) -> Option<&ImageRecord> {
        self.records.iter().find(|record| record.version == version)
    }
}
