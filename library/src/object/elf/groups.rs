//! Groups of sections of which linkers keep one copy.

use object::elf::{GRP_COMDAT, SHT_GROUP, SHT_SYMTAB};
use offload_bundle_core::bytes::Place;

use super::file::{Content, ElfFile, FileSection};
use crate::error::Error;
use crate::input::InputPiece;
use crate::object::source::Source;

/// Length of the flags that a group begins with, in bytes.
const FLAGS: usize = 4;

/// Makes plain groups of those whose signature is a local symbol, as `llvm-objcopy` does.
pub(super) fn make_local_ones_plain(source: &mut Source<'_>, file: &mut ElfFile) -> Result<(), Error> {
    let mut changed = Vec::new();
    for (position, group) in file
        .sections
        .iter()
        .enumerate()
        .filter(|(_, section)| section.is(SHT_GROUP))
    {
        let bytes = group.content.bytes(source)?;
        let flags = file.form.number_at(&bytes, 0).unwrap_or_default();
        if flags & GRP_COMDAT.0 != 0 && is_local(source, file, group)? {
            let plain = file.form.number(flags & !GRP_COMDAT.0);
            let members = bytes.get(FLAGS..).unwrap_or_default();
            changed.push((position, [plain.as_slice(), members].concat()));
        }
    }
    for (position, bytes) in changed {
        if let Some(group) = file.sections.get_mut(position) {
            group.content = Content::Made(vec![InputPiece::Bytes(bytes)]);
        }
    }
    Ok(())
}

/// Whether the signature of `group` is a local symbol.
fn is_local(source: &mut Source<'_>, file: &ElfFile, group: &FileSection) -> Result<bool, Error> {
    let symbols = file.section(group.header.link).filter(|section| section.is(SHT_SYMTAB));
    let Some(Content::Kept(symbols)) = symbols.map(|section| &section.content) else {
        return Ok(false);
    };
    let len = u64::try_from(file.form.symbol_len()).unwrap_or(u64::MAX);
    let ofs = u64::from(group.header.info).saturating_mul(len);
    if ofs.saturating_add(len) > symbols.len {
        return Ok(false);
    }
    let symbol = source.bytes(Place { ofs: symbols.ofs.saturating_add(ofs), len })?;
    // Local is the binding number 0.
    Ok(symbol.get(file.form.at().st_info).is_some_and(|info| info >> 4 == 0))
}
