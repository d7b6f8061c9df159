//! A whole schema that is interpreted.

use super::attr::Attr;
use super::enums::Enum;
use super::foreign;
use super::holds::Holds;
use super::order::{Endian, Order};
use super::record::{Param, Record};
use crate::model::binary::Docs;
use crate::problem::Problems;
use crate::reading::{Anything, Entries, FromNode, Needed, mapping};
use crate::spanned::{Span, Spanned};
use crate::yaml::Node;

/// A schema that is interpreted.
#[derive(Debug, Clone)]
pub struct Spec {
    pub id: Spanned<String>,
    pub title: String,
    /// Why there is no writer. A schema of others does not say so.
    pub reason: Option<Spanned<String>>,
    /// How files are written.
    pub writer: Option<Spanned<String>>,
    /// The files whose types it uses, without `.ksy`.
    pub imports: Vec<Spanned<String>>,
    /// The outermost record; its name is the format's id.
    pub root: Record,
}

mapping! {
    struct Top as "an interpreted schema" beside foreign::OF_TYPE {
        pub span: Span as flatten,
        pub meta: Needed<Meta>,
        pub docs: Docs as flatten,
        pub reason: Option<Spanned<String>> as "-reader-only",
        pub writer: Option<Spanned<String>> as "-writer",
        pub params: Vec<Param>,
        pub seq: Vec<Attr>,
        pub instances: Entries<Attr>,
        pub types: Entries<Record>,
        pub enums: Entries<Enum>,
    }
}

mapping! {
    #[derive(Default)]
    struct Meta as "`meta` of an interpreted schema" beside foreign::OF_META {
        pub id: Needed<Spanned<String>>,
        pub title: Option<String>,
        pub endian: Option<Spanned<Endian>>,
        pub bit_endian: Option<Spanned<Order>>,
        pub encoding: Option<Spanned<String>>,
        pub imports: Vec<Spanned<String>>,
        pub _application: Anything,
        pub _tags: Anything,
        pub _ks_version: Anything,
        pub _license: Anything,
        pub _file_extension: Anything,
        pub _xref: Anything,
    }
}

impl FromNode for Spec {
    fn from_node(node: &Node, problems: &mut Problems) -> Option<Self> {
        let Top { span, meta, docs, reason, writer, params, seq, instances, types, enums } =
            Top::from_node(node, problems)?;
        let meta = meta.0.unwrap_or_default();
        // What has no name is read all the same, since the rest of it can be wrong too.
        let id = meta.id.0.unwrap_or_else(|| Spanned::new(node, String::new()));
        let Meta { title, endian, bit_endian, encoding, imports, .. } = meta;
        let types = types.into_iter().collect();
        let root =
            Record { id: id.clone(), span, docs, endian, bit_endian, encoding, params, seq, instances, types, enums };
        Some(Self { id, title: title.unwrap_or_default(), reason, writer, imports, root })
    }
}

impl Spec {
    /// The fixed bytes that a file begins with.
    pub fn magic(&self) -> Option<&[u8]> {
        match self.root.seq.first() {
            Some(Attr { holds: Spanned { value: Holds::Contents(bytes), .. }, condition: None, .. }) => Some(bytes),
            _ => None,
        }
    }

    /// Whether files are of this format: others only have types that schemas import.
    pub fn has_files(&self) -> bool {
        self.root.attrs().next().is_some()
    }
}
