//! Wrappers: what they hold is looked at as it is unpacked.

use std::{format, string::ToString, sync::Arc, vec::Vec};

use super::Search;
use super::found::{What, Wrapping};
use crate::error::{Problem, ReadError};
use crate::files::{Damage, FileError, Input, damage};
use crate::ops::lens::Lens;
use crate::packing::Packing;
use crate::wrapper::{Wrapped, Wrapper};

/// Up to this length, what a wrapper holds is looked through for the mark of a text, and to tell why it cannot be read, in bytes.
/// A small file can hold very much that is nothing.
pub(super) const LOOKED_THROUGH: u64 = 64 << 20;

impl Search<'_> {
    /// Reads the wrapper at `start` and what it holds. The result is where it ends; nothing if nobody can say.
    pub(super) fn wrapper(
        &mut self,
        input: &Arc<Input>,
        lens: &mut Lens<'_>,
        site: usize,
        wrapper: &'static dyn Wrapper,
        start: u64,
        inside: Option<&Wrapping>,
    ) -> Result<Vec<u64>, FileError> {
        if inside.is_some() {
            let error = unexpected(start, wrapper.title());
            self.unread(input, site, What::Wrapper(wrapper), start, error);
            self.unread_is_in(inside);
            return Ok(Vec::new());
        }
        let opened = match lens.read(start, |bytes| wrapper.read(bytes))? {
            Ok(header) => self.open(input, wrapper, header, lens.place().end())?,
            Err(error) => Err(Unopened { error, end: None }),
        };
        let (wrapping, unpacked) = match opened {
            Ok(opened) => opened,
            Err(Unopened { error, end }) => {
                self.unread(input, site, What::Wrapper(wrapper), start, error);
                return Ok(end.into_iter().collect());
            }
        };
        if let Some(error) = self.look_into(&unpacked, site, &wrapping)? {
            self.unread(input, site, What::Wrapper(wrapper), start, error);
        }
        Ok(std::vec![start.saturating_add(wrapping.len)])
    }

    /// What the wrapper with this header holds, in a site that ends at `site_end`. Nothing of it is checked yet, but where the wrapper
    /// ends if only that can tell.
    fn open(
        &self,
        input: &Arc<Input>,
        wrapper: &'static dyn Wrapper,
        header: Wrapped,
        site_end: u64,
    ) -> Result<Result<(Wrapping, Arc<Input>), Unopened>, FileError> {
        let declared = header.end().filter(|_| header.place.is_ok());
        let packing = match self.packing(&header, site_end) {
            Ok(packing) => packing,
            Err(error) => return Ok(Err(Unopened { error, end: declared })),
        };
        let name = format!("{} (unpacked from byte {:#x})", input.name(), header.start);
        let unpacked = Arc::new(Input::unpacked(&name, Arc::clone(input), packing));
        let end = match declared {
            Some(end) => end,
            None => match damage(end_of_stream(&unpacked, &header))? {
                Ok(end) => end,
                Err(Damage { error, .. }) => return Ok(Err(Unopened { error, end: None })),
            },
        };
        let wrapping = Wrapping { wrapper, len: end.saturating_sub(header.start), header };
        Ok(Ok((wrapping, unpacked)))
    }

    /// Finds the containers that a wrapper holds. The result is what is wrong with the wrapper, if nothing of them counts.
    fn look_into(
        &mut self,
        unpacked: &Arc<Input>,
        site: usize,
        wrapping: &Wrapping,
    ) -> Result<Option<ReadError>, FileError> {
        let before = self.counts();
        let found = damage(self.sequence(unpacked, site, unpacked.whole(), Some(wrapping)));
        let blamed = self.blame(unpacked, matches!(found, Ok(Ok(true))), before);
        // Nobody knows whether it is looked at again, and there may be very many.
        unpacked.rest();
        if blamed.is_some() {
            return Ok(blamed);
        }
        Ok(match found? {
            Ok(true) => None,
            Ok(false) => {
                let header = &wrapping.header;
                let at = header.place.as_ref().map_or(header.start, |place| place.ofs);
                Some(unexpected(at, "something else"))
            }
            Err(Damage { error, .. }) => Some(error),
        })
    }

    /// How many containers have been found, how many could not be read, and how much is odd.
    fn counts(&self) -> [usize; 3] {
        let scan = &self.scan;
        [scan.bundles.len(), scan.unread.len(), scan.odd.len()]
    }

    /// Where what a wrapper holds is not whole, or nothing `known`, it may be its header that lies. If it does, what was found since the
    /// counts were taken is forgotten, and the result says what is wrong with the header.
    fn blame(&mut self, unpacked: &Input, known: bool, [bundles, unread, odd]: [usize; 3]) -> Option<ReadError> {
        let mut new = self.scan.bundles.iter().skip(bundles);
        let cut = new.any(|found| found.bundle.entries.iter().any(|entry| entry.place.is_err()));
        let whole = known && self.counts() == [self.scan.bundles.len(), unread, odd] && !cut;
        if whole || unpacked.len() > LOOKED_THROUGH {
            return None;
        }
        let Ok(Err(Damage { error, .. })) = damage(unpacked.settle()) else {
            return None;
        };
        self.scan.bundles.truncate(bundles);
        self.scan.unread.truncate(unread);
        self.scan.odd.truncate(odd);
        Some(error)
    }

    /// How to unpack what the header speaks of, in a site that ends at `end`. Errors: a header that cannot be right, or that
    /// promises more than is allowed.
    fn packing(&self, header: &Wrapped, end: u64) -> Result<Packing, ReadError> {
        let place = header
            .place
            .clone()
            .map_err(|error| as_in_the_field(error, header, end))?;
        let method = header.method.clone()?;
        let limit = self.options.max_size;
        if header.unpacked_len.value > limit {
            let found = header.unpacked_len.value;
            let error = ReadError::new(header.unpacked_len.offset, Problem::MoreThanAllowed { found, limit });
            return Err(error.in_field(header.unpacked_len.path));
        }
        Ok(Packing {
            method,
            open_ended: header.len.is_none(),
            header_len: place.ofs.saturating_sub(header.start),
            place,
            len: header.len.clone(),
            unpacked_len: header.unpacked_len.clone(),
            digest: header.digest.clone(),
            verify: self.options.verify,
            data_path: header.data_path.into(),
        })
    }
}

/// A wrapper that cannot be looked into.
struct Unopened {
    error: ReadError,
    /// Where it ends all the same, if its header says so.
    end: Option<u64>,
}

/// Where a wrapper ends whose header does not say: where its compressed stream does.
fn end_of_stream(unpacked: &Input, header: &Wrapped) -> Result<u64, FileError> {
    let start = header.place.as_ref().map_or(header.start, |place| place.ofs);
    Ok(start.saturating_add(unpacked.packed_len()?.unwrap_or_default()))
}

/// An error of the compressed bytes' length in the terms of the field that gives it, which counts the header too; where it does.
fn as_in_the_field(error: ReadError, header: &Wrapped, end: u64) -> ReadError {
    let Some(len) = header.len.as_ref().filter(|len| len.offset == error.offset) else {
        return error;
    };
    let problem = Problem::OutOfBounds { ofs: 0, len: len.value, have: end.saturating_sub(header.start) };
    ReadError::new(error.offset, problem).in_field(len.path)
}

/// Something stands at `offset` that is no container.
fn unexpected(offset: u64, found: &str) -> ReadError {
    ReadError::new(
        offset,
        Problem::Unexpected { found: found.to_string(), expected: "a bundle".to_string() },
    )
}
