//! What is behind the last container that is known, in a range of an input: padding; or something else, such as a damaged container, behind
//! which there may be sound ones.

use super::carve::Magic;
use super::found::FormatRef;
use super::part::Part;
use super::region::{Region, RegionKind};
use super::search::Search;
use crate::archive;
use crate::file_error::FileError;
use crate::finding::{Anomaly, Finding};
use crate::input::{Finder, Input, WindowReader};

/// What is before the rest.
pub(super) enum Before {
    /// A container that ends there.
    Container(FormatRef),
    /// A damaged container whose end is unknown. Its damage has been reported.
    Damage(FormatRef),
    /// The start of the section of this name.
    Start(String),
}

/// A container that was found by searching.
struct Sound {
    start: u64,
    end: u64,
    format: FormatRef,
}

impl Search<'_> {
    /// Looks at the rest of a range, which begins at `from`: notes what is no padding, and finds the sound containers in it.
    pub(super) fn rest(
        &mut self,
        part: Part<'_>,
        reader: &mut WindowReader<'_>,
        (mut from, mut before): (u64, Before),
    ) -> Result<(), FileError> {
        let input = part.input;
        let end = reader.place().end();
        let mut padding = self.padding(input, reader, &before, from)?;
        if padding >= end.saturating_sub(from) {
            return Ok(());
        }
        let magics = self.magics();
        let needles: Vec<&[u8]> = magics.iter().map(|(magic, _)| *magic).collect();
        // One for all that is left, so that each byte is searched once.
        let mut finder = Finder::new(input, reader.place(), &needles);
        while padding < end.saturating_sub(from) {
            let sound = match self.searches_behind(&before) {
                true => self.next_sound(part, reader, (&mut finder, &magics), from)?,
                false => None,
            };
            let len = sound.as_ref().map_or(end, |sound| sound.start).saturating_sub(from);
            match before {
                Before::Container(_) if padding < len => self.note(input, Finding::at(from, Anomaly::Trailing { len })),
                Before::Start(section) => {
                    self.note(input, Finding::at(from, Anomaly::Unrecognised { len, section }));
                }
                _ => {}
            }
            let Some(sound) = sound else { break };
            from = sound.end;
            before = Before::Container(sound.format);
            padding = self.padding(input, reader, &before, from)?;
        }
        Ok(())
    }

    /// How much of what begins at `from` is padding; all of it where nothing is to be said of it.
    fn padding(
        &self,
        input: &Input,
        reader: &mut WindowReader<'_>,
        before: &Before,
        from: u64,
    ) -> Result<u64, FileError> {
        let Before::Container(format) = before else {
            return Ok(0);
        };
        let left = reader.place().end().saturating_sub(from);
        if self.is_carved_whole() {
            return Ok(left);
        }
        if input.member().is_some() && left <= archive::MOST_FILL && reader.run(from, archive::FILL)? == left {
            return Ok(left);
        }
        match format.padding() {
            Some(fill) => reader.run(from, fill),
            None => Ok(0),
        }
    }

    /// Whether sound containers are searched for: text is not searched for others, and where the whole file is carved, that finds them.
    /// Tools that know one form only find what follows without a gap.
    fn searches_behind(&self, before: &Before) -> bool {
        let is_text = match before {
            Before::Container(FormatRef::Container(container)) | Before::Damage(FormatRef::Container(container)) => {
                self.registry.is_text(*container)
            }
            _ => false,
        };
        !is_text && !self.options.rules.own_form && !self.is_carved_whole()
    }

    /// Whether the file is searched as a whole.
    fn is_carved_whole(&self) -> bool {
        let whole = |region: &Region| region.kind == RegionKind::Whole;
        self.options.carve && self.scan.regions.iter().any(whole)
    }

    /// The first sound container from `from` on.
    fn next_sound(
        &mut self,
        part: Part<'_>,
        reader: &mut WindowReader<'_>,
        (finder, magics): (&mut Finder<'_>, &[Magic]),
        mut from: u64,
    ) -> Result<Option<Sound>, FileError> {
        while let Some(hit) = finder.next(from)? {
            let start = hit.offset;
            if let Some((_, format)) = magics.get(hit.needle)
                && let Ok((format, end)) = self.attempt(part, reader, start, format)?
            {
                return Ok(Some(Sound { start, end, format }));
            }
            from = start.saturating_add(1);
        }
        Ok(None)
    }
}
