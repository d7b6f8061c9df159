//! What is looked at of a host before sections are added to it: an object that linkers refuse is refused here, and not made a larger one.

use object::elf::{SHN_LORESERVE, SHT_NOBITS, SHT_SYMTAB};
use offload_bundle_core::bytes::Place;
use offload_bundle_core::error::{Problem, ReadError};

use super::file::{Content, ElfFile};
use super::form::Header;
use crate::error::Error;
use crate::object::source::{Source, records};

/// Every section has its name among the names, and those that it goes with are there. Every symbol has its name among the strings that its table goes with, and is in a section that there is.
///
/// # Errors
///
/// The first that has not.
pub(super) fn check(source: &mut Source<'_>, file: &ElfFile) -> Result<(), Error> {
    let have = u64::try_from(file.sections.len()).unwrap_or(u64::MAX);
    let names = file.names.checked_sub(1).and_then(|names| file.sections.get(names));
    for (index, section) in (1..).zip(&file.sections) {
        let name = u64::from(section.header.name);
        if let Some(names) = names.filter(|names| name != 0 && name >= names.header.size) {
            let problem = Problem::OutOfBounds { ofs: name, len: 1, have: names.header.size };
            return Err(source.in_table(("sections", index), section.at, "sh_name", problem));
        }
        let Header { link, info, .. } = section.header;
        let info = if section.info_is_section() { info } else { 0 };
        for (other, field) in [(link, "sh_link"), (info, "sh_info")] {
            // A new section would take this number.
            if u64::from(other) > have {
                let problem = Problem::OutOfBounds { ofs: other.into(), len: 1, have };
                return Err(source.in_table(("sections", index), section.at, field, problem));
            }
        }
        let Content::Kept(place) = section.content else {
            continue;
        };
        if section.is(SHT_SYMTAB) {
            let strings = file
                .section(link)
                .filter(|strings| !strings.is(SHT_NOBITS))
                .ok_or_else(|| {
                    let problem = Problem::OutOfBounds { ofs: link.into(), len: 1, have };
                    source.in_table(("sections", index), section.at, "sh_link", problem)
                })?;
            let strings = match strings.content {
                Content::Kept(place) => place,
                _ => Place { ofs: 0, len: 0 },
            };
            symbols(source, file, place, strings)?;
        }
    }
    Ok(())
}

/// Checks the symbols at `place`, whose names are in `strings`.
fn symbols(source: &mut Source<'_>, file: &ElfFile, place: Place, strings: Place) -> Result<(), Error> {
    let form = file.form;
    let len = u64::try_from(form.symbol_len()).unwrap_or(u64::MAX);
    let sections = u64::try_from(file.sections.len()).unwrap_or(u64::MAX);
    for (index, at) in records(place, len) {
        let symbol = source.view(at, len)?;
        let name = u64::from(form.number_at(symbol, 0).unwrap_or_default());
        let section = form.half_at(symbol, form.at().st_shndx).unwrap_or_default();
        let damaged = |field, problem| {
            ReadError::new(at, problem)
                .in_field(field)
                .at_index(index)
                .in_field("symbols")
        };
        // Larger numbers mean something else.
        if section < SHN_LORESERVE && u64::from(section) > sections {
            let problem = Problem::OutOfBounds { ofs: section.into(), len: 1, have: sections };
            return Err(source.damaged(damaged("st_shndx", problem)));
        }
        if name != 0 && name >= strings.len {
            let problem = Problem::OutOfBounds { ofs: name, len: 1, have: strings.len };
            return Err(source.damaged(damaged("st_name", problem)));
        }
    }
    Ok(())
}
