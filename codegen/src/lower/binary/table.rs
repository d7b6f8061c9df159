//! Lowers a checked binary schema to its table.

use offload_bundle_core::bytes::Width;
use offload_bundle_core::tree::{
    self, Alignment, Area, Binary, Case, Charset, Enum, Expression, Extent, Fixed, Formula, Holds, Opt, Record, Repeat,
    Rule, Shift, Source, SumOf, Summed, Switch, Tree, Written, give_spots,
};

use crate::arena::Arena;
use crate::expr::{Expr, Operand, with_sign};
use crate::model::binary::{Attr, Fact, Kind, Link, Spec, Type, Write};
use crate::model::layout::{Align, Order};
use crate::prose::{comma_list, first_sentence};

struct Lowering<'a> {
    spec: &'a Spec,
    arena: &'a Arena,
    enums: Vec<Enum<'a>>,
}

fn summed<'a>(attr: &tree::Attr<'a>) -> Option<Summed<'a>> {
    match attr.written.source {
        Source::Sum(sum, from, to) => Some(Summed { sum, of: SumOf::Stored, up: 0, from, to }),
        _ => None,
    }
}

pub(super) fn tree<'a>(arena: &'a Arena, spec: &'a Spec) -> Tree<'a> {
    let mut lowering = Lowering { spec, arena, enums: Vec::new() };
    let records: Vec<_> = spec.records().map(|record| lowering.record(record)).collect();
    Tree {
        records: arena.list(records),
        enums: arena.list(lowering.enums),
        len: file_len(spec),
        is_lazy: true,
        areas: arena.list(spec.areas.iter().map(|area| match area.strings {
            Some(_) => Area::Strings,
            None => Area::Parts,
        })),
        align_end: spec.align_end.as_ref().map_or(1, |align| align.value),
        options: arena.list(spec.options.iter().map(|option| Opt {
            name: &option.id,
            range: (option.least(), option.most()),
            default: *option.default,
        })),
        ..Tree::EMPTY
    }
}

fn file_len(spec: &Spec) -> Option<&str> {
    spec.root.written(Write::FileSize).next().map(|attr| attr.id.as_str())
}

impl<'a> Lowering<'a> {
    fn record(&mut self, record: &'a Type) -> Record<'a> {
        let mut fields: Vec<_> = record.seq.iter().map(|attr| self.attr(record, attr)).collect();
        let parts = record.instances.iter().map(|attr| {
            let pos = Some(self.formula(attr, Link::Offset));
            tree::Attr { pos, ..self.attr(record, attr) }
        });
        let mut parts: Vec<_> = parts.collect();
        give_spots(&mut fields, &mut parts);
        Record {
            name: &record.id,
            fixed: Fixed::of(&fields, file_len(self.spec)),
            fields: self.arena.list(fields),
            instances: self.arena.list(parts),
            ..Record::EMPTY
        }
    }

    fn attr(&mut self, record: &'a Type, attr: &'a Attr) -> tree::Attr<'a> {
        let condition = attr.condition.as_ref();
        let plain = tree::Attr {
            name: &attr.id,
            condition: condition
                .map(|condition| Formula::new(condition.lower(self.arena), self.arena.text(&condition.text))),
            meaning: self.arena.text(&first_sentence(attr.docs.text())),
            written: self.arena.one(self.written(record, attr)),
            ..tree::Attr::PLAIN
        };
        let size = || Extent::new(Some(self.formula(attr, Link::Size)));
        let charset = attr.encoding.as_ref().map(|encoding| match encoding.value.as_str() {
            "ASCII" => Charset::Ascii,
            _ => Charset::Utf8,
        });
        let limit = attr.limit.as_ref().map(|limit| limit.value);
        match &attr.kind.value {
            Kind::Contents(bytes) => tree::Attr { holds: Holds::Fixed(bytes), ..plain },
            Kind::Number(..) => self.number(record, attr, plain),
            Kind::Bytes if self.spec.is_compressed(record, attr) => {
                let of = attr.size.as_ref().map_or(Extent::TO_END, |_| size());
                tree::Attr { holds: Holds::Bytes(Extent { is_apart: true, ..of }), limit, ..plain }
            }
            Kind::Strz => {
                let extent = Extent { terminator: &[0], ..Extent::PLAIN };
                tree::Attr { holds: Holds::Text(charset.unwrap_or(Charset::Utf8), extent), limit, ..plain }
            }
            Kind::Str | Kind::Bytes if attr.to_end() => tree::Attr { holds: Holds::Bytes(Extent::TO_END), ..plain },
            Kind::Str | Kind::Bytes => {
                let holds = charset.map_or_else(|| Holds::Bytes(size()), |charset| Holds::Text(charset, size()));
                tree::Attr { holds, limit, sum: summed(&plain), ..plain }
            }
            Kind::Record(id) => match &attr.repeat {
                None => tree::Attr { holds: self.record_called(id), ..plain },
                Some(_) => {
                    let repeat = Repeat::Count(self.formula(attr, Link::Count));
                    tree::Attr { holds: self.record_called(id), repeat, limit, ..plain }
                }
            },
            Kind::Versions { on, cases } => {
                let number = |number: u64| Formula::new(Expression::Number(number.into()), "");
                let each = cases
                    .iter()
                    .map(|(case, id)| Case { when: Some(number(*case)), holds: self.record_called(id) });
                let known = self.arena.text(&comma_list(cases.iter().map(|(number, _)| number)));
                let other = Case { when: None, holds: Holds::Unknown(known) };
                let cases = self.arena.list(each.chain([other]));
                let on = Formula::new(Expression::Own(on), on);
                tree::Attr { holds: Holds::Switch(Switch { on, cases }), ..plain }
            }
        }
    }

    fn record_called(&self, id: &str) -> Holds<'a> {
        let found = self.spec.records().position(|record| record.id.as_str() == id);
        Holds::Record(found.unwrap_or(0), &[], None)
    }

    fn number(&mut self, record: &'a Type, attr: &'a Attr, plain: tree::Attr<'a>) -> tree::Attr<'a> {
        let width = width(self.spec, attr);
        let rule = self.rule(record, attr);
        let members = self.spec.members(attr);
        let mut values: Vec<_> = members
            .map(|member| (i128::from(member.number.value), member.id.as_str()))
            .collect();
        values.sort_unstable_by_key(|(number, _)| *number);
        let is_named = !values.is_empty() && !matches!(rule, Some(Rule::Bits(_)));
        let names = is_named.then(|| {
            self.enums
                .push(Enum { name: &attr.id, values: self.arena.list(values) });
            self.enums.len() - 1
        });
        let order = if width.is_big() {
            tree::Order::Big
        } else {
            tree::Order::Little
        };
        let len = u8::try_from(width.len()).unwrap_or(8);
        let valid = self.arena.list(rule);
        tree::Attr { holds: Holds::Unsigned(len, order), names, valid, sum: summed(&plain), ..plain }
    }

    fn rule(&self, record: &'a Type, attr: &'a Attr) -> Option<Rule<'a>> {
        let named = self.spec.enums.iter().find(|named| attr.is_named_by(named));
        match (
            record.switch_on(attr),
            attr.valid.as_ref().map(|valid| &valid.value),
            named,
        ) {
            (Some((_, cases)), ..) => {
                let numbers = || cases.iter().map(|(number, _)| *number);
                Some(Rule::Among(
                    self.arena.list(numbers()),
                    self.arena.text(&comma_list(numbers())),
                ))
            }
            (None, Some(valid), _) => Some(Rule::Range(valid.min, valid.max.min(width(self.spec, attr).max()))),
            (None, None, Some(_)) if attr.is_flags() => Some(Rule::Bits(self.arena.list(self.named_numbers(attr)))),
            (None, None, Some(named)) if !attr.is_open() => Some(Rule::Known(self.arena.text(&named.known_numbers()))),
            (None, None, _) => None,
        }
    }

    fn named_numbers(&self, attr: &'a Attr) -> impl Iterator<Item = (u64, &'a str)> {
        self.spec
            .members(attr)
            .map(|member| (member.number.value, member.id.as_str()))
    }

    fn written(&self, record: &'a Type, attr: &'a Attr) -> Written<'a> {
        let area = |id: &str| self.spec.areas.iter().position(|area| area.id.value == id);
        let measured = match (&attr.kind.value, &attr.repeat) {
            (Kind::Record(_), Some(_)) => Some(Link::Count),
            (Kind::Str | Kind::Bytes, _) if !attr.to_end() && attr.size.is_some() => Some(Link::Size),
            _ => None,
        };
        Written {
            source: match &attr.kind.value {
                Kind::Number(..) => self.source(record, attr),
                Kind::Bytes if attr.is_digest() => self.source(record, attr),
                _ => Source::Given(0),
            },
            alignment: match attr.align.as_ref().map(|align| &align.value) {
                Some(Align::To(number)) => Alignment::To(*number),
                Some(Align::Option(option)) => Alignment::Option(option),
                None => Alignment::To(1),
            },
            fill: attr.fill.unwrap_or(0),
            area: attr.area.as_ref().and_then(|id| area(id)),
            least: measured.map_or(0, |link| record.least(attr, link)),
        }
    }

    fn source(&self, record: &'a Type, attr: &'a Attr) -> Source<'a> {
        let first = match self.rule(record, attr) {
            Some(Rule::Range(min, _)) => min,
            Some(Rule::Among(numbers, _)) => numbers.first().copied().unwrap_or(0),
            Some(Rule::Bits(_)) => 0,
            _ => self.named_numbers(attr).next().map_or(0, |(number, _)| number),
        };
        let default = attr.default.as_ref().map_or(first, |default| default.value);
        if let Some((field, _)) = record.switch_on(attr) {
            return Source::Case(&field.id, default);
        }
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

    /// `None` if the number equals the measured value.
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

    fn formula(&self, attr: &'a Attr, link: Link) -> Formula<'a> {
        let nothing = Expr::default();
        let expr = attr.measure(link).map_or(&nothing, |expr| &expr.value);
        let parts = expr.parts().iter().map(|part| (part.minus, &part.of));
        Formula::new(self.expression(parts), self.arena.text(&expr.to_string()))
    }

    fn expression<'p>(&self, parts: impl Iterator<Item = (bool, &'p Operand)>) -> Expression<'a> {
        let parts = parts.map(|(minus, operand)| match operand {
            Operand::Number(number) => (minus, Expression::Number((*number).into())),
            Operand::Field(id) => (minus, Expression::Own(self.arena.text(id))),
        });
        let sum = parts.reduce(|(_, sum), (minus, next)| {
            let with = if minus { Binary::Minus } else { Binary::Plus };
            (
                false,
                Expression::Binary(with, self.arena.one(sum), self.arena.one(next)),
            )
        });
        sum.map_or(Expression::Number(0), |(_, sum)| sum)
    }
}

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
