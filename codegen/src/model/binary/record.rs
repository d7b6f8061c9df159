//! Records with nested types and enums.

use offload_bundle_core::tree::Order;

use super::attr::Attr;
use super::docs::Docs;
use super::enums::Enum;
use super::order::Endian;
use crate::reading::{Anything, Rows, mapping};
use crate::spanned::{Span, Spanned};

mapping! {
    pub struct Record by id: Spanned<String> as "a type" {
        pub span: Span as flatten,
        pub meta: Option<InnerMeta>,
        pub docs: Docs as flatten,
        pub rust: Option<Spanned<String>> as "-rust",
        pub params: Vec<Param>,
        pub seq: Vec<Attr>,
        pub instances: Vec<Attr> as (Rows),
        pub types: Vec<Record> as (Rows),
        pub enums: Vec<Enum> as (Rows),
    }
}

mapping! {
    pub struct Param as "a parameter" {
        pub id: Spanned<String>,
        /// Unused: values have dynamic types.
        pub _type: Anything,
        pub names: Option<Spanned<String>> as "enum",
        pub _docs: Docs as flatten,
    }
}

mapping! {
    #[derive(Default)]
    pub struct InnerMeta as "`meta` of a type" {
        pub unless_said: UnlessSaid as flatten,
        pub _id: Anything,
        pub _title: Anything,
    }
}

mapping! {
    /// Defaults for numbers and texts.
    #[derive(Default)]
    pub struct UnlessSaid {
        pub endian: Option<Spanned<Endian>>,
        pub bit_endian: Option<Spanned<Order>>,
        pub encoding: Option<Spanned<String>>,
    }
}

impl Record {
    pub fn attrs(&self) -> impl Iterator<Item = &Attr> {
        self.seq.iter().chain(&self.instances)
    }

    pub fn unless_said(&self) -> Option<&UnlessSaid> {
        self.meta.as_ref().map(|meta| &meta.unless_said)
    }
}
