//! Resolves an ID grammar: tables and lists by name, ranges of characters, defaults.

mod code_object;
mod judge;
mod rules;
mod spelling;

use crate::ir::ids as ir;
use crate::model::ids::{self as model, Spec};
use crate::spanned::Spanned;

/// The grammar that `spec` describes.
pub fn grammar(file: &str, spec: &Spec) -> ir::Grammar {
    ir::Grammar {
        source: file.to_owned(),
        module: spec.meta.id.value.clone(),
        title: spec.meta.title.clone(),
        type_name: spec.meta.type_name.value.clone(),
        doc: doc(&spec.doc, spec.doc_ref.as_ref()),
        types: types(&spec.types),
        parts: spec.parts.iter().map(part).collect(),
        roles: roles(&spec.roles),
        classes: rules::classes(spec),
        rules: rules::rules(spec),
        unchecked: spec.unchecked.value.clone(),
        kinds: spec.kinds.iter().map(kind).collect(),
        words: spec.words.iter().map(words).collect(),
        features: spec
            .features
            .iter()
            .map(|f| (f.id.value.clone(), f.doc.clone()))
            .collect(),
        processors: spec.processors.iter().flat_map(processors).collect(),
        canonical: spelling::spelling(&spec.canonical.template, &spec.canonical.fills),
        triple: spelling::spelling(&spec.triple.template, &spec.triple.fills),
        styles: spec
            .styles
            .iter()
            .map(|style| spelling::style(style, &spec.lists))
            .collect(),
        composition: spec.composition.iter().map(judge::composition).collect(),
        compatibility: spec
            .compatibility
            .iter()
            .map(|rule| judge::comparison(rule, spec))
            .collect(),
        contents: spec.contents.iter().map(code_object::content).collect(),
        machines: spec.machines.iter().map(code_object::machine).collect(),
        flags: spec.flags.iter().map(code_object::flags).collect(),
    }
}

fn doc(text: &str, source: Option<&String>) -> ir::Doc {
    ir::Doc { text: text.to_owned(), source: source.cloned() }
}

/// The texts without their places.
fn plain(texts: &[Spanned<String>]) -> Vec<String> {
    texts.iter().map(|text| text.value.clone()).collect()
}

fn text(text: &Option<Spanned<String>>) -> Option<String> {
    text.as_ref().map(|text| text.value.clone())
}

fn types(types: &model::Types) -> [ir::TypeName; 4] {
    let of_rule = |name: &model::Type| ir::TypeName {
        name: name.name.value.clone(),
        rule: name.rule.value.clone(),
        doc: doc(&name.doc, name.doc_ref.as_ref()),
    };
    let feature = ir::TypeName {
        name: types.feature.name.value.clone(),
        rule: String::new(),
        doc: doc(&types.feature.doc, types.feature.doc_ref.as_ref()),
    };
    [of_rule(&types.entry), of_rule(&types.triple), of_rule(&types.target), feature]
}

/// The table that `name` names.
fn table(name: &str) -> ir::TableRef {
    match name {
        "kinds" => ir::TableRef::Kinds,
        "features" => ir::TableRef::Features,
        "processors" => ir::TableRef::Processors,
        _ => ir::TableRef::Words(name.to_owned()),
    }
}

fn part(part: &model::Part) -> ir::Part {
    ir::Part {
        name: part.id.value.clone(),
        meaning: part.doc.clone(),
        table: part.words.as_ref().map(|name| table(&name.value)),
        also_known: text(&part.also_known),
    }
}

fn roles(roles: &model::Roles) -> ir::Roles {
    let mut fields = plain(&roles.triple).into_iter();
    ir::Roles {
        kind: roles.kind.value.clone(),
        first_field: fields.next().unwrap_or_default(),
        other_fields: fields.collect(),
        architecture: roles.architecture.value.clone(),
        processor: roles.processor.value.clone(),
        feature: roles.feature.value.clone(),
        sign: roles.sign.value.clone(),
        on: roles.signs.on.clone(),
        off: roles.signs.off.clone(),
        target: roles.target.value.clone(),
        feature_template: roles.feature_template.value.clone(),
    }
}

fn kind(kind: &model::table::Kind) -> ir::Kind {
    ir::Kind {
        name: kind.id.value.clone(),
        group: kind.group.clone(),
        host: kind.host,
        alone: kind.alone,
        releases: kind.releases.to_vec(),
        doc: kind.doc.clone(),
    }
}

fn words(words: &model::table::Words) -> ir::Words {
    ir::Words {
        name: words.id.value.clone(),
        doc: words.doc.clone(),
        open: words.open,
        words: words
            .words
            .iter()
            .filter_map(|word| word.split_first().map(|(name, also)| (name.value.clone(), plain(also))))
            .collect(),
    }
}

fn processors(group: &model::table::Processors) -> Vec<ir::Processor> {
    group
        .list
        .iter()
        .map(|processor| ir::Processor {
            name: processor.name.value.clone(),
            also: plain(&processor.also),
            features: plain(&processor.features),
            elf_machine: processor.elf_machine,
            family: text(&processor.family),
            architectures: plain(&group.architectures),
            releases: processor.releases.to_vec(),
        })
        .collect()
}
