//! Names that become Rust names are fit for it, and no word stands for two things.

use crate::model::ids::Spec;
use crate::problem::Problems;

/// Checks names that the grammar gives.
pub(super) fn check(spec: &Spec<'_>, problems: &mut Problems) {
    problems.identifier(&spec.meta.id, &[]);
    problems.constants(spec.rules.iter().map(|rule| &rule.id));
    problems.constants(spec.classes.iter().map(|class| &class.id));
    problems.constants(spec.words.iter().map(|table| &table.id));
    let types = &spec.types;
    for name in [&types.entry.name, &types.triple.name, &types.target.name, &types.feature.name] {
        problems.type_name(name);
    }
    for table in &spec.words {
        problems.unique("a word of this table", table.words.iter().flatten());
    }
}
