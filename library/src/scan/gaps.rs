//! What of a file is not known to hold anything.

use offload_bundle_core::bytes::Place;

use super::found::Scan;
use super::region::RegionKind;

/// The ranges of the file that are known to hold something, or of which it is known what they hold: sections that rules speak of, and what
/// has been found.
pub(super) fn taken(scan: &Scan) -> Vec<Place> {
    let sections = scan
        .regions
        .iter()
        .filter(|region| matches!(region.kind, RegionKind::Section { .. }));
    let mut taken: Vec<Place> = sections.map(|region| region.place).collect();
    for found in &scan.bundles {
        let region = scan.regions.get(found.region).map(|region| &region.kind);
        if matches!(region, Some(RegionKind::Sections { .. })) {
            // Between the sections of one bundle there may be others.
            taken.extend(
                found
                    .bundle
                    .entries
                    .iter()
                    .filter_map(|entry| entry.place.as_ref().ok()),
            );
        } else {
            let (ofs, len) = (found.start(), found.len_in_file());
            taken.push(Place { ofs, len });
        }
    }
    taken.sort_unstable();
    taken
}

/// What `taken` leaves of `whole`, in file order. The places that are taken come in file order too.
pub(super) fn without(whole: Place, taken: &[Place]) -> Vec<Place> {
    let mut gaps = Vec::new();
    let mut at = whole.ofs;
    for place in taken {
        if place.ofs >= whole.end() {
            break;
        }
        if place.ofs > at {
            let len = place.ofs.min(whole.end()).saturating_sub(at);
            gaps.push(Place { ofs: at, len });
        }
        at = at.max(place.end());
    }
    if at < whole.end() {
        let len = whole.end().saturating_sub(at);
        gaps.push(Place { ofs: at, len });
    }
    gaps.retain(|gap| gap.len > 0);
    gaps
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_byte_is_taken_or_in_one_gap(len in 0..40_u64, places in proptest::collection::vec((0..50_u64, 0..20_u64), 0..6)) {
            let taken: Vec<Place> = places.iter().map(|(ofs, len)| Place { ofs: *ofs, len: *len }).collect();
            let mut sorted = taken.clone();
            sorted.sort_unstable();
            let gaps = without(Place { ofs: 0, len }, &sorted);
            for byte in 0..len {
                let holds = |place: &&Place| place.ofs <= byte && byte < place.end();
                let expected = usize::from(!taken.iter().any(|place| holds(&place)));
                prop_assert_eq!(gaps.iter().filter(holds).count(), expected);
            }
            prop_assert!(gaps.iter().all(|gap| gap.end() <= len));
        }
    }
}
