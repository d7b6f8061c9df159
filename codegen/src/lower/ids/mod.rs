//! Resolves an ID grammar: tables and lists by name, ranges of characters, defaults.

mod code_object;
mod judge;
mod rules;
mod spelling;

use crate::ir::ids as ir;
use crate::model::ids::{self as model, Spec, Text};

/// The grammar that `spec` describes.
pub fn grammar(spec: &Spec) -> ir::Grammar {
    ir::Grammar {
        source: spec.file.clone(),
        module: spec.id.text.clone(),
        title: spec.title.clone(),
        type_name: spec.type_name.text.clone(),
        doc: doc(&spec.doc, spec.doc_ref.as_ref()),
        types: spec.types.each_ref().map(|name| ir::TypeName {
            name: name.name.text.clone(),
            rule: text(&name.rule).unwrap_or_default(),
            doc: doc(&name.doc, name.doc_ref.as_ref()),
        }),
        parts: spec.parts.iter().map(part).collect(),
        roles: roles(&spec.roles),
        classes: rules::classes(spec),
        rules: rules::rules(spec),
        unchecked: spec.unchecked.text.clone(),
        kinds: spec.kinds.iter().map(kind).collect(),
        words: spec.words.iter().map(words).collect(),
        features: spec
            .features
            .iter()
            .map(|f| (f.id.text.clone(), f.doc.clone()))
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
    ir::Doc { text: text.trim().to_owned(), source: source.cloned() }
}

/// The texts without their places.
fn plain(texts: &[Text]) -> Vec<String> {
    texts.iter().map(|text| text.text.clone()).collect()
}

fn text(text: &Option<Text>) -> Option<String> {
    text.as_ref().map(|text| text.text.clone())
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
        name: part.id.text.clone(),
        meaning: part.doc.clone(),
        table: part.words.as_ref().map(|name| table(&name.text)),
        also_known: text(&part.also_known),
    }
}

fn roles(roles: &model::Roles) -> ir::Roles {
    let mut fields = plain(&roles.triple).into_iter();
    let [on, off] = &roles.signs;
    ir::Roles {
        kind: roles.kind.text.clone(),
        first_field: fields.next().unwrap_or_default(),
        other_fields: fields.collect(),
        architecture: roles.architecture.text.clone(),
        processor: roles.processor.text.clone(),
        feature: roles.feature.text.clone(),
        sign: roles.sign.text.clone(),
        on: on.text.clone(),
        off: off.text.clone(),
        target: roles.target.text.clone(),
        feature_template: roles.feature_template.text.clone(),
    }
}

fn kind(kind: &model::table::Kind) -> ir::Kind {
    ir::Kind {
        name: kind.id.text.clone(),
        group: kind.group.text.clone(),
        host: kind.host,
        alone: kind.alone,
        releases: plain(&kind.releases),
        doc: kind.doc.clone(),
    }
}

fn words(words: &model::table::Words) -> ir::Words {
    ir::Words {
        name: words.id.text.clone(),
        doc: words.doc.clone(),
        open: words.open,
        words: words
            .words
            .iter()
            .filter_map(|word| word.split_first().map(|(name, also)| (name.text.clone(), plain(also))))
            .collect(),
    }
}

fn processors(group: &model::table::Processors) -> Vec<ir::Processor> {
    group
        .list
        .iter()
        .map(|processor| ir::Processor {
            name: processor.name.text.clone(),
            also: plain(&processor.also),
            features: plain(&processor.features),
            elf_machine: processor.elf_machine,
            family: text(&processor.family),
            architectures: plain(&group.architectures),
            releases: plain(&processor.releases),
        })
        .collect()
}
