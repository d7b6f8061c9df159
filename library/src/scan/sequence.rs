//! Contiguous containers, and bytes after the last known one: padding, or damage that sound containers may follow.

use std::sync::Arc;

use offload_bundle_core::bytes::Place;
use offload_bundle_core::container::{Bundle, Container};
use offload_bundle_core::error::{Problem, ReadError};

use super::carve::Magic;
use super::findings::findings;
use super::found::{FormatRef, FoundBundle, Unread};
use super::recognise::{self, Texts};
use super::region::{Region, RegionKind};
use super::reported::Part;
use super::search::Search;
use super::wrapped::LOOKED_THROUGH;
use crate::archive;
use crate::file_error::FileError;
use crate::finding::{Anomaly, Finding};
use crate::input::{Finder, Input, WindowReader};

impl Search<'_> {
    /// Returns whether the format at the start is known.
    pub(super) fn sequence(&mut self, part: Part<'_>, place: Place) -> Result<bool, FileError> {
        let mut reader = WindowReader::over(part.input, place);
        // Text formats are always files, so sections are not searched for them. A carved file may have any length.
        let texts = match self.scan.regions.get(part.region).map(|region| &region.kind) {
            Some(RegionKind::Whole) if self.options.carve => Texts::Near,
            Some(RegionKind::Whole) if part.inside.is_some() => Texts::Within(LOOKED_THROUGH),
            Some(RegionKind::Whole) => Texts::Within(u64::MAX),
            _ => Texts::None,
        };
        let Some(first) = recognise::first(self.registry, &mut reader, self.file_type(), texts)? else {
            return Ok(false);
        };
        let mut next = Some((first, place.ofs));
        while let Some((format, start)) = next {
            let ends = self.read_at(part, &mut reader, &format, start)?;
            next = match ends.last() {
                Some(end) => {
                    let following = recognise::following(self.registry, &mut reader, &format, &ends)?;
                    if following.is_none() {
                        self.rest(part, &mut reader, (*end, Before::Container(format)))?;
                    }
                    following
                }
                None => {
                    let from = self.behind_frame(part.input, start);
                    self.rest(part, &mut reader, (from, Before::Damage(format)))?;
                    None
                }
            };
        }
        Ok(true)
    }

    /// The first byte after the known frame of the damaged container at `start`.
    fn behind_frame(&self, input: &Arc<Input>, start: u64) -> u64 {
        let found = self.scan.bundles.last();
        let found = found.filter(|found| found.bundle.start == start && Arc::ptr_eq(&found.input, input));
        let frame_len = found.map_or(0, |found| found.bundle.frame_len);
        start.saturating_add(frame_len.max(1))
    }

    /// Returns its possible ends, nearest first.
    pub(super) fn container(
        &mut self,
        part: Part<'_>,
        reader: &mut WindowReader<'_>,
        container: &'static dyn Container,
        start: u64,
    ) -> Result<Vec<u64>, FileError> {
        if let Some(toc) = container.toc() {
            return self.toc(part, reader, (container, toc), start);
        }
        if let Some(walked) = container.walker() {
            return self.walk(part, reader, (container, walked), start);
        }
        let delimiters = container.delimiters();
        let read = reader.read_outlined(start, delimiters.as_ref(), |bytes, offsets| {
            offsets.bundle(container.read(bytes))
        })?;
        let mut bundle = match read {
            Ok(bundle) => bundle,
            Err(error) => {
                self.unread(part, FormatRef::Container(container), start, error);
                return Ok(Vec::new());
            }
        };
        let beyond = place_beyond(&mut bundle);
        let end = bundle.start.saturating_add(bundle.len);
        let mut ends = Vec::new();
        // The end of the container is unknown if a content is outside of the input.
        if end > start && bundle.entries.iter().all(|entry| entry.place.is_ok()) {
            // The padding before an empty content may be missing: its place is then outside of the input, or in the
            // next container.
            let contents = end_of_contents(&bundle);
            let places = bundle.entries.iter().filter_map(|entry| entry.place.as_ref().ok());
            let ends_empty = end > contents && places.into_iter().any(|place| place.len == 0 && place.ofs == end);
            if (ends_empty || !beyond.is_empty()) && can_end(reader, container, start, contents)? {
                ends.push(contents);
            }
            ends.push(end);
        }
        let mut findings = findings(&bundle, container.attributes(), &mut self.ids);
        findings.extend(beyond);
        let ignored = reader.read_outlined(start, delimiters.as_ref(), |bytes, offsets| {
            offsets.places(container.find_ignored(bytes))
        })?;
        // The same bytes were just readable.
        let ignored = ignored.unwrap_or_default().into_iter();
        findings.extend(ignored.map(|place| Finding::at(place.ofs, Anomaly::Ignored { len: place.len })));
        self.add(FoundBundle { findings, ..part.bundle(container, bundle) });
        Ok(ends)
    }

    /// Container or envelope. Returns its possible ends.
    pub(super) fn read_at(
        &mut self,
        part: Part<'_>,
        reader: &mut WindowReader<'_>,
        format: &FormatRef,
        start: u64,
    ) -> Result<Vec<u64>, FileError> {
        match format {
            FormatRef::Container(container) => self.container(part, reader, *container, start),
            FormatRef::Envelope(envelope) => self.envelope(part, reader, *envelope, start),
        }
    }

    pub(super) fn unread(&mut self, part: Part<'_>, format: FormatRef, start: u64, error: ReadError) {
        let Part { input, region, inside } = part;
        let (input, envelope) = (Arc::clone(input), inside.cloned());
        self.scan
            .unread
            .push(Unread { format, start, error, input, envelope, region });
    }
}

/// Also past the end of the input: some tools leave out the padding before empty contents.
fn place_beyond(bundle: &mut Bundle) -> Vec<Finding> {
    let mut findings = Vec::new();
    for entry in &mut bundle.entries {
        let Err(error) = &entry.place else { continue };
        let Problem::OutOfBounds { ofs, len: 0, .. } = error.problem else {
            continue;
        };
        let anomaly = Anomaly::EmptyBeyond(error.clone());
        findings.push(Finding { entry: Some(entry.index), anomaly, ..Finding::from(error.clone()) });
        let ofs = bundle.start.saturating_add(ofs);
        entry.place = Ok(Place { ofs, len: 0 });
    }
    findings
}

/// In an input that ends at `end`.
fn can_end(reader: &mut WindowReader<'_>, container: &dyn Container, start: u64, end: u64) -> Result<bool, FileError> {
    let len = end.saturating_sub(start);
    let read = reader.read(start, |bytes| container.read(bytes.cut(len)))?;
    Ok(read.is_ok())
}

/// The end of the last non-empty content, or of the frame.
fn end_of_contents(bundle: &Bundle) -> u64 {
    let contents = bundle.entries.iter().filter_map(|entry| entry.place.as_ref().ok());
    let ends = contents.filter(|place| place.len > 0).map(|place| place.end());
    ends.max()
        .unwrap_or(0)
        .max(bundle.start.saturating_add(bundle.frame_len))
}

/// The part before the rest.
pub(super) enum Before {
    /// A container that ends there.
    Container(FormatRef),
    /// A damaged container with an unknown end. Its damage is already reported.
    Damage(FormatRef),
    /// The start of the section with this name.
    Start(String),
}

struct Sound {
    start: u64,
    end: u64,
    format: FormatRef,
}

impl Search<'_> {
    /// Reports bytes other than padding; finds sound containers in them.
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
        // One finder for the whole rest, so that each byte is searched once.
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

    /// The whole rest if it needs no report.
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

    /// Searches neither text nor carved files: tools for one form only find containers without gaps.
    fn searches_behind(&self, before: &Before) -> bool {
        let is_text = match before {
            Before::Container(FormatRef::Container(container)) | Before::Damage(FormatRef::Container(container)) => {
                self.registry.is_text(*container)
            }
            _ => false,
        };
        !is_text && !self.options.rules.own_form && !self.is_carved_whole()
    }

    fn is_carved_whole(&self) -> bool {
        let whole = |region: &Region| region.kind == RegionKind::Whole;
        self.options.carve && self.scan.regions.iter().any(whole)
    }

    /// From `from` on.
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

#[cfg(test)]
mod tests {
    use offload_bundle_formats::registry::REGISTRY;

    use super::*;
    use crate::request::ScanRequest;
    use crate::scan::{FoundBundle, scan};
    use crate::{Image, OffloadBinaryBuilder};

    /// The container declares its length, so bytes inside are not another one.
    #[test]
    fn container_with_empty_end_is_read_whole() {
        let image = Image::new(b"").triple("here").target("made-up");
        let mut bytes = OffloadBinaryBuilder::new().image(image).version(1).to_bytes().unwrap();
        // The kinds of image and runtime, which are numbers, become the magic.
        let magic = bytes[..4].to_vec();
        bytes[32..36].copy_from_slice(&magic);
        let len = u64::try_from(bytes.len()).unwrap();
        let input = Arc::new(Input::from_bytes("in", bytes.repeat(3)));
        let found = scan(&REGISTRY, &input, &ScanRequest::default()).unwrap();
        let starts: Vec<u64> = found.bundles.iter().map(FoundBundle::start).collect();
        assert_eq!((starts, found.unread.len()), (vec![0, len, 2 * len], 0));
    }
}
