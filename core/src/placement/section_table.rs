//! The section table of object files, by which a file in memory declares its length.

use crate::bytes::{Bytes, Width, length};
use crate::error::{Problem, ReadError};

/// How 64-bit little-endian object files declare their length: by their section table. Offsets are in bytes from the
/// start of the file, or of a section's record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct SectionTable<'a> {
    /// The offset of the bytes that tell the layout.
    pub at: u64,
    /// These bytes. A file with others declares no length.
    pub bytes: &'a [u8],
    /// The offset of the table's offset, in eight bytes. It is 0 in a file without a table.
    pub table: u64,
    /// The offset of the length of a record, in two bytes.
    pub record: u64,
    /// The offset of the number of records, in two bytes. If it is 0, the size in the first record is the number.
    pub count: u64,
    /// The offset in a record of the section type, in four bytes.
    pub kind: u64,
    /// The types of sections without bytes in the file.
    pub empty: &'a [u64],
    /// The offset in a record of the section's offset, in eight bytes. Its size follows, in eight bytes.
    pub place: u64,
}

impl SectionTable<'_> {
    /// After the table or the last section; `None` without a table.
    pub(crate) fn end(&self, file: Bytes<'_>) -> Result<Option<u64>, ReadError> {
        if file.take(self.at, length(self.bytes))? != self.bytes {
            return Ok(None);
        }
        let field = |section: u64, field: u64| file.number(section.saturating_add(field), Width::U64Le);
        let size_at = self.place.saturating_add(8);
        let table = file.number(self.table, Width::U64Le)?;
        let record = file.number(self.record, Width::U16Le)?;
        if table == 0 || record < size_at.saturating_add(8) {
            return Ok(None);
        }
        let count = match file.number(self.count, Width::U16Le)? {
            0 => field(table, size_at)?,
            count => count,
        };
        let len = count.saturating_mul(record);
        // The whole table must be in view, so that its length is not a promise of work.
        file.take(table, len)?;
        let mut end = table.saturating_add(len);
        for index in 0..count {
            let section = table.saturating_add(index.saturating_mul(record));
            let kind = file.number(section.saturating_add(self.kind), Width::U32Le)?;
            if !self.empty.contains(&kind) {
                let (ofs, len) = (field(section, self.place)?, field(section, size_at)?);
                let outside = || {
                    file.error(
                        section.saturating_add(self.place),
                        Problem::OutOfBounds { ofs, len, have: file.len() },
                    )
                };
                end = end.max(ofs.checked_add(len).ok_or_else(outside)?);
            }
        }
        Ok(Some(end))
    }
}
