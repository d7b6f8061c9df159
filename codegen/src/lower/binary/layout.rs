//! From a checked schema to its layout table, by which files are read, shown and written.

use offload_bundle_core::bytes::{Encoding, Width};
use offload_bundle_core::layout::{
    Alignment, Expression, Field, Holds, Layout, Measure, Opt, Part, Placed, Record, Shift, Source, Switch, Valid,
};
use offload_bundle_core::plan::Area;

use crate::arena::Arena;
use crate::expr::{Expr, Operand, with_sign};
use crate::model::binary::{Attr, Fact, Kind, Link, Spec, Type, Write};
use crate::model::layout::{Align, Order};
use crate::prose::comma_list;

/// What a layout is made from.
pub(super) struct Lowering<'a> {
    pub spec: &'a Spec,
    pub arena: &'a Arena,
}

impl<'a> Lowering<'a> {
    /// The layout of the format.
    pub fn layout(&self) -> Layout<'a> {
        Layout {
            records: self.arena.list(self.spec.records().map(|record| self.record(record))),
            len: self
                .spec
                .root
                .written(Write::FileSize)
                .next()
                .map(|attr| attr.id.as_str()),
            areas: self.arena.list(self.spec.areas.iter().map(|area| match area.strings {
                Some(_) => Area::Strings,
                None => Area::Parts,
            })),
            align_end: self.spec.align_end.as_ref().map_or(1, |align| align.value),
            options: self.arena.list(self.spec.options.iter().map(|option| Opt {
                name: &option.id,
                range: (option.least(), option.most()),
                default: *option.default,
            })),
            ..Layout::EMPTY
        }
    }

    fn record(&self, record: &'a Type) -> Record<'a> {
        let fields = record
            .seq
            .iter()
            .map(|attr| Field { name: &attr.id, holds: self.holds(record, attr) });
        let parts = record.instances.iter().map(|attr| Part {
            name: &attr.id,
            offset: self.measure(record, attr, Link::Offset),
            holds: self.holds(record, attr),
            placed: self.place(attr),
        });
        Record { name: &record.id, fields: self.arena.list(fields), parts: self.arena.list(parts) }
    }

    fn place(&self, attr: &'a Attr) -> Placed<'a> {
        let area = |id: &str| self.spec.areas.iter().position(|area| area.id.value == id);
        Placed {
            alignment: match attr.align.as_ref().map(|align| &align.value) {
                Some(Align::To(number)) => Alignment::To(*number),
                Some(Align::Option(option)) => Alignment::Option(option),
                None => Alignment::To(1),
            },
            fill: attr.fill.unwrap_or(0),
            area: attr.area.as_ref().and_then(|id| area(id)),
        }
    }

    fn holds(&self, record: &'a Type, attr: &'a Attr) -> Holds<'a> {
        let encoding = attr.encoding.as_ref().map(|encoding| match encoding.value.as_str() {
            "ASCII" => Encoding::Ascii,
            _ => Encoding::Utf8,
        });
        let size = || self.measure(record, attr, Link::Size);
        match &attr.kind.value {
            Kind::Contents(bytes) => Holds::Magic(bytes),
            Kind::Number(..) => self.number(record, attr),
            Kind::Bytes if self.spec.is_compressed(record, attr) => Holds::Content(attr.size.as_ref().map(|_| size())),
            Kind::Strz => {
                let limit = attr.limit.as_ref().map_or(u64::MAX, |limit| limit.value);
                Holds::Terminated(encoding.unwrap_or(Encoding::Utf8), limit)
            }
            Kind::Str | Kind::Bytes if attr.to_end() => Holds::Rest,
            Kind::Str | Kind::Bytes => match encoding {
                Some(encoding) => Holds::Text(encoding, size()),
                None => Holds::Bytes(size()),
            },
            Kind::Record(id) => match &attr.repeat {
                None => Holds::Record(id),
                Some(_) => Holds::List(id, self.measure(record, attr, Link::Count)),
            },
            Kind::Versions { on, cases } => Holds::Switch(Switch {
                on,
                cases: self.arena.list(cases.iter().map(|(number, id)| (*number, id.as_str()))),
                known: self.arena.text(&comma_list(cases.iter().map(|(number, _)| number))),
            }),
        }
    }

    fn number(&self, record: &'a Type, attr: &'a Attr) -> Holds<'a> {
        let width = width(self.spec, attr);
        let named = self.spec.enums.iter().find(|named| attr.is_named_by(named));
        let switch = record.switch_on(attr);
        let valid = match (switch, attr.valid.as_ref().map(|valid| &valid.value)) {
            (Some((_, cases)), _) => {
                let numbers = || cases.iter().map(|(number, _)| *number);
                Valid::OneOf(self.arena.list(numbers()), self.arena.text(&comma_list(numbers())))
            }
            (None, Some(valid)) => Valid::Range(valid.min, valid.max.min(width.max())),
            (None, None) => match named {
                Some(_) if attr.is_flags() => Valid::Bits,
                Some(named) if !attr.is_open() => Valid::Named(self.arena.text(&named.known_numbers())),
                _ => Valid::Any,
            },
        };
        let names = self
            .spec
            .members(attr)
            .map(|member| (member.number.value, member.id.as_str()));
        let names = self.arena.list(names);
        let first = match valid {
            Valid::Any | Valid::Named(_) => names.first().map_or(0, |(number, _)| *number),
            Valid::Range(min, _) => min,
            Valid::OneOf(numbers, _) => numbers.first().copied().unwrap_or(0),
            Valid::Bits => 0,
        };
        let default = attr.default.as_ref().map_or(first, |default| default.value);
        let source = match switch {
            Some((field, _)) => Source::Case(&field.id, default),
            None => self.source(record, attr, default),
        };
        Holds::Number(width, names, valid, source)
    }

    fn source(&self, record: &'a Type, attr: &'a Attr, default: u64) -> Source<'a> {
        let shift = |measured, link, target| self.shift(record, attr, (measured, link, target));
        match attr.write.as_ref().map(|write| &write.value) {
            None | Some(Write::Given) => Source::Given(default),
            Some(Write::FileSize) => Source::FileLen,
            Some(Write::Sum(sum, first, last)) => Source::Sum(*sum, first, last),
            Some(Write::Constant(number)) => Source::Constant(*number),
            Some(Write::Of(Link::Count, of)) => Source::Count(of, shift("count", Link::Count, of)),
            Some(Write::Of(Link::Size, of)) => Source::Size(of, shift("size", Link::Size, of)),
            Some(Write::Of(Link::Offset, of)) => Source::Offset(of, shift("offset", Link::Offset, of)),
            Some(Write::About(Fact::DecompressedSize, of)) => Source::DecompressedLen(of),
            Some(Write::About(Fact::Md5, of)) => Source::Digest(of),
        }
    }

    /// How the number `attr` follows from what `measured` gives of `of`, where it is not that itself.
    fn shift(&self, record: &Type, attr: &Attr, (measured, link, of): (&str, Link, &str)) -> Option<Shift<'a>> {
        let inverse = record.inverse(attr, link, of);
        let parts = inverse.parts();
        let sum = |minus: bool| {
            let parts = parts.iter().filter(|part| part.minus == minus);
            self.expression(parts.map(|part| (false, &part.of)))
        };
        (!parts.is_empty()).then(|| Shift {
            plus: sum(false),
            minus: sum(true),
            text: self.arena.text(&format!("{measured}({of}){}", with_sign(parts))),
        })
    }

    /// The length, count or offset that `attr` says, on behalf of the field of the same record that is computed from it.
    fn measure(&self, record: &'a Type, attr: &'a Attr, link: Link) -> Measure<'a> {
        let nothing = Expr::default();
        let expr = attr.measure(link).map_or(&nothing, |expr| &expr.value);
        let parts = expr.parts().iter().map(|part| (part.minus, &part.of));
        let linked = record.written(Write::Of(link, attr.id.value.clone())).next();
        let limited = link != Link::Offset;
        Measure {
            expression: self.expression(parts),
            text: self.arena.text(&expr.to_string()),
            blame: linked.map(|field| field.id.as_str()),
            limit: attr.limit.as_ref().filter(|_| limited).map(|limit| limit.value),
            least: record.least(attr, link),
        }
    }

    /// The sum of numbers and fields, each of which is taken away or not.
    fn expression<'p>(&self, parts: impl Iterator<Item = (bool, &'p Operand)>) -> Expression<'a> {
        let parts = parts.map(|(minus, operand)| match operand {
            Operand::Number(number) => (minus, Expression::Number(*number)),
            Operand::Field(id) => (minus, Expression::Own(self.arena.text(id))),
        });
        let sum = parts.reduce(|(_, sum), (minus, next)| {
            let (sum, next) = (self.arena.one(sum), self.arena.one(next));
            (
                false,
                if minus {
                    Expression::Minus(sum, next)
                } else {
                    Expression::Plus(sum, next)
                },
            )
        });
        sum.map_or(Expression::Number(0), |(_, sum)| sum)
    }
}

/// How wide the number `attr` is, and in which byte order.
pub(super) fn width(spec: &Spec, attr: &Attr) -> Width {
    let Kind::Number(bytes, endian) = attr.kind.value else {
        return Width::U8;
    };
    match (bytes, endian.or(spec.endian) == Some(Order::Big)) {
        (2, false) => Width::U16Le,
        (2, true) => Width::U16Be,
        (4, false) => Width::U32Le,
        (4, true) => Width::U32Be,
        (8, false) => Width::U64Le,
        (8, true) => Width::U64Be,
        _ => Width::U8,
    }
}
