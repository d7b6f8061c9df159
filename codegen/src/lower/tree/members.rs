//! Lowers members after a dot: fields, and methods of values.

use offload_bundle_core::tree::{Expression, Method};

use super::Lowering;
use super::kinds::Of;
use super::terms::At;
use crate::formula::{Term, excerpt};
use crate::names::suggestion;
use crate::problem::{Problems, quote};

/// Minimum and maximum.
fn argument_counts(method: Method) -> (usize, usize) {
    match method {
        Method::ToNumber | Method::ToText => (0, 1),
        Method::Substring => (2, 2),
        _ => (0, 0),
    }
}

fn names(of: &Of) -> &'static [&'static str] {
    match of {
        Of::Number => &["to_s"],
        Of::Float | Of::Flag | Of::Enum(_) => &["to_i"],
        Of::Text => &["length", "substring", "to_i"],
        Of::Bytes => &["first", "last", "length", "max", "min", "size", "to_s"],
        Of::List(_) => &["first", "last", "length", "max", "min", "size"],
        Of::Stream => &["eof", "pos", "size"],
        Of::Record(_) => &["_io", "_parent", "_root"],
        Of::Any => &[],
    }
}

impl<'a> Lowering<'a, '_> {
    pub(super) fn member(
        &self,
        at: &At<'_>,
        term: &Term,
        (of, kind): (&'a Expression<'a>, &Of),
        (name, told): (&str, &[(Expression<'a>, Of)]),
        problems: &mut Problems,
    ) -> (Expression<'a>, Of) {
        if let Of::Record(record) = kind
            && !names(kind).contains(&name)
        {
            let member = self.kind_of(*record, name).unwrap_or_else(|| {
                self.unknown(at, term, name, *record, problems);
                Of::Any
            });
            return (Expression::Member(of, self.arena.text(name)), member);
        }
        let fits = *kind == Of::Any || names(kind).contains(&name);
        let Some(method) = Method::named(name).filter(|_| fits) else {
            if *kind == Of::Any && told.is_empty() {
                return (Expression::Member(of, self.arena.text(name)), Of::Any);
            }
            let expected = format!("a member of {}", kind.words());
            let hint = suggestion(name, names(kind));
            self.wrong(at, term, &expected, quote(name), &hint, problems);
            return (Expression::Number(0), Of::Any);
        };
        let (fewest, most) = argument_counts(method);
        if !(fewest..=most).contains(&told.len()) {
            let expected = match fewest == most {
                true => format!("`{name}` with {most} values in parentheses"),
                false => format!("`{name}` with at most {most} value in parentheses"),
            };
            self.wrong(
                at,
                term,
                &expected,
                told.len().to_string(),
                "pass its parameters",
                problems,
            );
        }
        let result = self.result(method, kind);
        // A record can have a field of that name.
        if *kind == Of::Any && told.is_empty() && !name.starts_with('_') {
            return (Expression::Member(of, self.arena.text(name)), Of::Any);
        }
        let told = self.arena.list(told.iter().map(|(told, _)| *told));
        (Expression::Call(of, method, told), result)
    }

    fn result(&self, method: Method, kind: &Of) -> Of {
        match (method, kind) {
            (Method::ToNumber | Method::Length | Method::Position, _) => Of::Number,
            (Method::ToText | Method::Substring, _) => Of::Text,
            (Method::IsAtEnd, _) => Of::Flag,
            (Method::StreamOf, _) => Of::Stream,
            (Method::ParentOf, Of::Record(record)) => self.parent(*record),
            (Method::RootOf, Of::Record(record)) => self.root(*record),
            (Method::First | Method::Last | Method::Least | Method::Most, Of::Bytes) => Of::Number,
            (Method::First | Method::Last | Method::Least | Method::Most, Of::List(of)) => (**of).clone(),
            _ => Of::Any,
        }
    }

    pub(super) fn unknown(&self, at: &At<'_>, term: &Term, name: &str, record: usize, problems: &mut Problems) {
        let Some(known) = self.known.records.get(record) else {
            return;
        };
        let of = known.record;
        let ids = of.attrs().map(|attr| attr.id.as_str());
        let ids: Vec<&str> = ids.chain(of.params.iter().map(|param| param.id.as_str())).collect();
        let hint = match name {
            "_on" | "_buf" => "this Kaitai name is not supported; compute the value".to_owned(),
            _ => suggestion(name, &ids),
        };
        let expected = format!("a field, an instance or a parameter of `{}`", of.id.value);
        self.wrong(at, term, &expected, quote(name), &hint, problems);
    }

    pub(super) fn unfit(&self, at: &At<'_>, term: &Term, expected: &str, kind: &Of, problems: &mut Problems) -> Of {
        self.wrong(
            at,
            term,
            expected,
            kind.words().to_owned(),
            "look up what the fields hold",
            problems,
        );
        Of::Any
    }

    pub(super) fn wrong(
        &self,
        at: &At<'_>,
        term: &Term,
        expected: &str,
        found: String,
        hint: &str,
        problems: &mut Problems,
    ) {
        let found = format!(
            "{found} at character {} of `{}`",
            term.column,
            excerpt(at.text, term.column)
        );
        problems.add(at.place, expected, found, hint);
    }
}
