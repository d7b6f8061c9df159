//! A typed layout.

use super::attr::Attr;
use super::enums::{Enum, Member};
use super::keys::{Area, ContainerKeys, EnvelopeKeys, Opt};
use super::kind::{Kind, Version};
use super::rules::{Link, Write};
use super::toc::TocKeys;
use super::walk::WalkKeys;
use crate::expr::Expr;
use crate::model::layout::{Docs, Order};
use crate::spanned::{Span, Spanned};

#[derive(Debug, Clone)]
pub struct Spec {
    pub id: Spanned<String>,
    pub title: String,
    /// The default byte order.
    pub endian: Option<Order>,
    /// The root record, named after the format.
    pub root: Type,
    pub types: Vec<Type>,
    pub enums: Vec<Enum>,
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

#[derive(Debug, Clone)]
pub struct Type {
    pub id: Spanned<String>,
    pub span: Span,
    pub docs: Docs,
    pub rust: Option<Spanned<String>>,
    pub seq: Vec<Attr>,
    pub instances: Vec<Attr>,
}

impl Spec {
    pub fn find(&self, id: &str) -> Option<&Type> {
        self.types.iter().find(|record| record.id.value == id)
    }

    pub fn records(&self) -> impl Iterator<Item = &Type> {
        std::iter::once(&self.root).chain(&self.types)
    }

    pub fn attrs(&self) -> impl Iterator<Item = (&Type, &Attr)> {
        self.records()
            .flat_map(|record| record.attrs().map(move |attr| (record, attr)))
    }

    /// Whether `record` is used by `-walk` or `-toc` instead of a field.
    pub fn is_walked(&self, record: &Type) -> bool {
        let walked = self.walk.iter().flat_map(WalkKeys::records);
        let of_toc = self.toc.iter().flat_map(TocKeys::records);
        walked.chain(of_toc).any(|id| id.value == record.id.value)
    }

    pub fn is_worked_on(&self) -> bool {
        self.container.is_some() || self.envelope.is_some() || self.walk.is_some() || self.toc.is_some()
    }

    pub fn is_root(&self, record: &Type) -> bool {
        record.id.value == self.root.id.value
    }

    pub fn records_of<'s>(&'s self, attr: &'s Attr) -> Vec<&'s Type> {
        attr.kind.records().filter_map(|id| self.find(id)).collect()
    }

    pub fn versions(&self) -> Vec<u64> {
        let cases = self.root.seq.iter().find_map(|attr| match &attr.kind.value {
            Kind::Versions { cases, .. } => Some(cases),
            _ => None,
        });
        let mut versions: Vec<u64> = cases.into_iter().flatten().map(|(number, _)| *number).collect();
        versions.sort_unstable();
        versions
    }

    pub fn members(&self, attr: &Attr) -> impl Iterator<Item = &Member> {
        let named = self.enums.iter().find(|named| attr.is_named_by(named));
        named.into_iter().flat_map(|named| &named.members)
    }
}

impl Type {
    pub fn find(&self, id: &str) -> Option<&Attr> {
        self.attrs().find(|attr| attr.id.value == id)
    }

    pub fn written(&self, wanted: Write) -> impl Iterator<Item = &Attr> {
        let says = move |attr: &&Attr| attr.write.as_ref().is_some_and(|write| write.value == wanted);
        self.seq.iter().filter(says)
    }

    pub fn switch_on(&self, number: &Attr) -> Option<(&Attr, &[Version])> {
        self.seq.iter().find_map(|attr| match &attr.kind.value {
            Kind::Versions { on, cases } if *on == number.id.value => Some((attr, cases.as_slice())),
            _ => None,
        })
    }

    /// The minimum length in bytes or records, with all involved numbers at their minimum.
    pub fn least(&self, attr: &Attr, link: Link) -> u64 {
        let smallest = |id: &str| Some(self.find(id)?.valid.as_ref()?.min);
        let expr = attr.measure(link).filter(|_| link != Link::Offset);
        let least = expr.map_or(0, |expr| expr.evaluate(|id| smallest(id).unwrap_or(0)));
        u64::try_from(least).unwrap_or(0)
    }

    /// The formula of `number` over the value that `link` measures of `target`.
    pub fn inverse(&self, number: &Attr, link: Link, target: &str) -> Expr {
        let expr = self.find(target).and_then(|target| target.measure(link));
        expr.and_then(|expr| expr.solve(&number.id)).unwrap_or_default()
    }

    pub fn attrs_mut(&mut self) -> impl Iterator<Item = &mut Attr> {
        self.seq.iter_mut().chain(self.instances.iter_mut())
    }

    pub fn attrs(&self) -> impl Iterator<Item = &Attr> {
        self.seq.iter().chain(&self.instances)
    }
}
