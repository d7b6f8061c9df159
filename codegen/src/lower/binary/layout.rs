//! From a resolved format to its layout table, by which files are read, shown and written.

use offload_bundle_core::layout::{self, Alignment, Expression, Holds, Layout, Measure, Opt, Placed, Shift, Switch};
use offload_bundle_core::plan::Area;

use crate::amounts::Amounts;
use crate::arena::Arena;
use crate::expr::{Expr, Inverse, Operator, Scope};
use crate::ir::binary::{Number, Part, Record, Source, Valid, What};
use crate::ir::measure;
use crate::model::binary::{Align, Docs, Spec};
use crate::prose::{first_sentence, listed};

/// What a format is resolved to, as far as layouts go.
pub(super) struct Resolved<'r, 'a> {
    pub records: &'r [Record<'a>],
    pub spec: &'a Spec,
    pub amounts: &'r Amounts,
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
        }
    }

    fn record(&self, record: &Record<'a>) -> layout::Record<'a> {
        let fields = record.fields.iter().map(|field| layout::Field {
            name: field.id,
            holds: self.holds(record, field.id, &field.what),
            meaning: self.meaning(&field.attr.docs),
        });
        let parts = record.parts.iter().map(|part| layout::Part {
            name: part.id,
            offset: self.measure(&part.pos, 0),
            holds: self.holds(record, part.id, &part.what),
            placed: self.placed(part),
            meaning: self.meaning(&part.attr.docs),
        });
        layout::Record { name: record.id, fields: self.arena.list(fields), parts: self.arena.list(parts) }
    }

    fn meaning(&self, docs: &Docs) -> &'a str {
        self.arena.text(&first_sentence(docs.text()))
    }

    fn placed(&self, part: &Part<'a>) -> Placed<'a> {
        Placed {
            alignment: match &part.align {
                Align::To(number) => Alignment::To(*number),
                Align::Option(option) => Alignment::Option(self.arena.text(option)),
            },
            fill: part.fill,
            area: part.area.map(|(area, _)| area),
        }
    }

    fn holds(&self, record: &Record<'a>, id: &str, what: &What) -> Holds<'a> {
        let least = self.amounts.least(record.id, id);
        let measure = |of: &measure::Measure| self.measure(of, least);
        match what {
            What::Magic(bytes) => Holds::Magic(self.arena.bytes(bytes)),
            What::Number(number) => self.number(record, number),
            What::Sized(sized) => match sized.encoding {
                Some(encoding) => Holds::Text(encoding, measure(&sized.len)),
                None => Holds::Bytes(measure(&sized.len)),
            },
            What::Terminated(limit, encoding) => Holds::Terminated(*encoding, *limit),
            What::Rest => Holds::Rest,
            What::Compressed(compressed) => Holds::Content(compressed.len.as_ref().map(measure)),
            What::Record(index) => Holds::Record(self.name(*index)),
            What::List(list) => Holds::List(self.name(list.record), measure(&list.count)),
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

    fn number(&self, record: &Record<'a>, number: &Number) -> Holds<'a> {
        let bits = number.bits.map(|index| (index, true));
        let named = number
            .names
            .or(bits)
            .and_then(|(index, open)| Some((self.spec.enums.get(index)?, open)));
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
        Holds::Number(number.width, self.arena.list(names), valid, self.source(record, number))
    }

    fn source(&self, record: &Record<'a>, number: &Number) -> layout::Source<'a> {
        let text = |id: &str| self.arena.text(id);
        match &number.source {
            Source::Given => layout::Source::Given(number.default),
            Source::Constant(number) => layout::Source::Constant(*number),
            Source::Count(of, inverse) => layout::Source::Count(text(of), self.shift("count", of, inverse)),
            Source::Size(of, inverse) => layout::Source::Size(text(of), self.shift("size", of, inverse)),
            Source::Offset(of, inverse) => layout::Source::Offset(text(of), self.shift("offset", of, inverse)),
            Source::FileSize => layout::Source::FileLen,
            Source::DecompressedSize(of) => layout::Source::DecompressedLen(text(of)),
            Source::Digest(of) => layout::Source::Digest(text(of)),
            Source::Version(of) => {
                let switch = record.fields.iter().find(|field| field.id == of);
                let default = switch.and_then(|field| match &field.what {
                    What::Versions(versions) => Some(versions.default),
                    _ => None,
                });
                layout::Source::Case(text(of), default.unwrap_or(number.default))
            }
        }
    }

    /// How the number follows from what `measured` gives of `of`, where it is not that itself.
    fn shift(&self, measured: &str, of: &str, inverse: &Inverse) -> Option<Shift<'a>> {
        let sum = |exprs: &[Expr]| {
            let sum = exprs.iter().map(|expr| self.expression(expr));
            let sum = sum.reduce(|sum, next| Expression::Plus(self.arena.one(sum), self.arena.one(next)));
            sum.unwrap_or(Expression::Number(0))
        };
        (!inverse.is_empty()).then(|| Shift {
            plus: sum(&inverse.plus),
            minus: sum(&inverse.minus),
            text: self.arena.text(&inverse.of(&format!("{measured}({of})"))),
        })
    }

    fn measure(&self, measure: &measure::Measure, least: u64) -> Measure<'a> {
        Measure {
            expression: self.expression(&measure.expr),
            text: self.arena.text(&measure.expr.to_string()),
            blame: measure.blame.as_ref().map(|field| self.arena.text(field)),
            limit: measure.limit,
            least,
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
