//! Dialect `placement`: file types with the formats in which they are bundled, what files are by their
//! first bytes, and sections of object files that hold device code.

use offload_bundle_core::placement::{self as core, ObjectFormat, PackageForm};

use super::docs::Docs;
pub use super::moved::{Reference, Wrappers};
use crate::reading::{Entries, OneOrMore, Prose, mapping, words};
use crate::spanned::Spanned;

mapping! {
    pub struct Spec as "a placement schema" {
        pub _dialect: String,
        pub docs: Docs as flatten,
        /// The formats that hold code objects, or something compressed, in the order in which they count.
        pub formats: Spanned<Vec<Spanned<String>>>,
        /// What files are, by their first bytes.
        pub contents: Vec<Content>,
        pub file_types: Spanned<Vec<Spanned<FileType>>>,
        pub sections: Vec<Spanned<Section>>,
        /// The images that linked programs register.
        pub images: Vec<Spanned<Images>>,
        /// What runtimes read, in the order of their releases.
        pub runtimes: Vec<Spanned<Runtime>>,
    }
}

mapping! {
    /// What the runtime of a release reads.
    pub struct Runtime as "what a runtime reads" {
        /// The first release of which that is so.
        pub since: Spanned<String>,
        pub title: Prose,
        /// The format whose versions are told.
        pub format: Spanned<String>,
        /// Its versions, in ascending order.
        pub versions: Spanned<Vec<Spanned<u64>>>,
    }
}

mapping! {
    /// What a file can be.
    pub struct Content as "a content" {
        pub id: Spanned<String>,
        /// The bytes it is known by.
        pub begins: Option<Spanned<Vec<u8>>>,
        /// Where these are, if not at the start, in bytes.
        pub at: Option<Spanned<u64>>,
        /// What it is known by instead of fixed bytes.
        pub known_as: Option<KnownAs>,
        /// It is anything that has fewer bytes than this.
        pub shorter_than: Option<Spanned<u64>>,
        /// How its sections are laid out, if it is an object file.
        pub object: Option<ObjectFormat>,
        /// Where it says what machine it is for.
        pub machine: Option<Machine>,
        /// Whether it is an archive.
        pub archive: bool,
        /// How it keeps the files in it.
        pub package: Option<PackageForm>,
        pub doc: Prose,
        /// What to do with one where a bundle is expected.
        pub advice: Option<Prose>,
        /// What it is where its header names a processor.
        pub code_object: Option<CodeObject>,
        /// The schema that its fields are shown by.
        pub shown_by: Option<Spanned<String>>,
    }
}

words! {
    pub enum KnownAs as "what a content is known as" {
        /// There are no bytes.
        Empty = "empty",
        /// Characters.
        Text = "text",
    }
}

mapping! {
    /// A number that says what machine a file is for.
    pub struct Machine as "the number of a machine" => for<'a> core::MachineField<'a> {
        /// Where it is, in bytes.
        pub at: Spanned<u64>,
        /// Where a number is that `at` counts from, in bytes.
        pub pointer: Option<Spanned<u64>>,
        /// How many bytes it has.
        pub width: Spanned<u64>,
        /// Whether its most significant byte comes first.
        pub big_endian: bool,
        pub names: Spanned<Vec<MachineName>>,
    }
}

mapping! {
    pub struct MachineName as "a machine" {
        pub number: Spanned<u64>,
        pub name: String,
    }
}

mapping! {
    /// What a content is that is for a processor.
    pub struct CodeObject as "a code object" => for<'a> core::CodeObjectDoc<'a> {
        pub doc: Prose,
        pub advice: Prose,
    }
}

mapping! {
    pub struct FileType as "a file type" {
        /// What users call it.
        pub id: Spanned<String>,
        pub title: Prose,
        pub format: Spanned<String>,
        /// Values of the format's parameters.
        pub with: Entries<(Spanned<String>, Spanned<String>)>,
        /// End of a file name.
        pub suffix: Spanned<String>,
        /// The first release that knows the type.
        pub since: Option<String>,
        /// Whether such files are archives, of which each member is bundled by itself.
        pub archive: bool,
        /// What the members of archives of code objects are called.
        pub members: Option<Members>,
    }
}

mapping! {
    /// What the members of archives of code objects are called that are taken out of others.
    pub struct Members as "the members of an archive" => for<'a> core::MemberRule<'a> {
        pub name: Spanned<String>,
        /// What is replaced in the name, and by what.
        pub replace: Entries<(Spanned<String>, Spanned<String>)>,
        /// What a target holds, and the extension then.
        pub extensions: Entries<(Spanned<String>, Spanned<String>)>,
    }
}

mapping! {
    /// Sections of one name, or with one beginning of their names.
    pub struct Section as "a section" {
        /// Its name in the schema.
        pub id: Spanned<String>,
        pub title: Prose,
        pub docs: Docs as flatten,
        /// The forms of object files that have them.
        pub formats: Spanned<Vec<ObjectFormat>> as "in",
        /// The name in the file.
        pub name: Option<Spanned<String>>,
        /// The beginning of the names in the file.
        pub prefix: Option<Spanned<String>>,
        /// The types by which such sections are known too, whatever they are called.
        pub types: Vec<Spanned<SectionType>>,
        pub holds: Holds,
        /// The sections with the containers that linkers of device code made of those in these.
        pub linked_into: Option<Spanned<String>>,
        /// The file type whose own form they are.
        pub file_type: Option<Spanned<String>>,
        /// What is in the section of the host, for the file without these sections.
        pub host: Option<Spanned<Vec<u8>>>,
        /// How it says where moved code is.
        pub reference: Option<Spanned<Reference>>,
        /// The records in a section of pointers.
        pub wrappers: Option<Spanned<Wrappers>>,
        /// The flags that they are written with, by the form of the object file; to others none are added.
        pub flags: Vec<Spanned<SectionFlags>>,
        /// The schema that the fields in them are shown by.
        pub shown_by: Option<Spanned<String>>,
    }
}

mapping! {
    /// The type of sections.
    pub struct SectionType as "the type of sections in a form of object files" => for<'a> core::SectionType {
        pub format: Spanned<ObjectFormat> as "in",
        /// The number in the header of the section.
        pub number: Spanned<u64>,
    }
}

mapping! {
    /// Flags of new sections.
    pub struct SectionFlags as "the flags of sections in a form of object files" => for<'a> core::SectionFlags {
        pub format: Spanned<ObjectFormat> as "in",
        /// The number in the header of the section.
        pub flags: Spanned<u64> as "number",
    }
}

mapping! {
    /// Images that linked programs register, by records in memory.
    pub struct Images as "images of linked programs" {
        /// Its name in the schema.
        pub id: Spanned<String>,
        pub title: Prose,
        pub docs: Docs as flatten,
        /// The sections that they lie in.
        pub sections: Spanned<Vec<Spanned<String>>>,
        pub kind: ImageKinds,
        pub format: ImageFormat,
        pub target: ImageTarget,
        /// What else has a text, and where its address is.
        pub texts: Entries<(Spanned<String>, Spanned<u64>)>,
        pub kernels: ImageNumber,
        pub records: Spanned<Vec<Spanned<ImageRecord>>>,
        /// What an image begins with that is compressed.
        pub packed: Spanned<Vec<u8>>,
        /// Which images are archives with code for one device each.
        pub devices: Option<Devices>,
        pub properties: Properties,
    }
}

mapping! {
    /// Who registers an image.
    pub struct ImageKinds as "who registers images" {
        /// Where the byte is.
        pub at: Spanned<u64>,
        pub words: Spanned<Vec<ImageKind>>,
    }
}

mapping! {
    pub struct ImageKind as "one who registers images" => for<'a> core::ImageKind<'a> {
        pub number: Spanned<u64>,
        /// The offload kind.
        pub kind: Spanned<String>,
        /// How many bytes a kernel takes in the list of them.
        pub entry: Spanned<u64>,
    }
}

mapping! {
    /// What an image is.
    pub struct ImageFormat as "the format of images" {
        pub id: Spanned<String>,
        pub doc: Prose,
        /// Where the byte is.
        pub at: Spanned<u64>,
        pub words: Spanned<Vec<ImageWord>>,
    }
}

mapping! {
    pub struct ImageWord as "a format of images" {
        pub number: Spanned<u64>,
        pub id: Spanned<String>,
        pub doc: Prose,
    }
}

mapping! {
    /// The target of an image.
    pub struct ImageTarget as "the target of images" {
        pub id: Spanned<String>,
        /// Where the address of its name is.
        pub at: Spanned<u64>,
    }
}

mapping! {
    /// A number that is counted.
    pub struct ImageNumber as "a number of images" {
        pub id: Spanned<String>,
        pub doc: Prose,
    }
}

mapping! {
    /// A layout of records.
    pub struct ImageRecord as "a layout of records" => for<'a> core::ImageRecord {
        pub version: Spanned<u64>,
        pub size: Spanned<u64>,
        /// Where the address of the image is; that of its end follows it, and so with the others.
        pub start: Spanned<u64>,
        pub entries: Spanned<u64>,
        pub properties: Spanned<u64>,
    }
}

mapping! {
    /// Images that are archives.
    pub struct Devices as "archives of code for devices" => for<'a> core::DeviceMembers<'a> {
        /// The names of their targets.
        pub targets: OneOrMore<String>,
        /// What the names of these members begin with.
        pub begins: Spanned<String> as "member",
    }
}

mapping! {
    /// How properties are kept.
    pub struct Properties as "the properties of images" => for<'a> core::PropertyLayout {
        /// The length of a set.
        pub set: Spanned<u64>,
        /// The length of a property.
        pub size: Spanned<u64>,
        /// Where the address of its value is.
        pub value: Spanned<u64>,
        /// Where the length of the value is.
        pub len: Spanned<u64>,
        pub told: Vec<Requirement> as unfilled,
    }
}

mapping! {
    /// A property that is shown.
    pub struct Requirement as "a property that is shown" {
        pub id: Spanned<String>,
        pub set: Spanned<String>,
        pub property: Spanned<String>,
        pub words: Entries<(Spanned<String>, Spanned<u64>)>,
    }
}

words! {
    for ObjectFormat as "a form of object files" {
        "elf" => ObjectFormat::Elf,
        "coff" => ObjectFormat::Coff,
        "mach-o" => ObjectFormat::MachO,
        "wasm" => ObjectFormat::Wasm,
        "xcoff" => ObjectFormat::Xcoff,
        "llvm-bitcode" => ObjectFormat::Bitcode,
    }
}

words! {
    for PackageForm as "a form of packages" {
        "zip" => PackageForm::Zip,
        "tar" => PackageForm::Tar,
        "cpio" => PackageForm::Cpio,
        "rpm" => PackageForm::Rpm,
        "deb" => PackageForm::Deb,
        "gzip" => PackageForm::Gzip,
        "bz2" => PackageForm::Bzip2,
        "xz" => PackageForm::Xz,
        "zstd" => PackageForm::Zstd,
    }
}

words! {
    pub enum Holds as "what a section can hold" {
        /// Containers or compressed ones, one after the other.
        Containers = "containers",
        /// Where in memory containers are.
        Pointer = "pointer",
        /// Where code that was moved out of the file is.
        Reference = "reference",
        /// Device code in another form.
        Other = "other",
        /// One code object.
        Entry = "entry",
    }
}

impl Spec {
    /// The schemas that contents and sections are shown by.
    pub fn hosts(&self) -> impl Iterator<Item = &Spanned<String>> {
        let contents = self.contents.iter().filter_map(|content| content.shown_by.as_ref());
        contents.chain(self.sections.iter().filter_map(|section| section.shown_by.as_ref()))
    }
}
