//! Ranges of bytes or addresses, each of which is found by what is in it.

use offload_bundle_core::bytes::Place;

/// Ranges in ascending order that share nothing.
#[derive(Debug, Clone, Default)]
pub struct Ranges {
    places: Vec<Place>,
}

impl FromIterator<Place> for Ranges {
    /// Those of `places`, in any order; where they meet they become one.
    fn from_iter<I: IntoIterator<Item = Place>>(places: I) -> Self {
        let mut sorted: Vec<Place> = places.into_iter().filter(|place| place.len > 0).collect();
        sorted.sort_unstable();
        let mut ranges = Self::default();
        for place in sorted {
            match ranges.places.last_mut() {
                Some(last) if place.ofs <= last.end() => {
                    last.len = last.end().max(place.end()).saturating_sub(last.ofs);
                }
                _ => ranges.places.push(place),
            }
        }
        ranges
    }
}

impl Ranges {
    /// Whether `ofs` is in one.
    pub fn has(&self, ofs: u64) -> bool {
        let first = self.places.partition_point(|place| place.end() <= ofs);
        self.places.get(first).is_some_and(|place| place.ofs <= ofs)
    }

    /// Each of them.
    pub fn places(&self) -> impl Iterator<Item = Place> {
        self.places.iter().copied()
    }

    /// What they leave of `place`.
    pub fn outside(&self, place: Place) -> Vec<Place> {
        let mut parts = Vec::new();
        let mut at = place.ofs;
        let first = self.places.partition_point(|skip| skip.end() <= place.ofs);
        let skipped = self.places.iter().skip(first);
        for skip in skipped.take_while(|skip| skip.ofs < place.end()) {
            if skip.ofs > at {
                parts.push(Place { ofs: at, len: skip.ofs.saturating_sub(at) });
            }
            at = at.max(skip.end());
        }
        if at < place.end() {
            parts.push(Place { ofs: at, len: place.end().saturating_sub(at) });
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_in_one_is_found_and_the_rest_is_left() {
        let place = |ofs, len| Place { ofs, len };
        let ranges: Ranges = [place(20, 5), place(4, 4), place(6, 3), place(9, 1), place(30, 0)]
            .into_iter()
            .collect();
        let within: Vec<u64> = (0..40).filter(|ofs| ranges.has(*ofs)).collect();
        assert_eq!(within, (4..10).chain(20..25).collect::<Vec<_>>());
        assert_eq!(
            ranges.outside(place(0, 40)),
            [place(0, 4), place(10, 10), place(25, 15)]
        );
        assert_eq!(ranges.outside(place(7, 14)), [place(10, 10)]);
        assert_eq!(ranges.outside(place(21, 3)), []);
        assert_eq!(ranges.outside(place(8, 0)), []);
    }

    proptest! {
        #[test]
        fn every_byte_is_taken_or_in_one_gap(len in 0..40_u64, places in proptest::collection::vec((0..50_u64, 0..20_u64), 0..6)) {
            let taken: Vec<Place> = places.iter().map(|(ofs, len)| Place { ofs: *ofs, len: *len }).collect();
            let gaps = taken.iter().copied().collect::<Ranges>().outside(Place { ofs: 0, len });
            for byte in 0..len {
                let holds = |place: &&Place| place.ofs <= byte && byte < place.end();
                let expected = usize::from(!taken.iter().any(|place| holds(&place)));
                prop_assert_eq!(gaps.iter().filter(holds).count(), expected);
            }
            prop_assert!(gaps.iter().all(|gap| gap.end() <= len));
        }
    }
}
