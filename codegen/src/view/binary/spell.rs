//! Expressions, names and documentation of binary formats in Rust.

use std::collections::BTreeSet;

use offload_bundle_core::layout::{Expression, Holds};

use crate::expr::{Path, Scope};
use crate::ir::binary::{Format, Record};
use crate::ir::names::OuterNames;
use crate::model::binary::{Attr, Docs};
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

    /// The value of a field.
    fn value(self, path: &Path) -> String {
        if !self.record.is_own(path) {
            let name = outer(&self.record.outer, path);
            return format!("{}{name}", if self.here == Here::View { "self." } else { "" });
        }
        let field = self.field(&path.id);
        format!("{field}.value")
    }

    /// The arguments that a record inside needs, each after a comma.
    pub fn arguments(self, needs: &BTreeSet<Path>) -> String {
        let handed = needs.iter().map(|path| self.value(&self.record.handed(path)));
        handed.map(|value| format!(", {value}")).collect()
    }

    /// Checked arithmetic for an expression.
    pub fn chain(self, expression: &Expression<'_>) -> String {
        let joined = |method, left, right| format!("{}.{method}({})", self.chain(left), self.operand(right));
        match expression {
            Expression::Plus(left, right) => joined("plus", left, right),
            Expression::Minus(left, right) => joined("minus", left, right),
            Expression::Times(left, right) => joined("times", left, right),
            leaf => format!("Checked::from({})", self.operand(leaf)),
        }
    }

    fn operand(self, expression: &Expression<'_>) -> String {
        let field = |scope, id: &str| self.value(&Path { scope, id: id.to_owned() });
        match expression {
            Expression::Number(number) => number.to_string(),
            Expression::Own(id) => field(Scope::Own, id),
            Expression::Parent(id) => field(Scope::Parent, id),
            Expression::Root(id) => field(Scope::Root, id),
            joined => self.chain(joined),
        }
    }
}

/// The name of what holds a field of an outer record.
fn outer<'n>(names: &'n OuterNames, path: &Path) -> &'n str {
    names.get(path).map_or("", String::as_str)
}

/// The parameters of what needs fields of outer records, each after a comma.
pub(super) fn parameters(names: &OuterNames, needs: &BTreeSet<Path>) -> String {
    needs
        .iter()
        .map(|path| format!(", {}: u64", outer(names, path)))
        .collect()
}

/// The same names handed on as they are, each after a comma.
pub(super) fn handed_on(names: &OuterNames, needs: &BTreeSet<Path>) -> String {
    needs.iter().map(|path| format!(", {}", outer(names, path))).collect()
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

/// What the records in a field need to know together.
pub(super) fn needs<'a>(format: &Format<'a>, holds: &Holds<'a>) -> BTreeSet<Path> {
    let records = format.records_of(holds);
    records.flat_map(|record| record.needs.iter().cloned()).collect()
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
    match format.named(attr) {
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
    fn path(scope: Scope, id: &str) -> Path {
        Path { scope, id: id.to_owned() }
    }

    /// Calls `see` with a place in the outermost record or another. Its fields are `n` and `type`; `root_n` is a field too.
    fn at<T>(is_root: bool, here: Here, see: impl FnOnce(Site<'_>) -> T) -> T {
        let text = "meta: {id: x, title: X}\ndoc: X.\nseq:\n  - {id: n, type: u1, doc: N.}\n  - {id: type, type: u1, doc: T.}\n";
        let source = crate::Source { name: "x.ksy".to_owned(), text: text.to_owned() };
        let arena = crate::arena::Arena::default();
        let schemas = crate::read(&arena, &[source]).unwrap();
        let mut project = crate::lower::all(&arena, &schemas);
        let record = &mut project.formats[0].records[0];
        let outer = [(path(Scope::Root, "n"), "root_n_"), (path(Scope::Parent, "n"), "parent_n")];
        record.outer = outer.map(|(path, name)| (path, name.to_owned())).into();
        record.is_root = is_root;
        see(Site { record, here })
    }

    #[test]
    fn expressions_become_checked_arithmetic() {
        let (four, n) = (Expression::Number(4), Expression::Root("n"));
        let sum = Expression::Plus(&four, &n);
        let product = Expression::Times(&sum, &Expression::Own("type"));
        let sum = Expression::Minus(&Expression::Own("n"), &product);
        assert_eq!(
            at(false, Here::View, |site| site.chain(&sum)),
            r#"Checked::from(self.head.number(0, Width::U8, "n").value).minus(Checked::from(4).plus(self.root_n_).times(self.head.number(1, Width::U8, "type").value))"#
        );
        let (two, root) = (Expression::Number(2), Expression::Root("n"));
        let parent = Expression::Times(&Expression::Parent("n"), &two);
        assert_eq!(
            at(false, Here::Reading, |site| site.chain(&parent)),
            "Checked::from(parent_n).times(2)"
        );
        assert_eq!(
            at(true, Here::Reading, |site| site.chain(&root)),
            "Checked::from(n.value)"
        );
    }

    #[test]
    fn what_a_record_needs_is_handed_down() {
        let needs = BTreeSet::from([path(Scope::Parent, "n"), path(Scope::Root, "n")]);
        let parameters = at(false, Here::Reading, |site| parameters(&site.record.outer, &needs));
        assert_eq!(parameters, ", parent_n: u64, root_n_: u64");
        let arguments = |is_root, here| at(is_root, here, |site| site.arguments(&needs));
        assert_eq!(arguments(false, Here::Reading), ", n.value, root_n_");
        let n = "self.head.number(0, Width::U8, \"n\").value";
        assert_eq!(arguments(true, Here::View), format!(", {n}, {n}"));
    }
}
