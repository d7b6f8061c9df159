//! Imports of schemas.

use super::Schema;
use super::binary::Spec;

pub fn with_imports<'s>(spec: &'s Spec, all: &'s [Schema]) -> Vec<&'s Spec> {
    let mut specs = vec![spec];
    let mut next = 0;
    while let Some(imports) = specs.get(next).map(|spec| &spec.imports) {
        for import in imports {
            let mut others = all.iter().filter_map(Schema::binary);
            let found = others.find(|other| !other.is_typed && other.id.value == import.value);
            let new = |found: &&Spec| specs.iter().all(|known| known.id.value != found.id.value);
            specs.extend(found.filter(new));
        }
        next += 1;
    }
    specs
}
