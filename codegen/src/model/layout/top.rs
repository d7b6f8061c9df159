//! A whole schema.

use super::attr::Attr;
use super::docs::Docs;
use super::enums::Enum;
use super::holds::Holds;
use super::record::{InnerMeta, Param, Record, UnlessSaid};
use crate::model::binary::{Area, ContainerKeys, EnvelopeKeys, Opt, TocKeys, WalkKeys};
use crate::prose::capitalised;
use crate::reading::{Anything, Entries, Needed, Read, Reader, mapping};
use crate::spanned::{Span, Spanned};
use crate::yaml::Node;

/// A schema, of either dialect.
#[derive(Debug, Clone)]
pub struct Spec {
    pub id: Spanned<String>,
    /// Empty where there is none.
    pub title: String,
    /// Why there is no writer. A schema of others does not say so.
    pub reason: Option<Spanned<String>>,
    /// The files whose types it uses, without `.ksy`.
    pub imports: Vec<Spanned<String>>,
    /// The outermost record; its name is the format's id.
    pub root: Record,
    pub typed: OfTypedSpec,
}

mapping! {
    struct Top as "a schema" {
        pub span: Span as flatten,
        pub meta: Needed<Meta>,
        pub docs: Docs as flatten,
        pub reason: Option<Spanned<String>> as "-reader-only",
        pub params: Vec<Param>,
        pub seq: Vec<Attr>,
        pub instances: Entries<Attr>,
        pub types: Entries<Record>,
        pub enums: Entries<Enum>,
        pub typed: OfTypedSpec as flatten,
    }
}

mapping! {
    /// What typed layouts alone say.
    pub struct OfTypedSpec {
        /// What a caller of the writer chooses beside the contents.
        pub options: Vec<Opt> as "-options",
        /// What the writer keeps together behind all other parts, in that order.
        pub areas: Vec<Area> as "-areas",
        /// The length of files is a multiple of this.
        pub align_end: Option<Spanned<u64>> as "-align-end",
        /// Which parts are entries, IDs and code objects, where the format is a container.
        pub container: Option<ContainerKeys> as "-container",
        /// Which parts say how something is compressed, where the format holds something compressed.
        pub envelope: Option<EnvelopeKeys> as "-envelope",
        /// How the entries after the header are walked over, where each says itself how long it is.
        pub walk: Option<WalkKeys> as "-walk",
        /// How the table of contents at the end is read, where there is one.
        pub toc: Option<TocKeys> as "-toc",
    }
}

mapping! {
    #[derive(Default)]
    struct Meta as "meta" {
        pub id: Needed<Spanned<String>>,
        pub title: Option<String>,
        pub unless_said: UnlessSaid as flatten,
        pub imports: Vec<Spanned<String>>,
        pub _application: Anything,
        pub _tags: Anything,
        pub _ks_version: Anything,
        pub _license: Anything,
        pub _file_extension: Anything,
        pub _xref: Anything,
    }
}

impl<'a> Read<'a> for Spec {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        let Top { span, meta, docs, reason, params, seq, instances, types, enums, typed } = Read::read(node, reader)?;
        let Meta { id, title, unless_said, imports, .. } = meta.0.unwrap_or_default();
        // What has no name is read all the same, since the rest of it can be wrong too.
        let id = id.0.unwrap_or_else(|| Spanned::new(node, String::new()));
        let meta = Some(InnerMeta { unless_said, ..InnerMeta::default() });
        let root = Record { id: id.clone(), span, meta, docs, rust: None, params, seq, instances, types, enums };
        let title = title.unwrap_or_else(|| capitalised(&id.replace('_', " ")));
        Some(Self { id, title, reason, imports, root, typed })
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
