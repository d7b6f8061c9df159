//! Writes several outputs, all or none: first everything beside its place, then what cannot be taken back, then the renames.

use std::{
    fs::{self, File, Permissions},
    io::{self, BufWriter, Write},
    vec::Vec,
};
use tempfile::{Builder, NamedTempFile, TempPath};

use super::target::{Place, Target, resolve};
use super::{FileError, Output, Progress};

/// Small parts are gathered up to this many bytes; longer ones go straight through.
const BUFFER: usize = 64 << 10;

/// Writes all outputs. If one fails, no regular file is left changed, new or half-written. Pipes, devices and standard output
/// (`stdout`) are written when everything else has been; a reader that went away early is no failure.
pub fn write_all(outputs: &[Output<'_>], stdout: &mut dyn Write, progress: &mut dyn Progress) -> Result<(), FileError> {
    let targets = outputs
        .iter()
        .map(|output| resolve(&output.path).map_err(|error| FileError::new(&output.path, error)))
        .collect::<Result<Vec<_>, _>>()?;
    let mut staged = Vec::new();
    for (output, target) in outputs.iter().zip(&targets) {
        if let Target::File(place) = target {
            staged.push((output, place, stage(output, place, progress)?));
        }
    }
    for (output, target) in outputs.iter().zip(&targets) {
        let written = match target {
            Target::File(_) => Ok(()),
            Target::Standard => output.write_to(stdout, progress),
            Target::Direct(path) => File::options()
                .write(true)
                .truncate(true)
                .open(path)
                .map_err(|error| FileError::new(&output.path, error))
                .and_then(|file| output.write_to(&mut BufWriter::with_capacity(BUFFER, file), progress)),
        };
        match written {
            Err(error) if error.error.kind() == io::ErrorKind::BrokenPipe => {}
            other => other?,
        }
    }
    publish(staged)
}

/// Writes `output` to a temporary file in its folder, with the mode that it is to have.
fn stage(output: &Output<'_>, place: &Place, progress: &mut dyn Progress) -> Result<TempPath, FileError> {
    let fail = |error| FileError::new(&output.path, error);
    let mut temporary = create(place).map_err(fail)?;
    {
        let mut out = BufWriter::with_capacity(BUFFER, temporary.as_file_mut());
        output.write_to(&mut out, progress)?;
    }
    if let Some(mode) = &place.existing {
        temporary.as_file().set_permissions(mode.clone()).map_err(fail)?;
    }
    Ok(temporary.into_temp_path())
}

fn create(place: &Place) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(".").suffix(".tmp");
    if let Some(mode) = place.existing.clone().or_else(mode_of_new_files) {
        builder.permissions(mode);
    }
    builder.tempfile_in(&place.folder)
}

/// The mode with which any program creates a file; the process's mask is taken off it.
fn mode_of_new_files() -> Option<Permissions> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        Some(Permissions::from_mode(0o666))
    }
    #[cfg(not(unix))]
    {
        None
    }
}

/// Moves every temporary file to its place; if one cannot be moved, takes back those that have been.
fn publish(staged: Vec<(&Output<'_>, &Place, TempPath)>) -> Result<(), FileError> {
    let single = staged.len() == 1;
    let mut moved: Vec<(&Place, Option<TempPath>)> = Vec::new();
    for (output, place, temporary) in staged {
        let before = if single { None } else { keep(place) };
        if let Err(error) = temporary.persist(&place.path) {
            for (place, before) in moved.into_iter().rev() {
                // The error that is reported is the first; what can be taken back is.
                let _ = match before {
                    Some(before) => before.persist(&place.path).map_err(|error| error.error),
                    None if place.existing.is_none() => fs::remove_file(&place.path),
                    None => Ok(()),
                };
            }
            return Err(FileError::new(&output.path, error.error));
        }
        moved.push((place, before));
    }
    Ok(())
}

/// A second name for the file that stands at the place, by which it can be brought back. None where the file system has no such
/// thing; then only a rename that fails although the folder could be written leaves a trace.
fn keep(place: &Place) -> Option<TempPath> {
    place.existing.as_ref()?;
    let mut builder = Builder::new();
    builder.prefix(".").suffix(".tmp");
    let kept = builder.make_in(&place.folder, |path| fs::hard_link(&place.path, path));
    kept.ok().map(NamedTempFile::into_temp_path)
}
