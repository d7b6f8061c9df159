//! Lowers an ID grammar: resolves names and sets defaults.

mod rules;

use offload_bundle_core::ids::tables as core;

use crate::arena::Arena;
use crate::ir::ids::Ids;
use crate::model::ids::Spec;
use rules::Shared;

pub fn lower<'a>(arena: &'a Arena, file: &'a str, spec: &'a Spec<'a>) -> Ids<'a> {
    let mut shared = Shared::new(spec, arena);
    let grammar = grammar(spec, arena, &mut shared);
    let Shared { classes, rules, words, .. } = shared;
    Ids { source: file, spec, grammar, classes, rules, words }
}

fn grammar<'a>(spec: &'a Spec<'a>, arena: &'a Arena, shared: &mut Shared<'a>) -> core::Grammar<'a> {
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
        roles: spec.roles,
        kinds: spec.kinds,
        features: spec.features,
        processors: spec.processors,
        subarchitectures: spec.subarchitectures,
        generations: spec.generations,
        canonical: spec.canonical,
        triple: spec.triple,
        styles: spec.styles,
        composition: spec.composition,
        compatibility: spec.compatibility,
        machines: spec.machines,
        variants: spec.variants,
        flags: spec.flags,
        releases_only: false,
    }
}
