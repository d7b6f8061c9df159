//! Long outputs, which several threads write: what comes out, what is told of it, and which error.

use std::borrow::Cow;
use std::fs::{self, File};
use std::path::Path;

use super::super::{Output, OutputPart, Progress, write_all};
use super::names;
use crate::input::Input;

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
    assert_eq!(
        (count.total, count.done),
        (expected.len() as u64, expected.len() as u64)
    );
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
