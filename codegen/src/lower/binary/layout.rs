//! From a checked schema to its layout table, by which files are read, shown and written.

use offload_bundle_core::bytes::{Encoding, Width};
use offload_bundle_core::layout::{
    Alignment, Expression, Field, Holds, Layout, Measure, Opt, Part, Placed, Record, Shift, Source, Switch, Valid,
};
use offload_bundle_core::plan::Area;

use crate::arena::Arena;
use crate::expr::{Expr, Operator, Scope};
use crate::model::binary::{self as model, Align, Attr, Docs, Endian, Fact, Kind, Link, Spec, Type, Write};
use crate::prose::{first_sentence, listed};

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
        }
    }

    fn record(&self, record: &'a Type) -> Record<'a> {
        let fields = record.seq.iter().map(|attr| Field {
            name: &attr.id,
            holds: self.holds(record, attr),
            meaning: self.meaning(&attr.docs),
        });
        let parts = record.instances.iter().map(|attr| Part {
            name: &attr.id,
            offset: self.measure(record, attr, Link::Offset),
            holds: self.holds(record, attr),
            placed: self.placed(attr),
            meaning: self.meaning(&attr.docs),
        });
        Record { name: &record.id, fields: self.arena.list(fields), parts: self.arena.list(parts) }
    }

    fn meaning(&self, docs: &Docs) -> &'a str {
        self.arena.text(&first_sentence(docs.text()))
    }

    fn placed(&self, attr: &'a Attr) -> Placed<'a> {
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
            Kind::Record(id) => match &*attr.repeat {
                None => Holds::Record(id),
                Some(_) => Holds::List(id, self.measure(record, attr, Link::Count)),
            },
            Kind::Versions { on, cases } => Holds::Switch(Switch {
                on,
                cases: self.arena.list(cases.iter().map(|(number, id)| (*number, id.as_str()))),
                known: self.arena.text(&listed(cases.iter().map(|(number, _)| number))),
            }),
        }
    }

    fn number(&self, record: &'a Type, attr: &'a Attr) -> Holds<'a> {
        let width = width(self.spec, attr);
        let named = self.spec.enums.iter().find(|named| attr.is_named_by(named));
        let one_of =
            |numbers: Vec<u64>| Valid::OneOf(self.arena.list(numbers.clone()), self.arena.text(&listed(numbers)));
        let switch = record.switch_on(attr);
        let valid = match (switch, attr.valid.as_ref().map(|valid| &valid.value)) {
            (Some((_, cases)), _) => one_of(cases.iter().map(|(number, _)| *number).collect()),
            (None, Some(model::Valid::Range(min, max))) => Valid::Range(*min, (*max).min(width.max())),
            (None, Some(model::Valid::AnyOf(numbers))) => one_of(numbers.clone()),
            (None, None | Some(model::Valid::InEnum)) => match named {
                Some(_) if attr.is_flags() => Valid::Bits,
                Some(named) if !attr.keeps_unnamed() => Valid::Named(self.arena.text(&named.known())),
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

    /// The length, count or offset that `attr` says, on behalf of the field of the same record that is computed from it.
    fn measure(&self, record: &'a Type, attr: &'a Attr, link: Link) -> Measure<'a> {
        let nothing = Expr::Number(0);
        let expr = attr.measure(link).map_or(&nothing, |expr| &expr.value);
        let linked = record.written(Write::Of(link, attr.id.value.clone())).next();
        let limited = link != Link::Offset;
        Measure {
            expression: self.expression(expr),
            text: self.arena.text(&expr.to_string()),
            blame: linked.map(|field| field.id.as_str()),
            limit: attr.limit.as_ref().filter(|_| limited).map(|limit| limit.value),
            least: record.least(attr, link),
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

/// How wide the number `attr` is, and in which byte order.
pub(super) fn width(spec: &Spec, attr: &Attr) -> Width {
    let Kind::Number(bytes, endian) = attr.kind.value else {
        return Width::U8;
    };
    match (bytes, endian.or(spec.endian) == Some(Endian::Big)) {
        (2, false) => Width::U16Le,
        (2, true) => Width::U16Be,
        (4, false) => Width::U32Le,
        (4, true) => Width::U32Be,
        (8, false) => Width::U64Le,
        (8, true) => Width::U64Be,
        _ => Width::U8,
    }
}
