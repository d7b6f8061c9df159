//! Tables for tests.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::tree::{Fixed, Record, Tree, give_spots};

/// Returns the table with field spots, as the generator computes them.
pub fn readable(tree: &Tree<'static>) -> &'static Tree<'static> {
    let with_spots = |record: &Record<'static>| {
        let (mut fields, mut instances) = (record.fields.to_vec(), record.instances.to_vec());
        give_spots(&mut fields, &mut instances);
        let fixed = Fixed::of(&fields, tree.len);
        Record { fields: Vec::leak(fields), instances: Vec::leak(instances), fixed, ..*record }
    };
    let records: Vec<_> = tree.records.iter().map(with_spots).collect();
    Box::leak(Box::new(Tree { records: Vec::leak(records), is_lazy: true, ..*tree }))
}
