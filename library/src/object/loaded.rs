//! Sections with data that a program loads and does not execute: their form is the program's own. In
//! files without sections, the segments that it loads.

use offload_bundle_core::bytes::Place;
use offload_bundle_core::error::ReadError;

use crate::error::Error;
use crate::input::Input;

/// Names are shown up to this length, in bytes: very many sections of a small file may share a long one.
const LONGEST_SHOWN: u64 = 256;

/// A section with data that a program loads, of which no rule speaks.
#[derive(Debug, Clone)]
pub(crate) struct LoadedSection {
    /// Where its name is.
    pub(crate) name: LoadedName,
    /// Its bytes; or why they cannot be.
    pub(crate) place: Result<Place, ReadError>,
}

/// Where the name of a section is. Most are never asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LoadedName {
    /// In the file.
    Within {
        /// Its first byte, from the start of the file.
        ofs: u64,
        /// It ends there at the latest, or before a zero byte.
        end: u64,
    },
    /// Nowhere: it is the segment of this number.
    Segment(u64),
}

impl LoadedName {
    /// The name that is in `place`, up to a zero byte.
    pub(super) fn within(place: Place) -> Self {
        Self::Within { ofs: place.ofs, end: place.end() }
    }

    /// The name in `input`, for people; one that is very long is cut.
    pub(crate) fn read(self, input: &Input) -> Result<String, Error> {
        let (ofs, end) = match self {
            Self::Within { ofs, end } => (ofs, end),
            Self::Segment(number) => return Ok(format!("segment {number}")),
        };
        let len = end.saturating_sub(ofs);
        // The zero byte behind a name of just that length is seen too.
        let bytes = input.window(ofs, len.min(LONGEST_SHOWN.saturating_add(1)))?;
        let name = match memchr::memchr(0, &bytes) {
            Some(end) => bytes.get(..end).unwrap_or_default(),
            None => &bytes,
        };
        let longest = usize::try_from(LONGEST_SHOWN).unwrap_or(usize::MAX);
        match name.get(..longest).filter(|_| name.len() > longest) {
            Some(shown) => Ok(format!("{}…", String::from_utf8_lossy(shown))),
            None => Ok(String::from_utf8_lossy(name).into_owned()),
        }
    }
}
