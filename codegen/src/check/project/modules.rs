//! Rule: every format and the grammar of IDs become modules of one crate, so their names differ.

use crate::model::{Schema, Spec};
use crate::problem::Problems;
use crate::spanned::Spanned;

/// Modules and crates that the generated crate has beside those of its formats, and folders that have a meaning to Cargo.
const TAKEN: &[&str] = &["alloc", "arbitrary", "bin", "core", "lib", "proptest", "registry", "std"];

/// Refuses a name that an earlier schema has already.
pub(super) fn check(schema: &Schema, all: &[Schema], problems: &mut Problems) {
    let Some(name) = name(schema) else { return };
    let mut earlier = all
        .iter()
        .take_while(|other| other.file != schema.file)
        .filter_map(self::name);
    if TAKEN.contains(&name.as_str()) || earlier.any(|other| other.value == name.value) {
        let hint = "formats are modules of one crate: rename this one";
        problems.add_word(name, "an id that no other format has", hint);
    }
}

fn name(schema: &Schema) -> Option<&Spanned<String>> {
    match &schema.spec {
        Spec::Binary(spec) => Some(&spec.id),
        Spec::Text(spec) => Some(&spec.meta.id),
        Spec::Ids(spec) => Some(&spec.meta.id),
        Spec::Placement(_) | Spec::Cli(_) => None,
    }
}
