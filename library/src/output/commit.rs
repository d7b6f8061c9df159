//! Writes several outputs, all or none: first everything beside its place, then what is declared of inputs is checked, then what cannot
//! be taken back is written, then come the renames.

use std::collections::BTreeMap;
use std::fs::{self, File, Permissions};
use std::io::{self, BufWriter, Write};
use std::ptr;

use tempfile::{Builder, NamedTempFile, TempPath};

use super::active_input::ActiveInput;
use super::destination::{Destination, FileDestination, resolve};
use super::file::Output;
use super::progress::{Progress, Work};
use crate::file_error::FileError;
use crate::input::Input;

/// Small parts are gathered up to this many bytes; longer ones go straight through.
const BUFFER: usize = 64 << 10;

/// Writes all outputs. If one fails, or an input is not what is declared of it ([`Input::verify`]), no regular file is left changed, new
/// or half-written. Pipes, devices and standard output (`stdout`) are written when everything else has been; a reader that went away
/// early is no failure.
///
/// # Errors
/// What the system says of an output or an input; damage in compressed bytes.
pub(crate) fn write_all<'a>(
    outputs: &[Output<'a>],
    stdout: &mut dyn Write,
    progress: &mut dyn Progress,
) -> Result<(), FileError> {
    let targets = outputs
        .iter()
        .map(|output| resolve(&output.path).map_err(|error| FileError::new(&output.path, error)))
        .collect::<Result<Vec<_>, _>>()?;
    let total = outputs.iter().map(Output::len).fold(0, u64::saturating_add);
    let mut work = Work::begin(progress, total);
    let progress = work.progress();
    let mut reading = ActiveInput::default();
    let mut staged = Vec::new();
    for (number, output) in reading_order(outputs) {
        if let Some(Destination::File(place)) = targets.get(number) {
            staged.push((number, (output, place, stage(output, place, &mut reading, progress)?)));
        }
    }
    staged.sort_by_key(|(number, _)| *number);
    // Only the end of compressed bytes tells whether they are what is declared. Nothing is shown to anybody before.
    for input in outputs.iter().flat_map(Output::inputs) {
        reading.turn_to(input)?;
        input.verify()?;
    }
    for (output, target) in outputs.iter().zip(&targets) {
        let written = match target {
            Destination::File(_) => Ok(()),
            Destination::Standard => output.write_to(stdout, &mut reading, progress),
            Destination::Direct(path) => File::options()
                .write(true)
                .truncate(true)
                .open(path)
                .map_err(|error| FileError::new(&output.path, error))
                .and_then(|file| output.write_to(&mut BufWriter::with_capacity(BUFFER, file), &mut reading, progress)),
        };
        match written {
            Err(error) if error.kind() == Some(io::ErrorKind::BrokenPipe) => {}
            other => other?,
        }
    }
    publish(staged.into_iter().map(|(_, staged)| staged).collect())
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

/// Writes `output` to a temporary file in its folder, with the mode that it is to have.
fn stage<'a>(
    output: &Output<'a>,
    place: &FileDestination,
    reading: &mut ActiveInput<'a>,
    progress: &mut dyn Progress,
) -> Result<TempPath, FileError> {
    let fail = |error| FileError::new(&output.path, error);
    let mut temporary = create(place).map_err(fail)?;
    {
        let mut out = BufWriter::with_capacity(BUFFER, temporary.as_file_mut());
        output.write_to(&mut out, reading, progress)?;
    }
    if let Some(mode) = &place.existing {
        temporary.as_file().set_permissions(mode.clone()).map_err(fail)?;
    }
    Ok(temporary.into_temp_path())
}

fn create(place: &FileDestination) -> io::Result<NamedTempFile> {
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
fn publish(staged: Vec<(&Output<'_>, &FileDestination, TempPath)>) -> Result<(), FileError> {
    let single = staged.len() == 1;
    let mut moved: Vec<(&FileDestination, Option<TempPath>)> = Vec::new();
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
fn keep(place: &FileDestination) -> Option<TempPath> {
    place.existing.as_ref()?;
    let mut builder = Builder::new();
    builder.prefix(".").suffix(".tmp");
    let kept = builder.make_in(&place.folder, |path| fs::hard_link(&place.path, path));
    kept.ok().map(NamedTempFile::into_temp_path)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::super::file::OutputPart;
    use super::*;
    use std::{
        borrow::Cow,
        os::unix::fs::{MetadataExt, PermissionsExt, symlink},
        path::Path,
    };

    fn output(path: &Path, bytes: &'static [u8]) -> Output<'static> {
        Output { path: path.to_str().unwrap().into(), parts: vec![OutputPart::Bytes(Cow::Borrowed(bytes))] }
    }

    fn written(outputs: &[Output<'_>]) -> Result<Vec<u8>, String> {
        let mut stdout = Vec::new();
        let result = write_all(outputs, &mut stdout, &mut ());
        result.map(|()| stdout).map_err(|error| error.to_string())
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn the_mode_is_that_of_the_old_file_or_of_any_new_one() {
        let folder = tempfile::tempdir().unwrap();
        let (old, new, usual) = (
            folder.path().join("old"),
            folder.path().join("new"),
            folder.path().join("usual"),
        );
        fs::write(&old, "before").unwrap();
        fs::set_permissions(&old, Permissions::from_mode(0o751)).unwrap();
        fs::write(&usual, "").unwrap();
        written(&[output(&old, b"x"), output(&new, b"y")]).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().mode() & 0o7777;
        assert_eq!(mode(&old), 0o751);
        assert_eq!(mode(&new), mode(&usual));
        assert_eq!(
            (fs::read(&old).unwrap(), fs::read(&new).unwrap()),
            (b"x".to_vec(), b"y".to_vec())
        );
        assert_eq!(names(folder.path()), ["new", "old", "usual"]);
    }

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
            digest: value_of(0),
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

    #[test]
    fn one_output_that_fails_leaves_the_others_as_they_were() {
        let folder = tempfile::tempdir().unwrap();
        let (old, new) = (folder.path().join("old"), folder.path().join("new"));
        fs::write(&old, "before").unwrap();
        let sub = folder.path().join("sub");
        fs::create_dir(&sub).unwrap();
        let in_old = old.join("x");
        let bad = [
            (folder.path().join("missing/x"), "No such file or directory"),
            (sub.clone(), "Is a directory"),
            (sub.join(""), "Is a directory"),
            (in_old, "Not a directory"),
            (Path::new("/dev/full").into(), "No space left on device"),
            (Path::new("").into(), "No such file or directory"),
        ];
        for (path, message) in bad {
            let error = written(&[output(&old, b"x"), output(&new, b"y"), output(&path, b"z")]).unwrap_err();
            assert_eq!(error, format!("{}: {message}", path.display()));
            assert_eq!(fs::read(&old).unwrap(), b"before");
            assert_eq!(names(folder.path()), ["old", "sub"]);
        }
    }

    #[test]
    fn a_source_that_fails_half_way_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let (source, out) = (folder.path().join("in"), folder.path().join("out"));
        fs::write(&source, vec![7; 20 << 20]).unwrap();
        let input = Input::open(source.to_str().unwrap()).unwrap();
        File::options()
            .write(true)
            .open(&source)
            .unwrap()
            .set_len(10 << 20)
            .unwrap();
        let output = Output::range(out.to_str().unwrap(), &input, input.whole());
        let error = written(&[output]).unwrap_err();
        assert!(
            error.ends_with("in: the file became shorter while it was read"),
            "{error}"
        );
        assert_eq!(names(folder.path()), ["in"]);
    }

    #[test]
    fn a_rename_that_fails_takes_back_those_before_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("old"), "before").unwrap();
        fs::create_dir(path("blocked")).unwrap();
        let outputs = ["old", "new", "blocked"].map(|name| output(&path(name), b"x"));
        let places = ["old", "new", "blocked"].map(|name| FileDestination {
            folder: folder.path().into(),
            path: path(name),
            existing: fs::metadata(path(name))
                .ok()
                .filter(|found| found.is_file())
                .map(|found| found.permissions()),
        });
        let staged = outputs.iter().zip(&places);
        let staged = staged.map(|(output, place)| {
            (
                output,
                place,
                stage(output, place, &mut ActiveInput::default(), &mut ()).unwrap(),
            )
        });
        let error = publish(staged.collect()).unwrap_err();
        assert_eq!(error.file, path("blocked").to_str().unwrap());
        assert_eq!(fs::read(path("old")).unwrap(), b"before");
        assert_eq!(names(folder.path()), ["blocked", "old"]);
    }

    #[test]
    fn links_are_written_through() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("sub")).unwrap();
        symlink("sub/target", path("link")).unwrap();
        symlink("link", path("link2")).unwrap();
        for bytes in [&b"new"[..], b"replaced"] {
            written(&[output(&path("link2"), bytes)]).unwrap();
            assert_eq!(fs::read(path("sub/target")).unwrap(), bytes);
            assert!(fs::symlink_metadata(path("link2")).unwrap().is_symlink());
        }
        symlink("circle", path("circle")).unwrap();
        assert!(written(&[output(&path("circle"), b"x")]).is_err());
        assert_eq!(names(&path("sub")), ["target"]);
    }

    #[test]
    fn devices_and_open_files_are_written_to_as_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let open = File::create(folder.path().join("open")).unwrap();
        let by_number = format!("/proc/self/fd/{}", std::os::fd::AsRawFd::as_raw_fd(&open));
        written(&[output(Path::new("/dev/null"), b"x"), output(Path::new(&by_number), b"y")]).unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
        assert_eq!(open.metadata().unwrap().len(), 1);
        assert_eq!(
            written(&[output(Path::new("-"), b"a"), output(Path::new("-"), b"b")]).unwrap(),
            b"ab"
        );
    }

    #[test]
    fn a_file_that_may_not_be_written_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("old");
        fs::write(&path, "before").unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o444)).unwrap();
        if File::options().write(true).open(&path).is_ok() {
            std::eprintln!("skipped: this user may write to everything");
            return;
        }
        let error = written(&[output(&path, b"x")]).unwrap_err();
        assert!(error.ends_with("Permission denied"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), b"before");
    }

    #[test]
    fn a_reader_that_went_away_is_no_failure() {
        struct Closed;
        impl Write for Closed {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        write_all(&[output(Path::new("-"), b"x")], &mut Closed, &mut ()).unwrap();
    }
}
