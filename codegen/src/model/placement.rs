//! Dialect `placement`: file types with the formats in which they are bundled, and sections of object files that hold device code.

use super::docs::Docs;
use crate::reading::{Entries, Prose, mapping, words};
use crate::spanned::Spanned;

mapping! {
    /// One placement schema.
    pub struct Spec as "a placement schema" {
        pub _dialect: String,
        pub docs: Docs as flatten,
        /// First bytes of files that file types speak of.
        pub heads: Vec<Head>,
        pub file_types: Spanned<Vec<Spanned<FileType>>>,
        pub sections: Vec<Spanned<Section>>,
    }
}

mapping! {
    /// First bytes by which some kind of file is known: any of several.
    pub struct Head as "a head" {
        pub id: Spanned<String>,
        pub doc: Prose,
        pub any_of: Spanned<Vec<Magic>>,
    }
}

mapping! {
    /// Bytes that a file begins with.
    pub struct Magic as "a magic" {
        pub title: Prose,
        pub bytes: Spanned<Vec<u8>>,
    }
}

mapping! {
    pub struct FileType as "a file type" {
        /// What users call it.
        pub id: Spanned<String>,
        pub title: Prose,
        /// The format's name.
        pub format: Spanned<String>,
        /// Values of the format's parameters.
        pub with: Entries<(Spanned<String>, Spanned<String>)>,
        /// End of a file name.
        pub suffix: Spanned<String>,
        /// The first release that knows the type.
        pub since: Option<String>,
        pub not_yet: Vec<NotYet>,
    }
}

mapping! {
    /// What of a file type is not supported yet.
    pub struct NotYet as "what is not yet supported" {
        /// What cannot be done; neither can if nothing is said.
        pub to: Option<Direction>,
        /// `always`, or the name of a head.
        pub when: Spanned<String>,
        /// Why, for people.
        pub why: Prose,
    }
}

words! {
    pub enum Direction as "the direction that is refused (both are, without `to`)" {
        Read = "read",
        Write = "write",
    }
}

mapping! {
    /// Sections of one name, or with one beginning of their names.
    pub struct Section as "a section" {
        /// Its name in the schema.
        pub id: Spanned<String>,
        /// What such sections are.
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
        /// What stands in the section of the host.
        pub host: Option<Spanned<Host>>,
    }
}

words! {
    pub enum ObjectFormat as "a form of object files whose sections are known" {
        Elf = "elf",
        Coff = "coff",
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

mapping! {
    pub struct Host as "the section of the host" {
        /// The content that stands for the rest of the file.
        pub content: Spanned<Vec<u8>>,
        /// Why the host cannot be given out yet.
        pub not_yet: Prose,
    }
}
