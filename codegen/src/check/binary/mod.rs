//! What is wrong with a binary schema: one rule a file.

mod container;
mod docs;
mod extent;
mod grammar;
mod keys;
mod limits;
mod links;
mod names;
mod options;
mod references;
mod values;
mod wrapper;

use crate::model::Schema;
use crate::model::binary::{Attr, Kind, Spec, Type};
use crate::problem::{Problem, Problems};

/// All problems of one schema; `schemas` are all of the project.
pub fn check(spec: &Spec, schemas: &[Schema]) -> Vec<Problem> {
    let mut problems = Problems::new(&spec.file);
    names::check(spec, &mut problems);
    docs::check(spec, &mut problems);
    keys::check(spec, &mut problems);
    references::check(spec, &mut problems);
    grammar::check(spec, schemas, &mut problems);
    // What follows looks into types and fields, so it speaks only of schemas in which all of them exist.
    if spec.complete && problems.is_empty() {
        extent::check(spec, &mut problems);
        links::check(spec, &mut problems);
        values::check(spec, &mut problems);
        options::check(spec, &mut problems);
        container::check(spec, &mut problems);
        wrapper::check(spec, &mut problems);
        limits::check(spec, &mut problems);
    }
    problems.into_sorted()
}

/// The records that `attr` may hold.
fn records_of<'s>(spec: &'s Spec, attr: &'s Attr) -> Vec<&'s Type> {
    match &attr.kind.value {
        Kind::Record(id) => spec.find(id).into_iter().collect(),
        Kind::Versions { cases, .. } => cases.iter().filter_map(|(_, id)| spec.find(&id.value)).collect(),
        _ => Vec::new(),
    }
}

/// Every field and part with its record.
fn attrs(spec: &Spec) -> impl Iterator<Item = (&Type, &Attr)> {
    spec.records()
        .flat_map(|record| record.attrs().map(move |attr| (record, attr)))
}
