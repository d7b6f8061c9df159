//! Outputs whose bytes come out of compressed ones: none appears before all that is declared of them has been checked.

use std::fs;
use std::path::Path;

use super::*;
use crate::output::{Output, OutputPart, write_all};

/// One output for each path, each a range of `input`.
fn outputs<'a>(input: &'a Input, paths: &[(&Path, Place)]) -> Vec<Output<'a>> {
    let output = |(path, place): &(&Path, Place)| Output::range(path.to_str().unwrap(), input, *place);
    paths.iter().map(output).collect()
}

fn place(ofs: u64, len: u64) -> Place {
    Place { ofs, len }
}

#[test]
fn an_input_that_is_not_what_is_declared_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let (new, old) = (folder.path().join("new"), folder.path().join("old"));
    fs::write(&old, "before").unwrap();
    let bytes = words(20, 3_000_000);
    let stream = zstd(&bytes);
    let cut = &stream[..stream.len() - 1];
    for (stream, change) in [
        (
            &stream[..],
            (|declared| declared.digest.as_mut().unwrap().value ^= 1) as fn(&mut CompressedStream),
        ),
        (&stream[..], |declared| declared.decompressed_len.value -= 1),
        (cut, |_| {}),
    ] {
        let mut declared = declared(Codec::Zstd, &said(stream, &bytes));
        change(&mut declared);
        let input = decompressed(stream, declared);
        // The damage lies behind everything that is asked for.
        let places = [(&*new, place(0, 1000)), (&*old, place(5, 20)), (Path::new("-"), place(7, 7))];
        let mut stdout = Vec::new();
        let error = write_all(&outputs(&input, &places), &mut stdout, &mut ()).unwrap_err();
        assert!(error.to_string().starts_with("outer: "), "{error}");
        assert!(stdout.is_empty());
        assert_eq!(fs::read(&old).unwrap(), b"before");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}

#[test]
fn an_input_that_is_what_is_declared_is_written_in_any_order() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = words(21, 12 << 20);
    let stream = zstd(&bytes);
    let input = decompressed(&stream, declared(Codec::Zstd, &said(&stream, &bytes)));
    let paths = ["c", "a", "b"].map(|name| folder.path().join(name));
    let places = [place(9 << 20, 3 << 20), place(0, 6 << 20), place(6 << 20, 100)];
    let pairs: Vec<_> = paths.iter().map(|path| &**path).zip(places).collect();
    let mut outputs = outputs(&input, &pairs);
    let parts = vec![OutputPart::Bytes(b"x"[..].into()), OutputPart::Range { input: &input, place: place(1, 2) }];
    outputs.push(Output::new("-", parts));
    let mut stdout = Vec::new();
    write_all(&outputs, &mut stdout, &mut ()).unwrap();
    for (path, place) in pairs {
        let (from, end) = (
            usize::try_from(place.ofs).unwrap(),
            usize::try_from(place.end()).unwrap(),
        );
        assert!(fs::read(path).unwrap() == bytes[from..end]);
    }
    assert_eq!(stdout, [b"x", &bytes[1..3]].concat());
}
