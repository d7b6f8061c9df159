//! Compresses an output: what it would have been becomes what an envelope holds.

#[cfg(test)]
mod tests;

use std::io::{self, SeekFrom};
use std::iter;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use offload_bundle_core::bytes::{Bytes, Place, length};
use offload_bundle_core::envelope::{Codec, CompressedInfo, Digest, Envelope, Method};
use offload_bundle_core::error::{WriteError, WriteProblem};
use offload_bundle_core::plan::{Piece, Plan};
use offload_bundle_core::registry::Registry;

use super::context::Context;
use crate::codec::{CompressionSettings, Search, Searched, check_level, compress, levels};
use crate::error::Error;
use crate::file_error::FileError;
use crate::input::Input;
use crate::output::{ActiveInput, Output, OutputPart, Sink, write_one};
use crate::progress::{Progress, Work};
use crate::report::{Compression, Hexadecimal, Integer};
use crate::request::{CompressionMethod, CompressionRequest, CompressionThreads, CompressionVersion};
use crate::scan::FoundEnvelope;
use crate::system::Started;

/// How to compress an output.
#[derive(Debug, Clone, Copy)]
pub struct CompressionChoice {
    /// The format of the file.
    pub envelope: &'static dyn Envelope,
    /// Its version: one of [`Envelope::versions`], if there are any.
    pub version: Option<u64>,
    /// How the bytes are compressed: one of [`Envelope::methods`].
    pub method: Method,
    /// How much work is spent on it; the method's usual level without it.
    pub level: Option<i32>,
    /// With how many threads; as many as help without it.
    pub threads: Option<CompressionThreads>,
}

impl CompressionChoice {
    /// What `request` comes to with the formats of `registry`.
    ///
    /// # Errors
    ///
    /// There is no format, or none of that version.
    pub fn choose(registry: &Registry, request: &CompressionRequest) -> Result<Self, Error> {
        let CompressionRequest { method, level, version, threads } = *request;
        let usual = method.or_else(|| CompressionMethod::usual(registry));
        let CompressionMethod { envelope, method } = usual.ok_or(Error::NoCompression)?;
        let version = choose_version(envelope, version)?;
        Ok(Self { envelope, version, method, level, threads })
    }

    /// The same for what is in `container`: in the envelope that is made for it alone, where there is one.
    ///
    /// # Errors
    ///
    /// That has not the version that is asked for.
    pub fn for_container(
        self,
        registry: &Registry,
        request: &CompressionRequest,
        container: &str,
    ) -> Result<Self, Error> {
        let mut envelopes = registry.envelopes.iter().copied();
        let Some(envelope) = envelopes.find(|envelope| envelope.holds() == Some(container)) else {
            return Ok(self);
        };
        let version = choose_version(envelope, request.version)?;
        let codec = self.method.codec;
        let method = envelope.methods().iter().find(|method| method.codec == codec);
        let method = method.or(envelope.methods().first()).ok_or(Error::NoCompression)?;
        // Without a method that is asked for, that which the format names first.
        let usual = envelope.methods().first().filter(|_| request.method.is_none());
        Ok(Self { envelope, version, method: *usual.unwrap_or(method), ..self })
    }

    /// The same for what is of this version of its format.
    ///
    /// # Errors
    ///
    /// The envelope is for another version of it alone.
    pub fn for_version(self, found: Option<u64>, output: &Path) -> Result<Self, Error> {
        if let (Some(wanted), Some(found)) = (self.version, found)
            && self.envelope.front_len() > 0
            && found != wanted
        {
            let format = self.envelope.title();
            let why = format!(
                "expected version {wanted}, which alone can be a {format}, found version {found}; convert it to version {wanted} first"
            );
            let error = WriteError::new("version", WriteProblem::Unreadable { why });
            return Err(Error::Write { file: output.into(), error });
        }
        Ok(self)
    }

    /// Whether a header says how long the whole is, so that readers need not decompress it to find its end.
    ///
    /// # Errors
    ///
    /// The header cannot be written.
    pub fn declares_length(&self, output: &Path) -> Result<bool, Error> {
        let (header, _) = around(plan(output, self, &CompressedInfo::default(), &[])?);
        let len = length(&header);
        let read = self.envelope.read(Bytes::windowed(&header, len));
        Ok(read.is_ok_and(|header| header.len.is_some()))
    }
}

/// The version that is asked for, or the usual one.
fn choose_version(envelope: &dyn Envelope, asked: Option<CompressionVersion>) -> Result<Option<u64>, Error> {
    match asked {
        Some(CompressionVersion(version)) if !envelope.versions().contains(&version) => {
            Err(Error::NoVersion { format: envelope.title(), version, known: envelope.versions() })
        }
        Some(CompressionVersion(version)) => Ok(Some(version)),
        None => Ok(envelope.default_version()),
    }
}

/// What a file of this form reports: its length is `size`, and `level` is that which was worked at.
pub(super) fn report(
    choice: &CompressionChoice,
    info: &CompressedInfo,
    size: u64,
    (level, took): (Option<i32>, Option<Duration>),
) -> Compression {
    Compression {
        format: choice.envelope.name(),
        version: choice.version,
        method: Some(choice.method.name),
        level,
        offset: None,
        size: Integer(size),
        compressed_size: Integer(info.len),
        decompressed_size: Integer(info.decompressed_len),
        digest: choice.envelope.has_digest().then(|| Hexadecimal(info.digest.leading())),
        declares_size: false,
        took,
    }
}

/// Writes `output`, compressed as `choice` says, if it says so; or nothing, where that is only a `dry_run`. The result is how long the file is, as
/// far as that is known, and how it is compressed.
///
/// # Errors
///
/// Those of [`write_compressed`].
pub(super) fn write_chosen(
    output: Output<'_>,
    choice: Option<&CompressionChoice>,
    dry_run: bool,
    context: &mut Context<'_>,
) -> Result<(Integer, Option<Compression>), Error> {
    let size = Integer(output.len());
    match choice {
        _ if dry_run => {}
        None => context.write_within(None, &[output])?,
        Some(choice) => {
            let (front, behind) = output.split_front(choice.envelope.front_len());
            let compression = context.split(|stdout, progress| {
                write_one(&behind.path, stdout, |sink| {
                    write_compressed((&front, &behind), choice, sink, progress)
                })
            })?;
            return Ok((compression.size, Some(compression)));
        }
    }
    Ok((size, None))
}

/// Compresses what would be written to `plain` and writes it, within an envelope, to `sink`; checks what is declared of compressed inputs
/// among it. What the header says is known last, so it is written last, in the place that was kept for it. `front` is what is before
/// `plain`, and becomes the header.
///
/// # Errors
///
/// Those of reading and writing, and a size that the version has no room for.
pub fn write_compressed(
    (front, plain): (&[u8], &Output<'_>),
    choice: &CompressionChoice,
    sink: &mut dyn Sink,
    progress: &mut dyn Progress,
) -> Result<Compression, Error> {
    let CompressionChoice { method, .. } = choice;
    let level = check_level(method.codec, choice.level)
        .map_err(|error| Error::BadLevel { method: method.name, why: error.to_string() })?;
    // What can be known of the sizes before the work is known before it.
    let decompressed_len = plain.len().saturating_add(length(front));
    let least = CompressedInfo { decompressed_len, ..CompressedInfo::default() };
    let (blank, _) = around(plan(&plain.path, choice, &least, front)?);
    check_front(&plain.path, choice, &least, front)?;
    let fail = |error| FileError::new(&plain.path, error);
    let start = sink.stream_position().map_err(fail)?;
    sink.write_all(&blank).map_err(fail)?;

    let started = Started::now();
    let (info, level) = write_payload(plain, choice, level, sink, progress)?;
    let info = CompressedInfo { decompressed_len, ..info };
    let took = started.elapsed();

    let plan = plan(&plain.path, choice, &info, front)?;
    let size = plan.len();
    let (header, trailer) = around(plan);
    if header.len() != blank.len() {
        return Err(fail(io::Error::other("the header is not as long as its place")).into());
    }
    sink.write_all(&trailer).map_err(fail)?;
    let end = sink.stream_position().map_err(fail)?;
    sink.seek(SeekFrom::Start(start)).map_err(fail)?;
    sink.write_all(&header).map_err(fail)?;
    sink.seek(SeekFrom::Start(end)).map_err(fail)?;
    Ok(report(choice, &info, size, (Some(level), took)))
}

/// Compresses what would be written to `plain` into `sink`. The result is what is known of it, and the level.
///
/// Readers look for the next bundle by the bytes that each begins with, and some cut a compressed one where it holds these by chance. So
/// they are looked for, and if they have come out, the bytes are compressed otherwise.
fn write_payload(
    plain: &Output<'_>,
    choice: &CompressionChoice,
    level: i32,
    sink: &mut dyn Sink,
    progress: &mut dyn Progress,
) -> Result<(CompressedInfo, i32), Error> {
    let fail = |error| FileError::new(&plain.path, error);
    let codec = choice.method.codec;
    let magic = choice.envelope.magic();
    let start = sink.stream_position().map_err(fail)?;
    for (level, apart) in attempts(codec, level) {
        sink.seek(SeekFrom::Start(start)).map_err(fail)?;
        let mut work = Work::begin(progress, plain.len());
        let apart = magic.filter(|_| apart);
        let threads = choice.threads.map(CompressionThreads::get);
        let settings =
            CompressionSettings { codec, level: Some(level), threads, decompressed_len: Some(plain.len()), apart };
        let mut feed = |out: &mut dyn io::Write| -> Result<(), FileError> {
            plain.write_to(out, &mut ActiveInput::default(), work.progress())?;
            for part in &plain.parts {
                if let OutputPart::Range { input, .. } = part {
                    input.verify()?;
                    input.release();
                }
            }
            Ok(())
        };
        let mut searched = Searched::new(&mut *sink, Search::new(magic.unwrap_or_default()));
        let info = compress(&mut feed, &settings, &mut searched, &plain.path)?;
        if searched.found().is_none() {
            // Of a longer one before.
            sink.cut().map_err(fail)?;
            return Ok((info, level));
        }
    }
    let why = "whatever the level, the compressed bytes hold those that a compressed bundle begins with, where readers would cut them";
    Err(fail(io::Error::other(why)).into())
}

/// The ways to compress, one after the other: the level that is asked for; with what is to be avoided kept apart; at the levels around it.
fn attempts(codec: Codec, level: i32) -> impl Iterator<Item = (i32, bool)> {
    let known = levels(codec);
    let lower = (1..=4).map(move |step| level.saturating_sub(step));
    let higher = (1..=4).map(move |step| level.saturating_add(step));
    let others = lower
        .chain(higher)
        .filter(move |level| known.contains(level) && *level >= 0);
    [(level, false), (level, true)]
        .into_iter()
        .chain(others.map(|level| (level, true)))
}

/// Checks that `front` is what comes of the header that is made of it and of `info`.
///
/// # Errors
///
/// It is not; a size that does not fit its field.
fn check_front(output: &Path, choice: &CompressionChoice, info: &CompressedInfo, front: &[u8]) -> Result<(), Error> {
    // Without compressed bytes, which are not at hand.
    let plan = plan(output, choice, &CompressedInfo { len: 0, ..*info }, front)?;
    let len = plan.len();
    let (header, _) = around(plan);
    let read = choice.envelope.read(Bytes::windowed(&header, len));
    if front.is_empty() || read.is_ok_and(|header| header.front == front) {
        return Ok(());
    }
    let why = format!(
        "{} cannot be made of it: its header would not come back as it is",
        choice.envelope.title()
    );
    let error = WriteError::new("", WriteProblem::Unreadable { why });
    Err(Error::Write { file: output.into(), error })
}

/// The bytes before the compressed ones, and those behind.
fn around(plan: Plan<'_>) -> (Vec<u8>, Vec<u8>) {
    let (mut before, mut behind) = (Vec::new(), Vec::new());
    let mut bytes = &mut before;
    for piece in plan.pieces {
        match piece {
            Piece::Bytes(more) => bytes.extend_from_slice(&more),
            Piece::Fill { fill, len } => bytes.extend(iter::repeat_n(fill, usize::try_from(len).unwrap_or(usize::MAX))),
            Piece::Content { .. } => bytes = &mut behind,
        }
    }
    (before, behind)
}

/// The file.
///
/// # Errors
///
/// A size that does not fit its field; with the version that would do, if there is one.
pub(super) fn plan(
    output: &Path,
    choice: &CompressionChoice,
    info: &CompressedInfo,
    front: &[u8],
) -> Result<Plan<'static>, Error> {
    let CompressionChoice { envelope, version, method, .. } = choice;
    envelope.plan(*version, method, info, front).map_err(|error| {
        let others = envelope.versions().iter().copied();
        let fitting: Vec<u64> = others
            .filter(|other| envelope.plan(Some(*other), method, info, front).is_ok())
            .collect();
        Error::NoRoom { file: output.into(), format: envelope.title(), version: *version, error, fitting }
    })
}

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
        let plan = plan(path, &choice, &self.info, self.front)?;
        check_front(path, &choice, &self.info, self.front)?;
        self.decompressed.verify()?;
        self.decompressed.release();
        let report = report(&choice, &self.info, plan.len(), (None, None));
        Ok((
            Output::from_plan_at(path, plan, &[(self.outer, self.place.ofs)]),
            report,
        ))
    }
}
