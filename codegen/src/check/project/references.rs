//! Checks the references of interpreted schemas, including imports.

use crate::arena::Arena;
use crate::lower::tree::tree;
use crate::model::Schema;
use crate::model::imports::with_imports;
use crate::problem::Problems;

pub(super) fn check(schema: &Schema, all: &[Schema], problems: &mut Problems) {
    let Some(spec) = schema.binary().filter(|spec| !spec.is_typed) else {
        return;
    };
    let others = all.iter().filter_map(Schema::binary);
    let others = others.filter(|other| !other.is_typed && other.id.value != spec.id.value);
    let known: Vec<&str> = others.map(|other| other.id.as_str()).collect();
    let mut found = true;
    for import in &spec.imports {
        found &= problems.one_of(import, "the `id` in another interpreted schema", &known);
    }
    if found {
        let arena = Arena::default();
        tree(&arena, &with_imports(spec, all), &schema.doubts, problems);
    }
}
