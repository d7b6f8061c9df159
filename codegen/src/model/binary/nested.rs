//! Types and enums inside types: they become those of the schema, called by their paths, `outer::inner`.

use std::collections::BTreeSet;

use super::attr::Attr;
use super::enums::Enum;
use super::kind::Kind;
use super::spec::{Spec, Type};
use crate::reading::Entries;
use crate::spanned::Spanned;

/// What is between the steps of a path.
const STEP: &str = "::";

/// Types and enums in file order, outer ones before what is inside them.
#[derive(Debug, Default)]
pub(super) struct Unfolded {
    pub types: Vec<Type>,
    pub enums: Vec<Enum>,
}

impl Unfolded {
    /// Those of `types` and `enums`, with all that is inside them.
    pub(super) fn new(types: Entries<Type>, enums: Entries<Enum>) -> Self {
        let mut unfolded = Self::default();
        unfolded.add(&[], types, enums);
        unfolded
    }

    /// Adds what is inside the type at the path `around`.
    fn add(&mut self, around: &[&str], types: Entries<Type>, enums: Entries<Enum>) {
        let path = |id: &str| [around, &[id]].concat().join(STEP);
        for mut named in enums {
            named.id.value = path(&named.id);
            self.enums.push(named);
        }
        for mut record in types {
            let inner = (record.types.take(), record.enums.take());
            let id = record.id.value.clone();
            record.id.value = path(&id);
            self.types.push(record);
            self.add(&[around, &[&id]].concat(), inner.0, inner.1);
        }
    }
}

/// The paths of the types and enums of a schema.
struct Known {
    types: BTreeSet<String>,
    enums: BTreeSet<String>,
}

impl Known {
    /// The type that `name` means inside the type at the path `scope`: of those whose name it begins with, the innermost.
    fn record(&self, scope: &[&str], name: &[&str]) -> Option<String> {
        let (first, rest) = name.split_first()?;
        let found = visible(&self.types, scope, first)?;
        if rest.is_empty() {
            return Some(found);
        }
        self.record(&found.split(STEP).collect::<Vec<_>>(), rest)
    }

    /// The enum that `name` means there: its last step is that of an enum, the others are types.
    fn named(&self, scope: &[&str], name: &[&str]) -> Option<String> {
        match name {
            [] => None,
            [one] => visible(&self.enums, scope, one),
            [first, rest @ ..] => {
                let found = visible(&self.types, scope, first)?;
                self.named(&found.split(STEP).collect::<Vec<_>>(), rest)
            }
        }
    }
}

/// The innermost of `known` that is called `name` and is in `scope` or around it.
fn visible(known: &BTreeSet<String>, scope: &[&str], name: &str) -> Option<String> {
    let mut depths = (0..=scope.len()).rev();
    depths.find_map(|depth| {
        let path = [scope.get(..depth)?, &[name]].concat().join(STEP);
        known.contains(&path).then_some(path)
    })
}

impl Spec {
    /// Gives every reference to a type or enum the path of what it means. One that means nothing stays as it is.
    pub(super) fn resolve(&mut self) {
        let known = Known {
            types: self.types.iter().map(|record| record.id.value.clone()).collect(),
            enums: self.enums.iter().map(|named| named.id.value.clone()).collect(),
        };
        self.root.resolve(&[], &known);
        for record in self.types.iter_mut() {
            let path = record.id.value.clone();
            record.resolve(&path.split(STEP).collect::<Vec<_>>(), &known);
        }
    }

    /// What `record` can call the type or enum at `path`: by its last step where it is in `record` or around it.
    pub fn spelling<'p>(&self, record: &Type, path: &'p str) -> &'p str {
        let around = if self.is_root(record) { "" } else { record.id.as_str() };
        match path.rsplit_once(STEP) {
            Some((outer, name)) if outer == around || around.starts_with(&format!("{outer}{STEP}")) => name,
            _ => path,
        }
    }

    /// Calls types and enums by single words, as generated code must: `outer_inner`.
    pub fn flatten(&mut self) {
        let flat = |id: &mut String| *id = id.replace(STEP, "_");
        self.types.iter_mut().for_each(|record| flat(&mut record.id.value));
        self.enums.iter_mut().for_each(|named| flat(&mut named.id.value));
        let records = std::iter::once(&mut self.root).chain(self.types.iter_mut());
        for attr in records.flat_map(Type::attrs_mut) {
            attr.references().into_iter().for_each(flat);
        }
    }
}

impl Type {
    /// What it is called where it is.
    pub fn own_name(&self) -> Spanned<String> {
        own_name(&self.id)
    }

    fn resolve(&mut self, scope: &[&str], known: &Known) {
        for attr in self.attrs_mut() {
            if let Some(names) = &mut attr.names {
                let found = known.named(scope, &names.split(STEP).collect::<Vec<_>>());
                names.value = found.unwrap_or_else(|| names.value.clone());
            }
            for id in attr.kind.value.records_mut() {
                let found = known.record(scope, &id.split(STEP).collect::<Vec<_>>());
                *id = found.unwrap_or_else(|| id.clone());
            }
        }
    }
}

impl Enum {
    /// What it is called where it is.
    pub fn own_name(&self) -> Spanned<String> {
        own_name(&self.id)
    }
}

fn own_name(id: &Spanned<String>) -> Spanned<String> {
    let name = id.rsplit(STEP).next().unwrap_or(id);
    id.with(name.to_owned())
}

impl Kind {
    /// The types that it names.
    fn records_mut(&mut self) -> Vec<&mut String> {
        match self {
            Self::Record(id) => vec![id],
            Self::Versions { cases, .. } => cases.iter_mut().map(|(_, id)| &mut id.value).collect(),
            _ => Vec::new(),
        }
    }
}

impl Attr {
    /// The types and the enum that it names.
    fn references(&mut self) -> Vec<&mut String> {
        let Self { kind, names, .. } = self;
        let names = names.iter_mut().map(|names| &mut names.value);
        names.chain(kind.value.records_mut()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known() -> Known {
        let set = |paths: &[&str]| paths.iter().map(|path| (*path).to_owned()).collect();
        Known {
            types: set(&["a", "a::b", "a::b::c", "b", "d", "d::c"]),
            enums: set(&["kinds", "a::kinds", "a::b::levels"]),
        }
    }

    fn split(path: &str) -> Vec<&str> {
        path.split(STEP).filter(|step| !step.is_empty()).collect()
    }

    #[test]
    fn the_innermost_type_of_a_name_is_meant() {
        for (scope, name, meant) in [
            ("", "b", Some("b")),
            ("a", "b", Some("a::b")),
            ("a::b", "b", Some("a::b")),
            ("a::b::c", "d", Some("d")),
            ("d", "a::b", Some("a::b")),
            ("a", "b::c", Some("a::b::c")),
            ("", "b::c", None),
            ("d", "e", None),
        ] {
            assert_eq!(
                known().record(&split(scope), &split(name)).as_deref(),
                meant,
                "{name} in {scope}"
            );
        }
    }

    #[test]
    fn the_innermost_enum_of_a_name_is_meant() {
        for (scope, name, meant) in [
            ("", "kinds", Some("kinds")),
            ("a::b", "kinds", Some("a::kinds")),
            ("d", "a::b::levels", Some("a::b::levels")),
            ("a::b", "levels", Some("a::b::levels")),
            ("d", "levels", None),
        ] {
            assert_eq!(
                known().named(&split(scope), &split(name)).as_deref(),
                meant,
                "{name} in {scope}"
            );
        }
    }
}
