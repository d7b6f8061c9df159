//! Outputs that several threads write, and those that are written while they are made: what comes out, what is told, and which error.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io;
use std::path::Path;

use super::super::{Output, OutputPart, write_all};
use super::{names, *};
use crate::file_error::FileError;
use crate::input::Input;
use crate::output::{Sink, write_one};
use crate::progress::Progress;

/// A file of `len` bytes.
fn input(path: &Path, len: u32) -> Input {
    let bytes: Vec<u8> = (0..len).flat_map(|n| [n.to_le_bytes()[n as usize % 3]]).collect();
    fs::write(path, bytes).unwrap();
    Input::open(path).unwrap()
}

/// Counts what it is told.
#[derive(Default)]
struct Count {
    total: u64,
    done: u64,
}

impl Progress for Count {
    fn begin(&mut self, total: u64) {
        self.total = self.total.saturating_add(total);
    }

    fn advance(&mut self, bytes: u64) {
        self.done = self.done.saturating_add(bytes);
    }

    fn end(&mut self) {}
}

#[test]
fn parts_come_to_their_places_wherever_blocks_end() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (long, short) = (input(&path("long"), 5 << 20), input(&path("short"), 5000));
    let memory = Input::from_bytes("memory", vec![3; 2 << 20]);
    let range = |input, ofs, len| OutputPart::Range { input, place: offload_bundle_core::bytes::Place { ofs, len } };
    let parts = vec![
        OutputPart::Bytes(Cow::Borrowed(b"begin")),
        range(&long, 7, (3 << 20) - 12),
        OutputPart::Fill { fill: 0, len: 0 },
        OutputPart::Fill { fill: 9, len: (1 << 20) + 1 },
        range(&short, 0, 5000),
        range(&short, 4000, 0),
        range(&memory, 1, (2 << 20) - 1),
        range(&long, 0, 5 << 20),
        OutputPart::Bytes(Cow::Owned(vec![8; 3 << 20])),
    ];
    let output = Output::new(path("out"), parts);
    let mut expected = Vec::new();
    output
        .write_to(&mut expected, &mut crate::output::ActiveInput::default(), &mut ())
        .unwrap();
    let mut count = Count::default();
    write_all(&[output], &mut std::io::sink(), &mut count).unwrap();
    assert!(fs::read(path("out")).unwrap() == expected);
    assert_eq!(count.total, expected.len() as u64);
    assert_eq!(count.done, expected.len() as u64);
}

#[test]
fn the_first_block_that_fails_says_why_whichever_thread_is_faster() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: String| folder.path().join(name);
    let inputs: Vec<Input> = (0..8).map(|n| input(&path(format!("in{n}")), 2 << 20)).collect();
    for n in 1..8 {
        let file = File::options().write(true).open(path(format!("in{n}"))).unwrap();
        file.set_len(1000 * n).unwrap();
    }
    let before = names(folder.path());
    for _ in 0..20 {
        let parts = inputs
            .iter()
            .map(|input| OutputPart::Range { input, place: input.whole() });
        let output = Output::new(path("out".into()), parts.collect());
        let error = write_all(&[output], &mut std::io::sink(), &mut ())
            .unwrap_err()
            .to_string();
        assert!(
            error.ends_with("in1: the file became shorter while it was read"),
            "{error}"
        );
        assert_eq!(names(folder.path()), before);
    }
}

/// Several outputs of which the threads take one each: none appears, all bytes are counted once, and the lowest error comes.
#[test]
fn the_first_output_that_fails_says_why_whichever_thread_is_faster() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: String| folder.path().join(name);
    let inputs: Vec<Input> = (0..30)
        .map(|n| input(&path(format!("in{n}")), (n % 3 + 1) << 18))
        .collect();
    let outputs = || -> Vec<Output<'_>> {
        let each = inputs.iter().enumerate();
        each.map(|(n, input)| Output::range(path(format!("out{n}")), input, input.whole()))
            .collect()
    };
    let mut count = Count::default();
    write_all(&outputs(), &mut std::io::sink(), &mut count).unwrap();
    let total: u64 = inputs.iter().map(Input::len).sum();
    assert_eq!((count.total, count.done), (total, total));
    for n in 0..30 {
        let written = fs::read(path(format!("out{n}"))).unwrap();
        assert!(written == fs::read(path(format!("in{n}"))).unwrap(), "out{n}");
        fs::remove_file(path(format!("out{n}"))).unwrap();
    }
    for n in 20..30 {
        let file = File::options().write(true).open(path(format!("in{n}"))).unwrap();
        file.set_len(1000).unwrap();
    }
    let before = names(folder.path());
    for _ in 0..20 {
        let error = write_all(&outputs(), &mut std::io::sink(), &mut ()).unwrap_err();
        let error = error.to_string();
        assert!(
            error.ends_with("in20: the file became shorter while it was read"),
            "{error}"
        );
        assert_eq!(names(folder.path()), before);
    }
}

/// Zero bytes of a large alignment are not written: a hole is there, and the other bytes are where they belong.
#[test]
fn many_zero_bytes_are_a_hole() {
    let folder = tempfile::tempdir().unwrap();
    let zeros = |len| OutputPart::Fill { fill: 0, len };
    let long = input(&folder.path().join("long"), 3 << 20);
    let whole = offload_bundle_core::bytes::Place { ofs: 0, len: 3 << 20 };
    for (before, after) in [(1, 1), (1 << 20, 1 << 20), ((1 << 20) - 1, 0), (0, (1 << 20) + 1)] {
        let path = folder.path().join("out");
        let parts = vec![
            OutputPart::Bytes(vec![1; before].into()),
            zeros(20 << 20),
            OutputPart::Bytes(vec![2; 5].into()),
            zeros(8 << 20),
            OutputPart::Fill { fill: 3, len: 5 << 20 },
            OutputPart::Range { input: &long, place: whole },
            zeros(4 << 20),
            OutputPart::Bytes(vec![4; after].into()),
        ];
        let output = Output::new(path.clone(), parts);
        let mut expected = Vec::new();
        output
            .write_to(&mut expected, &mut crate::output::ActiveInput::default(), &mut ())
            .unwrap();
        let mut count = Count::default();
        write_all(&[output], &mut std::io::sink(), &mut count).unwrap();
        assert!(fs::read(&path).unwrap() == expected, "{before} {after}");
        assert_eq!(count.done, expected.len() as u64);
        #[cfg(target_os = "linux")]
        {
            let stored = std::os::unix::fs::MetadataExt::blocks(&fs::metadata(&path).unwrap()) * 512;
            assert!(stored < 20 << 20, "{before} {after}: {stored}");
        }
    }
}

/// How long a hole is makes no difference to the work.
#[test]
fn a_hole_of_any_length_is_no_work() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out");
    let parts = vec![
        OutputPart::Bytes(Cow::Borrowed(b"begin")),
        OutputPart::Fill { fill: 0, len: 1 << 43 },
        OutputPart::Bytes(Cow::Borrowed(b"end")),
    ];
    let written = write_all(&[Output::new(path.clone(), parts)], &mut std::io::sink(), &mut ());
    // Not every file system has files of that length.
    if written.is_ok() {
        assert_eq!(fs::metadata(&path).unwrap().len(), (1 << 43) + 8);
    }
}

#[test]
fn it_appears_when_it_is_complete() {
    let folder = tempfile::tempdir().unwrap();
    let (old, new) = (folder.path().join("old"), folder.path().join("new"));
    fs::write(&old, "before").unwrap();
    let header_last = |sink: &mut dyn Sink| -> io::Result<()> {
        sink.write_all(b"__tail")?;
        assert_eq!(fs::read(&old)?, b"before");
        assert!(!new.exists());
        sink.rewind()?;
        sink.write_all(b"he")
    };
    for path in [&old, &new, Path::new("-"), Path::new("/dev/null")] {
        let mut stdout = Vec::new();
        let write = |sink: &mut dyn Sink| header_last(sink).map_err(|error| FileError::new("out", error).into());
        write_one(path, &mut stdout, write).unwrap();
        assert_eq!(stdout, if path == Path::new("-") { &b"hetail"[..] } else { b"" });
        if path.starts_with(folder.path()) {
            assert_eq!(fs::read(path).unwrap(), b"hetail");
        }
        fs::write(&old, "before").unwrap();
        let _ = fs::remove_file(&new);
    }
}

#[test]
fn what_fails_half_way_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (old, new) = (folder.path().join("old"), folder.path().join("new"));
    fs::write(&old, "before").unwrap();
    for path in [&old, &new, Path::new("-")] {
        let mut stdout = Vec::new();
        let failing = |sink: &mut dyn Sink| -> Result<(), Error> {
            sink.write_all(b"half").unwrap();
            Err(FileError::new("in", io::ErrorKind::InvalidData.into()).into())
        };
        assert!(
            write_one(path, &mut stdout, failing)
                .unwrap_err()
                .to_string()
                .starts_with("in: ")
        );
        assert!(stdout.is_empty());
    }
    assert_eq!(names(folder.path()), ["old"]);
    assert_eq!(fs::read(&old).unwrap(), b"before");
}
