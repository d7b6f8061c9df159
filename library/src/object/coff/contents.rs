//! The header of a section where what is before it in the file has another length.

use object::LittleEndian as LE;
use object::U32;
use object::pe::ImageSectionHeader;

use super::file::FileSection;
use crate::object::refusals::other_form;
use crate::object::splice::Splice;
use crate::refusal::Refusal;

/// A number in a header.
///
/// # Errors
///
/// It has no room there.
pub(in crate::object) fn field(number: u64) -> Result<U32<LE>, Refusal> {
    let number = u32::try_from(number);
    let number = number.map_err(|_| other_form("one that would be longer than 4 GiB"));
    number.map(|number| U32::new(LE, number))
}

impl FileSection {
    /// The header, where `splice` has moved what it leads to.
    ///
    /// # Errors
    ///
    /// That has gone too far.
    pub(in crate::object) fn after_splice(&self, splice: &Splice) -> Result<ImageSectionHeader, Refusal> {
        let mut header = self.header;
        for pointer in
            [&mut header.pointer_to_raw_data, &mut header.pointer_to_relocations, &mut header.pointer_to_linenumbers]
        {
            // Where a section has none, that is said by zero.
            let at = u64::from(pointer.get(LE));
            *pointer = field(if at == 0 { 0 } else { splice.new_offset(at) })?;
        }
        Ok(header)
    }
}
