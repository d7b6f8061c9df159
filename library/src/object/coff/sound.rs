//! What is looked at of a host before sections are added to it: an object that linkers refuse is refused here, and not made a larger one.

use offload_bundle_core::bytes::{Place, length};
use offload_bundle_core::error::{Problem, ReadError};

use super::file::CoffFile;
use super::strings::LEN;
use super::symbols::SymbolForm;
use crate::error::Error;
use crate::object::source::Source;

/// The strings end where names end; every section and every symbol has its name among them, and every symbol is in a section that there
/// is.
///
/// # Errors
///
/// The first that has not.
pub(super) fn check(source: &mut Source<'_>, file: &CoffFile) -> Result<(), Error> {
    if !file.has_strings {
        return Ok(());
    }
    let strings = file.strings.old;
    let last = strings.end().saturating_sub(1);
    if strings.len > u64::try_from(LEN).unwrap_or(u64::MAX) && source.view(last, 1)?.first() != Some(&0) {
        let problem = Problem::Missing { expected: "a zero byte at the end of the strings".into() };
        return Err(source.at_fault(last, "string_table", problem));
    }
    for (index, section) in (0..).zip(&file.sections) {
        // What is added is between the two, and would part them.
        let across = |place: &Place| place.ofs < strings.end() && place.end() > file.symbols.ofs;
        if section.data().filter(across).is_some() || section.relocations.filter(across).is_some() {
            let (found, expected) = ("a place in the symbols or strings".into(), "bytes of its own".into());
            let problem = Problem::Unexpected { found, expected };
            return Err(source.in_table(("sections", index), section.at, "pointer_to_raw_data", problem));
        }
        let problem = match section.header.name_offset() {
            Err(_) => Some(Problem::BadText { why: "expected the offset of a long name after the slash" }),
            Ok(ofs) => ofs.and_then(|ofs| outside(ofs.into(), strings)),
        };
        if let Some(problem) = problem {
            return Err(source.in_table(("sections", index), section.at, "name", problem));
        }
    }
    symbols(source, file, strings)
}

/// Why no string can begin at `ofs`; none if one can.
fn outside(ofs: u64, strings: Place) -> Option<Problem> {
    (ofs >= strings.len).then_some(Problem::OutOfBounds { ofs, len: 1, have: strings.len })
}

fn symbols(source: &mut Source<'_>, file: &CoffFile, strings: Place) -> Result<(), Error> {
    let form = SymbolForm::new(file.header.is_big());
    let sections = u64::try_from(file.sections.len()).unwrap_or(u64::MAX);
    let (mut at, end) = (file.symbols.ofs, file.symbols.end());
    while at < end {
        let symbol = source.view(at, form.len())?;
        let symbol = symbol.get(..symbol.len().min(usize::try_from(form.len()).unwrap_or(usize::MAX)));
        let symbol = symbol.unwrap_or_default();
        let (name, section) = (form.long_name(symbol, 0), form.section(symbol, 0));
        let next = form
            .next(symbol, 0)
            .and_then(|next| at.checked_add(next))
            .filter(|next| *next <= end);
        let have = length(symbol);
        let damaged = |field, problem| ReadError::new(at, problem).in_field(field).in_field("symbols");
        if let Some(problem) = name.and_then(|ofs| outside(ofs, strings)) {
            return Err(source.damaged(damaged("name", problem)));
        }
        if let Some(section) = section.map(u64::from).filter(|section| *section > sections) {
            let problem = Problem::OutOfBounds { ofs: section, len: 1, have: sections };
            return Err(source.damaged(damaged("section_number", problem)));
        }
        at = match next {
            Some(next) => next,
            None => {
                let problem = Problem::Truncated { need: form.len(), have: have.min(end.saturating_sub(at)) };
                return Err(source.damaged(damaged("number_of_aux_symbols", problem)));
            }
        };
    }
    Ok(())
}
