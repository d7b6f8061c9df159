//! Lowers a checked binary schema to its table.

use offload_bundle_core::bytes::Width;
use offload_bundle_core::tree::{
    self, Alignment, Area, Binary, Case, Charset, Enum, Expression, Extent, Fixed, Formula, Opt, Repeat, Rule, Shift,
    Source, Summed, Switch, Tree, Written, give_spots,
};

use crate::arena::Arena;
use crate::formula::{self, Part, TermKind, with_sign};
use crate::model::binary::{Align, Attr, Fact, Holds, Link, Number, Order, Record, Spec, Write};
use crate::prose::{comma_list, first_sentence};

struct Lowering<'a> {
    spec: &'a Spec,
    arena: &'a Arena,
    enums: Vec<Enum<'a>>,
}

fn summed<'a>(attr: &tree::Attr<'a>) -> Option<Summed<'a>> {
    match attr.written.source {
        Source::Sum(sum, from, to) => Some(Summed { sum, from, to }),
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
    fn record(&mut self, record: &'a Record) -> tree::Record<'a> {
        let mut fields: Vec<_> = record.seq.iter().map(|attr| self.attr(record, attr)).collect();
        let parts = record.instances.iter().map(|attr| {
            let pos = Some(self.formula(attr, Link::Offset));
            tree::Attr { pos, ..self.attr(record, attr) }
        });
        let mut parts: Vec<_> = parts.collect();
        give_spots(&mut fields, &mut parts);
        tree::Record {
            name: &record.id,
            fixed: Fixed::of(&fields, file_len(self.spec)),
            fields: self.arena.list(fields),
            instances: self.arena.list(parts),
            ..tree::Record::EMPTY
        }
    }

    fn attr(&mut self, record: &'a Record, attr: &'a Attr) -> tree::Attr<'a> {
        let condition = attr.condition.as_ref();
        let plain = tree::Attr {
            name: &attr.id,
            condition: condition.map(|condition| self.condition(condition)),
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
        match &attr.holds.value {
            Holds::Contents(bytes) => tree::Attr { holds: tree::Holds::Fixed(bytes), ..plain },
            Holds::Number(_) => self.number(record, attr, plain),
            Holds::Bytes if self.spec.is_compressed(record, attr) => {
                let of = attr.bytes.size.as_ref().map_or(Extent::TO_END, |_| size());
                tree::Attr { holds: tree::Holds::Bytes(Extent { is_apart: true, ..of }), limit, ..plain }
            }
            Holds::TextToNul => {
                let extent = Extent { terminator: &[0], ..Extent::PLAIN };
                tree::Attr { holds: tree::Holds::Text(charset.unwrap_or(Charset::Utf8), extent), limit, ..plain }
            }
            Holds::Text | Holds::Bytes | Holds::Bits(..) if attr.to_end() => {
                tree::Attr { holds: tree::Holds::Bytes(Extent::TO_END), ..plain }
            }
            Holds::Text | Holds::Bytes | Holds::Bits(..) => {
                let holds = charset.map_or_else(
                    || tree::Holds::Bytes(size()),
                    |charset| tree::Holds::Text(charset, size()),
                );
                tree::Attr { holds, limit, sum: summed(&plain), ..plain }
            }
            Holds::Record(name) => {
                let holds = self.record_called(&name.path.concat());
                match attr.is_list() {
                    false => tree::Attr { holds, ..plain },
                    true => {
                        let repeat = Repeat::Count(self.formula(attr, Link::Count));
                        tree::Attr { holds, repeat, limit, ..plain }
                    }
                }
            }
            Holds::Switch(on, _) => {
                let (cases, on) = (
                    attr.versions().map(|(_, cases)| cases).unwrap_or_default(),
                    self.arena.text(&on.text),
                );
                let number = |number: u64| Formula::new(Expression::Number(number.into()), "");
                let each = cases
                    .iter()
                    .map(|(case, id)| Case { when: Some(number(*case)), holds: self.record_called(id) });
                let known = self.arena.text(&comma_list(cases.iter().map(|(number, _)| number)));
                let other = Case { when: None, holds: tree::Holds::Unknown(known) };
                let cases = self.arena.list(each.chain([other]));
                let on = Formula::new(Expression::Own(on), on);
                tree::Attr { holds: tree::Holds::Switch(Switch { on, cases }), ..plain }
            }
        }
    }

    fn record_called(&self, id: &str) -> tree::Holds<'a> {
        let found = self.spec.records().position(|record| record.id.as_str() == id);
        tree::Holds::Record(found.unwrap_or(0), &[], None)
    }

    fn number(&mut self, record: &'a Record, attr: &'a Attr, plain: tree::Attr<'a>) -> tree::Attr<'a> {
        let width = width(self.spec, attr);
        let rule = self.rule(record, attr);
        let members = self.spec.members(attr);
        let mut values: Vec<_> = members
            .map(|member| (member.number.value, member.id.as_str()))
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
        tree::Attr { holds: tree::Holds::Unsigned(len, order), names, valid, sum: summed(&plain), ..plain }
    }

    fn rule(&self, record: &'a Record, attr: &'a Attr) -> Option<Rule<'a>> {
        match (record.switch_on(attr), attr.range(), self.spec.enum_of(attr)) {
            (Some((_, cases)), ..) => {
                let numbers = || cases.iter().map(|(number, _)| *number);
                Some(Rule::Among(
                    self.arena.list(numbers()),
                    self.arena.text(&comma_list(numbers())),
                ))
            }
            (None, Some((min, max)), _) => Some(Rule::Range(min, max.min(width(self.spec, attr).max()))),
            (None, None, Some(_)) if attr.is_flags() => Some(Rule::Bits(self.arena.list(self.named_numbers(attr)))),
            (None, None, Some(named)) if !attr.is_open() => Some(Rule::Known(self.arena.text(&named.known_numbers()))),
            (None, None, _) => None,
        }
    }

    fn named_numbers(&self, attr: &'a Attr) -> impl Iterator<Item = (u64, &'a str)> {
        self.spec
            .members(attr)
            .map(|member| (member.unsigned(), member.id.as_str()))
    }

    fn written(&self, record: &'a Record, attr: &'a Attr) -> Written<'a> {
        let area = |id: &str| self.spec.areas.iter().position(|area| area.id.value == id);
        let measured = match &attr.holds.value {
            Holds::Record(_) if attr.is_list() => Some(Link::Count),
            Holds::Text | Holds::Bytes if !attr.to_end() && attr.bytes.size.is_some() => Some(Link::Size),
            _ => None,
        };
        Written {
            source: match &attr.holds.value {
                Holds::Number(_) => self.source(record, attr),
                Holds::Bytes if attr.is_digest() => self.source(record, attr),
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

    fn source(&self, record: &'a Record, attr: &'a Attr) -> Source<'a> {
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
    fn shift(&self, record: &Record, attr: &Attr, (measured, link, of): (&str, Link, &str)) -> Option<Shift<'a>> {
        let parts = record.inverse(attr, link, of);
        let sum = |minus: bool| {
            let parts = parts.iter().filter(|part| part.minus == minus);
            self.sum(parts)
        };
        (!parts.is_empty()).then(|| Shift {
            plus: sum(false),
            minus: sum(true),
            text: self.arena.text(&format!("{measured}({of}){}", with_sign(&parts))),
        })
    }

    fn formula(&self, attr: &'a Attr, link: Link) -> Formula<'a> {
        match attr.measure(link) {
            Some(formula) => self.condition(formula),
            None => Formula::new(Expression::Number(0), "0"),
        }
    }

    fn condition(&self, formula: &formula::Formula) -> Formula<'a> {
        Formula::new(self.expression(formula), self.arena.text(&formula.text))
    }

    fn expression(&self, term: &formula::Term) -> Expression<'a> {
        let inner = |term: &formula::Term| self.arena.one(self.expression(term));
        match &term.kind {
            TermKind::Number(number) => Expression::Number(*number),
            TermKind::Name(id) => Expression::Own(self.arena.text(id)),
            TermKind::Unary(unary, of) => Expression::Unary(*unary, inner(of)),
            TermKind::Binary(binary, left, right) => Expression::Binary(*binary, inner(left), inner(right)),
            // Other terms have been rejected.
            _ => Expression::Flag(true),
        }
    }

    fn sum<'p>(&self, parts: impl Iterator<Item = &'p Part<'p>>) -> Expression<'a> {
        let parts = parts.map(|part| self.expression(part.of));
        let sum = parts.reduce(|sum, next| Expression::Binary(Binary::Plus, self.arena.one(sum), self.arena.one(next)));
        sum.unwrap_or(Expression::Number(0))
    }
}

pub(super) fn width(spec: &Spec, attr: &Attr) -> Width {
    let Holds::Number(Number { len, order, .. }) = attr.holds.value else {
        return Width::U8;
    };
    match (len, order.or(spec.endian()) == Some(Order::Big)) {
        (2, false) => Width::U16Le,
        (2, true) => Width::U16Be,
        (4, false) => Width::U32Le,
        (4, true) => Width::U32Be,
        (8, false) => Width::U64Le,
        (8, true) => Width::U64Be,
        _ => Width::U8,
    }
}
