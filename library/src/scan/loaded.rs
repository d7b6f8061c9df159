//! Data that a program loads, outside of the sections that are known: programs keep containers among their constants too.

use std::sync::Arc;

use offload_bundle_core::bytes::Place;

use super::region::SearchedSection;
use super::search::Search;
use crate::error::Error;
use crate::finding::{Anomaly, Finding};
use crate::input::Input;
use crate::object::LoadedSection;
use crate::report::{Integer, Searched};

impl Search<'_> {
    /// Finds the containers in `sections` of the object file `input`, but for what is known of them.
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
