//! Checks the references of interpreted schemas, including imports.

use crate::arena::Arena;
use crate::lower::tree::tree;
use crate::model::imports::with_imports;
use crate::model::{Schema, Spec};
use crate::problem::Problems;

pub(super) fn check(schema: &Schema, all: &[Schema], problems: &mut Problems) {
    let Spec::Binary(spec) = &schema.spec else { return };
    if spec.is_typed {
        return;
    }
    let known = all.iter().filter_map(|other| match &other.spec {
        Spec::Binary(other) if !other.is_typed => Some(other.id.as_str()),
        _ => None,
    });
    let known: Vec<&str> = known.filter(|id| *id != spec.id.value).collect();
    let mut found = true;
    for import in &spec.imports {
        found &= problems.one_of(import, "the `id` in another interpreted schema", &known);
    }
    if found {
        let arena = Arena::default();
        tree(&arena, &with_imports(spec, all), &schema.doubts, problems);
    }
}
