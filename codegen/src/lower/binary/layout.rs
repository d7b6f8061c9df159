//! From a resolved format to its layout table, which shows files field by field.

use offload_bundle_core::layout::{self, Expression, Holds, Layout, Measure, Switch};

use crate::arena::Arena;
use crate::expr::{Expr, Operator, Scope};
use crate::ir::binary::{Number, Record, Valid, What};
use crate::ir::measure;
use crate::model::binary::{Docs, Enum};
use crate::prose::{first_sentence, listed};

/// What a format is resolved to, as far as layouts go.
pub(super) struct Resolved<'r, 'a> {
    pub records: &'r [Record<'a>],
    pub enums: &'a [Enum],
    pub arena: &'a Arena,
}

impl<'a> Resolved<'_, 'a> {
    /// The layout of the format.
    pub fn layout(&self) -> Layout<'a> {
        let root = self.records.first();
        let numbers = root.into_iter().flat_map(|root| &root.fields);
        let mut len = numbers.filter(|field| field.what.is_file_len());
        Layout {
            records: self.arena.list(self.records.iter().map(|record| self.record(record))),
            len: len.next().map(|field| field.id),
        }
    }

    fn record(&self, record: &Record<'a>) -> layout::Record<'a> {
        let fields = record.fields.iter().map(|field| layout::Field {
            name: field.id,
            holds: self.holds(&field.what),
            meaning: self.meaning(&field.attr.docs),
        });
        let parts = record.parts.iter().map(|part| layout::Part {
            name: part.id,
            offset: self.measure(&part.pos),
            holds: self.holds(&part.what),
            meaning: self.meaning(&part.attr.docs),
        });
        layout::Record { name: record.id, fields: self.arena.list(fields), parts: self.arena.list(parts) }
    }

    fn meaning(&self, docs: &Docs) -> &'a str {
        self.arena.text(&first_sentence(docs.text()))
    }

    fn holds(&self, what: &What) -> Holds<'a> {
        match what {
            What::Magic(bytes) => Holds::Magic(self.arena.bytes(bytes)),
            What::Number(number) => self.number(number),
            What::Sized(sized) => match sized.encoding {
                Some(encoding) => Holds::Text(encoding, self.measure(&sized.len)),
                None => Holds::Bytes(self.measure(&sized.len)),
            },
            What::Terminated(limit, encoding) => Holds::Terminated(*encoding, *limit),
            What::Rest => Holds::Rest,
            What::Compressed(compressed) => Holds::Content(compressed.len.as_ref().map(|len| self.measure(len))),
            What::Record(index) => Holds::Record(self.name(*index)),
            What::List(list) => Holds::List(self.name(list.record), self.measure(&list.count)),
            What::Versions(versions) => {
                let cases = versions.cases.iter();
                Holds::Switch(Switch {
                    on: self.arena.text(&versions.on),
                    cases: self
                        .arena
                        .list(cases.map(|(number, index)| (*number, self.name(*index)))),
                    known: self.arena.text(&versions.known()),
                })
            }
        }
    }

    /// The name of a record.
    fn name(&self, index: usize) -> &'a str {
        self.records.get(index).map_or("", |record| record.id)
    }

    fn number(&self, number: &Number) -> Holds<'a> {
        let bits = number.bits.map(|index| (index, true));
        let named = number
            .names
            .or(bits)
            .and_then(|(index, open)| Some((self.enums.get(index)?, open)));
        let members = named.iter().flat_map(|(named, _)| &named.members);
        let names = members.map(|member| (member.number.value, member.id.as_str()));
        let valid = match (&number.valid, named) {
            (Valid::Any, Some((named, false))) => layout::Valid::Named(self.arena.text(&named.known())),
            _ if number.bits.is_some() => layout::Valid::Bits,
            (Valid::Any, _) => layout::Valid::Any,
            (Valid::Range(min, max), _) => layout::Valid::Range(*min, *max),
            (Valid::AnyOf(values), _) => layout::Valid::OneOf(
                self.arena.list(values.iter().copied()),
                self.arena.text(&listed(values)),
            ),
        };
        Holds::Number(number.width, self.arena.list(names), valid)
    }

    fn measure(&self, measure: &measure::Measure) -> Measure<'a> {
        Measure {
            expression: self.expression(&measure.expr),
            text: self.arena.text(&measure.expr.to_string()),
            blame: measure.blame.as_ref().map(|field| self.arena.text(field)),
            limit: measure.limit,
        }
    }

    fn expression(&self, expr: &Expr) -> Expression<'a> {
        match expr {
            Expr::Number(number) => Expression::Number(*number),
            Expr::Field(path) => {
                let field = self.arena.text(&path.id);
                match path.scope {
                    Scope::Own => Expression::Own(field),
                    Scope::Parent => Expression::Parent(field),
                    Scope::Root => Expression::Root(field),
                }
            }
            Expr::Join(left, operator, right) => {
                let left = self.arena.one(self.expression(left));
                let right = self.arena.one(self.expression(right));
                match operator {
                    Operator::Plus => Expression::Plus(left, right),
                    Operator::Minus => Expression::Minus(left, right),
                    Operator::Times => Expression::Times(left, right),
                }
            }
        }
    }
}
