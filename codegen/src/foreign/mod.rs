//! Third-party schemas in plain Kaitai Struct: they can be interpreted without code generation. Keys that begin with
//! `-` are ignored, as in Kaitai, and documentation is optional.

mod canonical;
mod sources;

pub use sources::sources;

use std::ptr;
use std::sync::atomic::AtomicPtr;

use offload_bundle_core::bytes::Bytes;
use offload_bundle_core::describe::{self, Row};
use offload_bundle_core::error::{self, ReadError};
use offload_bundle_core::tree::Tree;
use serde_json::Value as Json;

use crate::arena::Arena;
use crate::lower::tree::tree;
use crate::model::binary::{INTERPRETED, Spec};
use crate::problem::{Problem, Problems};
use crate::reading::{Read, Reader};
use crate::yaml::{Node, Value};
use crate::{Source, yaml};

/// A third-party schema for reading files.
#[derive(Debug)]
pub struct Foreign {
    /// Leaked: `'static`, as generated tables are.
    tree: &'static Tree<'static>,
    /// The number of types, fields and instances without documentation.
    pub undocumented: usize,
    /// Owns the tables, so that leak checkers see a pointer to it.
    _arena: AtomicPtr<Arena>,
}

/// Reads the first of `sources`, with the others as imports.
///
/// # Errors
///
/// Returns the problems of the first schema if it is not valid or not supported, and the problems of imports that
/// cannot be parsed.
pub fn read(sources: &[Source]) -> Result<Foreign, Vec<Problem>> {
    tables(sources, strip)
}

/// Like [`read`], but keeps keys that begin with `-`, which declare checksums.
///
/// # Errors
///
/// Returns an error where [`read`] does.
pub fn read_with_sums(sources: &[Source]) -> Result<Foreign, Vec<Problem>> {
    tables(sources, |_| {})
}

fn tables(sources: &[Source], strip: fn(&mut Node)) -> Result<Foreign, Vec<Problem>> {
    let mut found = Vec::new();
    let mut specs = Vec::new();
    for source in sources {
        let mut problems = Problems::new(&source.name, true);
        match Node::parse(&source.name, &source.text) {
            Ok(mut node) => {
                strip(&mut node);
                problems.dialect = Some(&INTERPRETED);
                let reader = &mut Reader { arena: &Arena::default(), root: &node, problems: &mut problems };
                specs.extend(Spec::read(&node, reader).map(|spec| (spec, problems.doubts())));
            }
            Err(problem) => found.push(problem),
        }
        found.extend(problems.into_sorted());
    }
    let (Some((_, doubts)), Some(source)) = (specs.first(), sources.first()) else {
        return Err(found);
    };
    let mut problems = Problems::new(&source.name, specs.len() == sources.len());
    let all: Vec<&Spec> = specs.iter().map(|(spec, _)| spec).collect();
    tree(&Arena::default(), &all, doubts, &mut problems);
    found.extend(problems.into_sorted());
    if !found.is_empty() {
        return Err(found);
    }
    let arena: &'static Arena = Box::leak(Box::default());
    let tree = arena.one(tree(arena, &all, doubts, &mut Problems::new(&source.name, true)));
    let undocumented = all.first().map_or(0, |spec| count_undocumented(spec));
    let _arena = AtomicPtr::new(ptr::from_ref(arena).cast_mut());
    Ok(Foreign { tree, undocumented, _arena })
}

impl Foreign {
    /// Returns the table.
    pub fn tree(&self) -> &'static Tree<'static> {
        self.tree
    }

    /// Returns the fields of a file with their places.
    ///
    /// # Errors
    ///
    /// Returns an error if a field is not valid.
    pub fn rows(&self, bytes: &[u8]) -> Result<Vec<Row>, ReadError> {
        let rows = describe::rows(|describer| self.tree.describe(Bytes::new(bytes), describer))?;
        match rows.iter().find_map(|row| row.error.clone()) {
            Some(error) => Err(error),
            None => Ok(rows),
        }
    }

    /// Returns the content of a file as JSON: integers as decimal text; `{"float": …}` with the bits of a big-endian
    /// double in hexadecimal; booleans; `{"text": …}`; `{"bytes": …}` in hexadecimal, or the length and `"crc32"` of
    /// long ones; `{"number": …, "name": …}` for enum values; `{"fields": …}` for a record; lists; `{"refused": …}` for
    /// an instance that is not valid. Absent fields and records from other places are omitted.
    ///
    /// # Errors
    ///
    /// Returns an error if the fields of the file are not valid.
    pub fn value(&self, bytes: &[u8]) -> Result<Json, ReadError> {
        canonical::value(self.tree, bytes)
    }
}

/// Returns whether the error code is a limit of the reader instead of a fault of the file.
pub fn is_limit(code: &str) -> bool {
    error::Problem::is_limit(code)
}

fn strip(node: &mut yaml::Node) {
    match &mut node.value {
        Value::Map(entries) => {
            // Switch cases and enum numbers can be negative.
            entries.retain(|(key, _)| !key.starts_with('-') || key.parse::<i128>().is_ok());
            entries.iter_mut().for_each(|(_, node)| strip(node));
        }
        Value::List(items) => items.iter_mut().for_each(strip),
        _ => {}
    }
}

fn count_undocumented(spec: &Spec) -> usize {
    let records = spec.records();
    let docs = records.flat_map(|record| record.attrs().map(|attr| &attr.docs).chain([&record.docs]));
    docs.filter(|docs| docs.text().is_empty()).count()
}
