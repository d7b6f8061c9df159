//! Writes outputs, all or none: regular files next to their places first; then inputs are verified, pipes and devices
//! written, and files moved.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, Write};
use std::path::Path;
use std::ptr;
use std::sync::{Arc, Mutex, PoisonError};

use super::destination::{Destination, FileDestination, Folders};
use super::file::Placed;
use super::file::{ActiveInput, Output};
use super::publish::publish;
use super::staged::{Sink, StagedFile};
use crate::error::Error;
use crate::file_error::FileError;
use crate::file_name::FileName;
use crate::input::Input;
use crate::progress::{Progress, Work, in_turns, threads};
use crate::system::{spool_up_to, unnamed_file};

/// A pipe's or device's bytes stay in memory up to this length, until complete.
const IN_MEMORY: usize = 16 << 20;

/// On errors, no regular file changes. Pipes, devices and standard output come last; a pipe closed early is not an
/// error.
pub(crate) fn write_all<'a>(
    outputs: &[Output<'a>],
    stdout: &mut dyn Write,
    progress: &mut dyn Progress,
) -> Result<(), Error> {
    about_outputs(outputs.iter().map(|output| &output.path), || {
        let mut folders = Folders::default();
        let destinations = outputs.iter().map(|output| folders.resolve(output));
        let destinations = destinations.collect::<Result<Vec<_>, _>>()?;
        let total = outputs.iter().map(Output::len).fold(0, u64::saturating_add);
        let mut work = Work::begin(progress, total);
        let progress = work.progress();
        let mut reading = ActiveInput::default();
        let staged = stage_all(outputs, &destinations, &mut reading, progress)?;
        for (output, destination) in outputs.iter().zip(&destinations) {
            let mut into = |opened: io::Result<File>| {
                let file = opened.map_err(|error| FileError::new(&output.path, error))?;
                output.write_to(&mut BufWriter::with_capacity(BUFFER, file), &mut reading, progress)
            };
            let written = match destination {
                Destination::File(_) => Ok(()),
                Destination::Standard => output.write_to(stdout, &mut reading, progress),
                Destination::Direct(path) => into(File::options().write(true).open(path)),
                Destination::Open(path) => into(File::options().append(true).open(path)),
            };
            match written {
                Err(error) if error.kind() == Some(io::ErrorKind::BrokenPipe) => {}
                other => other?,
            }
        }
        publish(staged)
    })
}

/// Errors at one of `outputs` are errors of output.
fn about_outputs<'o, T>(
    outputs: impl Iterator<Item = &'o FileName>,
    write: impl FnOnce() -> Result<T, Error>,
) -> Result<T, Error> {
    write().map_err(|error| error.about_outputs(outputs))
}

/// Runs `check` of the finished file first. Nothing has changed on errors.
pub(crate) fn write_checked(
    output: &Output<'_>,
    stdout: &mut dyn Write,
    progress: &mut dyn Progress,
    check: &mut dyn FnMut(&Arc<Input>) -> Result<(), Error>,
) -> Result<(), Error> {
    about_outputs([&output.path].into_iter(), || {
        let fail = |error| FileError::new(&output.path, error);
        let destination = Folders::default().resolve(output)?;
        if let Destination::File(_) = &destination {
            let mut work = Work::begin(progress, output.len());
            let (outputs, mut reading) = (std::slice::from_ref(output), ActiveInput::default());
            let mut staged = stage_all(outputs, &[destination], &mut reading, work.progress())?;
            for file in &mut staged {
                let written = file.reread().and_then(|file| Input::of_written(&output.path, file));
                check(&Arc::new(written.map_err(fail)?))?;
            }
            return publish(staged);
        }
        let spool = unnamed_file().map_err(fail)?;
        write_verified(output, &mut &spool, progress)?;
        let written = spool.try_clone().and_then(|file| Input::of_written(&output.path, file));
        check(&Arc::new(written.map_err(fail)?))?;
        pass_on(spool, destination, stdout).map_err(|error| fail(error).into())
    })
}

pub(crate) fn write_verified(
    output: &Output<'_>,
    out: &mut dyn Write,
    progress: &mut dyn Progress,
) -> Result<(), Error> {
    let mut work = Work::begin(progress, output.len());
    let mut out = BufWriter::with_capacity(BUFFER, out);
    output.write_to(&mut out, &mut ActiveInput::default(), work.progress())?;
    for input in output.inputs() {
        input.verify()?;
    }
    Ok(())
}

/// The destination may be closed early.
fn pass_on(mut file: impl Read + Seek, destination: Destination, stdout: &mut dyn Write) -> io::Result<()> {
    file.rewind()?;
    let passed_on = match destination {
        Destination::Direct(path) => io::copy(&mut file, &mut File::options().write(true).open(path)?),
        Destination::Open(path) => io::copy(&mut file, &mut File::options().append(true).open(path)?),
        Destination::Standard | Destination::File(_) => {
            io::copy(&mut file, stdout).and_then(|copied| stdout.flush().map(|()| copied))
        }
    };
    match passed_on {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}

/// The output is moved to its place when complete; nothing changes if `write` fails.
pub(crate) fn write_one<T>(
    path: &Path,
    stdout: &mut dyn Write,
    write: impl FnOnce(&mut dyn Sink) -> Result<T, Error>,
) -> Result<T, Error> {
    about_outputs([&path.into()].into_iter(), || {
        let fail = |error| FileError::new(path, error);
        let destination = Folders::default().resolve(&Output::empty(path))?;
        if let Destination::File(place) = &destination {
            let staged = StagedFile::begin(&path.into(), place, true)?;
            let mut out = BufWriter::with_capacity(BUFFER, staged);
            let written = write(&mut out)?;
            let staged = out.into_inner().map_err(|error| fail(error.into_error()))?;
            publish(vec![staged.finish()?])?;
            return Ok(written);
        }
        let mut spool = spool_up_to(IN_MEMORY);
        let written = write(&mut spool)?;
        pass_on(spool, destination, stdout).map_err(fail)?;
        Ok(written)
    })
}

/// Bytes of small parts; longer ones are written directly.
pub(super) const BUFFER: usize = 64 << 10;
/// Held open until all are complete: 64 descriptors should suffice, with inputs.
const HELD_OPEN: usize = 16;
/// Shorter outputs are written at the same time, in bytes.
const LONG: u64 = 16 << 20;
/// Total bytes below which one thread is faster.
const WORTH_A_THREAD: u64 = 512 << 10;

#[derive(Clone, Copy)]
struct Pending<'o, 'a> {
    number: usize,
    output: &'o Output<'a>,
    place: &'o FileDestination,
}

impl Pending<'_, '_> {
    fn is_long(&self) -> bool {
        self.output.len() >= LONG
    }
}

/// Writes regular files next to their places, and verifies all inputs. Returns the first error; decompressed outputs
/// come last.
pub(super) fn stage_all<'a>(
    outputs: &[Output<'a>],
    destinations: &[Destination],
    reading: &mut ActiveInput<'a>,
    progress: &mut dyn Progress,
) -> Result<Vec<StagedFile>, FileError> {
    let (decompressed, stored): (Vec<_>, Vec<_>) = pending(outputs, destinations)
        .into_iter()
        .partition(|pending| pending.output.first_decompressed().is_some());
    let mut staged = Vec::new();
    for run in stored.chunk_by(|one, next| !one.is_long() && !next.is_long()) {
        stage_at_once(run, &mut staged, progress)?;
    }
    for pending in decompressed {
        let held_open = staged.len() < HELD_OPEN;
        staged.push((pending.number, stage(pending, held_open, 1, reading, progress)?));
    }
    // Declarations of compressed bytes can only be checked at their end. Nothing is visible before.
    for input in outputs.iter().flat_map(Output::inputs) {
        reading.turn_to(input)?;
        input.verify()?;
    }
    staged.sort_by_key(|(number, _)| *number);
    Ok(staged.into_iter().map(|(_, staged)| staged).collect())
}

/// In an order that decompresses each input once.
fn pending<'o, 'a>(outputs: &'o [Output<'a>], destinations: &'o [Destination]) -> Vec<Pending<'o, 'a>> {
    let all = outputs.iter().zip(destinations).enumerate();
    let to_files = all.filter_map(|(number, (output, destination))| match destination {
        Destination::File(place) => Some(Pending { number, output, place }),
        _ => None,
    });
    let mut ordered: Vec<_> = to_files.collect();
    let mut ranks: BTreeMap<*const Input, usize> = BTreeMap::new();
    ordered.sort_by_cached_key(|pending| {
        let (input, place) = pending.output.first_decompressed()?;
        Some((*ranks.entry(ptr::from_ref(input)).or_insert(pending.number), place.ofs))
    });
    ordered
}

/// Without decompression, in parallel if several.
fn stage_at_once(
    run: &[Pending<'_, '_>],
    staged: &mut Vec<(usize, StagedFile)>,
    progress: &mut dyn Progress,
) -> Result<(), FileError> {
    let total = run.iter().map(|pending| pending.output.len());
    let threads = match total.fold(0, u64::saturating_add) < WORTH_A_THREAD {
        true => 1,
        false => threads(),
    };
    if let [pending] = run {
        let held_open = staged.len() < HELD_OPEN;
        let file = stage(*pending, held_open, threads, &mut ActiveInput::default(), progress)?;
        staged.push((pending.number, file));
        return Ok(());
    }
    let count = u64::try_from(run.len()).unwrap_or(u64::MAX);
    let done = Mutex::new(staged);
    in_turns(count, threads, progress, ActiveInput::default, |turn, reading| {
        let Some(pending) = usize::try_from(turn).ok().and_then(|turn| run.get(turn)) else {
            return Ok(0);
        };
        let done = || done.lock().unwrap_or_else(PoisonError::into_inner);
        let held_open = done().len() < HELD_OPEN;
        let file = stage(*pending, held_open, 1, reading, &mut ())?;
        done().push((pending.number, file));
        Ok(pending.output.len())
    })
}

fn stage<'a>(
    pending: Pending<'_, 'a>,
    held_open: bool,
    threads: usize,
    reading: &mut ActiveInput<'a>,
    progress: &mut dyn Progress,
) -> Result<StagedFile, FileError> {
    let output = pending.output;
    let mut staged = StagedFile::begin(&output.path, pending.place, held_open)?;
    match Placed::new(output) {
        Some(placed) => {
            let file = staged.file().map_err(|error| FileError::new(&output.path, error))?;
            placed.write(file, threads, progress)?;
        }
        None => output.write_to(&mut BufWriter::with_capacity(BUFFER, &mut staged), reading, progress)?,
    }
    staged.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compressed_input_is_read_in_order() {
        let stream = Input::from_bytes("in", vec![0; 30]);
        let place = |ofs| offload_bundle_core::bytes::Place { ofs, len: 10 };
        let value_of = |value| offload_bundle_core::envelope::DeclaredValue { value, offset: 0, path: &[] };
        let declared = crate::codec::CompressedStream {
            method: offload_bundle_core::envelope::Method {
                name: "",
                number: 0,
                codec: offload_bundle_core::envelope::Codec::Zstd,
            },
            place: stream.full_range(),
            open_ended: false,
            len: None,
            header_len: 0,
            decompressed_len: value_of(100),
            digest: None,
            front: std::sync::Arc::default(),
            verify: false,
            data_path: &[],
        };
        let plain = Input::from_bytes("plain", vec![0; 100]);
        let decompressed = crate::codec::open_compressed("decompressed", std::sync::Arc::new(stream), declared);
        let outputs = [(&decompressed, 50), (&plain, 90), (&decompressed, 10), (&decompressed, 20), (&plain, 0)]
            .map(|(input, ofs)| Output::range("out", input, place(ofs)));
        let folder = std::sync::Arc::new(crate::output::destination::Folder::open(".".as_ref()).unwrap());
        let destinations = outputs.each_ref().map(|output| {
            let (folder, name) = (std::sync::Arc::clone(&folder), "out".into());
            Destination::File(FileDestination {
                folder,
                name,
                existing: None,
                chosen_by: output.chosen_by,
                new_mode: None,
            })
        });
        let pending = pending(&outputs, &destinations);
        let order: Vec<usize> = pending.iter().map(|pending| pending.number).collect();
        assert_eq!(order, [1, 4, 2, 3, 0]);
    }
}
