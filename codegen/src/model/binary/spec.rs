//! A typed layout: its types, its options and what makes it a container.

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
    /// Byte order of numbers that do not say their own.
    pub endian: Option<Order>,
    /// The outermost record; its name is the format's id.
    pub root: Type,
    /// The other records, in file order.
    pub types: Vec<Type>,
    pub enums: Vec<Enum>,
    /// What a caller of the writer chooses beside the contents.
    pub options: Vec<Opt>,
    /// What the writer keeps together behind all other parts, in that order.
    pub areas: Vec<Area>,
    /// The length of files is a multiple of this.
    pub align_end: Option<Spanned<u64>>,
    /// Which parts are entries, IDs and code objects, where the format is a container.
    pub container: Option<ContainerKeys>,
    /// Which parts say how something is compressed, where the format holds something compressed.
    pub envelope: Option<EnvelopeKeys>,
    /// How the entries after the header are walked over, where each says itself how long it is.
    pub walk: Option<WalkKeys>,
    /// How the table of contents at the end is read, where there is one.
    pub toc: Option<TocKeys>,
}

#[derive(Debug, Clone)]
pub struct Type {
    pub id: Spanned<String>,
    /// Where the whole of it is.
    pub span: Span,
    pub docs: Docs,
    /// Its name in Rust.
    pub rust: Option<Spanned<String>>,
    /// Its fields, one after the other.
    pub seq: Vec<Attr>,
    /// What it points at.
    pub instances: Vec<Attr>,
}

impl Spec {
    /// The record called `id`.
    pub fn find(&self, id: &str) -> Option<&Type> {
        self.types.iter().find(|record| record.id.value == id)
    }

    /// All records, the outermost first.
    pub fn records(&self) -> impl Iterator<Item = &Type> {
        std::iter::once(&self.root).chain(&self.types)
    }

    /// Every field and part with its record.
    pub fn attrs(&self) -> impl Iterator<Item = (&Type, &Attr)> {
        self.records()
            .flat_map(|record| record.attrs().map(move |attr| (record, attr)))
    }

    /// Whether `record` is one that is walked over, or that a table of contents leads to, so that no field has it.
    pub fn is_walked(&self, record: &Type) -> bool {
        let walked = self.walk.iter().flat_map(WalkKeys::records);
        let of_toc = self.toc.iter().flat_map(TocKeys::records);
        walked.chain(of_toc).any(|id| id.value == record.id.value)
    }

    /// Whether operations do more with the format than to show it.
    pub fn is_worked_on(&self) -> bool {
        self.container.is_some() || self.envelope.is_some() || self.walk.is_some() || self.toc.is_some()
    }

    /// Whether `record` is the outermost one.
    pub fn is_root(&self, record: &Type) -> bool {
        record.id.value == self.root.id.value
    }

    /// The records that `attr` may hold or point at.
    pub fn records_of<'s>(&'s self, attr: &'s Attr) -> Vec<&'s Type> {
        attr.kind.records().filter_map(|id| self.find(id)).collect()
    }

    /// The numbers of the versions that the outermost record tells apart.
    pub fn versions(&self) -> Vec<u64> {
        let cases = self.root.seq.iter().find_map(|attr| match &attr.kind.value {
            Kind::Versions { cases, .. } => Some(cases),
            _ => None,
        });
        let mut versions: Vec<u64> = cases.into_iter().flatten().map(|(number, _)| *number).collect();
        versions.sort_unstable();
        versions
    }

    /// The members of the enum that names the values of `attr`, if one does.
    pub fn members(&self, attr: &Attr) -> impl Iterator<Item = &Member> {
        let named = self.enums.iter().find(|named| attr.is_named_by(named));
        named.into_iter().flat_map(|named| &named.members)
    }
}

impl Type {
    /// The field or pointed-at part called `id`.
    pub fn find(&self, id: &str) -> Option<&Attr> {
        self.attrs().find(|attr| attr.id.value == id)
    }

    /// The fields that a writer computes so.
    pub fn written(&self, wanted: Write) -> impl Iterator<Item = &Attr> {
        let says = move |attr: &&Attr| attr.write.as_ref().is_some_and(|write| write.value == wanted);
        self.seq.iter().filter(says)
    }

    /// The field that holds one of several records by the value of `number`, and the record for each value.
    pub fn switch_on(&self, number: &Attr) -> Option<(&Attr, &[Version])> {
        self.seq.iter().find_map(|attr| match &attr.kind.value {
            Kind::Versions { on, cases } if *on == number.id.value => Some((attr, cases.as_slice())),
            _ => None,
        })
    }

    /// How long `attr` is at least, in bytes or records: where the numbers that it is computed with are as small as they may be.
    pub fn least(&self, attr: &Attr, link: Link) -> u64 {
        let smallest = |id: &str| Some(self.find(id)?.valid.as_ref()?.min);
        let expr = attr.measure(link).filter(|_| link != Link::Offset);
        let least = expr.map_or(0, |expr| expr.evaluate(|id| smallest(id).unwrap_or(0)));
        u64::try_from(least).unwrap_or(0)
    }

    /// How `number`, which is computed by `link` from the field or part `target`, follows from what is measured of that.
    pub fn inverse(&self, number: &Attr, link: Link, target: &str) -> Expr {
        let expr = self.find(target).and_then(|target| target.measure(link));
        expr.and_then(|expr| expr.solve(&number.id)).unwrap_or_default()
    }

    /// The fields, then what they point at, to be changed.
    pub fn attrs_mut(&mut self) -> impl Iterator<Item = &mut Attr> {
        self.seq.iter_mut().chain(self.instances.iter_mut())
    }

    /// The fields, then what they point at.
    pub fn attrs(&self) -> impl Iterator<Item = &Attr> {
        self.seq.iter().chain(&self.instances)
    }
}
