//! Finds containers anywhere: tries each magic, and skips unsound ones.

use std::sync::Arc;

use offload_bundle_core::budget::Budget;
use offload_bundle_core::bytes::{Place, length};
use offload_bundle_core::container::{Container, StoredEntry};
use offload_bundle_core::envelope::Envelope;
use offload_bundle_core::error::ReadError;

use super::found::FormatRef;
use super::region::{RegionKind, SearchedSection};
use super::reported::Part;
use super::search::Search;
use crate::error::Error;
use crate::file_error::FileError;
use crate::finding::{Anomaly, Finding};
use crate::input::{Finder, Hit, Input, WindowReader};
use crate::object::{LoadedSection, Ranges};
use crate::report::{Integer, Searched};

/// In bytes: hundreds of entries. A crafted file could otherwise nest frames, each read to its end.
const MOST_FRAME: u64 = 16 << 10;
/// Decompressed bytes that decide whether an envelope holds a container.
const FIRST_LOOK: u64 = 16 << 10;
/// Bytes that may be spent on false starts in addition to the length of the file.
const MORE: u64 = 16 << 10;
/// Header bytes that distinguish formats with the same magic.
const MOST_HEADER: u64 = 64;

pub(super) type Magic = (&'static [u8], FormatRef);

impl Search<'_> {
    /// Outside of known ranges.
    pub(super) fn carve(&mut self, input: &Arc<Input>) -> Result<(), Error> {
        let magics = self.magics();
        let gaps = self.known_ranges().outside(input.full_range());
        for gap in &gaps {
            self.search_in(input, *gap, &magics, &mut |_| Ok(None))?;
        }
        self.searched.extend(gaps);
        self.scan.bundles.sort_by_key(|found| found.start());
        Ok(())
    }

    /// `section` returns the section at an offset.
    pub(super) fn search_in(
        &mut self,
        input: &Arc<Input>,
        place: Place,
        magics: &[Magic],
        section: &mut dyn FnMut(u64) -> Result<Option<Arc<SearchedSection>>, Error>,
    ) -> Result<(), Error> {
        let needles: Vec<&[u8]> = magics.iter().map(|(magic, _)| *magic).collect();
        let mut finder = Finder::new(input, place, &needles);
        let mut reader = WindowReader::over(input, place);
        let mut ofs = place.ofs;
        while let Some(Hit { needle, offset }) = finder.next(ofs)? {
            let Some((_, format)) = magics.get(needle) else { break };
            let region = self.region(RegionKind::Searched { section: None }, Place { ofs: offset, len: 0 });
            let after = offset.saturating_add(1);
            ofs = match self.attempt(Part::new(input, region), &mut reader, offset, format)? {
                Ok((_, end)) => {
                    let section = section(offset)?;
                    if let Some(region) = self.scan.regions.get_mut(region) {
                        region.kind = RegionKind::Searched { section };
                        region.place.len = end.saturating_sub(offset);
                    }
                    end.max(after)
                }
                Err(cost) => {
                    self.scan.regions.truncate(region);
                    if let Err(error) = self.only_begins(input, offset, cost) {
                        self.note(input, error.into());
                        break;
                    }
                    after
                }
            };
        }
        Ok(())
    }

    /// Longest first, so that no prefix hides a longer one. Formats may share one: the attempt tells them apart.
    pub(super) fn magics(&self) -> Vec<Magic> {
        let wanted = self.file_type();
        let containers = self
            .registry
            .containers
            .iter()
            .copied()
            .filter(|container| container.toc().is_none())
            .filter(|container| wanted.is_none_or(|file_type| file_type.container.name() == container.name()));
        let of_containers =
            containers.filter_map(|container| Some((container.magic()?, FormatRef::Container(container))));
        let envelopes = self.registry.envelopes.iter().copied();
        let of_envelopes = envelopes.filter_map(|envelope| Some((envelope.magic()?, FormatRef::Envelope(envelope))));
        let mut magics: Vec<Magic> = of_containers
            .chain(of_envelopes)
            .filter(|(magic, _)| !magic.is_empty())
            .collect();
        magics.sort_by_key(|(magic, _)| (core::cmp::Reverse(length(magic)), *magic));
        magics.dedup_by_key(|(magic, _)| *magic);
        magics
    }

    /// Whether the whole container is readable, cheaper than a full check; and the bytes read.
    fn is_likely(
        &mut self,
        reader: &mut WindowReader<'_>,
        container: &'static dyn Container,
        start: u64,
    ) -> Result<(bool, u64), FileError> {
        // Whether an ID follows the grammar, with known names or not.
        let mut is_id = |id: &String| self.ids.judge(id).anomaly.as_deref().is_none_or(may_be);
        let likely = |entry: &StoredEntry| entry.place.is_ok() && entry.id.as_ref().is_ok_and(&mut is_id);
        Ok(
            match reader.read_at_most(start, MOST_FRAME, |bytes| container.read(bytes))? {
                Ok(bundle) => (bundle.entries.iter().all(likely), bundle.frame_len),
                Err(error) if error.offset > start => (false, error.offset.saturating_sub(start)),
                Err(_) => (false, MOST_FRAME),
            },
        )
    }

    /// Also the bytes needed to tell its content.
    fn has_header(
        reader: &mut WindowReader<'_>,
        envelope: &'static dyn Envelope,
        start: u64,
    ) -> Result<(bool, u64), FileError> {
        let header = reader.read_at_most(start, MOST_FRAME, |bytes| envelope.read(bytes))?;
        Ok(match header {
            Ok(header) => (true, header.decompressed_len.value.clamp(MOST_HEADER, FIRST_LOOK)),
            Err(_) => (false, MOST_HEADER),
        })
    }

    /// Charges a false start: nested ones would otherwise be read once per level.
    fn only_begins(&mut self, input: &Input, start: u64, cost: u64) -> Result<(), ReadError> {
        let budget = || Budget::shared(input.len().saturating_add(MORE));
        let taken = self
            .beginnings
            .get_or_insert_with(budget)
            .take("the beginnings of bundles", cost);
        taken.map_err(|problem| ReadError::new(start, problem))
    }

    /// Returns format and end; or records nothing, and returns the cost.
    pub(super) fn attempt(
        &mut self,
        part: Part<'_>,
        reader: &mut WindowReader<'_>,
        start: u64,
        format: &FormatRef,
    ) -> Result<Result<(FormatRef, u64), u64>, FileError> {
        // Of formats with the same magic, the envelope is the more specific.
        let envelope = self.registry.envelope(reader.view(start, MOST_HEADER)?);
        let format = &envelope.map_or(*format, FormatRef::Envelope);
        let (is_likely, cost) = match format {
            FormatRef::Container(container) => self.is_likely(reader, *container, start)?,
            FormatRef::Envelope(envelope) => Self::has_header(reader, *envelope, start)?,
        };
        if !is_likely {
            return Ok(Err(cost));
        }
        let before @ [bundles, odd @ ..] = self.counts();
        let was_trying = std::mem::replace(&mut self.is_trying, true);
        let ends = self.read_at(part, reader, format, start);
        self.is_trying = was_trying;
        let ends = ends?;
        let [_, still_odd @ ..] = self.counts();
        let clean = still_odd == odd;
        let found = self.scan.bundles.get(bundles..).unwrap_or_default();
        let sound = |findings: &[Finding]| findings.iter().all(|finding| may_be(&finding.anomaly));
        let end = ends.first().copied().filter(|_| {
            let full = found
                .iter()
                .all(|found| !found.bundle.entries.is_empty() && sound(&found.findings));
            clean && full && !found.is_empty()
        });
        if end.is_none() {
            self.forget(before);
        }
        Ok(end.map(|end| (*format, end)).ok_or(cost))
    }
}

/// Whether a container with this anomaly is accepted.
fn may_be(anomaly: &Anomaly) -> bool {
    match anomaly {
        Anomaly::BadId { invalid, .. } => invalid.malformed.is_none(),
        Anomaly::UnknownName { .. } | Anomaly::Ignored { .. } => true,
        _ => false,
    }
}

impl Search<'_> {
    /// Sections with rules, found containers and searched ranges.
    pub(super) fn known_ranges(&self) -> Ranges {
        let regions = self.scan.regions.iter();
        let sections = regions.filter(|region| matches!(region.kind, RegionKind::Section { .. }));
        let found = self.scan.bundles.iter().flat_map(|found| {
            let region = self.scan.regions.get(found.region).map(|region| &region.kind);
            match region {
                // Other bundles may be between these sections.
                Some(RegionKind::Sections { .. }) => {
                    let entries = found.bundle.entries.iter();
                    entries.filter_map(|entry| entry.place.clone().ok()).collect()
                }
                _ => vec![Place { ofs: found.start(), len: found.len_in_file() }],
            }
        });
        let searched = self.searched.iter().copied();
        sections
            .map(|region| region.place)
            .chain(found)
            .chain(searched)
            .collect()
    }
}

impl Search<'_> {
    /// Programs also keep containers among constants.
    pub(super) fn scan_loaded(&mut self, input: &Arc<Input>, sections: Vec<LoadedSection>) -> Result<(), Error> {
        let mut placed = Vec::with_capacity(sections.len());
        for LoadedSection { name, place } in sections {
            match place {
                Ok(place) => placed.push((place, name)),
                Err(error) => {
                    let section = name.read(input)?;
                    let finding =
                        Finding { anomaly: Anomaly::NotSearched { section, error: error.clone() }, ..error.into() };
                    self.note(input, finding);
                }
            }
        }
        placed.sort_by_key(|(place, _)| *place);
        let magics = self.magics();
        let known = self.known_ranges();
        let before = self.scan.bundles.len();
        // Any number of sections may cover the same bytes; they are searched once.
        let mut searched_up_to = 0;
        for (place, name) in placed {
            let start = place.ofs.max(searched_up_to);
            let left = Place { ofs: start, len: place.end().saturating_sub(start) };
            searched_up_to = searched_up_to.max(place.end());
            let mut named: Option<Arc<SearchedSection>> = None;
            let mut section = |_| match &named {
                Some(named) => Ok(Some(Arc::clone(named))),
                None => {
                    let section = SearchedSection { name: name.read(input)?, start: place.ofs };
                    Ok(Some(Arc::clone(named.insert(Arc::new(section)))))
                }
            };
            for gap in known.outside(left) {
                self.search_in(input, gap, &magics, &mut section)?;
                self.searched.push(gap);
            }
        }
        if self.scan.bundles.len() > before {
            self.scan.bundles.sort_by_key(|found| found.start());
        }
        Ok(())
    }

    /// The length of the searched and unknown parts.
    pub(super) fn count_searched(&self, input: &Input) -> Searched {
        let size = total(&self.searched);
        let left_size = total(&self.known_ranges().outside(input.full_range()));
        Searched { size: Integer(size), unsearched_size: Integer(left_size) }
    }
}

fn total(places: &[Place]) -> u64 {
    places.iter().map(|place| place.len).fold(0, u64::saturating_add)
}
