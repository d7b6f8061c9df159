//! Schemas that others have written, in plain Kaitai Struct: they are read, but nothing is generated of them. Keys that begin with `-`
//! are passed over, as Kaitai does, and documentation may be missing.

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
use crate::lower::reader_only::tree;
use crate::model::layout::{INTERPRETED, Record, Spec};
use crate::problem::{Problem, Problems};
use crate::reading::{Read, Reader};
use crate::yaml::{Node, Value};
use crate::{Source, yaml};

/// A schema of others by which files can be read.
#[derive(Debug)]
pub struct Foreign {
    /// Its tables. They are there for as long as the program is, as those that are generated are.
    tree: &'static Tree<'static>,
    /// How many of its types, fields and instances say nothing of what they are.
    pub undocumented: usize,
    /// The owner of the tables: without a pointer to it, checkers take it for a leak.
    _arena: AtomicPtr<Arena>,
}

/// The tables of the first of `sources`, with the types of the others, which it imports.
///
/// # Errors
///
/// What of the first is no Kaitai Struct, or is not supported; of the others, what keeps them from being read.
pub fn read(sources: &[Source]) -> Result<Foreign, Vec<Problem>> {
    tables(sources, strip)
}

/// The same of schemas that say what checksums cover, in keys that begin with `-`.
///
/// # Errors
///
/// As for [`read`].
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
    let undocumented = all.first().map_or(0, |spec| count_undocumented(&spec.root));
    let _arena = AtomicPtr::new(ptr::from_ref(arena).cast_mut());
    Ok(Foreign { tree, undocumented, _arena })
}

impl Foreign {
    /// Its tables.
    pub fn tree(&self) -> &'static Tree<'static> {
        self.tree
    }

    /// The fields of a file with their places, for people.
    ///
    /// # Errors
    ///
    /// Returns an error if a field cannot be read.
    pub fn rows(&self, bytes: &[u8]) -> Result<Vec<Row>, ReadError> {
        let rows = describe::rows(|describer| self.tree.describe(Bytes::new(bytes), describer))?;
        match rows.iter().find_map(|row| row.error.clone()) {
            Some(error) => Err(error),
            None => Ok(rows),
        }
    }

    /// What is in a file, as JSON: whole numbers as decimal text; `{"float": …}` with the bits in hexadecimal digits, as big-endian double;
    /// true and false; `{"text": …}`; `{"bytes": …}` in hexadecimal digits, of many their number and `"crc32"`; `{"number": …, "name": …}`
    /// for values that an enum names; `{"fields": …}` of a record; lists; `{"refused": …}` in the place of an instance that cannot be read.
    /// What is absent is left out, and so are records that an expression finds elsewhere.
    ///
    /// # Errors
    ///
    /// Why the fields of the file cannot be read.
    pub fn value(&self, bytes: &[u8]) -> Result<Json, ReadError> {
        canonical::value(self.tree, bytes)
    }
}

/// Whether what has this code is refused only because our reader has a limit.
pub fn is_limit(code: &str) -> bool {
    error::Problem::is_limit(code)
}

/// Takes out the keys that Kaitai passes over.
fn strip(node: &mut yaml::Node) {
    match &mut node.value {
        Value::Map(entries) => {
            // A case, or a number of an enum, can be negative.
            entries.retain(|(key, _)| !key.starts_with('-') || key.parse::<i128>().is_ok());
            entries.iter_mut().for_each(|(_, node)| strip(node));
        }
        Value::List(items) => items.iter_mut().for_each(strip),
        _ => {}
    }
}

fn count_undocumented(record: &Record) -> usize {
    let of_attrs = record.attrs().filter(|attr| attr.docs.text().is_empty()).count();
    let inner: usize = record.types.iter().map(count_undocumented).sum();
    of_attrs + inner + usize::from(record.docs.text().is_empty())
}
