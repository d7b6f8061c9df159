//! A record: its fields, what is elsewhere or computed, and the types and enums inside it.

use super::attr::Attr;
use super::docs::Docs;
use super::enums::Enum;
use super::order::{Endian, Order};
use crate::reading::{Anything, Entries, mapping};
use crate::spanned::{Span, Spanned};

mapping! {
    /// A record with all that is inside it.
    pub struct Record by id: Spanned<String> as "a type" {
        /// Where the whole of it is.
        pub span: Span as flatten,
        pub meta: Option<InnerMeta>,
        pub docs: Docs as flatten,
        /// Its name in Rust.
        pub rust: Option<Spanned<String>> as "-rust",
        pub params: Vec<Param>,
        /// Its fields, one after the other.
        pub seq: Vec<Attr>,
        /// What is elsewhere or computed.
        pub instances: Entries<Attr>,
        pub types: Entries<Record>,
        pub enums: Entries<Enum>,
    }
}

mapping! {
    /// What the field that holds a record tells it.
    pub struct Param as "a parameter" {
        pub id: Spanned<String>,
        /// Not needed to read: values know what they are.
        pub _type: Anything,
        /// The enum that names its values.
        pub names: Option<Spanned<String>> as "enum",
        pub _docs: Docs as flatten,
    }
}

mapping! {
    /// What `meta` of a type says.
    #[derive(Default)]
    pub struct InnerMeta as "`meta` of a type" {
        pub unless_said: UnlessSaid as flatten,
        pub _id: Anything,
        pub _title: Anything,
    }
}

mapping! {
    /// What numbers and texts are that do not say it themselves.
    #[derive(Default)]
    pub struct UnlessSaid {
        pub endian: Option<Spanned<Endian>>,
        pub bit_endian: Option<Spanned<Order>>,
        pub encoding: Option<Spanned<String>>,
    }
}

impl Record {
    /// Its fields, then its instances.
    pub fn attrs(&self) -> impl Iterator<Item = &Attr> {
        self.seq.iter().chain(&self.instances)
    }

    /// What it says of numbers and texts in it.
    pub fn unless_said(&self) -> Option<&UnlessSaid> {
        self.meta.as_ref().map(|meta| &meta.unless_said)
    }
}
