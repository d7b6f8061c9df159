//! Offsets and lengths of whole files: whether their fields have room for them, however the values turn out.

use std::collections::BTreeMap;

use super::bounds::{bounds, inverse};
use super::range::{Ranges, Wide};
use super::table::{Amounts, Impossible, MOST_BYTES, Range};
use crate::model::binary::{Align, Attr, Kind, Link, Opt, Spec, Type, Write};

/// How many bytes a record has, with everything that it points at: where it is itself, and all together.
#[derive(Debug, Clone, Copy, Default)]
struct Bytes {
    frame: Range,
    all: Range,
}

/// The sizes of records, each found once.
struct Sizes<'s> {
    spec: &'s Spec,
    amounts: &'s Amounts,
    known: BTreeMap<&'s str, Bytes>,
}

/// What has no room.
pub(super) fn check<'s>(spec: &'s Spec, amounts: &'s Amounts, ranges: &mut Ranges<'s>) -> Vec<Impossible> {
    let mut sizes = Sizes { spec, amounts, known: BTreeMap::new() };
    let Bytes { frame, all } = sizes.of_record(&spec.root);
    let mut found = Vec::new();
    if all.most > MOST_FILE {
        found.push(Impossible {
            span: spec.root.id.span.clone(),
            expected: format!("small files of at most {MOST_FILE} bytes"),
            found: format!("files of up to {} bytes", all.most),
            hint: "tests write whole files: smaller constant sizes, counts and alignments",
        });
    }
    for (record, attr) in spec.attrs() {
        let Some(write) = attr.computed() else { continue };
        let (what, holds) = match &write.value {
            Write::FileSize => ("the length of a file", Wide::from(all)),
            Write::Of(Link::Offset, target) => {
                // A part is behind the outermost record, and before the end of the file.
                let place = Wide::from(Range { least: frame.least, most: all.most });
                let inverse = record
                    .find(target)
                    .and_then(|target| inverse(record, target, Link::Offset));
                let inverse = inverse.unwrap_or_default();
                let plus = ranges.sum(record, &inverse.plus);
                (
                    "where a part may stand",
                    place.plus(plus).minus(ranges.sum(record, &inverse.minus)),
                )
            }
            _ => continue,
        };
        let room = Wide::from(bounds(spec, record, attr));
        if holds.least < room.least || holds.most > room.most {
            found.push(Impossible {
                span: attr.kind.span.clone(),
                expected: format!("room for {what}: from {} to {}", holds.least, holds.most),
                found: format!("room for {} to {}", room.least, room.most),
                hint: "let the field be wider, or change `valid`",
            });
        }
    }
    found
}

/// The longest file that tests write.
const MOST_FILE: u64 = 16 * MOST_BYTES;

impl<'s> Sizes<'s> {
    fn of_record(&mut self, record: &'s Type) -> Bytes {
        if let Some(known) = self.known.get(record.id.as_str()) {
            return *known;
        }
        let mut found = Bytes::default();
        for attr in &record.seq {
            let bytes = self.of_attr(record, attr);
            found.frame = sum(found.frame, bytes.frame);
            found.all = sum(found.all, bytes.all);
        }
        for part in &record.instances {
            let bytes = self.of_attr(record, part);
            found.all = sum(found.all, bytes.all);
            found.all.most = found.all.most.saturating_add(self.gap(part));
        }
        self.known.insert(&record.id, found);
        found
    }

    /// The most bytes that may be before a part.
    fn gap(&self, part: &Attr) -> u64 {
        let alignment = match part.align.as_ref().map(|align| &align.value) {
            Some(Align::To(number)) => *number,
            Some(Align::Option(id)) => {
                let option = self.spec.options.iter().find(|option| option.id.value == *id);
                option.map_or(1, Opt::least)
            }
            None => 1,
        };
        alignment.saturating_sub(1)
    }

    fn of_attr(&mut self, record: &'s Type, attr: &'s Attr) -> Bytes {
        let one = |range: Range| Bytes { frame: range, all: range };
        let length = Range::only(self.amounts.least(&record.id, &attr.id));
        let spec = self.spec;
        match &attr.kind.value {
            Kind::Contents(bytes) => one(Range::only(u64::try_from(bytes.len()).unwrap_or(u64::MAX))),
            Kind::Number(width, _) => one(Range::only(u64::from(*width))),
            Kind::Strz => one(sum(length, Range::only(1))),
            Kind::Str | Kind::Bytes => one(length),
            Kind::Record(_) | Kind::Versions { .. } => {
                let records = spec.records_of(attr).into_iter().map(|record| self.of_record(record));
                let either = |a: Range, b: Range| Range { least: a.least.min(b.least), most: a.most.max(b.most) };
                let inner = records.reduce(|a, b| Bytes { frame: either(a.frame, b.frame), all: either(a.all, b.all) });
                let inner = inner.unwrap_or_default();
                let times = if attr.repeat.is_some() { length } else { Range::only(1) };
                Bytes { frame: product(inner.frame, times), all: product(inner.all, times) }
            }
        }
    }
}

fn sum(a: Range, b: Range) -> Range {
    Range { least: a.least.saturating_add(b.least), most: a.most.saturating_add(b.most) }
}

fn product(a: Range, b: Range) -> Range {
    Range { least: a.least.saturating_mul(b.least), most: a.most.saturating_mul(b.most) }
}
