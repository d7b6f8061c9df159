//! Expressions, names and documentation of binary formats in Rust.

use std::collections::BTreeSet;

use offload_bundle_core::bytes::Encoding;

use crate::expr::{Expr, Inverse, Operator, Path, Scope};
use crate::ir::binary::{Format, Number, Record, What};
use crate::model::binary::{Attr, Docs};
use crate::names::camel;
use crate::view::rust::doc_lines;

/// Where an expression stands, which decides how it refers to fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Here {
    /// In the function that reads a record: fields are local variables.
    Reading,
    /// In a method of the view: fields are those of `self`.
    View,
    /// In the function that writes a record: fields are local variables that hold plain numbers.
    Writing,
}

/// The value of a field.
pub(super) fn value(path: &Path, is_root: bool, here: Here) -> String {
    let own = path.scope == Scope::Own || (is_root && path.scope == Scope::Root);
    match (own, here) {
        (true, Here::Reading) => format!("{}.value", path.id),
        (true, Here::View) => format!("self.{}.value", path.id),
        (true, Here::Writing) => path.id.clone(),
        (false, Here::Reading | Here::Writing) => outer(path),
        (false, Here::View) => format!("self.{}", outer(path)),
    }
}

/// The name of a parameter that holds a field of an outer record.
pub(super) fn outer(path: &Path) -> String {
    match path.scope {
        Scope::Root => format!("root_{}", path.id),
        _ => format!("parent_{}", path.id),
    }
}

/// The value of a field, as the record `record` hands it to a record inside it that asks for `path`.
fn handed(path: &Path, is_root: bool, here: Here) -> String {
    match (path.scope, is_root) {
        (Scope::Root, false) => value(path, is_root, here),
        _ => {
            let own = Path { scope: Scope::Own, id: path.id.clone() };
            value(&own, is_root, here)
        }
    }
}

/// The arguments that a record inside needs, each after a comma.
pub(super) fn arguments(needs: &BTreeSet<Path>, is_root: bool, here: Here) -> String {
    needs
        .iter()
        .map(|path| format!(", {}", handed(path, is_root, here)))
        .collect()
}

/// The parameters for the same, each after a comma.
pub(super) fn parameters(needs: &BTreeSet<Path>) -> String {
    needs.iter().map(|path| format!(", {}: u64", outer(path))).collect()
}

/// The same names handed on as they are, each after a comma.
pub(super) fn handed_on(needs: &BTreeSet<Path>) -> String {
    needs.iter().map(|path| format!(", {}", outer(path))).collect()
}

/// Checked arithmetic for an expression.
pub(super) fn chain(expr: &Expr, is_root: bool, here: Here) -> String {
    match expr {
        Expr::Join(left, operator, right) => {
            let method = match operator {
                Operator::Plus => "plus",
                Operator::Minus => "minus",
                Operator::Times => "times",
            };
            let right = match &**right {
                Expr::Join(..) => chain(right, is_root, here),
                leaf => operand(leaf, is_root, here),
            };
            format!("{}.{method}({right})", chain(left, is_root, here))
        }
        leaf => format!("Checked::from({})", operand(leaf, is_root, here)),
    }
}

fn operand(expr: &Expr, is_root: bool, here: Here) -> String {
    match expr {
        Expr::Field(path) => value(path, is_root, here),
        Expr::Number(number) => number.to_string(),
        Expr::Join(..) => chain(expr, is_root, here),
    }
}

/// A measured number turned into what its field holds.
pub(super) fn inverse(measured: &str, inverse: &Inverse, is_root: bool) -> String {
    if inverse.plus.is_empty() && inverse.minus.is_empty() {
        return measured.to_owned();
    }
    let mut text = format!("Checked::from({measured})");
    for (method, exprs) in [("plus", &inverse.plus), ("minus", &inverse.minus)] {
        for expr in exprs {
            text.push_str(&format!(".{method}({})", operand(expr, is_root, Here::Writing)));
        }
    }
    text
}

/// A sum as a plain number; one that is too large becomes the largest.
pub(super) fn sum(exprs: &[Expr], is_root: bool) -> String {
    let mut exprs = exprs.iter();
    let Some(first) = exprs.next() else {
        return "0".to_owned();
    };
    let mut text = chain(first, is_root, Here::Writing);
    for expr in exprs {
        text.push_str(&format!(".plus({})", operand(expr, is_root, Here::Writing)));
    }
    format!("{text}.saturated()")
}

/// `Width::U32Le`.
pub(super) fn width(number: &Number) -> String {
    format!("Width::{:?}", number.width)
}

/// A work limit; none is the largest number.
pub(super) fn limit(limit: u64) -> String {
    match limit {
        u64::MAX => "u64::MAX".to_owned(),
        other => other.to_string(),
    }
}

/// The record that `index` stands for, by the name of its type.
pub(super) fn type_name(format: &Format, index: usize) -> String {
    camel(format.record_id(index))
}

/// The type of the builder of a record.
pub(super) fn builder_type(format: &Format, index: usize, lifetime: &str) -> String {
    let borrows = format.records.get(index).is_some_and(|record| record.borrows);
    let lifetime = if borrows {
        format!("<{lifetime}>")
    } else {
        String::new()
    };
    format!("{}Builder{lifetime}", type_name(format, index))
}

/// What the records in a field need together.
pub(super) fn needs(
    format: &Format,
    what: &What,
    of: for<'r> fn(&'r Record<'_>) -> &'r BTreeSet<Path>,
) -> BTreeSet<Path> {
    let records = format.records_of(what);
    records.flat_map(|record| of(record).iter().cloned()).collect()
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

/// What a record inside needs to be written, each after a comma.
pub(super) fn writing_arguments(format: &Format, what: &What, is_root: bool) -> String {
    let needs = needs(format, what, |record| &record.needs_to_write);
    let mut text = arguments(&needs, is_root, Here::Writing);
    for option in options(format, what) {
        text.push_str(&format!(", {option}"));
    }
    text
}

/// The options that records inside use.
pub(super) fn options(format: &Format, what: &What) -> BTreeSet<String> {
    let records = format.records_of(what);
    records.flat_map(|record| record.options.iter().cloned()).collect()
}

/// The method that makes text of bytes.
pub(super) fn decode(encoding: Option<Encoding>) -> String {
    match encoding {
        Some(Encoding::Ascii) => "ascii".to_owned(),
        _ => "utf8".to_owned(),
    }
}

/// The type that names the values of a number, and whether it keeps those without a name.
pub(super) fn named(format: &Format<'_>, number: &Number) -> Option<(String, bool)> {
    let (named, open) = format.names(number)?;
    Some((camel(&named.id), open))
}

/// The types of the format's named numbers.
pub(super) fn enums(format: &Format) -> Vec<String> {
    format.spec.enums.iter().map(|named| camel(&named.id)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::parse;

    fn expr(text: &str) -> Expr {
        parse(text).unwrap()
    }

    #[test]
    fn expressions_become_checked_arithmetic() {
        let sum = expr("len_all - (4 + _root.bias) * 2");
        assert_eq!(
            chain(&sum, false, Here::View),
            "Checked::from(self.len_all.value).minus(Checked::from(4).plus(self.root_bias).times(2))"
        );
        assert_eq!(
            chain(&expr("_parent.n * 2"), false, Here::Reading),
            "Checked::from(parent_n).times(2)"
        );
        assert_eq!(chain(&expr("_root.n"), true, Here::Reading), "Checked::from(n.value)");
    }

    #[test]
    fn a_writer_turns_them_round() {
        let found = Inverse { plus: vec![expr("_root.bias")], minus: vec![expr("2 * n")] };
        let spelled = "Checked::from(count(&self.items)).plus(root_bias).minus(Checked::from(2).times(n))";
        assert_eq!(inverse("count(&self.items)", &found, false), spelled);
        assert_eq!(
            inverse("count(&self.items)", &Inverse::default(), false),
            "count(&self.items)"
        );
        assert_eq!(sum(&found.plus, true), "Checked::from(bias).saturated()");
    }

    #[test]
    fn what_a_record_needs_is_handed_down() {
        let path = |scope| Path { scope, id: "n".to_owned() };
        let needs = BTreeSet::from([path(Scope::Parent), path(Scope::Root)]);
        assert_eq!(parameters(&needs), ", parent_n: u64, root_n: u64");
        assert_eq!(arguments(&needs, false, Here::Reading), ", n.value, root_n");
        assert_eq!(arguments(&needs, true, Here::Writing), ", n, n");
    }
}
