//! Section headers after earlier parts of the file have changed length.

use object::LittleEndian as LE;
use object::U32;
use object::pe::ImageSectionHeader;
use offload_bundle::Refusal;
use offload_bundle::internal::object::coff::FileSection;

use crate::linked::refusals::other_form;
use crate::linked::splice::Splice;

pub(crate) fn field(number: u64) -> Result<U32<LE>, Refusal> {
    let number = u32::try_from(number);
    let number = number.map_err(|_| other_form("a result longer than 4 GiB"));
    number.map(|number| U32::new(LE, number))
}

pub(super) trait AfterSplice {
    fn after_splice(&self, splice: &Splice) -> Result<ImageSectionHeader, Refusal>;
}

impl AfterSplice for FileSection {
    fn after_splice(&self, splice: &Splice) -> Result<ImageSectionHeader, Refusal> {
        let mut header = self.header;
        for pointer in
            [&mut header.pointer_to_raw_data, &mut header.pointer_to_relocations, &mut header.pointer_to_linenumbers]
        {
            // A section without them has zero there.
            let at = u64::from(pointer.get(LE));
            *pointer = field(if at == 0 { 0 } else { splice.new_offset(at) })?;
        }
        Ok(header)
    }
}
