//! The table of a typed layout: the general one, and the facts for writers.

use offload_bundle_core::tree::{
    self, Alignment, Area, Binary, Case, Enum, Expression, Extent, Fixed, Formula, Opt, Rule, Shift, Source, Switch,
    Tree, Written, give_spots,
};

use crate::arena::Arena;
use crate::formula::{Part, TermKind, with_sign};
use crate::lower::tree::tree as general;
use crate::model::binary::{Align, Attr, Fact, Holds, Link, Record, Spec, Write};
use crate::problem::{Doubts, Problems};
use crate::prose::comma_list;

struct Lowering<'a> {
    spec: &'a Spec,
    arena: &'a Arena,
    enums: Vec<Enum<'a>>,
}

pub(super) fn tree<'a>(arena: &'a Arena, spec: &'a Spec) -> Tree<'a> {
    let tree = general(arena, &[spec], &Doubts::default(), &mut Problems::new("", true));
    let mut lowering = Lowering { spec, arena, enums: Vec::new() };
    let records = spec.records().zip(tree.records);
    let records: Vec<_> = records.map(|(record, of)| lowering.record(record, of)).collect();
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
        ..tree
    }
}

fn file_len(spec: &Spec) -> Option<&str> {
    spec.root.written(Write::FileSize).next().map(|attr| attr.id.as_str())
}

impl<'a> Lowering<'a> {
    fn record(&mut self, record: &'a Record, of: &tree::Record<'a>) -> tree::Record<'a> {
        let attrs = record.attrs().zip(of.attrs());
        let mut fields: Vec<_> = attrs.map(|(attr, of)| self.attr(record, attr, of)).collect();
        let mut parts = fields.split_off(record.seq.len());
        give_spots(&mut fields, &mut parts);
        tree::Record {
            fixed: Fixed::of(&fields, file_len(self.spec)),
            fields: self.arena.list(fields),
            instances: self.arena.list(parts),
            ..*of
        }
    }

    fn attr(&mut self, record: &'a Record, attr: &'a Attr, of: &tree::Attr<'a>) -> tree::Attr<'a> {
        let of = tree::Attr { written: self.arena.one(self.written(record, attr)), ..*of };
        let holds = match of.holds {
            tree::Holds::Unsigned(..) => return self.number(record, attr, of),
            tree::Holds::Bytes(extent) if self.spec.is_compressed(record, attr) => {
                tree::Holds::Bytes(Extent { is_apart: true, ..extent })
            }
            tree::Holds::Switch(Switch { on, cases }) => {
                let numbers = self.spec.cases(attr).into_iter().map(|(number, _)| number);
                let known = self.arena.text(&comma_list(numbers));
                let other = Case { when: None, holds: tree::Holds::Unknown(known) };
                // Errors contain `known` instead of the text of a case.
                let plain = |case: &Case<'a>| Case { when: case.when.map(|when| Formula::new(when.of, "")), ..*case };
                tree::Holds::Switch(Switch { on, cases: self.arena.list(cases.iter().map(plain).chain([other])) })
            }
            holds => holds,
        };
        tree::Attr { holds, ..of }
    }

    fn number(&mut self, record: &'a Record, attr: &'a Attr, of: tree::Attr<'a>) -> tree::Attr<'a> {
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
        tree::Attr { names, valid: self.arena.list(rule), ..of }
    }

    fn rule(&self, record: &'a Record, attr: &'a Attr) -> Option<Rule<'a>> {
        match (record.switch_on(attr), attr.range(), self.spec.enum_of(attr)) {
            (Some((_, cases)), ..) => {
                let numbers = || cases.iter().map(|(number, _)| *number);
                let known = self.arena.text(&comma_list(numbers()));
                Some(Rule::Among(self.arena.list(numbers()), known))
            }
            (None, Some((min, max)), _) => Some(Rule::Range(min, max.min(attr.max()))),
            (None, None, Some(_)) if attr.is_flags() => Some(Rule::Bits(self.arena.list(self.named_numbers(attr)))),
            (None, None, Some(named)) if !attr.is_open() => Some(Rule::Known(self.arena.text(&named.known_numbers()))),
            (None, None, _) => None,
        }
    }

    fn named_numbers(&self, attr: &'a Attr) -> impl Iterator<Item = (u64, &'a str)> {
        let members = self.spec.members(attr);
        members.map(|member| (member.unsigned(), member.id.as_str()))
    }

    fn written(&self, record: &'a Record, attr: &'a Attr) -> Written<'a> {
        let area = |id: &str| self.spec.areas.iter().position(|area| area.id.value == id);
        let measured = match &attr.holds.value {
            Holds::Record(_) if attr.is_list() => Some(Link::Count),
            holds if holds.is_sized() && !attr.to_end() && attr.bytes.size.is_some() => Some(Link::Size),
            _ => None,
        };
        Written {
            source: match attr.is_number() || attr.is_digest() {
                true => self.source(record, attr),
                false => Source::Given(0),
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
        let sum = |minus: bool| self.sum(parts.iter().filter(|part| part.minus == minus));
        (!parts.is_empty()).then(|| Shift {
            plus: sum(false),
            minus: sum(true),
            text: self.arena.text(&format!("{measured}({of}){}", with_sign(&parts))),
        })
    }

    fn sum<'p>(&self, parts: impl Iterator<Item = &'p Part<'p>>) -> Expression<'a> {
        let parts = parts.map(|part| match &part.of.kind {
            TermKind::Name(id) => Expression::Own(self.arena.text(id)),
            _ => Expression::Number(part.of.constant().unwrap_or(0).into()),
        });
        let sum = parts.reduce(|sum, next| Expression::Binary(Binary::Plus, self.arena.one(sum), self.arena.one(next)));
        sum.unwrap_or(Expression::Number(0))
    }
}
