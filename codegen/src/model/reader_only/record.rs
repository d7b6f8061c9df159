//! A record: its fields, what is elsewhere or computed, and the types and enums inside it.

use super::attr::Attr;
use super::enums::Enum;
use super::foreign;
use super::order::{Endian, Order};
use crate::model::binary::Docs;
use crate::problem::Problems;
use crate::reading::{Anything, Entries, mapping};
use crate::spanned::{Span, Spanned};
use crate::yaml::Node;

/// A record with all that is inside it.
#[derive(Debug, Clone)]
pub struct Record {
    pub id: Spanned<String>,
    pub span: Span,
    pub docs: Docs,
    /// What numbers and texts in it are, unless they say it themselves.
    pub endian: Option<Spanned<Endian>>,
    pub bit_endian: Option<Spanned<Order>>,
    pub encoding: Option<Spanned<String>>,
    pub params: Vec<Param>,
    pub seq: Vec<Attr>,
    pub instances: Entries<Attr>,
    pub types: Vec<Self>,
    pub enums: Entries<Enum>,
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
    pub struct InnerMeta as "`meta` of an interpreted type" beside foreign::OF_META {
        pub endian: Option<Spanned<Endian>>,
        pub bit_endian: Option<Spanned<Order>>,
        pub encoding: Option<Spanned<String>>,
        pub _id: Anything,
        pub _title: Anything,
    }
}

mapping! {
    struct Inner by id: Spanned<String> as "an interpreted type" beside foreign::OF_TYPE {
        pub span: Span as flatten,
        pub meta: Option<InnerMeta>,
        pub docs: Docs as flatten,
        pub params: Vec<Param>,
        pub seq: Vec<Attr>,
        pub instances: Entries<Attr>,
        pub types: Entries<Record>,
        pub enums: Entries<Enum>,
    }
}

impl crate::reading::FromEntry for Record {
    fn from_entry(key: &Spanned<String>, node: &Node, problems: &mut Problems) -> Option<Self> {
        let Inner { id, span, meta, docs, params, seq, instances, types, enums } =
            Inner::from_entry(key, node, problems)?;
        let InnerMeta { endian, bit_endian, encoding, .. } = meta.unwrap_or_default();
        let types = types.into_iter().collect();
        Some(Self { id, span, docs, endian, bit_endian, encoding, params, seq, instances, types, enums })
    }
}

impl Record {
    /// Its fields, then its instances.
    pub fn attrs(&self) -> impl Iterator<Item = &Attr> {
        self.seq.iter().chain(&self.instances)
    }
}
