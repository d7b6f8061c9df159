//! The symbols of an ELF object.

use std::sync::Arc;

use object::elf::{ET_REL, SHN_UNDEF, SHT_SYMTAB};
use object::{FileKind, elf};
use offload_bundle_core::error::Problem;

use super::file::{ElfFile, read_kind};
use super::form::Form;
use crate::error::Error;
use crate::input::Input;
use crate::object::SeenSymbol;
use crate::object::names::Strings;
use crate::object::new::ObjectTarget;
use crate::object::source::Source;

/// `None` for a linked file.
pub(in crate::object) fn read(
    input: &Arc<Input>,
    source: &mut Source<'_>,
    kind: FileKind,
    seen: &mut SeenSymbol<'_>,
) -> Result<Option<ObjectTarget>, Error> {
    let file = read_kind(source, input, kind)?;
    let (form, at) = (file.form, file.form.at());
    let half = |at: u64| form.half_at(&file.start, usize::try_from(at).ok()?);
    if half(at.e_type) != Some(ET_REL.0) {
        return Ok(None);
    }
    for section in file.sections.iter().filter(|section| section.is(SHT_SYMTAB)) {
        let strings = match file.section(section.header.link) {
            Some(strings) => strings.content.bytes(source)?,
            None => Vec::new(),
        };
        let mut names = Strings::new(&strings, input.len());
        let symbols = section.content.bytes(source)?;
        // The first symbol is null.
        for (number, symbol) in (0..).zip(symbols.chunks_exact(form.symbol_len())).skip(1) {
            let name = form.number_at(symbol, 0).unwrap_or_default();
            let name = names.string(name.into()).map_err(|problem: Problem| {
                let len = u64::try_from(form.symbol_len()).unwrap_or(u64::MAX);
                let ofs = section.header.offset.saturating_add(len.saturating_mul(number));
                source.in_table(("symbols", number), ofs, "st_name", problem)
            })?;
            seen(name, form.half_at(symbol, at.st_shndx) == Some(SHN_UNDEF.0));
        }
    }
    Ok(target(&file, form))
}

fn target(file: &ElfFile, form: Form) -> Option<ObjectTarget> {
    let at = form.at();
    Some(ObjectTarget::Elf {
        wide: form.wide,
        endian: form.endian,
        machine: elf::Machine(form.half_at(&file.start, usize::try_from(at.e_machine).ok()?)?),
        flags: elf::FileFlags(form.number_at(&file.start, usize::try_from(at.e_flags).ok()?)?),
    })
}
