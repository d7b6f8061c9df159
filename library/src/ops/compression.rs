//! Compresses an output within an envelope.

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
use crate::codec::{CompressionSettings, Searched, check_level, compress, levels};
use crate::error::Error;
use crate::file_error::FileError;
use crate::input::Input;
use crate::output::{ActiveInput, Output, OutputPart, Sink, write_one};
use crate::progress::{Progress, Work};
use crate::report::{Compression, Hexadecimal, Integer};
use crate::request::{CompressionMethod, CompressionRequest, CompressionThreads, CompressionVersion};
use crate::scan::FoundEnvelope;
use crate::system::Started;

/// The compression of an output.
#[derive(Debug, Clone, Copy)]
pub struct CompressionChoice {
    /// The compressed format.
    pub envelope: &'static dyn Envelope,
    /// One of [`Envelope::versions`], if the format has versions.
    pub version: Option<u64>,
    /// One of [`Envelope::methods`].
    pub method: Method,
    /// The level; by default, the method's default.
    pub level: Option<i32>,
    /// The number of threads; by default, as many as are useful.
    pub threads: Option<CompressionThreads>,
}

impl CompressionChoice {
    /// Resolves `request` with the formats of `registry`.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no compressed format, or if it lacks the requested version.
    pub fn choose(registry: &Registry, request: &CompressionRequest) -> Result<Self, Error> {
        let CompressionRequest { method, level, version, threads } = *request;
        let usual = method.or_else(|| CompressionMethod::default_method(registry));
        let CompressionMethod { envelope, method } = usual.ok_or(Error::NoCompression)?;
        let version = choose_version(envelope, version)?;
        Ok(Self { envelope, version, method, level, threads })
    }

    /// Uses the envelope that exists only for `container`, if there is one.
    ///
    /// # Errors
    ///
    /// Returns an error if that envelope lacks the requested version.
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
        // The format's first method is the default.
        let usual = envelope.methods().first().filter(|_| request.method.is_none());
        Ok(Self { envelope, version, method: *usual.unwrap_or(method), ..self })
    }

    /// Checks that the envelope supports this version of the container.
    ///
    /// # Errors
    ///
    /// Returns an error if it supports only another version.
    pub fn for_version(self, found: Option<u64>, output: &Path) -> Result<Self, Error> {
        if let (Some(wanted), Some(found)) = (self.version, found)
            && self.envelope.front_len() > 0
            && found != wanted
        {
            let format = self.envelope.title();
            let why = format!("version {found} cannot become a {format}; convert it to version {wanted} first");
            let error = WriteError::new("version", WriteProblem::Unreadable { why });
            return Err(Error::Write { file: output.into(), error });
        }
        Ok(self)
    }

    /// Returns whether the header declares the total length, so that readers find its end without decompression.
    ///
    /// # Errors
    ///
    /// Returns an error if the header cannot be written.
    pub fn declares_length(&self, output: &Path) -> Result<bool, Error> {
        let (header, _) = around(plan(output, self, &CompressedInfo::default(), &[])?);
        let len = length(&header);
        let read = self.envelope.read(Bytes::windowed(&header, len));
        Ok(read.is_ok_and(|header| header.len.is_some()))
    }
}

fn choose_version(envelope: &dyn Envelope, asked: Option<CompressionVersion>) -> Result<Option<u64>, Error> {
    match asked {
        Some(CompressionVersion(version)) if !envelope.versions().contains(&version) => {
            Err(Error::NoVersion { format: envelope.title(), version, known: envelope.versions() })
        }
        Some(CompressionVersion(version)) => Ok(Some(version)),
        None => Ok(envelope.default_version()),
    }
}

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

/// Returns the length of the file, if known, and its compression.
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

/// Compresses `plain` within an envelope to `sink`, and checks the declarations of compressed inputs. The header is
/// written last, into reserved space, because only then is its content known. `front` precedes `plain` and becomes part
/// of the header.
///
/// # Errors
///
/// Returns an error if reading or writing fails, or if a size does not fit in the version.
pub fn write_compressed(
    (front, plain): (&[u8], &Output<'_>),
    choice: &CompressionChoice,
    sink: &mut dyn Sink,
    progress: &mut dyn Progress,
) -> Result<Compression, Error> {
    let CompressionChoice { method, .. } = choice;
    let level = check_level(method.codec, choice.level).map_err(|why| Error::BadLevel { method: method.name, why })?;
    // Known sizes are checked before the work.
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

/// If the output contains a magic, tries other settings: some readers cut a compressed bundle there.
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
        let mut searched = Searched::new(&mut *sink, magic.unwrap_or_default());
        let info = compress(&mut feed, &settings, &mut searched, &plain.path)?;
        if !searched.found {
            // Removes the rest of a longer attempt.
            sink.cut().map_err(fail)?;
            return Ok((info, level));
        }
    }
    let why = "whatever the level, the compressed bytes hold those that a compressed bundle begins with, where readers would cut them";
    Err(fail(io::Error::other(why)).into())
}

/// The requested level, the same with the magic in separate blocks, then nearby levels.
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

fn check_front(output: &Path, choice: &CompressionChoice, info: &CompressedInfo, front: &[u8]) -> Result<(), Error> {
    // The compressed bytes are not available here.
    let plan = plan(output, choice, &CompressedInfo { len: 0, ..*info }, front)?;
    let len = plan.len();
    let (header, _) = around(plan);
    let read = choice.envelope.read(Bytes::windowed(&header, len));
    if front.is_empty() || read.is_ok_and(|header| header.front == front) {
        return Ok(());
    }
    let why = format!("a {} would not preserve its header", choice.envelope.title());
    let error = WriteError::new("", WriteProblem::Unreadable { why });
    Err(Error::Write { file: output.into(), error })
}

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

/// If a size does not fit, the error names a version that has room.
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

/// Selects the compressed bundles that keep their compressed bytes instead of being recompressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ReusePolicy {
    /// No bundles.
    #[default]
    Nothing,
    /// Bundles with the requested method.
    SameMethod,
    /// All bundles.
    AnyMethod,
}

/// Compressed bytes that are reused.
pub struct ReusedPayload<'u> {
    outer: &'u Input,
    place: Place,
    decompressed: &'u Input,
    method: Method,
    info: CompressedInfo,
    /// The start of the decompressed bytes, stored in the header.
    front: &'u [u8],
}

impl ReusePolicy {
    /// Returns the policy of a request. A requested level always recompresses.
    pub fn for_request(request: &CompressionRequest) -> Self {
        match (request.level, request.method) {
            (Some(_), _) => Self::Nothing,
            (None, Some(_)) => Self::SameMethod,
            (None, None) => Self::AnyMethod,
        }
    }

    /// Returns the compressed bytes of `decompressed`, if they satisfy `choice`.
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
        // The place of a stream without a declared length may extend past the stream.
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
    /// Returns the file `path` with the new header, and its report. The declarations of the old header have been
    /// checked.
    ///
    /// # Errors
    ///
    /// Returns an error if reading or writing fails, if a size does not fit in the version, or if the stored front
    /// would change.
    pub fn output(&self, path: &Path, choice: &CompressionChoice) -> Result<(Output<'u>, Compression), Error> {
        let choice = CompressionChoice { method: self.method, ..*choice };
        let plan = plan(path, &choice, &self.info, self.front)?;
        check_front(path, &choice, &self.info, self.front)?;
        self.decompressed.verify()?;
        self.decompressed.release();
        let report = report(&choice, &self.info, plan.len(), (None, None));
        Ok((Output::from_plan(path, plan, &[(self.outer, self.place.ofs)]), report))
    }
}
