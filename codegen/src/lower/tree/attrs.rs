//! Lowers fields and instances.

use offload_bundle_core::tree::{Attr, Case, Extent, Holds, Order, Repeat, Rule, Switch};

use super::Lowering;
use super::bytes::AMOUNT;
use super::kinds::Of;
use super::terms::At;
use crate::formula;
use crate::model::binary::{self as model, Number, NumberKind};
use crate::problem::{Problems, quote};
use crate::prose::first_sentence;
use crate::spanned::Spanned;

const CONDITION: (&str, fn(&Of) -> bool) = ("an expression that is true or false", |of| *of == Of::Flag);

fn check_computed(attr: &model::Attr, problems: &mut Problems) {
    let read = !matches!(attr.holds.value, model::Holds::Bytes) || attr.bytes.size.is_some() || attr.to_end();
    let placed = attr.pos.is_some() || attr.io.is_some();
    let others = [
        ("type or size", read),
        ("pos or io", placed),
        ("valid", attr.valid.is_some()),
        ("repeat", !matches!(attr.repeat.value, model::Repeat::Once)),
        ("-write", attr.write.is_some()),
    ];
    for (key, _) in others.into_iter().filter(|(_, is_there)| *is_there) {
        let hint = "remove it; computed values are not read";
        problems.add(
            &attr.id,
            "`value` with `if` and `enum` at most",
            format!("`{key}` together with it"),
            hint,
        );
    }
}

fn is_elsewhere<'k>(
    name: &Spanned<String>,
    expected: &str,
    known: impl Iterator<Item = &'k str>,
    problems: &mut Problems,
) {
    if problems.one_of(name, expected, known) {
        let hint = "put the ids of the types that it is in before it, with `::` between them";
        problems.add(name, expected, quote(name), hint);
    }
}

impl<'a> Lowering<'a, '_> {
    pub(super) fn attr(
        &self,
        scope: usize,
        attr: &model::Attr,
        is_instance: bool,
        problems: &mut Problems,
    ) -> Attr<'a> {
        let formula =
            |formula: &Spanned<formula::Formula>, problems: &mut Problems| self.formula(scope, formula, problems).0;
        let condition = attr.condition.as_ref();
        let condition = condition.map(|condition| self.formula_of(scope, condition, CONDITION, problems));
        let pos = attr
            .pos
            .as_ref()
            .map(|pos| self.formula_of(scope, pos, AMOUNT, problems));
        let stream = attr.io.as_ref().map(|io| formula(io, problems));
        let repeat = match &attr.repeat.value {
            model::Repeat::Once => Repeat::Once,
            model::Repeat::Count(count) => Repeat::Count(self.formula_of(scope, count, AMOUNT, problems)),
            model::Repeat::ToEnd => Repeat::ToEnd,
            model::Repeat::Until(until) => Repeat::Until(self.formula_of(scope, until, CONDITION, problems)),
        };
        let holds = match &attr.value {
            Some(value) if is_instance => {
                check_computed(attr, problems);
                Holds::Value(formula(value, problems))
            }
            _ => self.holds(scope, attr, &attr.holds, problems),
        };
        let names = attr
            .names
            .as_ref()
            .and_then(|names| self.find_enum(scope, names, problems));
        let rules = attr
            .valid
            .as_ref()
            .map(|rules| self.rules(scope, &rules.value.0, problems));
        Attr {
            name: self.arena.text(&attr.id),
            meaning: self.arena.text(&first_sentence(attr.docs.text())),
            condition,
            pos,
            stream,
            holds,
            repeat,
            names,
            valid: self.arena.list(rules.unwrap_or_default()),
            limit: attr.limit.as_ref().map(|limit| limit.value),
            sum: self.sum(scope, attr, problems),
            ..Attr::PLAIN
        }
    }

    pub(super) fn find_enum(&self, scope: usize, names: &Spanned<String>, problems: &mut Problems) -> Option<usize> {
        let found = self.known.find_enum(scope, names);
        if found.is_none() {
            let known = self.known.enums.iter().map(|known| known.named.id.as_str());
            let expected = "an enum in this schema";
            is_elsewhere(names, expected, known, problems);
        }
        found
    }

    fn holds(
        &self,
        scope: usize,
        attr: &model::Attr,
        holds: &Spanned<model::Holds>,
        problems: &mut Problems,
    ) -> Holds<'a> {
        match &holds.value {
            model::Holds::Contents(bytes) => {
                if bytes.is_empty() {
                    problems.add(holds, "at least one byte", "none", "leave the field out");
                }
                Holds::Fixed(self.arena.bytes(bytes))
            }
            model::Holds::Number(number) => self.number(scope, holds, number, problems),
            model::Holds::Bits(count, order) => {
                let around = || {
                    self.known
                        .around(scope)
                        .find_map(|known| known.record.unless_said()?.bit_endian.as_ref())
                };
                let order = order
                    .or_else(|| around().map(|order| order.value))
                    .unwrap_or(Order::Big);
                match count {
                    1 if attr.names.is_none() => Holds::Flag(order),
                    count => Holds::Bits(*count, order),
                }
            }
            model::Holds::Text => {
                let charset = self.charset(scope, attr, problems);
                Holds::Text(charset, self.required_extent(scope, attr, &[], problems))
            }
            model::Holds::TextToNul => {
                let charset = self.charset(scope, attr, problems);
                let nul = vec![0; charset.unit()];
                Holds::Text(charset, self.required_extent(scope, attr, &nul, problems))
            }
            model::Holds::Bytes => Holds::Bytes(self.required_extent(scope, attr, &[], problems)),
            model::Holds::Record(name) => self.lower_holds(scope, attr, holds, name, problems),
            model::Holds::Switch(on, cases) => {
                let on = self.formula(scope, on, problems).0;
                let mut lowered: Vec<Case<'a>> = Vec::new();
                for (when, holds) in cases {
                    let when = when.as_ref().map(|when| self.formula(scope, when, problems).0);
                    let holds = holds.with((***holds).clone());
                    lowered.push(Case { when, holds: self.holds(scope, attr, &holds, problems) });
                }
                // Without a matching case, sized content is bytes.
                let rest = lowered.iter().all(|case| case.when.is_some());
                if let Some(extent) = self
                    .extent(scope, attr, &[], &mut Problems::new("", true))
                    .filter(|_| rest)
                {
                    lowered.push(Case { when: None, holds: Holds::Bytes(extent) });
                }
                Holds::Switch(Switch { on, cases: self.arena.list(lowered) })
            }
        }
    }

    fn number(
        &self,
        scope: usize,
        place: &Spanned<model::Holds>,
        number: &Number,
        problems: &mut Problems,
    ) -> Holds<'a> {
        let said = number.order.or_else(|| self.order(scope));
        let order = said.unwrap_or_else(|| {
            if number.len > 1 {
                let hint = "add `endian: le` or `endian: be` to `meta`, or to the type: `u4le`";
                problems.add(place, "a byte order", "none", hint);
            }
            Order::Little
        });
        match number.kind {
            NumberKind::Unsigned => Holds::Unsigned(number.len, order),
            NumberKind::Signed => Holds::Signed(number.len, order),
            NumberKind::Float => Holds::Float(number.len, order),
        }
    }

    fn lower_holds(
        &self,
        scope: usize,
        attr: &model::Attr,
        place: &Spanned<model::Holds>,
        name: &formula::TypeName,
        problems: &mut Problems,
    ) -> Holds<'a> {
        let extent = self.extent(scope, attr, &[], problems);
        let at = At { scope, place: &place.span, text: &name.text };
        let told = name.told.iter().map(|told| {
            let of = self.term(&at, told, problems).0;
            offload_bundle_core::tree::Formula { of, text: self.arena.text(&name.text) }
        });
        let told: Vec<_> = told.collect();
        let Some(found) = self.known.record(scope, &name.path) else {
            let known = self.known.records.iter().map(|known| known.record.id.as_str());
            let written = place.with(name.path.join("::"));
            let expected = "a type of this schema or its imports";
            is_elsewhere(&written, expected, known, problems);
            return Holds::Bytes(extent.unwrap_or(Extent::TO_END));
        };
        let params = &self.known.records[found].record.params;
        if params.len() != told.len() {
            let expected = format!("`{}` with {} values in parentheses", name.path.join("::"), params.len());
            let hint = "pass its `params` in order";
            problems.add(place, expected, told.len().to_string(), hint);
        }
        Holds::Record(found, self.arena.list(told), extent)
    }

    fn rules(&self, scope: usize, valid: &model::Valid, problems: &mut Problems) -> Vec<Rule<'a>> {
        let mut rules = Vec::new();
        let mut lowered = |formula: &Spanned<formula::Formula>| self.formula(scope, formula, problems).0;
        rules.extend(valid.eq.as_ref().map(|eq| Rule::Equal(lowered(eq))));
        rules.extend(valid.min.as_ref().map(|min| Rule::Least(lowered(min))));
        rules.extend(valid.max.as_ref().map(|max| Rule::Most(lowered(max))));
        if !valid.any_of.is_empty() {
            let some: Vec<_> = valid.any_of.iter().map(&mut lowered).collect();
            rules.push(Rule::OneOf(self.arena.list(some)));
        }
        rules.extend(valid.expr.as_ref().map(|expr| Rule::Holds(lowered(expr))));
        if valid.in_enum {
            rules.push(Rule::InEnum);
        }
        rules
    }
}
