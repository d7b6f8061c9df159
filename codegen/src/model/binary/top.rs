//! A whole binary schema.

use super::attr::Attr;
use super::docs::Docs;
use super::enums::Enum;
use super::holds::Holds;
use super::record::{InnerMeta, Param, Record, UnlessSaid};
use super::{Area, ContainerKeys, EnvelopeKeys, Opt, TocKeys, WalkKeys};
use crate::prose::capitalised;
use crate::reading::{Anything, Needed, Read, Reader, Rows, mapping};
use crate::spanned::{Span, Spanned};
use crate::yaml::Node;

#[derive(Debug, Clone)]
pub struct Spec {
    pub id: Spanned<String>,
    pub title: String,
    /// Whether it is a typed layout, for generated readers and writers.
    pub is_typed: bool,
    /// The reason for the lack of a writer; empty in third-party schemas.
    pub reason: Option<Spanned<String>>,
    pub imports: Vec<Spanned<String>>,
    pub root: Record,
    /// The options of the writer.
    pub options: Vec<Opt>,
    /// The areas after all other parts, in order.
    pub areas: Vec<Area>,
    /// The alignment of the file length.
    pub align_end: Option<Spanned<u64>>,
    pub container: Option<ContainerKeys>,
    pub envelope: Option<EnvelopeKeys>,
    pub walk: Option<WalkKeys>,
    pub toc: Option<TocKeys>,
}

mapping! {
    struct Top as "a schema" {
        pub span: Span as flatten,
        pub meta: Needed<Meta>,
        pub docs: Docs as flatten,
        pub reason: Option<Spanned<String>> as "-reader-only",
        pub params: Vec<Param>,
        pub seq: Vec<Attr>,
        pub instances: Vec<Attr> as (Rows),
        pub types: Vec<Record> as (Rows),
        pub enums: Vec<Enum> as (Rows),
        pub options: Vec<Opt> as "-options",
        pub areas: Vec<Area> as "-areas",
        pub align_end: Option<Spanned<u64>> as "-align-end",
        pub container: Option<ContainerKeys> as "-container",
        pub envelope: Option<EnvelopeKeys> as "-envelope",
        pub walk: Option<WalkKeys> as "-walk",
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
        let top: Top = Read::read(node, reader)?;
        let Meta { id, title, unless_said, imports, .. } = top.meta.0.unwrap_or_default();
        // Continue without a name, to report problems of other keys.
        let id = id.0.unwrap_or_else(|| Spanned::new(node, String::new()));
        let meta = Some(InnerMeta { unless_said, ..InnerMeta::default() });
        let root = Record {
            id: id.clone(),
            span: top.span,
            meta,
            docs: top.docs,
            rust: None,
            params: top.params,
            seq: top.seq,
            instances: top.instances,
            types: top.types,
            enums: top.enums,
        };
        let title = title.unwrap_or_else(|| capitalised(&id.replace('_', " ")));
        Some(Self {
            id,
            title,
            is_typed: reader.is_typed(),
            reason: top.reason,
            imports,
            root,
            options: top.options,
            areas: top.areas,
            align_end: top.align_end,
            container: top.container,
            envelope: top.envelope,
            walk: top.walk,
            toc: top.toc,
        })
    }
}

impl Spec {
    pub fn magic(&self) -> Option<&[u8]> {
        match self.root.seq.first() {
            Some(Attr { holds: Spanned { value: Holds::Contents(bytes), .. }, condition: None, .. }) => {
                (!bytes.is_empty()).then_some(bytes)
            }
            _ => None,
        }
    }

    /// Other schemas only provide types for imports.
    pub fn has_files(&self) -> bool {
        self.root.attrs().next().is_some()
    }
}
