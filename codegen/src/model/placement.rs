//! Dialect `placement`: file types with the formats in which they are bundled, what files are by their
//! first bytes, and sections of object files that hold device code.

use offload_bundle_core::placement::ObjectFormat;

use super::docs::Docs;
use crate::reading::{Entries, Prose, mapping, words};
use crate::spanned::Spanned;

mapping! {
    pub struct Spec as "a placement schema" {
        pub _dialect: String,
        pub docs: Docs as flatten,
        /// What files are, by their first bytes.
        pub contents: Vec<Content>,
        pub file_types: Spanned<Vec<Spanned<FileType>>>,
        pub sections: Vec<Spanned<Section>>,
    }
}

mapping! {
    /// What a file can be.
    pub struct Content as "a content" {
        pub id: Spanned<String>,
        /// The bytes it begins with.
        pub begins: Spanned<Vec<u8>>,
        /// How its sections are laid out, if it is an object file.
        pub object: Option<ObjectFormat>,
        pub doc: Prose,
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
        pub holds: Holds,
        /// The file type whose own form they are.
        pub file_type: Option<Spanned<String>>,
        /// What stands in the section of the host, for the file without these sections.
        pub host: Option<Spanned<Vec<u8>>>,
    }
}

words! {
    for ObjectFormat as "a form of object files" {
        "elf" => ObjectFormat::Elf,
        "coff" => ObjectFormat::Coff,
        "mach-o" => ObjectFormat::MachO,
        "wasm" => ObjectFormat::Wasm,
        "xcoff" => ObjectFormat::Xcoff,
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
        /// One code object.
        Entry = "entry",
    }
}
