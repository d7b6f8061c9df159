//! The context for generating the C reader of a record.

use super::names::{FormatNames, RecordNames};
use crate::ir::binary::{Format, Record};

#[derive(Debug, Clone, Copy)]
pub(super) struct Reader<'r, 'a> {
    pub(super) format: &'r Format<'a>,
    pub(super) names: &'r FormatNames,
    pub(super) record: &'r Record<'a>,
    pub(super) of: &'r RecordNames,
}

impl<'r, 'a> Reader<'r, 'a> {
    pub(super) fn inner(self, id: &str) -> Option<(&'r Record<'a>, &'r RecordNames)> {
        self.names.record(self.format, id)
    }

    pub(super) fn call(self, id: &str, (at, path, into): (&str, &str, &str)) -> String {
        let read = self.inner(id).map_or("", |(_, names)| &names.read);
        format!("{read}(&record->bytes, &{path}, {at}, {into}, error)")
    }
}
