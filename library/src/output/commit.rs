//! Writes several outputs, all or none: first everything beside its place, then what is declared of inputs is checked, then what cannot
//! be taken back is written, then the files appear at their places.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Seek, Write};
use std::path::Path;
use std::ptr;

use super::active_input::ActiveInput;
use super::destination::{Destination, FileDestination, Folders};
use super::file::Output;
use super::placed::Placed;
use super::progress::{Progress, Work};
use super::publish::publish;
use super::sink::Sink;
use super::staged::StagedFile;
use crate::error::Error;
use crate::file_error::FileError;
use crate::file_name::FileName;
use crate::input::Input;

/// Small parts are gathered up to this many bytes; longer ones go straight through.
const BUFFER: usize = 64 << 10;
/// What waits to be passed on as a whole stays in memory up to this many bytes.
const IN_MEMORY: usize = 16 << 20;
/// So many files are held open until all appear: 64 descriptors are to be enough for everything, and inputs are open too.
const HELD_OPEN: usize = 16;

/// Writes all outputs. If one fails, or an input is not what is declared of it ([`Input::verify`]), no regular file is left changed, new
/// or half-written. Pipes, devices and standard output (`stdout`) are written when everything else has been; a reader that went away
/// early is no failure.
///
/// # Errors
/// What the system says of an output or an input; damage in compressed bytes; what stands at the place of an output and is not replaced.
pub(crate) fn write_all<'a>(
    outputs: &[Output<'a>],
    stdout: &mut dyn Write,
    progress: &mut dyn Progress,
) -> Result<(), Error> {
    let written = write_each(outputs, stdout, progress);
    written.map_err(|error| error.about_outputs(outputs.iter().map(|output| &output.path)))
}

fn write_each<'a>(outputs: &[Output<'a>], stdout: &mut dyn Write, progress: &mut dyn Progress) -> Result<(), Error> {
    let mut folders = Folders::default();
    let destinations = outputs.iter().map(|output| folders.resolve(output));
    let destinations = destinations.collect::<Result<Vec<_>, _>>()?;
    let total = outputs.iter().map(Output::len).fold(0, u64::saturating_add);
    let mut work = Work::begin(progress, total);
    let progress = work.progress();
    let mut reading = ActiveInput::default();
    let mut staged = Vec::new();
    for (number, output) in reading_order(outputs) {
        if let Some(Destination::File(place)) = destinations.get(number) {
            let held_open = staged.len() < HELD_OPEN;
            staged.push((number, stage(output, place, held_open, &mut reading, progress)?));
        }
    }
    staged.sort_by_key(|(number, _)| *number);
    // Only the end of compressed bytes tells whether they are what is declared. Nothing is shown to anybody before.
    for input in outputs.iter().flat_map(Output::inputs) {
        reading.turn_to(input)?;
        input.verify()?;
    }
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
    publish(staged.into_iter().map(|(_, staged)| staged).collect())
}

/// Writes one output by `write`, straight to its place, where it appears when all of it is written. What cannot be taken back, such as a
/// pipe or standard output (`stdout`), gets it when it is complete. If `write` fails, nothing has changed.
///
/// # Errors
/// What the system says of the output, and those of `write`.
pub(crate) fn write_one<T>(
    path: &Path,
    stdout: &mut dyn Write,
    write: impl FnOnce(&mut dyn Sink) -> Result<T, Error>,
) -> Result<T, Error> {
    let output = FileName::from(path);
    let written = write_alone(path, stdout, write);
    written.map_err(|error| error.about_outputs([&output].into_iter()))
}

fn write_alone<T>(
    path: &Path,
    stdout: &mut dyn Write,
    write: impl FnOnce(&mut dyn Sink) -> Result<T, Error>,
) -> Result<T, Error> {
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
    let mut spool = tempfile::spooled_tempfile(IN_MEMORY);
    let written = write(&mut spool)?;
    spool.rewind().map_err(fail)?;
    let into = |opened: io::Result<File>, spool: &mut _| io::copy(spool, &mut opened?);
    let passed_on = match &destination {
        Destination::Direct(path) => into(File::options().write(true).open(path), &mut spool),
        Destination::Open(path) => into(File::options().append(true).open(path), &mut spool),
        Destination::Standard | Destination::File(_) => io::copy(&mut spool, stdout),
    };
    match passed_on {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(fail(error).into()),
        _ => Ok(written),
    }
}

/// The outputs with their numbers, in an order in which what compressed bytes hold is read from the front to the back, one after the
/// other: so it is decompressed once.
fn reading_order<'o, 'a>(outputs: &'o [Output<'a>]) -> Vec<(usize, &'o Output<'a>)> {
    let mut ordered: Vec<_> = outputs.iter().enumerate().collect();
    let mut ranks: BTreeMap<*const Input, usize> = BTreeMap::new();
    ordered.sort_by_cached_key(|(number, output)| {
        let (input, place) = output.first_decompressed()?;
        Some((*ranks.entry(ptr::from_ref(input)).or_insert(*number), place.ofs))
    });
    ordered
}

/// Writes `output` beside its place.
fn stage<'a>(
    output: &Output<'a>,
    place: &FileDestination,
    held_open: bool,
    reading: &mut ActiveInput<'a>,
    progress: &mut dyn Progress,
) -> Result<StagedFile, FileError> {
    let mut staged = StagedFile::begin(&output.path, place, held_open)?;
    match Placed::of(output) {
        Some(placed) => {
            let file = staged.file().map_err(|error| FileError::new(&output.path, error))?;
            placed.write(file, progress)?;
        }
        None => output.write_to(&mut BufWriter::with_capacity(BUFFER, &mut staged), reading, progress)?,
    }
    staged.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_decompressed_is_read_from_the_front_to_the_back() {
        let stream = Input::from_bytes("in", vec![0; 30]);
        let place = |ofs| offload_bundle_core::bytes::Place { ofs, len: 10 };
        let value_of = |value| offload_bundle_core::envelope::DeclaredValue { value, offset: 0, path: &[] };
        let declared = crate::codec::CompressedStream {
            method: offload_bundle_core::envelope::Method {
                name: "",
                number: 0,
                codec: offload_bundle_core::envelope::Codec::Zstd,
            },
            place: stream.whole(),
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
        let decompressed = crate::codec::decompressed("decompressed", std::sync::Arc::new(stream), declared);
        let outputs = [(&decompressed, 50), (&plain, 90), (&decompressed, 10), (&decompressed, 20), (&plain, 0)]
            .map(|(input, ofs)| Output::range("out", input, place(ofs)));
        let order: Vec<usize> = reading_order(&outputs).iter().map(|(number, _)| *number).collect();
        assert_eq!(order, [1, 4, 2, 3, 0]);
    }
}
