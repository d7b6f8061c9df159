//! Fills the tables of an ID grammar: names become what they name, and what is left out gets its default.

mod code_object;
mod rules;
mod spelling;
mod verdict;
mod words;

use offload_bundle_core::ids::tables as core;

use crate::arena::Arena;
use crate::ir::ids::Ids;
use crate::model::ids::{self as model, Spec};
use crate::spanned::Spanned;
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
        roles: roles(&spec.roles, arena),
        kinds: words::kinds(spec, arena),
        features: words::features(spec, arena),
        processors: words::processors(spec, arena),
        generations: words::generations(spec, arena),
        canonical: spelling::spelling(&spec.canonical, arena),
        triple: spelling::spelling(&spec.triple, arena),
        styles: arena.list(spec.styles.iter().map(|style| spelling::style(style, spec, arena))),
        composition: arena.list(spec.composition.iter().map(|rule| verdict::composition(rule, arena))),
        compatibility: arena.list(
            spec.compatibility
                .iter()
                .map(|rule| verdict::compatibility(rule, spec, arena)),
        ),
        machines: arena.list(spec.machines.iter().map(|machine| code_object::machine(machine, arena))),
        variants: words::variants(spec, arena),
        flags: arena.list(spec.flags.iter().map(|flags| code_object::flags(flags, arena))),
    }
}

fn roles<'a>(roles: &'a model::Roles, arena: &'a Arena) -> core::Roles<'a> {
    core::Roles {
        kind: &roles.kind,
        triple: arena.texts(roles.triple.iter()),
        architecture: &roles.architecture,
        processor: &roles.processor,
        feature: &roles.feature,
        sign: &roles.sign,
        on: &roles.signs.on,
        off: &roles.signs.off,
        target: &roles.target,
        feature_template: &roles.feature_template,
    }
}

/// The text, where there is one.
fn text(text: &Option<Spanned<String>>) -> Option<&str> {
    text.as_ref().map(|text| text.as_str())
}
