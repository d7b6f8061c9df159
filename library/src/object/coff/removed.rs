//! Whether a COFF object without some of its sections is otherwise the one before.

use super::file::{CoffFile, FileSection};
use super::names::{Names, long_name};
use super::strings;
use super::symbols::{NAME, SymbolForm};
use crate::error::Error;
use crate::input::same_bytes;
use crate::object::numbers::SectionRenumbering;
use crate::object::source::Source;

impl CoffFile {
    /// What is otherwise in `new` than here without the sections of which `removed` says so, by their positions, for people.
    pub(super) fn difference_without(&self, removed: &[bool], new: &Self) -> Result<Option<&'static str>, Error> {
        let kept = || {
            let sections = self.sections.iter().zip(removed);
            sections.filter(|(_, removed)| !**removed).map(|(section, _)| section)
        };
        if kept().count() != new.sections.len() || self.symbols.len != new.symbols.len {
            return Ok(Some("it has other sections or symbols"));
        }
        if self.header.bytes(0, 0) != new.header.bytes(0, 0) {
            return Ok(Some("its header has changed"));
        }
        let of_file = |file: &Self| Source::new(&file.input).bytes(file.strings.old);
        let held = (of_file(self)?, of_file(new)?);
        let mut names = (Names::new(self, &held.0), Names::new(new, &held.1));
        let mut is_called_alike = |old: Option<u64>, new: Option<u64>| match (old, new) {
            (Some(old), Some(new)) => names.0.string(old).is_ok_and(|name| names.1.string(new) == Ok(name)),
            (None, None) => true,
            _ => false,
        };
        let same = |place, ofs| Ok(same_bytes((&self.input, place), (&new.input, ofs))?);
        for (old, new) in kept().zip(&new.sections) {
            let long = |section: &FileSection| long_name(&section.header);
            // The field of another name says where that is, and nothing else.
            let field = || long(new).and_then(strings::long);
            if !is_called_alike(long(old), long(new))
                || (old.header.name != new.header.name && field() != Some(new.header.name))
                || !old.has_header(new, true)
            {
                return Ok(Some("the header of a section has changed"));
            }
            if !old.has_bytes(new, true, &same)? {
                return Ok(Some("a section has other bytes"));
            }
        }
        let numbers = SectionRenumbering::without(removed);
        let form = SymbolForm::new(self.header.is_big());
        let of_file = |file: &Self| Source::new(&file.input).bytes(file.symbols);
        let (before, after) = (of_file(self)?, of_file(new)?);
        for at in form.names(&before) {
            let short = |symbols: &[u8]| symbols.get(at..at.saturating_add(NAME)).map(<[u8]>::to_vec);
            let (old, new) = (form.long_name(&before, at), form.long_name(&after, at));
            if !is_called_alike(old, new)
                || (old.is_none() && short(&before) != short(&after))
                || !form.is_same((&before, &after), at, &numbers)
            {
                return Ok(Some("a symbol has changed"));
            }
        }
        Ok(None)
    }
}
