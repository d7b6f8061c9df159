//! Lowers expressions: resolves names and checks kinds of operands.

use offload_bundle_core::tree::{Binary, Expression, Formula, Method, Unary};

use super::Lowering;
use super::kinds::{Of, of_attr};
use crate::formula::{self, Path, Term, TermKind};
use crate::names::suggestion;
use crate::problem::{Problems, quote};
use crate::spanned::{Span, Spanned};

pub(super) struct At<'p> {
    pub(super) scope: usize,
    pub(super) place: &'p Span,
    pub(super) text: &'p str,
}

type Typed<'a> = (Expression<'a>, Of);

impl<'a> Lowering<'a, '_> {
    pub(super) fn formula(
        &self,
        scope: usize,
        formula: &Spanned<formula::Formula>,
        problems: &mut Problems,
    ) -> (Formula<'a>, Of) {
        let at = At { scope, place: &formula.span, text: &formula.text };
        let text = self.arena.text(&formula.text);
        if self.doubts.at(&formula.span) {
            let (of, _) = self.term(&at, &formula.term, &mut Problems::new("", true));
            return (Formula { of, text }, Of::Any);
        }
        let (of, kind) = self.term(&at, &formula.term, problems);
        (Formula { of, text }, kind)
    }

    /// `fits` checks the kind, and `wanted` names it.
    pub(super) fn formula_of(
        &self,
        scope: usize,
        formula: &Spanned<formula::Formula>,
        (wanted, fits): (&str, fn(&Of) -> bool),
        problems: &mut Problems,
    ) -> Formula<'a> {
        let (lowered, kind) = self.formula(scope, formula, problems);
        if !fits(&kind) && kind != Of::Any {
            let hint = "write an expression with that type";
            problems.add(formula, wanted, format!("{}: `{}`", kind.words(), formula.text), hint);
        }
        lowered
    }

    pub(super) fn term(&self, at: &At<'_>, term: &Term, problems: &mut Problems) -> Typed<'a> {
        let one = |of: Expression<'a>| self.arena.one(of);
        match &term.kind {
            TermKind::Number(number) => (Expression::Number(*number), Of::Number),
            TermKind::Float(number) => (Expression::Float(number.to_bits()), Of::Float),
            TermKind::Text(text) => (Expression::Text(self.arena.text(text)), Of::Text),
            TermKind::Flag(flag) => (Expression::Flag(*flag), Of::Flag),
            TermKind::List(items) => self.list(at, items, problems),
            TermKind::Name(name) => self.name(at, term, name, problems),
            TermKind::Value(path) => self.value(at, term, path, problems),
            TermKind::SizeOf(path) => {
                let found = self.bits_of_type(at, path);
                (self.size(at, term, found, problems), Of::Number)
            }
            TermKind::Member(of, name, told) if name == "_sizeof" && told.is_empty() => {
                let found = self.bits_of_term(at, of);
                (self.size(at, term, found, problems), Of::Number)
            }
            TermKind::Member(of, name, told) => {
                let (of, kind) = self.term(at, of, problems);
                let told: Vec<Typed<'a>> = told.iter().map(|told| self.term(at, told, problems)).collect();
                self.member(at, term, (one(of), &kind), (name, &told), problems)
            }
            TermKind::Cast(of, path) => {
                let (of, kind) = self.term(at, of, problems);
                let to = self.cast(at, path, problems);
                match (&to, &kind) {
                    (Of::Bytes, Of::List(_)) => (Expression::Call(one(of), Method::ToBytes, &[]), to),
                    _ => (of, to),
                }
            }
            TermKind::At(list, index) => {
                let (list, kind) = self.term(at, list, problems);
                let (index, _) = self.term(at, index, problems);
                let item = match kind {
                    Of::List(of) => *of,
                    Of::Bytes => Of::Number,
                    Of::Any => Of::Any,
                    other => self.unfit(at, term, "a list before brackets", &other, problems),
                };
                (Expression::At(one(list), one(index)), item)
            }
            TermKind::Unary(unary, of) => {
                let (of, kind) = self.term(at, of, problems);
                let kind = match unary {
                    Unary::Not if matches!(kind, Of::Flag | Of::Any) => Of::Flag,
                    Unary::Negate | Unary::Invert if kind.is_numeric() => kind,
                    Unary::Not => self.unfit(at, term, "true or false after `not`", &kind, problems),
                    _ => self.unfit(at, term, "a number", &kind, problems),
                };
                (Expression::Unary(*unary, one(of)), kind)
            }
            TermKind::Binary(binary, left, right) => {
                let (left, left_kind) = self.term(at, left, problems);
                let (right, right_kind) = self.term(at, right, problems);
                let kind = self.join(at, term, *binary, (left_kind, right_kind), problems);
                (Expression::Binary(*binary, one(left), one(right)), kind)
            }
            TermKind::Choice(condition, yes, no) => {
                let (condition, kind) = self.term(at, condition, problems);
                if !matches!(kind, Of::Flag | Of::Any) {
                    self.unfit(at, term, "true or false before `?`", &kind, problems);
                }
                let (yes, yes_kind) = self.term(at, yes, problems);
                let (no, no_kind) = self.term(at, no, problems);
                (
                    Expression::Choice(one(condition), one(yes), one(no)),
                    yes_kind.or(no_kind),
                )
            }
        }
    }

    fn size(&self, at: &At<'_>, term: &Term, found: Option<u64>, problems: &mut Problems) -> Expression<'a> {
        let Some(found) = found else {
            let hint = "write the number; this length is known only from the file";
            self.wrong(
                at,
                term,
                "a value with a length fixed by the schema",
                "another".to_owned(),
                hint,
                problems,
            );
            return Expression::Number(0);
        };
        Expression::Number(found.div_ceil(8).into())
    }

    /// A list of bytes is a byte array, as in Kaitai.
    fn list(&self, at: &At<'_>, items: &[Term], problems: &mut Problems) -> Typed<'a> {
        let byte = |item: &Term| match item.kind {
            TermKind::Number(number) => u8::try_from(number).ok(),
            _ => None,
        };
        if let Some(bytes) = items.iter().map(byte).collect::<Option<Vec<u8>>>() {
            return (Expression::Bytes(self.arena.bytes(&bytes)), Of::Bytes);
        }
        let items: Vec<Typed<'a>> = items.iter().map(|item| self.term(at, item, problems)).collect();
        let mut kinds = items.iter().map(|(_, kind)| kind.clone());
        let first = kinds.next().unwrap_or(Of::Any);
        let kind = kinds.fold(first, Of::or);
        let items = self.arena.list(items.into_iter().map(|(item, _)| item));
        (Expression::List(items), Of::List(Box::new(kind)))
    }

    fn name(&self, at: &At<'_>, term: &Term, name: &str, problems: &mut Problems) -> Typed<'a> {
        match name {
            "_parent" => return (Expression::Parent, self.parent(at.scope)),
            "_root" => return (Expression::Root, self.root(at.scope)),
            "_io" => return (Expression::Stream, Of::Stream),
            "_" => return (Expression::Item, Of::Any),
            "_index" => return (Expression::Index, Of::Number),
            "_sizeof" => {
                let found = self.bits_of_record(at.scope, 0);
                return (self.size(at, term, found, problems), Of::Number);
            }
            _ => {}
        }
        let kind = self.kind_of(at.scope, name).unwrap_or_else(|| {
            self.unknown(at, term, name, at.scope, problems);
            Of::Any
        });
        (Expression::Own(self.arena.text(name)), kind)
    }

    fn value(&self, at: &At<'_>, term: &Term, path: &Path, problems: &mut Problems) -> Typed<'a> {
        let (Some((value, names)), Some(first)) = (path.split_last(), path.first()) else {
            return (Expression::Number(0), Of::Any);
        };
        let Some(found) = self.known.find_enum_at(at.scope, names) else {
            let hint = "use its id after the ids of its outer types";
            self.wrong(
                at,
                term,
                "an enum in this schema",
                quote(&names.join("::")),
                hint,
                problems,
            );
            return (Expression::Number(0), Of::Any);
        };
        let members = &self.known.enums[found].named.members;
        let Some(member) = members.iter().find(|member| member.id.value == *value) else {
            let known: Vec<&str> = members.iter().map(|member| member.id.as_str()).collect();
            let hint = suggestion(value, &known);
            let expected = format!(
                "a value of the enum `{}`",
                if names.is_empty() {
                    first
                } else {
                    &names[names.len() - 1]
                }
            );
            self.wrong(at, term, &expected, quote(value), &hint, problems);
            return (Expression::Number(0), Of::Enum(found));
        };
        (Expression::Named(found, member.number.value), Of::Enum(found))
    }

    fn cast(&self, at: &At<'_>, path: &Path, problems: &mut Problems) -> Of {
        if let Some(found) = self.known.record(at.scope, path) {
            return Of::Record(found);
        }
        match path.as_slice() {
            [word] if word == "str" => Of::Text,
            [word] if word == "bytes" => Of::Bytes,
            [word] if word == "bool" => Of::Flag,
            [word] if word == "io" => Of::Stream,
            [word] if word.starts_with(['u', 's']) && word.len() <= 4 => Of::Number,
            [word] if word.starts_with('f') && word.len() <= 4 => Of::Float,
            [word] if word == "struct" => Of::Any,
            _ => {
                let hint = "use its id after the ids of its outer types";
                problems.add(at.place, "a type in `as<…>`", quote(&path.join("::")), hint);
                Of::Any
            }
        }
    }

    fn join(&self, at: &At<'_>, term: &Term, binary: Binary, kinds: (Of, Of), problems: &mut Problems) -> Of {
        let (left, right) = kinds;
        let wrong = |problems: &mut Problems, expected: &str| {
            let kind = if left == Of::Any { &right } else { &left };
            let found = match left == right || left == Of::Any || right == Of::Any {
                true => kind.words().to_owned(),
                false => format!("{} and {}", left.words(), right.words()),
            };
            self.wrong(at, term, expected, found, "look up what the fields hold", problems);
        };
        match binary {
            Binary::And | Binary::Or => {
                if ![&left, &right]
                    .into_iter()
                    .all(|kind| matches!(kind, Of::Flag | Of::Any))
                {
                    wrong(problems, "true or false on both sides of `and` and `or`");
                }
                Of::Flag
            }
            Binary::Equal | Binary::Unequal | Binary::Less | Binary::AtMost | Binary::Greater | Binary::AtLeast => {
                let both = left.is_numeric() && right.is_numeric();
                if !both && left != right && left != Of::Any && right != Of::Any {
                    wrong(problems, "values of one kind to compare");
                }
                Of::Flag
            }
            Binary::Plus if left == Of::Text && matches!(right, Of::Text | Of::Any) => Of::Text,
            Binary::Plus if left == Of::Any && right == Of::Text => Of::Text,
            _ if !left.is_numeric() || !right.is_numeric() => {
                wrong(problems, "numbers on both sides of an operator");
                Of::Any
            }
            _ => left.or(right),
        }
    }

    pub(super) fn kind_of(&self, record: usize, name: &str) -> Option<Of> {
        let of = self.known.records.get(record)?.record;
        if let Some(param) = of.params.iter().find(|param| param.id.value == name) {
            let named = param
                .names
                .as_ref()
                .and_then(|names| self.known.find_enum(record, names));
            return Some(named.map_or(Of::Any, Of::Enum));
        }
        let attr = of.attrs().find(|attr| attr.id.value == name)?;
        let computed = || match &attr.value {
            Some(formula) => self.formula(record, formula, &mut Problems::new("", true)).1,
            None => Of::Any,
        };
        Some(
            self.kinds
                .get(record, name, || of_attr(self.known, record, attr, computed)),
        )
    }

    /// Known if all enclosing records have the same type.
    pub(super) fn parent(&self, record: usize) -> Of {
        let holders = self.known.records.get(record).map(|known| &known.holders);
        let mut holders = holders.into_iter().flatten();
        match (holders.next(), holders.next()) {
            (Some(holder), None) => Of::Record(*holder),
            _ => Of::Any,
        }
    }

    pub(super) fn root(&self, record: usize) -> Of {
        let path = self.known.records.get(record).and_then(|known| known.path.first());
        let root = path.and_then(|id| self.known.outermost(id));
        root.map_or(Of::Any, Of::Record)
    }
}
