//! Warnings about missing documentation in binary schemas. The name then documents the item.

use super::binary::{Docs, Record, own_name};
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
        if let Spec::Binary(spec) = &mut self.spec {
            of_record(&mut spec.root, &mut document);
            let options = spec.options.iter_mut().map(|option| (&option.id, &mut option.docs));
            let areas = spec.areas.iter_mut().map(|area| (&area.id, &mut area.docs));
            options.chain(areas).for_each(|(id, docs)| document(id, docs));
        }
        warnings.into_sorted()
    }
}

fn of_record(record: &mut Record, visit: &mut Visit<'_>) {
    visit(&own_name(&record.id), &mut record.docs);
    record.attrs_mut().for_each(|attr| visit(&attr.id, &mut attr.docs));
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
