//! Warnings about missing documentation in binary schemas. The name then documents the item.

use super::binary;
use super::layout::{self, Docs};
use super::{Schema, Spec};
use crate::problem::{Problem, Problems};
use crate::prose::sentence;
use crate::spanned::Spanned;

type Visit<'v> = dyn FnMut(&Spanned<String>, &mut Docs) + 'v;

impl Schema<'_> {
    pub fn document(&mut self) -> Vec<Problem> {
        let mut warnings = Problems::new(&self.file, true);
        if let Some(Problem { span, expected, found, hint, .. }) = &self.unwritten {
            warnings.add(
                span,
                format!("{expected} for a writer"),
                found,
                format!("without it, files are only read: {hint}"),
            );
        }
        let mut document = |id: &Spanned<String>, docs: &mut Docs| {
            if docs.text().is_empty() {
                let hint = "add `doc:` with the meaning, the unit, and the base of an offset";
                warnings.add(id, format!("documentation of `{}`", id.value), "none", hint);
                docs.set(&from_name(id));
            }
        };
        match &mut self.spec {
            Spec::Binary(spec) => of_typed(spec, &mut document),
            Spec::ReaderOnly(spec) => of_record(&mut spec.root, &mut document),
            Spec::Cli(_) | Spec::Ids(_) | Spec::Placement(_) | Spec::Text(_) => {}
        }
        warnings.into_sorted()
    }
}

fn of_typed(spec: &mut binary::Spec, visit: &mut Visit<'_>) {
    for record in std::iter::once(&mut spec.root).chain(&mut spec.types) {
        visit(&record.own_name(), &mut record.docs);
        record.attrs_mut().for_each(|attr| visit(&attr.id, &mut attr.docs));
    }
    spec.options
        .iter_mut()
        .for_each(|option| visit(&option.id, &mut option.docs));
    spec.areas.iter_mut().for_each(|area| visit(&area.id, &mut area.docs));
}

fn of_record(record: &mut layout::Record, visit: &mut Visit<'_>) {
    visit(&record.id, &mut record.docs);
    for attr in record.seq.iter_mut().chain(record.instances.iter_mut()) {
        visit(&attr.id, &mut attr.docs);
    }
    record.types.iter_mut().for_each(|inner| of_record(inner, visit));
}

/// Expands the prefixes of Kaitai's style guide.
fn from_name(id: &str) -> String {
    let spaced = |name: &str| name.trim_matches('_').replace('_', " ");
    let prefixed = |prefix| id.strip_prefix(prefix).map(spaced);
    sentence(&match (prefixed("num_"), prefixed("len_"), prefixed("ofs_")) {
        (Some(name), ..) => format!("number of {name}"),
        (_, Some(name), _) => format!("length of {name} in bytes"),
        (.., Some(name)) => format!("offset of {name}"),
        _ => spaced(id),
    })
}
