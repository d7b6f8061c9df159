//! Imports of schemas.

use super::binary::Spec as ReaderOnly;
use super::{Schema, Spec};

pub fn with_imports<'s>(spec: &'s ReaderOnly, all: &'s [Schema]) -> Vec<&'s ReaderOnly> {
    let mut specs = vec![spec];
    let mut next = 0;
    while let Some(imports) = specs.get(next).map(|spec| &spec.imports) {
        for import in imports {
            let found = all.iter().find_map(|other| match &other.spec {
                Spec::ReaderOnly(other) if other.id.value == import.value => Some(&**other),
                _ => None,
            });
            let new = |found: &&ReaderOnly| specs.iter().all(|known| known.id.value != found.id.value);
            specs.extend(found.filter(new));
        }
        next += 1;
    }
    specs
}
