//! The one place where generated code gets its names: each scope gives each name once.

use std::collections::BTreeSet;

use crate::names::{KEYWORDS, camel};

/// The names of one scope of generated code: a crate, the types or the functions of a module, the members of a type, the variables
/// of a function. The first to ask gets the name as it is; the next ones get it with `_` behind it.
#[derive(Debug, Clone)]
pub struct Scope(BTreeSet<String>);

impl Scope {
    /// A scope in which the words of Rust and `fixed` names are taken: those that generated code uses itself, whatever the schema.
    pub fn with(fixed: &[&[&str]]) -> Self {
        let names = [KEYWORDS, fixed.concat().as_slice()].concat();
        Self(names.into_iter().map(str::to_owned).collect())
    }

    /// A variable, function, member or module called after `id`.
    pub fn snake(&mut self, id: &str) -> String {
        self.name(words(id).collect::<Vec<_>>().join("_"), id.ends_with('_'))
    }

    /// A type called after `id`.
    pub fn camel(&mut self, id: &str) -> String {
        self.name(camel(id), false)
    }

    /// What is called exactly `name`, which another scope has given.
    pub fn same(&mut self, name: &str) -> String {
        self.name(name.to_owned(), false)
    }

    /// The type called after `id`, or after `longer` where that is taken.
    pub fn camel_or(&mut self, id: &str, longer: &str) -> String {
        let taken = self.0.contains(&camel(id));
        self.camel(if taken { longer } else { id })
    }

    /// A constant called after `id`.
    pub fn constant(&mut self, id: &str) -> String {
        self.name(words(id).collect::<Vec<_>>().join("_").to_uppercase(), false)
    }

    fn name(&mut self, mut name: String, mark: bool) -> String {
        if mark {
            name.push('_');
        }
        while !self.0.insert(name.clone()) {
            name.push('_');
        }
        name
    }
}

/// The words of an id. Names in Rust have one `_` between them, however many the id has.
fn words(id: &str) -> impl Iterator<Item = &str> {
    id.split(['_', '-', '.', ':']).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_given_once() {
        let mut scope = Scope::with(&[&["bytes"]]);
        let names = ["type", "bytes", "a__b", "a_b", "self", "self_", "a-b"].map(|id| scope.snake(id));
        assert_eq!(names, ["type_", "bytes_", "a_b", "a_b_", "self_", "self__", "a_b__"]);
        let mut types = Scope::with(&[&["Vec"]]);
        let names = ["vec", "v_1", "v1", "self_"].map(|id| types.camel(id));
        assert_eq!(names, ["Vec_", "V1", "V1_", "Self_"]);
        assert_eq!(types.camel_or("v_1", "entry_v_1"), "EntryV1");
        assert_eq!(types.constant("entry_magic"), "ENTRY_MAGIC");
    }
}
