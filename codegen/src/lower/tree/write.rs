//! Lowers the coverage of checksums.

use offload_bundle_core::tree::Summed;

use super::Lowering;
use crate::model::binary::{Attr, Write};
use crate::names::suggestion;
use crate::problem::{Problems, quote};

impl<'a> Lowering<'a, '_> {
    pub(super) fn sum(&self, scope: usize, attr: &Attr, problems: &mut Problems) -> Option<Summed<'a>> {
        let said = attr.write.as_ref().filter(|_| attr.value.is_none())?;
        let Write::Sum(sum, from, to) = &said.value else {
            return None;
        };
        if attr.is_list() {
            let hint = "give each item a type of its own";
            return problems.refuse(said, "a field that is there once", "a list", hint);
        }
        attr.check_sum(said, *sum, problems);
        let attrs = self.known.records.get(scope)?.record.attrs();
        let read: Vec<&str> = attrs
            .filter(|attr| attr.value.is_none())
            .map(|attr| attr.id.as_str())
            .collect();
        if let Some(id) = [from, to].into_iter().find(|id| !read.contains(&id.as_str())) {
            return problems.refuse(said, "a field of the record", quote(id), suggestion(id, &read));
        }
        Some(Summed { sum: *sum, from: self.arena.text(from), to: self.arena.text(to) })
    }
}
