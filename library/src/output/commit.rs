//! Writes several outputs, all or none: first everything beside its place, then what is declared of inputs is checked, then what cannot
//! be taken back is written, then the files appear at their places.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, Write};
use std::path::Path;
use std::sync::Arc;

use super::active_input::ActiveInput;
use super::destination::{Destination, Folders};
use super::file::Output;
use super::publish::publish;
use super::sink::Sink;
use super::staged::StagedFile;
use super::staging::{BUFFER, stage_all};
use crate::error::Error;
use crate::file_error::FileError;
use crate::file_name::FileName;
use crate::input::Input;
use crate::progress::{Progress, Work};
use crate::system::{spool_up_to, unnamed_file};

/// What waits to be passed on as a whole stays in memory up to this many bytes.
const IN_MEMORY: usize = 16 << 20;

/// Writes all outputs. If one fails, or an input is not what is declared of it ([`Input::verify`]), no regular file is left changed, new
/// or half-written. Pipes, devices and standard output (`stdout`) are written when everything else has been; a reader that went away
/// early is no failure.
///
/// # Errors
/// What the system says of an output or an input; damage in compressed bytes; what is at the place of an output and is not replaced.
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
}

fn write_if_sound(
    output: &Output<'_>,
    destination: Destination,
    progress: &mut dyn Progress,
    check: &mut dyn FnMut(&Arc<Input>) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut work = Work::begin(progress, output.len());
    let mut reading = ActiveInput::default();
    let outputs = std::slice::from_ref(output);
    let mut staged = stage_all(outputs, &[destination], &mut reading, work.progress())?;
    if let Some(file) = staged.first_mut() {
        let fail = |error| FileError::new(&output.path, error);
        let written = Input::of_written(&output.path, file.reread().map_err(fail)?);
        check(&Arc::new(written.map_err(fail)?))?;
    }
    publish(staged)
}

/// Writes one output, and shows it to `check` before it appears in its place: as the file that it will be.
///
/// # Errors
/// Those of [`write_all`], and of `check`: then nothing has changed.
pub(crate) fn write_checked(
    output: &Output<'_>,
    stdout: &mut dyn Write,
    progress: &mut dyn Progress,
    check: &mut dyn FnMut(&Arc<Input>) -> Result<(), Error>,
) -> Result<(), Error> {
    let written = write_alone_if_sound(output, stdout, progress, check);
    written.map_err(|error| error.about_outputs([&output.path].into_iter()))
}

fn write_alone_if_sound(
    output: &Output<'_>,
    stdout: &mut dyn Write,
    progress: &mut dyn Progress,
    check: &mut dyn FnMut(&Arc<Input>) -> Result<(), Error>,
) -> Result<(), Error> {
    let fail = |error| FileError::new(&output.path, error);
    let destination = Folders::default().resolve(output)?;
    if let Destination::File(_) = &destination {
        return write_if_sound(output, destination, progress, check);
    }
    let spool = unnamed_file().map_err(fail)?;
    write_verified(output, &mut &spool, progress)?;
    let written = spool.try_clone().and_then(|file| Input::of_written(&output.path, file));
    check(&Arc::new(written.map_err(fail)?))?;
    pass_on(spool, destination, stdout).map_err(|error| fail(error).into())
}

/// Writes `output` to `out`, and checks what is declared of its inputs.
///
/// # Errors
/// What the system says of an input or of `out`; damage in compressed bytes.
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

/// Writes all that is in `file` to where it cannot be taken back. A reader that went away early is no failure.
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
    let mut spool = spool_up_to(IN_MEMORY);
    let written = write(&mut spool)?;
    pass_on(spool, destination, stdout).map_err(fail)?;
    Ok(written)
}
