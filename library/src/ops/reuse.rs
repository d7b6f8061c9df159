//! Compressed bundles that get another header while their compressed bytes stay as they are.

use std::path::Path;
use std::sync::Arc;

use offload_bundle_core::bytes::Place;
use offload_bundle_core::envelope::{CompressedInfo, Digest, Method};

use super::compression::{self, CompressionChoice};
use crate::error::Error;
use crate::input::Input;
use crate::output::Output;
use crate::report::Compression;
use crate::request::CompressionRequest;
use crate::scan::FoundEnvelope;

/// Which bundles that are compressed already keep their compressed bytes; the others are compressed anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ReusePolicy {
    /// None.
    #[default]
    Nothing,
    /// Those that are compressed by the method that is asked for.
    SameMethod,
    /// All, whatever their method.
    AnyMethod,
}

/// Compressed bytes that stay.
pub struct ReusedPayload<'u> {
    /// The file that they are in.
    outer: &'u Input,
    place: Place,
    /// What they hold.
    decompressed: &'u Input,
    method: Method,
    info: CompressedInfo,
    /// What is in front of what they hold.
    front: &'u [u8],
}

impl ReusePolicy {
    /// What is kept for a request: a request for a level wants the work done.
    pub fn for_request(request: &CompressionRequest) -> Self {
        match (request.level, request.method) {
            (Some(_), _) => Self::Nothing,
            (None, Some(_)) => Self::SameMethod,
            (None, None) => Self::AnyMethod,
        }
    }

    /// What stays of the file that holds `decompressed` compressed, if it is as `choice` wants it but for its header.
    pub fn reusable<'u>(
        self,
        choice: &CompressionChoice,
        (outer, envelope): &'u (Arc<Input>, Arc<FoundEnvelope>),
        decompressed: &'u Input,
    ) -> Option<ReusedPayload<'u>> {
        let header = &envelope.header;
        let (method, place) = (*header.method.as_ref().ok()?, *header.place.as_ref().ok()?);
        let stays = match self {
            Self::Nothing => false,
            Self::SameMethod => method == choice.method,
            Self::AnyMethod => true,
        };
        // The place of a stream without a length reaches further than the stream.
        let len = envelope.compressed_len();
        (stays && envelope.format.name() == choice.envelope.name()).then_some(ReusedPayload {
            outer,
            place: Place { ofs: place.ofs, len },
            decompressed,
            method,
            front: &header.front,
            info: CompressedInfo {
                len,
                decompressed_len: header.decompressed_len.value,
                digest: Digest::beginning_with(header.digest.as_ref().map_or(0, |digest| digest.value)),
            },
        })
    }
}

impl<'u> ReusedPayload<'u> {
    /// The file `path` with the new header, and its report. Whatever the old header declares has been checked then.
    ///
    /// # Errors
    ///
    /// Those of reading and writing, a size that the version has no room for, and a front that would become another one.
    pub fn output(&self, path: &Path, choice: &CompressionChoice) -> Result<(Output<'u>, Compression), Error> {
        let choice = CompressionChoice { method: self.method, ..*choice };
        let plan = compression::plan(path, &choice, &self.info, self.front)?;
        compression::check_front(path, &choice, &self.info, self.front)?;
        self.decompressed.verify()?;
        self.decompressed.release();
        let report = compression::report(&choice, &self.info, plan.len(), (None, None));
        Ok((
            Output::from_plan_at(path, plan, &[(self.outer, self.place.ofs)]),
            report,
        ))
    }
}
