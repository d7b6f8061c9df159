//! Unique names in generated code.

use std::collections::BTreeSet;

use crate::names::{KEYWORDS, camel};

/// The names of a scope of generated code: a crate, a module, the members of a type, or the variables of a function.
/// Repeated names get a `_` suffix.
#[derive(Debug, Clone)]
pub struct Scope(BTreeSet<String>);

impl Scope {
    /// Reserves keywords and `fixed` names.
    pub fn with(fixed: &[&[&str]]) -> Self {
        let names = [KEYWORDS, fixed.concat().as_slice()].concat();
        Self(names.into_iter().map(str::to_owned).collect())
    }

    pub fn snake(&mut self, id: &str) -> String {
        self.name(words(id).collect::<Vec<_>>().join("_"), id.ends_with('_'))
    }

    pub fn camel(&mut self, id: &str) -> String {
        self.name(camel(id), false)
    }

    /// A name that another scope has assigned.
    pub fn same(&mut self, name: &str) -> String {
        self.name(name.to_owned(), false)
    }

    /// Uses `longer` if the type name of `id` is taken.
    pub fn camel_or(&mut self, id: &str, longer: &str) -> String {
        let taken = self.0.contains(&camel(id));
        self.camel(if taken { longer } else { id })
    }

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

/// Rust names have single underscores between words.
fn words(id: &str) -> impl Iterator<Item = &str> {
    id.split(['_', '-', '.', ':']).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
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
