//! A whole schema file as it is read.

use super::attr::Attr;
use super::docs::Docs;
use super::enums::Enum;
use super::foreign;
use super::kind::Endian;
use super::nested::Unfolded;
use super::spec::{Area, ContainerKeys, EnvelopeKeys, Opt, Spec, Type};
use super::toc::TocKeys;
use super::walk::WalkKeys;
use crate::problem::Problems;
use crate::reading::{Anything, Entries, FromNode, Needed, mapping};
use crate::spanned::{Span, Spanned};
use crate::yaml::Node;

mapping! {
    struct Top as "a schema" beside foreign::OF_TYPE {
        pub span: Span as flatten,
        pub meta: Needed<Meta>,
        pub docs: Docs as flatten,
        pub seq: Vec<Attr>,
        pub instances: Entries<Attr>,
        pub types: Entries<Type>,
        pub enums: Entries<Enum>,
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
    struct Meta as "meta" beside foreign::OF_META {
        pub id: Needed<Spanned<String>>,
        pub title: Needed<String>,
        pub endian: Option<Endian>,
        /// That of text that does not say its own.
        pub encoding: Option<Spanned<String>>,
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
        let Top {
            span,
            meta,
            docs,
            seq,
            instances,
            types,
            enums,
            options,
            areas,
            align_end,
            container,
            envelope,
            walk,
            toc,
        } = Top::from_node(node, problems)?;
        let meta = meta.0.unwrap_or_default();
        // What has no name, or no title, is read all the same, since the rest of it can be wrong too.
        let id = meta.id.0.unwrap_or_else(|| Spanned::new(node, String::new()));
        let title = meta.title.0.unwrap_or_default();
        let Unfolded { types, enums } = Unfolded::new(types, enums);
        let (inner_types, inner_enums) = (Entries::default(), Entries::default());
        let root = Type {
            id: id.clone(),
            span,
            docs,
            rust: None,
            version_of: None,
            seq,
            instances,
            types: inner_types,
            enums: inner_enums,
        };
        let endian = meta.endian;
        let mut spec =
            Self { id, title, endian, root, types, enums, options, areas, align_end, container, envelope, walk, toc };
        spec.resolve();
        if let Some(encoding) = meta.encoding {
            spec.encode(&encoding);
        }
        Some(spec)
    }
}

impl Spec {
    /// Gives `encoding` to text that does not say its own.
    fn encode(&mut self, encoding: &Spanned<String>) {
        for attr in std::iter::once(&mut self.root)
            .chain(&mut self.types)
            .flat_map(Type::attrs_mut)
        {
            if attr.is_text() && attr.encoding.is_none() {
                attr.encoding = Some(encoding.clone());
            }
        }
    }
}
