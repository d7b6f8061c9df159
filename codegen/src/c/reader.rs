//! What the readers of a record in C are made from, and how it calls those of the records inside it.

use super::names::{FormatNames, RecordNames};
use crate::ir::binary::{Format, Record};

/// What the readers of a record are made from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reader<'r, 'a> {
    pub(super) format: &'r Format<'a>,
    pub(super) names: &'r FormatNames,
    pub(super) record: &'r Record<'a>,
    pub(super) of: &'r RecordNames,
}

impl<'r, 'a> Reader<'r, 'a> {
    /// The record called `id`, and what it is called.
    pub(super) fn inner(self, id: &str) -> Option<(&'r Record<'a>, &'r RecordNames)> {
        self.names.record(self.format, id)
    }

    /// The call that reads the record called `id` at `at` into `into`, with the path `path`.
    pub(super) fn call(self, id: &str, (at, path, into): (&str, &str, &str)) -> String {
        let read = self.inner(id).map_or("", |(_, names)| &names.read);
        format!("{read}(&record->bytes, &{path}, {at}, {into}, error)")
    }
}
