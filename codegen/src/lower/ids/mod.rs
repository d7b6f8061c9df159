//! Fills the tables of an ID grammar: names become what they name, and what is left out gets its default.

mod code_object;
mod rules;
mod spelling;
mod verdict;
mod words;

use offload_bundle_core::ids::tables as core;

use crate::arena::Arena;
use crate::ir::ids::{Doc, Ids, TypeName};
use crate::model::ids::{self as model, Spec};
use crate::spanned::Spanned;
use rules::Shared;

/// The grammar that `spec` describes.
pub fn lower<'a>(arena: &'a Arena, file: &str, spec: &Spec) -> Ids<'a> {
    let mut shared = Shared::of(spec, arena);
    Ids {
        source: file.to_owned(),
        module: spec.meta.id.value.clone(),
        title: spec.meta.title.clone(),
        doc: Doc::new(&spec.doc, spec.doc_ref.as_ref()),
        types: types(&spec.types),
        grammar: grammar(spec, arena, &mut shared),
        classes: shared.classes,
        rules: shared.rules,
        words: shared.words,
    }
}

/// The tables of the grammar that `spec` describes.
fn grammar<'a>(spec: &Spec, arena: &'a Arena, shared: &mut Shared<'a, '_>) -> core::Grammar<'a> {
    core::Grammar {
        rules: core::Rules {
            entry: shared.rule(&spec.types.entry.rule),
            triple: shared.rule(&spec.types.triple.rule),
            target: shared.rule(&spec.types.target.rule),
            unchecked: shared.rule(&spec.unchecked),
        },
        parts: arena.list(spec.parts.iter().map(|part| core::Part {
            name: arena.text(&part.id),
            meaning: arena.text(&part.doc),
            words: part.words.as_ref().map(|name| shared.words(name)),
            also_known: part.also_known.as_ref().map(|name| shared.rule(name)),
        })),
        roles: roles(&spec.roles, arena),
        kinds: words::kinds(spec, arena),
        features: words::features(spec, arena),
        processors: words::processors(spec, arena),
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
        flags: arena.list(spec.flags.iter().map(|flags| code_object::flags(flags, arena))),
    }
}

fn types(types: &model::Types) -> [TypeName; 4] {
    let of_rule =
        |of: &model::Type| TypeName { name: of.name.value.clone(), doc: Doc::new(&of.doc, of.doc_ref.as_ref()) };
    let model::FeatureType { name, doc: text, doc_ref } = &types.feature;
    let feature = TypeName { name: name.value.clone(), doc: Doc::new(text, doc_ref.as_ref()) };
    [of_rule(&types.entry), of_rule(&types.triple), of_rule(&types.target), feature]
}

fn roles<'a>(roles: &model::Roles, arena: &'a Arena) -> core::Roles<'a> {
    core::Roles {
        kind: arena.text(&roles.kind),
        triple: arena.texts(roles.triple.iter()),
        architecture: arena.text(&roles.architecture),
        processor: arena.text(&roles.processor),
        feature: arena.text(&roles.feature),
        sign: arena.text(&roles.sign),
        on: arena.text(&roles.signs.on),
        off: arena.text(&roles.signs.off),
        target: arena.text(&roles.target),
        feature_template: arena.text(&roles.feature_template),
    }
}

/// The text, where there is one.
fn text<'a>(text: &Option<Spanned<String>>, arena: &'a Arena) -> Option<&'a str> {
    text.as_ref().map(|text| arena.text(text))
}
