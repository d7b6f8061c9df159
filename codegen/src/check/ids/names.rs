//! Names that become Rust names are fit for it, and no name stands for two things.

use crate::model::ids::Spec;
use crate::problem::Problems;

/// Checks every name that the grammar gives.
pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    problems.identifier(&spec.meta.id, &[]);
    problems.constants(spec.rules.iter().map(|rule| &rule.id));
    problems.constants(spec.classes.iter().map(|class| &class.id));
    problems.constants(spec.words.iter().map(|table| &table.id));
    let parts = spec.parts.iter().map(|part| &part.id);
    for name in parts.clone().chain([&spec.roles.target]) {
        problems.identifier(name, &["triple", "features"]);
    }
    let types = &spec.types;
    for name in [&types.entry.name, &types.triple.name, &types.target.name, &types.feature.name] {
        problems.type_name(name);
    }
    problems.unique("a name of a part", parts);
    problems.unique("a name of a kind", spec.kinds.iter().map(|kind| &kind.name));
    problems.unique("a name of a feature", spec.features.iter().map(|feature| &feature.name));
    problems.unique("a name of a style", spec.styles.iter().map(|style| &style.id));
    let composition = spec.composition.iter().map(|rule| &rule.id);
    problems.unique(
        "a name of a rule",
        composition.chain(spec.compatibility.iter().map(|rule| &rule.id)),
    );
    for table in &spec.words {
        problems.unique("a word of this table", table.words.iter().flatten());
    }
    let processors = spec.processors.iter().flat_map(|group| group.processors.iter());
    let names = processors.flat_map(|processor| [&processor.name].into_iter().chain(&processor.also));
    problems.unique("a name of a processor", names);
    let products = spec.processors.iter().flat_map(|group| &group.products);
    problems.unique(
        "a name of a product",
        products.flat_map(|products| products.names.iter()),
    );
}
