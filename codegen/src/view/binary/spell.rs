//! Expressions, names and documentation of binary formats in Rust.

use offload_bundle_core::layout::Expression;

use crate::ir::binary::{Format, Record};
use crate::model::binary::Attr;
use crate::model::layout::Docs;
use crate::view::rust::{doc_lines, literal};

/// Where an expression is, which decides how it refers to fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Here {
    /// In the function that reads a record: fields are local variables.
    Reading,
    /// In a method of the view: fields are those of `self`.
    View,
}

/// A place in generated code that belongs to a record.
#[derive(Debug, Clone, Copy)]
pub(super) struct Site<'r> {
    pub record: &'r Record<'r>,
    pub here: Here,
}

impl Site<'_> {
    /// The field called `id` of the record itself.
    pub fn field(self, id: &str) -> String {
        let member = self.record.member(id);
        member.map_or_else(String::new, |member| match self.here {
            Here::View => self.in_head(id).map_or_else(
                || format!("self.{}", member.names.public),
                |number| format!("self.{number}"),
            ),
            Here::Reading => member.names.local.clone(),
        })
    }

    /// What reads the number called `id`, if it is one of those that are looked for at once.
    pub fn in_head(self, id: &str) -> Option<String> {
        let (from, width) = self.record.in_head(id)?;
        Some(format!("head.number({from}, Width::{width:?}, {})", literal(id)))
    }

    /// Checked arithmetic for an expression.
    pub fn chain(self, expression: &Expression<'_>) -> String {
        let joined = |method, left, right| format!("{}.{method}({})", self.chain(left), self.operand(right));
        match expression {
            Expression::Plus(left, right) => joined("plus", left, right),
            Expression::Minus(left, right) => joined("minus", left, right),
            leaf => format!("Checked::from({})", self.operand(leaf)),
        }
    }

    fn operand(self, expression: &Expression<'_>) -> String {
        match expression {
            Expression::Number(number) => number.to_string(),
            Expression::Own(id) => format!("{}.value", self.field(id)),
            joined => self.chain(joined),
        }
    }
}

/// A member set to a value, as it is where a struct is made.
pub(super) fn set(member: &str, value: &str) -> String {
    if member == value {
        member.to_owned()
    } else {
        format!("{member}: {value}")
    }
}

/// A work limit; none is the largest number.
pub(super) fn limit(limit: u64) -> String {
    match limit {
        u64::MAX => "u64::MAX".to_owned(),
        other => other.to_string(),
    }
}

/// The type that reads the record called `id`.
pub(super) fn reader<'f>(format: &'f Format, id: &str) -> &'f str {
    format.record(id).map_or("", |record| record.names.reader.as_str())
}

/// The type of the builder of a record.
pub(super) fn builder_type(record: &Record<'_>, lifetime: &str) -> String {
    match record.borrows {
        true => format!("{}<{lifetime}>", record.names.builder),
        false => record.names.builder.clone(),
    }
}

/// Documentation of a field or part as comment lines.
pub(super) fn attr_docs(attr: &Attr) -> Vec<String> {
    let grammar = attr.grammar.as_ref();
    docs(
        &attr.docs,
        grammar.map(|grammar| format!("Its grammar is `{grammar}`.")),
    )
}

/// Documentation as comment lines.
pub(super) fn docs(docs: &Docs, more: Option<String>) -> Vec<String> {
    let mut lines: Vec<String> = more.into_iter().collect();
    lines.extend(
        docs.orig_id
            .iter()
            .map(|id| format!("Called `{id}` in the original implementation.")),
    );
    lines.extend(docs.doc_ref.iter().map(|reference| format!("Source: {reference}.")));
    doc_lines(docs.text(), lines)
}

/// The type of the value of a number.
pub(super) fn number_type(format: &Format<'_>, attr: &Attr) -> String {
    match format.enum_of(attr) {
        None => "u64".to_owned(),
        Some((_, names, true)) => format!("Open<{}>", names.of),
        Some((_, names, false)) => names.of.clone(),
    }
}

/// The types of the format's named numbers.
pub(super) fn enums(format: &Format) -> Vec<String> {
    format.names.enums.iter().map(|named| named.of.clone()).collect()
}

/// The type of the items of a list of `record`.
pub fn items(record: &str) -> String {
    format!("Items<impl ReadItem<Item = {record}<'a>>>")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Calls `see` with a place in a record whose fields are `n` and `type`.
    fn at<T>(here: Here, see: impl FnOnce(Site<'_>) -> T) -> T {
        let text = "meta: {id: x, title: X}\ndoc: X.\nseq:\n  - {id: n, type: u1, doc: N.}\n  - {id: type, type: u1, doc: T.}\n";
        let source = crate::Source { name: "x.ksy".to_owned(), text: text.to_owned() };
        let arena = crate::arena::Arena::default();
        let schemas = crate::read(&arena, &[source]).unwrap();
        let project = crate::lower::all(&arena, &schemas);
        see(Site { record: &project.formats[0].records[0], here })
    }

    #[test]
    fn expressions_become_checked_arithmetic() {
        let (four, n, of) = (Expression::Number(4), Expression::Own("n"), Expression::Own("type"));
        let sum = Expression::Minus(&Expression::Plus(&four, &n), &of);
        assert_eq!(
            at(Here::View, |site| site.chain(&sum)),
            r#"Checked::from(4).plus(self.head.number(0, Width::U8, "n").value).minus(self.head.number(1, Width::U8, "type").value)"#
        );
        assert_eq!(at(Here::Reading, |site| site.chain(&of)), "Checked::from(type_.value)");
    }
}
