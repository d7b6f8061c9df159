//! Look-ups in a typed layout.

use offload_bundle_core::tree::{Order, Sum};

use crate::formula::{Formula, Part};
use crate::problem::Problems;
use crate::spanned::Spanned;

use super::{
    Attr, ContainerKeys, Endian, Enum, Holds, Link, Member, NumberKind, Record, Repeat, Spec, TocKeys, WalkKeys, Write,
};

/// The case number and the record.
pub type Version = (u64, Spanned<String>);

impl Spec {
    /// The default byte order.
    pub fn endian(&self) -> Option<Order> {
        match self.root.unless_said()?.endian.as_ref()?.value {
            Endian::Is(order) => Some(order),
            Endian::By(..) => None,
        }
    }

    pub fn find(&self, id: &str) -> Option<&Record> {
        self.root.types.iter().find(|record| record.id.value == id)
    }

    pub fn records(&self) -> impl Iterator<Item = &Record> {
        self.root.all().into_iter()
    }

    pub fn attrs(&self) -> impl Iterator<Item = (&Record, &Attr)> {
        self.records()
            .flat_map(|record| record.attrs().map(move |attr| (record, attr)))
    }

    /// Whether `record` is used by `-walk` or `-toc` instead of a field.
    pub fn is_walked(&self, record: &Record) -> bool {
        let walked = self.walk.iter().flat_map(WalkKeys::records);
        let of_toc = self.toc.iter().flat_map(TocKeys::records);
        walked.chain(of_toc).any(|id| id.value == record.id.value)
    }

    pub fn is_worked_on(&self) -> bool {
        self.container.is_some() || self.envelope.is_some() || self.walk.is_some() || self.toc.is_some()
    }

    /// The grammar of IDs that are composed of several values.
    pub fn id_grammar(&self) -> Option<&Spanned<String>> {
        let made = self.container.as_ref().and_then(ContainerKeys::made_id);
        let walked = self.walk.as_ref().map(|keys| &keys.id.grammar);
        let of_toc = self.toc.as_ref().map(|keys| &keys.id.grammar);
        made.map(|made| &made.grammar).or(walked).or(of_toc)
    }

    pub fn is_root(&self, record: &Record) -> bool {
        record.id.value == self.root.id.value
    }

    pub fn records_of<'s>(&'s self, attr: &'s Attr) -> Vec<&'s Record> {
        attr.holds.records().filter_map(|id| self.find(id)).collect()
    }

    pub fn record_of(&self, attr: &Attr) -> Option<&Record> {
        match &attr.holds.value {
            Holds::Record(name) => self.find(name.path.first()?),
            _ => None,
        }
    }

    /// The numbers and records of a switch.
    pub fn cases(&self, attr: &Attr) -> Vec<(u64, &Record)> {
        let cases = attr.versions().into_iter().flat_map(|(_, cases)| cases);
        cases
            .filter_map(|(number, id)| Some((number, self.find(&id)?)))
            .collect()
    }

    pub fn versions(&self) -> Vec<u64> {
        let cases = self.root.seq.iter().find_map(Attr::versions);
        let cases = cases.into_iter().flat_map(|(_, cases)| cases);
        let mut versions: Vec<u64> = cases.map(|(number, _)| number).collect();
        versions.sort_unstable();
        versions
    }

    pub fn enum_of(&self, attr: &Attr) -> Option<&Enum> {
        let names = attr.names.as_ref()?;
        self.root.enums.iter().find(|named| named.id.value == names.value)
    }

    pub fn members(&self, attr: &Attr) -> impl Iterator<Item = &Member> {
        self.enum_of(attr).into_iter().flat_map(|named| &named.members)
    }
}

impl Record {
    /// The record and its inner types, in table order.
    pub fn all(&self) -> Vec<&Self> {
        let inner = self.types.iter().flat_map(Self::all);
        std::iter::once(self).chain(inner).collect()
    }

    pub fn find(&self, id: &str) -> Option<&Attr> {
        self.attrs().find(|attr| attr.id.value == id)
    }

    pub fn written(&self, wanted: Write) -> impl Iterator<Item = &Attr> {
        let says = move |attr: &&Attr| attr.write.as_ref().is_some_and(|write| write.value == wanted);
        self.seq.iter().filter(says)
    }

    pub fn switch_on(&self, number: &Attr) -> Option<(&Attr, Vec<Version>)> {
        self.seq.iter().find_map(|attr| match attr.versions()? {
            (on, cases) if *on == number.id.value => Some((attr, cases)),
            _ => None,
        })
    }

    /// The minimum length in bytes or records, with all involved numbers at their minimum.
    pub fn least(&self, attr: &Attr, link: Link) -> u64 {
        let smallest = |id: &str| Some(self.find(id)?.range()?.0);
        let formula = attr.measure(link).filter(|_| link != Link::Offset);
        let least = formula.map_or(0, |formula| formula.evaluate(|id| smallest(id).unwrap_or(0)));
        u64::try_from(least).unwrap_or(0)
    }

    /// The formula of `number` over the value that `link` measures of `target`.
    pub fn inverse(&self, number: &Attr, link: Link, target: &str) -> Vec<Part<'_>> {
        let formula = self.find(target).and_then(|target| target.measure(link));
        formula
            .and_then(|formula| formula.solve(&number.id))
            .unwrap_or_default()
    }

    pub fn attrs_mut(&mut self) -> impl Iterator<Item = &mut Attr> {
        self.seq.iter_mut().chain(self.instances.iter_mut())
    }
}

impl Holds {
    pub fn records(&self) -> impl Iterator<Item = &str> {
        let holds = match self {
            Self::Switch(_, cases) => cases.iter().map(|(_, holds)| &***holds).collect(),
            alone => vec![alone],
        };
        holds.into_iter().filter_map(|holds| match holds {
            Self::Record(name) => name.path.first().map(String::as_str),
            _ => None,
        })
    }

    /// Returns the paths of records.
    pub fn records_mut(&mut self) -> Vec<&mut Vec<String>> {
        match self {
            Self::Record(name) => vec![&mut name.path],
            Self::Switch(_, cases) => cases
                .iter_mut()
                .flat_map(|(_, holds)| holds.value.records_mut())
                .collect(),
            _ => Vec::new(),
        }
    }

    pub fn is_number(&self) -> bool {
        matches!(self, Self::Number(_))
    }

    pub fn is_bytes(&self) -> bool {
        matches!(self, Self::Bytes)
    }

    pub fn is_text(&self) -> bool {
        matches!(self, Self::Text | Self::TextToNul)
    }

    /// Text or bytes with a length.
    pub fn is_sized(&self) -> bool {
        matches!(self, Self::Text | Self::Bytes)
    }
}

impl Attr {
    pub fn measure(&self, link: Link) -> Option<&Spanned<Formula>> {
        match link {
            Link::Count => self.count(),
            Link::Size => self.bytes.size.as_ref(),
            Link::Offset => self.pos.as_ref(),
        }
    }

    pub fn count(&self) -> Option<&Spanned<Formula>> {
        match &self.repeat.value {
            Repeat::Count(count) => Some(count),
            _ => None,
        }
    }

    pub fn is_list(&self) -> bool {
        !matches!(self.repeat.value, Repeat::Once)
    }

    /// The number that selects a record, and the records.
    pub fn versions(&self) -> Option<(&str, Vec<Version>)> {
        let Holds::Switch(on, cases) = &self.holds.value else {
            return None;
        };
        let cases = cases.iter().filter_map(|(when, holds)| {
            let id = holds.records().next()?.to_owned();
            Some((when.as_ref()?.constant()?, holds.with(id)))
        });
        Some((&on.text, cases.collect()))
    }

    /// The largest number of this width.
    pub fn max(&self) -> u64 {
        match self.holds.value {
            Holds::Number(number) => u64::MAX >> (64 - 8 * u32::from(number.len)),
            _ => u64::MAX,
        }
    }

    /// The valid numbers: the minimum and the maximum.
    pub fn range(&self) -> Option<(u64, u64)> {
        let rules = &self.valid.as_ref()?.value.0;
        let of = |rule: &Option<Spanned<Formula>>| rule.as_ref().or(rules.eq.as_ref())?.constant();
        Some((of(&rules.min).unwrap_or(0), of(&rules.max).unwrap_or(u64::MAX)))
    }

    /// `None` if the caller provides it.
    pub fn write_source(&self) -> Option<&Spanned<Write>> {
        self.write.as_ref().filter(|write| write.value != Write::Given)
    }

    pub fn is_digest(&self) -> bool {
        let is_sum = |write: &Spanned<Write>| matches!(write.value, Write::Sum(..));
        self.holds.is_bytes() && self.write.as_ref().is_some_and(is_sum)
    }

    /// Reports a field that cannot hold such a checksum.
    pub fn check_sum(&self, said: &Spanned<Write>, sum: Sum, problems: &mut Problems) {
        let size = sum.size();
        let len = match (&self.holds.value, sum.is_number()) {
            (Holds::Number(number), true) if number.kind == NumberKind::Unsigned => Some(number.len.into()),
            (Holds::Bytes, false) => self.bytes.size.as_ref().and_then(|len| len.constant()),
            _ => None,
        };
        if len != Some(size) {
            let expected = match sum.is_number() {
                true => format!("it on a number of {size} bytes"),
                false => format!("it on bytes with `size: {size}`"),
            };
            let hint = format!("this kind of checksum has {size} bytes");
            problems.add(said, expected, "another field", hint);
        }
    }

    pub fn is_number(&self) -> bool {
        self.holds.is_number()
    }

    pub fn is_text(&self) -> bool {
        self.holds.is_text()
    }

    pub fn is_constant(&self) -> bool {
        let measures = [&self.bytes.size.as_ref(), &self.count()];
        measures
            .into_iter()
            .flatten()
            .any(|formula| formula.constant().is_some())
    }

    pub fn is_named_by(&self, named: &Enum) -> bool {
        self.names.as_ref().is_some_and(|names| names.value == named.id.value)
    }

    pub fn is_open(&self) -> bool {
        self.open.as_ref().is_some_and(|open| open.value)
    }

    pub fn is_flags(&self) -> bool {
        self.flags.as_ref().is_some_and(|flags| flags.value)
    }

    pub fn to_end(&self) -> bool {
        self.bytes.size_eos.as_ref().is_some_and(|flag| flag.value)
    }
}
