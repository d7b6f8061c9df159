//! Containers anywhere in a range of a file: every place where the first bytes of one are is tried, and what is no sound container is passed over.

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

/// How long a frame may be to be taken for one, in bytes: hundreds of entries. A file made to that end would otherwise have frames in
/// frames in frames, each of them read to its end.
const MOST_FRAME: u64 = 16 << 10;
/// How much is decompressed at most to tell whether what begins like a compressed container holds one, in bytes.
const FIRST_LOOK: u64 = 16 << 10;
/// What may be spent on places that only begin like a container beside what is spent in proportion to the file, in bytes.
const MORE: u64 = 16 << 10;
/// How much of a header is looked at to tell formats from each other that begin alike, in bytes.
const MOST_HEADER: u64 = 64;

/// What a container begins with, and what it is then.
pub(super) type Magic = (&'static [u8], FormatRef);

impl Search<'_> {
    /// Finds the containers in the rest of `input`: outside of what is known to hold some, of what has been searched, and of the containers
    /// that have been found.
    pub(super) fn carve(&mut self, input: &Arc<Input>) -> Result<(), Error> {
        let magics = self.magics();
        let gaps = self.known_ranges().outside(input.whole());
        for gap in &gaps {
            self.search_in(input, *gap, &magics, &mut |_| Ok(None))?;
        }
        self.searched.extend(gaps);
        self.scan.bundles.sort_by_key(|found| found.start());
        Ok(())
    }

    /// Finds the containers in `place` of `input`. `section` tells of one that was found in which section that is.
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
            let region = self.region(RegionKind::Searched { section: None }, Place { ofs: offset, len: 0 });
            let found = match magics.get(needle) {
                Some((_, format)) => match self.attempt(Part::new(input, region), &mut reader, offset, format)? {
                    Ok(found) => Some(found),
                    Err(cost) => match self.only_begins(input, offset, cost) {
                        Ok(()) => None,
                        Err(error) => {
                            self.scan.regions.truncate(region);
                            self.note(input, error.into());
                            return Ok(());
                        }
                    },
                },
                None => None,
            };
            match found {
                Some((_, end)) => {
                    let section = section(offset)?;
                    if let Some(region) = self.scan.regions.get_mut(region) {
                        region.kind = RegionKind::Searched { section };
                        region.place.len = end.saturating_sub(offset);
                    }
                    ofs = end.max(offset.saturating_add(1));
                }
                None => {
                    self.scan.regions.truncate(region);
                    ofs = offset.saturating_add(1);
                }
            }
        }
        Ok(())
    }

    /// The formats that can be looked for. A magic that another begins with comes first, so that the longer one is not missed. Of those
    /// that begin alike one is enough: what is there is told when it is tried.
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

    /// Whether the container at `start` can be read, with all that is in it. That costs less than to look at it closely. Also how many bytes
    /// were read.
    fn is_likely(
        &mut self,
        reader: &mut WindowReader<'_>,
        container: &'static dyn Container,
        start: u64,
    ) -> Result<(bool, u64), FileError> {
        let likely = |entry: &StoredEntry| entry.place.is_ok() && entry.id.as_ref().is_ok_and(|id| self.is_id(id));
        Ok(
            match reader.read_at_most(start, MOST_FRAME, |bytes| container.read(bytes))? {
                Ok(bundle) => (bundle.entries.iter().all(likely), bundle.frame_len),
                Err(error) if error.offset > start => (false, error.offset.saturating_sub(start)),
                Err(_) => (false, MOST_FRAME),
            },
        )
    }

    /// Whether the header of the envelope at `start` can be read, and how much is looked at to tell what it holds.
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

    /// Takes what it cost to look at `start`, where something only begins like a container. One that holds another that holds another, and so
    /// on, would be looked at again for each of them.
    fn only_begins(&mut self, input: &Input, start: u64, cost: u64) -> Result<(), ReadError> {
        let budget = || Budget::shared(input.len().saturating_add(MORE));
        let taken = self
            .beginnings
            .get_or_insert_with(budget)
            .take("the beginnings of bundles", cost);
        taken.map_err(|problem| ReadError::new(start, problem))
    }

    /// Whether `id` follows the grammar, whatever it names.
    fn is_id(&mut self, id: &str) -> bool {
        self.ids.judge(id).anomaly.as_deref().is_none_or(may_be)
    }

    /// Tries the container at `start`, in this region; what an envelope holds, where it is given. The result is what it is and where it ends,
    /// if it is one; otherwise nothing is noted of it, and the result is what looking at it cost.
    pub(super) fn attempt(
        &mut self,
        part: Part<'_>,
        reader: &mut WindowReader<'_>,
        start: u64,
        format: &FormatRef,
    ) -> Result<Result<(FormatRef, u64), u64>, FileError> {
        // Of formats that begin alike, that of what is compressed says more of its first bytes.
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

/// Whether a container with this flaw is one, and not some bytes that begin like one.
fn may_be(anomaly: &Anomaly) -> bool {
    match anomaly {
        Anomaly::BadId { invalid, .. } => invalid.malformed.is_none(),
        Anomaly::UnknownName { .. } | Anomaly::Ignored { .. } => true,
        _ => false,
    }
}

impl Search<'_> {
    /// The ranges of the file that are known to hold something, or of which it is known what they hold: sections that rules speak of, what has
    /// been found, and what has been searched.
    pub(super) fn known_ranges(&self) -> Ranges {
        let regions = self.scan.regions.iter();
        let sections = regions.filter(|region| matches!(region.kind, RegionKind::Section { .. }));
        let found = self.scan.bundles.iter().flat_map(|found| {
            let region = self.scan.regions.get(found.region).map(|region| &region.kind);
            match region {
                // Between the sections of one bundle there may be others.
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
    /// Finds the containers in `sections` of the object file `input`, but for what is known of them: programs keep containers among their
    /// constants too.
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
        // Sections may claim the same bytes as often as a file has headers for; what is there is searched once.
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

    /// How much of the object file `input` has been searched, and of how much nothing is known.
    pub(super) fn count_searched(&self, input: &Input) -> Searched {
        let size = total(&self.searched);
        let left_size = total(&self.known_ranges().outside(input.whole()));
        Searched { size: Integer(size), left_size: Integer(left_size) }
    }
}

/// The length of `places` together, none of which shares anything with another.
fn total(places: &[Place]) -> u64 {
    places.iter().map(|place| place.len).fold(0, u64::saturating_add)
}
