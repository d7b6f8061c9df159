//! Compressed bundles that get another header while their compressed bytes stay as they are.

use serde_json::Value;
use std::sync::Arc;

use super::pack::{self, Compressing};
use super::{OpError, Wrapping};
use crate::bytes::Place;
use crate::files::{Input, Output};
use crate::wrapper::{Digest, Method, Packed};

/// Which bundles that are compressed already keep their compressed bytes; the others are compressed anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Keep {
    /// None.
    #[default]
    Nothing,
    /// Those that are compressed by the method that is asked for.
    SameMethod,
    /// All, whatever their method.
    AnyMethod,
}

/// Compressed bytes that stay.
pub(super) struct Kept<'u> {
    /// The file that they stand in.
    outer: &'u Input,
    place: Place,
    /// What they hold.
    unpacked: &'u Input,
    method: Method,
    packed: Packed,
}

impl Keep {
    /// What stays of the file that holds `unpacked` compressed, if it is as `compressing` wants it but for its header.
    pub(super) fn of<'u>(
        self,
        compressing: &Compressing,
        (outer, wrapping): &'u (Arc<Input>, Wrapping),
        unpacked: &'u Input,
    ) -> Option<Kept<'u>> {
        let header = &wrapping.header;
        let (method, place) = (*header.method.as_ref().ok()?, *header.place.as_ref().ok()?);
        let stays = match self {
            Self::Nothing => false,
            Self::SameMethod => method == compressing.method,
            Self::AnyMethod => true,
        };
        // The place of a stream without a length reaches further than the stream.
        let len = wrapping.packed_len();
        (stays && wrapping.wrapper.name() == compressing.wrapper.name()).then_some(Kept {
            outer,
            place: Place { ofs: place.ofs, len },
            unpacked,
            method,
            packed: Packed {
                len,
                unpacked_len: header.unpacked_len.value,
                digest: Digest::beginning_with(header.digest.value),
            },
        })
    }
}

impl<'u> Kept<'u> {
    /// The file `path` with the new header, and its report. Whatever the old header promises has been checked then.
    /// Errors: also a size that the version has no room for.
    pub(super) fn output(&self, path: &str, compressing: &Compressing) -> Result<(Output<'u>, Value), OpError> {
        let compressing = Compressing { method: self.method, ..*compressing };
        let plan = pack::plan(path, &compressing, &self.packed)?;
        self.unpacked.settle()?;
        self.unpacked.rest();
        let report = pack::as_json(&compressing, None, &self.packed);
        Ok((Output::planned_at(path, plan, &[(self.outer, self.place.ofs)]), report))
    }
}
