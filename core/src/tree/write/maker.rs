//! Values that are made up: small numbers, those that the schema speaks of, and now and then any.

use alloc::string::String;
use alloc::vec::Vec;

use crate::tree::expression::Expression;
use crate::tree::tables::{Attr, Holds, Repeat, Rule, Tree};

/// Makes up values, always the same ones from a seed.
#[derive(Debug)]
pub(super) struct Maker {
    state: u64,
    /// The numbers and texts that expressions of the schema have, which decide something.
    numbers: Vec<i128>,
    texts: Vec<&'static str>,
}

impl Maker {
    pub(super) fn new(tree: &'static Tree<'static>, seed: u64) -> Self {
        let mut maker = Self { state: seed.wrapping_mul(2).wrapping_add(1), numbers: Vec::new(), texts: Vec::new() };
        for record in tree.all_records() {
            for attr in record.fields.iter().chain(record.instances) {
                maker.note_attr(attr);
            }
            if let Some(endian) = &record.endian {
                let cases = endian.cases.iter().filter_map(|(when, _)| when.as_ref());
                cases.for_each(|when| maker.note(&when.of));
            }
        }
        maker
    }

    /// A number below `most`.
    pub(super) fn below(&mut self, most: u64) -> u64 {
        self.next().checked_rem(most).unwrap_or(0)
    }

    fn next(&mut self) -> u64 {
        // SplitMix64.
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(super) fn pick<'l, T>(&mut self, some: &'l [T]) -> Option<&'l T> {
        let count = crate::bytes::count(some);
        some.get(usize::try_from(self.below(count)).ok()?)
    }

    fn note_attr(&mut self, attr: &'static Attr<'static>) {
        let of_repeat = match &attr.repeat {
            Repeat::Until(formula) | Repeat::Count(formula) => Some(formula),
            Repeat::Once | Repeat::ToEnd => None,
        };
        let some = [attr.condition.as_ref(), of_repeat].into_iter().flatten();
        some.for_each(|formula| self.note(&formula.of));
        self.note_holds(&attr.holds);
        for rule in attr.valid {
            match rule {
                Rule::Equal(formula) | Rule::Least(formula) | Rule::Most(formula) | Rule::Holds(formula) => {
                    self.note(&formula.of);
                }
                Rule::OneOf(some) => some.iter().for_each(|formula| self.note(&formula.of)),
                Rule::InEnum => {}
            }
        }
    }

    fn note_holds(&mut self, holds: &'static Holds<'static>) {
        match holds {
            Holds::Switch(switch) => {
                for case in switch.cases {
                    if let Some(when) = &case.when {
                        self.note(&when.of);
                    }
                    self.note_holds(&case.holds);
                }
            }
            Holds::Value(formula) => self.note(&formula.of),
            _ => {}
        }
    }

    fn note(&mut self, of: &'static Expression<'static>) {
        match of {
            Expression::Number(number) | Expression::Named(_, number) => self.numbers.push(*number),
            Expression::Text(text) => self.texts.push(text),
            Expression::List(some) => some.iter().for_each(|one| self.note(one)),
            Expression::Unary(_, of) | Expression::Member(of, _) | Expression::Call(of, ..) => self.note(of),
            Expression::Binary(_, a, b) | Expression::At(a, b) => {
                self.note(a);
                self.note(b);
            }
            Expression::Choice(a, b, c) => [a, b, c].into_iter().for_each(|one| self.note(one)),
            _ => {}
        }
    }

    pub(super) fn number(&mut self, attr: &Attr<'_>, tree: &Tree<'_>, bits: u32) -> i128 {
        let named = attr.names.and_then(|names| tree.named(names)).map(|names| names.values);
        if let Some(values) = named.filter(|_| self.below(8) > 0)
            && let Some((number, _)) = self.pick(values)
        {
            return *number;
        }
        match self.below(4) {
            0 if !self.numbers.is_empty() => {
                let numbers = core::mem::take(&mut self.numbers);
                let number = self.pick(&numbers).copied().unwrap_or(0);
                self.numbers = numbers;
                number
            }
            1 => i128::from(self.next() >> (64_u32.saturating_sub(bits)).min(63)),
            _ => i128::from(self.below(6)),
        }
    }

    pub(super) fn bytes(&mut self, len: u64) -> Vec<u8> {
        (0..len)
            .map(|_| {
                let [byte, ..] = self.next().to_le_bytes();
                byte
            })
            .collect()
    }

    pub(super) fn text(&mut self, len: Option<u64>) -> String {
        let texts = core::mem::take(&mut self.texts);
        let known: Vec<&str> = texts
            .iter()
            .copied()
            .filter(|text| len.is_none_or(|len| crate::bytes::length(text.as_bytes()) == len))
            .collect();
        self.texts = texts;
        if let Some(text) = self.pick(&known)
            && self.below(2) == 0
        {
            return (*text).into();
        }
        let len = len.unwrap_or_else(|| self.below(6));
        let letters = b"abcdefghijklmnopqrstuvwxyzABCDEF0123456789";
        (0..len)
            .map(|_| char::from(self.pick(letters).copied().unwrap_or(b'a')))
            .collect()
    }
}
