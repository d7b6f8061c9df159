//! Imports of schemas.

use super::{Schema, Spec, binary};

pub fn with_imports<'s>(spec: &'s binary::Spec, all: &'s [Schema]) -> Vec<&'s binary::Spec> {
    let mut specs = vec![spec];
    let mut next = 0;
    while let Some(imports) = specs.get(next).map(|spec| &spec.imports) {
        for import in imports {
            let found = all.iter().find_map(|other| match &other.spec {
                Spec::Binary(other) if !other.is_typed && other.id.value == import.value => Some(&**other),
                _ => None,
            });
            let new = |found: &&binary::Spec| specs.iter().all(|known| known.id.value != found.id.value);
            specs.extend(found.filter(new));
        }
        next += 1;
    }
    specs
}
