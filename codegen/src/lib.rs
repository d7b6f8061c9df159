//! Turns schemas into Rust and C: a pure function from texts to texts. No I/O, no clock, no environment, no format names.
//!
//! The phases are the folders, and knowledge flows one way: `model` (what the YAML says, read as `reading` tells) → `check` (what
//! is wrong with it) → `lower` → `ir` (resolved, immutable) → `view` (all Rust spelling), `c` (all C spelling) → `emit` (templates).
//! Each folder but `c` has one file, or one folder, for each dialect of schema: `binary`, `text`, `ids`, `placement`, `cli`. Tables go
//! from `lower`, which fills them in an `arena`, straight to `bake` and to `c`.

pub mod arena;
pub mod bake;
mod c;
mod check;
mod condition;
mod dialect;
mod emit;
mod expr;
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

/// One schema file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// Its name, such as `image_table.ksy`; shown in problems and in the first line of what it generates.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// One generated file. Its text is not formatted yet: that takes the pinned rustfmt, which is I/O.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct File {
    /// Path below the generated crate's folder, with `/`.
    pub path: String,
    /// Contents.
    pub text: String,
}

/// Generates all files from all schemas. The order of the sources does not matter.
///
/// # Errors
///
/// Every problem of every schema, sorted by file and place.
pub fn generate(sources: &[Source]) -> Result<Vec<File>, Vec<Problem>> {
    let arena = arena::Arena::default();
    let schemas = read(&arena, sources)?;
    let mut files = emit::all(&view::all(&lower::all(&arena, &schemas)));
    files.sort();
    Ok(files)
}

/// What deserves mending in schemas that can be read, whether or not they have mistakes too: a field, record, option or area of a
/// binary schema without documentation, and what keeps a schema with only keys of Kaitai Struct from having a writer. Sorted by file and place. The generated code documents such an item by its name.
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

/// Schemas without a mistake.
pub struct Checked<'a>(Vec<model::Schema<'a>>);

/// Reads and checks schemas, and generates nothing: what is data in them can be used at once. Tables live in the `arena`.
///
/// # Errors
///
/// As [`generate`].
pub fn check<'a>(arena: &'a arena::Arena, sources: &[Source]) -> Result<Checked<'a>, Vec<Problem>> {
    read(arena, sources).map(Checked)
}

impl<'a> Checked<'a> {
    /// The tables of the grammar of IDs, filled in `arena`, if one of the schemas describes it.
    pub fn id_grammar(&'a self, arena: &'a arena::Arena) -> Option<Grammar<'a>> {
        self.0.iter().find_map(|schema| match &schema.spec {
            model::Spec::Ids(spec) => Some(lower::id_grammar(arena, &schema.file, spec)),
            _ => None,
        })
    }
}

/// The keys of the mappings in `source`: what problems call a mapping, and a key that it takes, whether or not it is there.
pub fn keys(source: &Source) -> BTreeSet<(String, String)> {
    let mut problems = Problems::new(&source.name, true);
    if let Ok(node) = yaml::Node::parse(&source.name, &source.text) {
        model::Schema::read(&source.name, &node, &arena::Arena::default(), &mut problems);
    }
    problems.keys
}

/// The mappings in `source`: where they are in the tree, and what problems call them.
pub fn mappings(source: &Source) -> BTreeMap<String, BTreeSet<String>> {
    let mut problems = Problems::new(&source.name, true);
    if let Ok(node) = yaml::Node::parse(&source.name, &source.text) {
        model::Schema::read(&source.name, &node, &arena::Arena::default(), &mut problems);
    }
    problems.mappings
}

/// Reads a schema. One with only keys of Kaitai Struct is only read, if no writer can be made of it.
fn read_schema<'a>(
    file: &str,
    node: &yaml::Node,
    arena: &'a arena::Arena,
    problems: &mut Problems,
) -> Option<model::Schema<'a>> {
    if !file.ends_with(".ksy") || model::layout::has_own_keys(node) {
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

/// All schemas, read and checked.
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
    for schema in &mut schemas {
        schema.document();
        schema.flatten();
    }
    Ok(schemas)
}
