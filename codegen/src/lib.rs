//! Turns schemas into Rust and C: a pure function from texts to texts, without I/O, clock or environment. It contains
//! no knowledge of particular formats.
//!
//! The phases are folders, and knowledge flows one way: `model` (the YAML, parsed with `reading`) → `check` (its
//! mistakes) → `lower` → `ir` (resolved, immutable) → `view` (all Rust spelling), `c` (all C spelling) → `emit`
//! (templates). Most folders have a file or folder for each dialect: `binary`, `text`, `ids`, `placement`, `cli`.
//! `lower` fills tables in an `arena`; `bake` and `c` print them.

pub mod arena;
pub mod bake;
mod c;
mod check;
mod dialect;
mod emit;
mod fold;
pub mod foreign;
mod formula;
mod ir;
mod lower;
mod model;
mod names;
pub mod problem;
mod prose;
mod reading;
mod scope;
pub mod spanned;
mod tokens;
pub mod unformatted;
mod view;
pub mod yaml;

use std::collections::{BTreeMap, BTreeSet};

use offload_bundle_core::ids::tables::Grammar;

pub use problem::Problem;
use problem::Problems;

/// A schema file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The file name, such as `image_table.ksy`, for problems and for the first line of generated files.
    pub name: String,
    /// The content.
    pub text: String,
}

/// A generated file, not yet formatted by the pinned rustfmt, which is I/O.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct File {
    /// The path relative to the generated crate, with `/`.
    pub path: String,
    /// The content.
    pub text: String,
}

/// Generates all files from all schemas, in any order.
///
/// # Errors
///
/// Returns every problem of every schema, sorted by file and place.
pub fn generate(sources: &[Source]) -> Result<Vec<File>, Vec<Problem>> {
    let arena = arena::Arena::default();
    let schemas = read(&arena, sources)?;
    let mut files = emit::all(&view::all(&lower::all(&arena, &schemas)));
    files.sort();
    Ok(files)
}

/// Returns warnings about parsable schemas, sorted by file and place: fields, records, options and areas without
/// documentation, which are documented by name, and the reason why a plain Kaitai Struct schema has no writer.
pub fn warnings(sources: &[Source]) -> Vec<Problem> {
    let arena = arena::Arena::default();
    let mut sources: Vec<&Source> = sources.iter().collect();
    sources.sort_by(|a, b| a.name.cmp(&b.name));
    let read = |source: &&Source| {
        let node = yaml::Node::parse(&source.name, &source.text).ok()?;
        read_schema(&source.name, &node, &arena, &mut Problems::new(&source.name, true))
    };
    let schemas = sources.iter().filter_map(read);
    schemas.flat_map(|mut schema| schema.document()).collect()
}

/// Schemas without mistakes.
pub struct Checked<'a>(Vec<model::Schema<'a>>);

/// Reads and checks schemas without generating code, so that their data can be used. Tables are stored in `arena`.
///
/// # Errors
///
/// Returns an error where [`generate`] does.
pub fn check<'a>(arena: &'a arena::Arena, sources: &[Source]) -> Result<Checked<'a>, Vec<Problem>> {
    read(arena, sources).map(Checked)
}

impl<'a> Checked<'a> {
    /// Returns the tables of the ID grammar, stored in `arena`, if one of the schemas describes it.
    pub fn id_grammar(&'a self, arena: &'a arena::Arena) -> Option<Grammar<'a>> {
        self.0.iter().find_map(|schema| match &schema.spec {
            model::Spec::Ids(spec) => Some(lower::id_grammar(arena, &schema.file, spec)),
            _ => None,
        })
    }
}

/// Returns the allowed keys of the mappings in `source`: the name of the mapping in problems, and the key.
pub fn keys(source: &Source) -> BTreeSet<(String, String)> {
    problems_of(source).keys
}

/// Returns the mappings in `source` by path, with their names in problems.
pub fn mappings(source: &Source) -> BTreeMap<String, BTreeSet<String>> {
    problems_of(source).mappings
}

fn problems_of(source: &Source) -> Problems {
    let mut problems = Problems::new(&source.name, true);
    if let Ok(node) = yaml::Node::parse(&source.name, &source.text) {
        model::Schema::read(&source.name, &node, &arena::Arena::default(), &mut problems);
    }
    problems
}

/// A plain Kaitai Struct schema becomes read-only if it cannot have a writer.
fn read_schema<'a>(
    file: &str,
    node: &yaml::Node,
    arena: &'a arena::Arena,
    problems: &mut Problems,
) -> Option<model::Schema<'a>> {
    if !file.ends_with(".ksy") || model::binary::has_own_keys(node) {
        return model::Schema::read(file, node, arena, problems);
    }
    let mut of_writer = Problems::new(file, true);
    let schema = model::Schema::read(file, node, arena, &mut of_writer);
    let mut found = of_writer.into_sorted();
    found.extend(schema.iter().flat_map(check::of_schema));
    match found.into_iter().next() {
        Some(why) => model::Schema::read_only(file, node, arena, why, problems),
        None => schema,
    }
}

fn read<'a>(arena: &'a arena::Arena, sources: &[Source]) -> Result<Vec<model::Schema<'a>>, Vec<Problem>> {
    let mut sources: Vec<&Source> = sources.iter().collect();
    sources.sort_by(|a, b| a.name.cmp(&b.name));
    let mut found: Vec<Problem> = Vec::new();
    let mut schemas = Vec::new();
    for source in &sources {
        let mut problems = Problems::new(&source.name, true);
        match yaml::Node::parse(&source.name, &source.text) {
            Ok(node) => schemas.extend(read_schema(&source.name, &node, arena, &mut problems)),
            Err(problem) => found.push(problem),
        }
        found.extend(problems.into_sorted());
    }
    found.extend(check::all(&schemas, schemas.len() == sources.len()));
    if !found.is_empty() {
        found.sort();
        return Err(found);
    }
    schemas.iter_mut().for_each(|schema| _ = schema.document());
    Ok(schemas)
}
