//! Checks across the schemas of a project.

mod alike;
mod file_types;
mod order;
mod references;

use crate::model::cli::VERSIONED;
use crate::model::placement::HOST;
use crate::model::placement::content::MARKED;
use crate::model::{Schema, Spec, binary};
use crate::problem::{Problem, Problems};
use crate::spanned::Spanned;

type Fits = fn(&binary::Spec) -> bool;
type Rule = fn(schema: &Schema, all: &[Schema], problems: &mut Problems);

/// `whole` is `false` if some file was misunderstood.
pub(super) fn check(schemas: &[Schema], whole: bool) -> Vec<Problem> {
    let rules: [Rule; 10] = [
        dialects,
        modules,
        grammars,
        check_held,
        outside,
        references::check,
        alike::check,
        alike::hidden,
        order::check,
        file_types::check,
    ];
    let problems = schemas.iter().flat_map(|schema| {
        let mut problems = Problems::new(&schema.file, whole);
        rules.iter().for_each(|rule| rule(schema, schemas, &mut problems));
        problems.into_sorted()
    });
    problems.collect()
}

fn dialects(schema: &Schema, all: &[Schema], problems: &mut Problems) {
    let Some(dialect) = single(schema) else { return };
    let first = all.iter().find(|other| single(other) == Some(dialect));
    if let Some(first) = first.filter(|first| first.file != schema.file) {
        let hint = format!("{} already is; join the two", first.file);
        let expected = format!("one {dialect} schema in a project");
        problems.add(&schema.span, expected, "another", hint);
    }
}

fn single(schema: &Schema) -> Option<&'static str> {
    match &schema.spec {
        Spec::Cli(_) => Some("cli"),
        Spec::Ids(_) => Some("ids"),
        Spec::Placement(_) => Some("placement"),
        Spec::Binary(_) | Spec::Text(_) => None,
    }
}

/// Modules and crates of the generated crate, and folders with a meaning to Cargo.
const TAKEN: &[&str] = &["alloc", "bin", "core", "lib", "proptest", "registry", "samples", "std"];

fn modules(schema: &Schema, all: &[Schema], problems: &mut Problems) {
    let Some(name) = module(schema) else { return };
    let mut earlier = all
        .iter()
        .take_while(|other| other.file != schema.file)
        .filter_map(module);
    let taken = !matches!(schema.spec, Spec::Binary(_)) && TAKEN.contains(&name.as_str());
    if taken || earlier.any(|other| other.value == name.value) {
        let hint = "formats are modules of one crate: rename this one";
        problems.add_word(name, "an id that no other format has", hint);
    }
}

fn module<'s>(schema: &'s Schema<'_>) -> Option<&'s Spanned<String>> {
    match &schema.spec {
        Spec::Binary(spec) => Some(&spec.id),
        Spec::Text(spec) => Some(&spec.meta.id),
        Spec::Ids(spec) => Some(&spec.meta.id),
        Spec::Placement(_) | Spec::Cli(_) => None,
    }
}

fn grammars(schema: &Schema, all: &[Schema], problems: &mut Problems) {
    let Some(spec) = schema.binary() else { return };
    let what = "the `id` of a schema of the dialect `ids`";
    let of_attrs = spec.attrs().filter_map(|(_, attr)| attr.grammar.as_ref());
    for grammar in of_attrs.chain(spec.id_grammar()) {
        problems.one_of(grammar, what, all.iter().filter_map(self::grammar));
    }
}

fn check_held(schema: &Schema, all: &[Schema], problems: &mut Problems) {
    let envelope = schema.binary().and_then(|spec| spec.envelope.as_ref());
    if let Some(front) = envelope.and_then(|keys| keys.front.as_ref()) {
        let is_container = |spec: &binary::Spec| spec.container.is_some();
        problems.one_of(&front.of, "the `id` of a container", formats(all, is_container));
    }
}

fn formats<'s>(all: &'s [Schema], fits: impl Fn(&binary::Spec) -> bool) -> impl Iterator<Item = &'s str> {
    let formats = all.iter().filter_map(Schema::binary);
    formats.filter(move |spec| fits(spec)).map(|spec| spec.id.as_str())
}

fn outside(schema: &Schema, all: &[Schema], problems: &mut Problems) {
    let (_, names) = schema.asked(true);
    let kinds: [(&str, Fits); 3] = [
        (HOST, |spec| !spec.is_typed && spec.has_files()),
        (MARKED, |spec| spec.magic().is_some()),
        (VERSIONED, |spec| !spec.versions().is_empty()),
    ];
    for (what, fits) in kinds {
        for format in names.outside(what) {
            problems.one_of(format, what, formats(all, fits));
        }
    }
}

fn grammar<'s>(schema: &'s Schema<'_>) -> Option<&'s str> {
    match &schema.spec {
        Spec::Ids(grammar) => Some(&grammar.meta.id),
        _ => None,
    }
}
