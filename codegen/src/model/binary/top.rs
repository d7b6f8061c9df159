//! Conversion of a parsed schema to a typed layout.

use super::attr::Attr;
use super::enums::Enum;
use super::spec::{Spec, Type};
use crate::model::layout::{self, Endian, Known, OfTypedSpec, Order, STEP, TYPED};
use crate::problem::Problems;
use crate::reading::{Read, Reader};
use crate::spanned::Spanned;
use crate::yaml::Node;

impl<'a> Read<'a> for Spec {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        reader.dialect = Some(&TYPED);
        let layout::Spec { id, title, root, typed, .. } = layout::Spec::read(node, reader)?;
        let OfTypedSpec { options, areas, align_end, container, envelope, walk, toc } = typed;
        let known = Known::new(&[&root]);
        // Inner types are named by their paths from here.
        let path = |path: &[&str]| path.get(1..).unwrap_or_default().join(STEP);
        let endian = root.unless_said().and_then(|said| order(said.endian.as_ref()?, reader));
        let records = known.records.iter().enumerate();
        let mut records = records.map(|(scope, record)| {
            let id = if scope == 0 {
                id.value.clone()
            } else {
                path(&record.path)
            };
            let mut of = record_of(record.record, id, &root, reader);
            for attr in of.attrs_mut() {
                if let Some(names) = &mut attr.names
                    && let Some(found) = known.find_enum(scope, names)
                {
                    names.value = path(&known.enums[found].path);
                }
                for id in attr.kind.value.records_mut() {
                    let found = known
                        .record(scope, &id.split(STEP).collect::<Vec<_>>())
                        .filter(|found| *found != 0);
                    *id = found.map_or_else(|| id.clone(), |found| path(&known.records[found].path));
                }
            }
            of
        });
        let first = records.next()?;
        let types = records.collect();
        let enums = known
            .enums
            .iter()
            .map(|known| Enum::new(known.named, path(&known.path)));
        let enums = enums.collect();
        Some(Self {
            id,
            title,
            endian,
            root: first,
            types,
            enums,
            options,
            areas,
            align_end,
            container,
            envelope,
            walk,
            toc,
        })
    }
}

fn record_of(record: &layout::Record, id: String, root: &layout::Record, problems: &mut Problems) -> Type {
    let encoding = root.unless_said().and_then(|said| said.encoding.as_ref());
    let mut attrs = |attrs: &[layout::Attr]| attrs.iter().map(|attr| Attr::new(attr, encoding, problems)).collect();
    Type {
        id: record.id.with(id),
        span: record.span.clone(),
        docs: record.docs.clone(),
        rust: record.rust.clone(),
        seq: attrs(&record.seq),
        instances: attrs(&record.instances),
    }
}

/// All numbers have the same byte order.
fn order(endian: &Spanned<Endian>, problems: &mut Problems) -> Option<Order> {
    match &endian.value {
        Endian::Is(order) => Some(*order),
        Endian::By(..) => problems.refuse(endian, "a byte order", "a switch", "write `le` or `be`"),
    }
}
