//! Fills the tables of an ID grammar: names become what they name, and what is left out gets its default.

mod rules;
mod spelling;
mod verdict;

use offload_bundle_core::ids::tables as core;

use crate::arena::Arena;
use crate::ir::ids::Ids;
use crate::model::ids::Spec;
use crate::reading::Fill;
use rules::Shared;

/// The grammar that `spec` describes.
pub fn lower<'a>(arena: &'a Arena, file: &'a str, spec: &'a Spec) -> Ids<'a> {
    let mut shared = Shared::of(spec, arena);
    let grammar = grammar(spec, arena, &mut shared);
    let Shared { classes, rules, words, .. } = shared;
    Ids { source: file, spec, grammar, classes, rules, words }
}

/// The tables of the grammar that `spec` describes.
fn grammar<'a>(spec: &'a Spec, arena: &'a Arena, shared: &mut Shared<'a>) -> core::Grammar<'a> {
    core::Grammar {
        rules: core::Rules {
            entry: shared.rule(&spec.types.entry.rule),
            triple: shared.rule(&spec.types.triple.rule),
            target: shared.rule(&spec.types.target.rule),
            unchecked: shared.rule(&spec.unchecked),
        },
        parts: arena.list(spec.parts.iter().map(|part| core::Part {
            name: &part.id,
            meaning: &part.doc,
            words: part.words.as_ref().map(|name| shared.words(name)),
            also_known: part.also_known.as_ref().map(|name| shared.rule(name)),
            known_elsewhere: part.known_elsewhere.as_ref().map(|name| shared.rule(name)),
        })),
        roles: spec.roles.fill(arena),
        kinds: spec.kinds.fill(arena),
        features: spec.features.fill(arena),
        processors: spec.processors.fill(arena),
        generations: spec.generations.fill(arena),
        canonical: spec.canonical.fill(arena),
        triple: spec.triple.fill(arena),
        styles: arena.list(spec.styles.iter().map(|style| spelling::style(style, spec, arena))),
        composition: arena.list(spec.composition.iter().map(|rule| verdict::composition(rule, arena))),
        compatibility: arena.list(
            spec.compatibility
                .iter()
                .map(|rule| verdict::compatibility(rule, spec, arena)),
        ),
        machines: spec.machines.fill(arena),
        variants: spec.variants.fill(arena),
        flags: spec.flags.fill(arena),
    }
}
