//! Text bundles against release 22 of the original tool.

use std::fs;
use std::path::Path;
use std::process::Output;

use offload_bundle_core::bytes::Bytes;
use offload_bundle_core::container::{NewEntry, PlanOptions};
use offload_bundle_core::plan::{Piece, Plan};
use offload_bundle_core::registry::FileType;
use offload_bundle_formats::registry::REGISTRY;
use offload_bundle_testing::tools::{self, present};

const TOOL: &str = "clang-offload-bundler-22";
const TARGETS: [&str; 3] =
    ["host-x86_64-unknown-linux-gnu", "hip-amdgcn-amd-amdhsa--gfx906", "hip-amdgcn-amd-amdhsa--gfx90a:xnack+"];

fn text_types() -> impl Iterator<Item = &'static FileType> {
    REGISTRY.file_types.iter().filter(|file_type| file_type.text)
}

/// Markers of the file type's own bundles, and near misses: all pieces of a marker.
fn contents(file_type: &FileType) -> Vec<Vec<u8>> {
    let mut contents: Vec<Vec<u8>> =
        ["", "\n", "\n\n", "x", "x\n", "\nx", "a\r\nb\r\n", "\0", "# a\n// b\n; c\n", "\r"]
            .iter()
            .map(|text| text.as_bytes().to_vec())
            .collect();
    for forbidden in file_type.container.forbidden() {
        let mark = forbidden.bytes;
        contents.push(mark[1..].to_vec());
        contents.push([&mark[1..], b"x\n"].concat());
        contents.push([b"x", &mark[1..], b"y"].concat());
        for cut in 1..mark.len() {
            contents.push(mark[..cut].to_vec());
            contents.push([b"x", &mark[..cut]].concat());
        }
        contents.push([&mark[..mark.len() - 1], b"\t\n"].concat());
        contents.push([b"\r", &mark[1..]].concat());
    }
    contents
}

fn run(folder: &Path, arguments: &[String]) -> Output {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    tools::run(folder, TOOL, &arguments)
}

fn succeed(folder: &Path, arguments: &[String]) -> String {
    let output = run(folder, arguments);
    assert!(
        output.status.success(),
        "{arguments:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

fn words(file_type: &FileType, more: &[&str]) -> Vec<String> {
    let mut words = vec![format!("-type={}", file_type.name), format!("-targets={}", TARGETS.join(","))];
    words.extend(more.iter().map(|word| (*word).to_owned()));
    words
}

fn their_bundle(folder: &Path, file_type: &FileType, contents: &[&[u8]; 3]) -> Vec<u8> {
    for (name, content) in ["i0", "i1", "i2"].iter().zip(contents) {
        fs::write(folder.join(name), content).unwrap();
    }
    succeed(
        folder,
        &words(file_type, &["-input=i0", "-input=i1", "-input=i2", "-output=theirs"]),
    );
    fs::read(folder.join("theirs")).unwrap()
}

fn their_reading(folder: &Path, file_type: &FileType, bundle: &[u8]) -> Vec<Vec<u8>> {
    fs::write(folder.join("ours"), bundle).unwrap();
    let more = ["-input=ours", "-output=o0", "-output=o1", "-output=o2", "-unbundle"];
    succeed(folder, &words(file_type, &more));
    ["o0", "o1", "o2"]
        .iter()
        .map(|name| fs::read(folder.join(name)).unwrap())
        .collect()
}

fn write(plan: &Plan<'_>, contents: &[&[u8]]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for piece in &plan.pieces {
        match piece {
            Piece::Bytes(piece) => bytes.extend_from_slice(piece),
            Piece::Content { slot, .. } => bytes.extend_from_slice(contents[*slot]),
            Piece::Fill { fill, len } => bytes.extend(std::iter::repeat_n(*fill, *len as usize)),
        }
    }
    bytes
}

#[test]
fn tool_and_library_write_same_bundles() {
    if !present(TOOL) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for file_type in text_types() {
        let all = contents(file_type);
        for (index, content) in all.iter().enumerate() {
            // Each content is used once per place; the long series of cut markers is thinned for speed.
            if index > 20 && index % 31 != 0 {
                continue;
            }
            let next = &all[(index + 1) % all.len()];
            let three: [&[u8]; 3] = [content, next, content];
            let theirs = their_bundle(folder.path(), file_type, &three);
            let bundle = file_type.container.read(Bytes::new(&theirs)).unwrap();
            assert_eq!(bundle.len, theirs.len() as u64);
            assert_eq!(file_type.container.find_ignored(Bytes::new(&theirs)), Ok(vec![]));
            let ids: Vec<String> = bundle.entries.iter().map(|entry| entry.id.clone().unwrap()).collect();
            for (entry, content) in bundle.entries.iter().zip(three) {
                let place = entry.place.clone().unwrap();
                assert_eq!(&theirs[place.ofs as usize..place.end() as usize], content);
            }
            let new: Vec<NewEntry<'_>> = ids
                .iter()
                .zip(three)
                .map(|(id, content)| NewEntry::new(id, content.len() as u64))
                .collect();
            let ours = write(&file_type.container.plan(&new, PlanOptions::default()).unwrap(), &three);
            assert!(ours == theirs, "{}: other bytes for {content:?}", file_type.name);
            assert_eq!(their_reading(folder.path(), file_type, &ours), three);
        }
    }
}

#[test]
fn missing_final_line_break_is_read_alike() {
    if !present(TOOL) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for file_type in text_types() {
        let mut bundle = their_bundle(folder.path(), file_type, &[b"a", b"b", b"c"]);
        bundle.pop();
        assert_eq!(file_type.container.read(Bytes::new(&bundle)).unwrap().entries.len(), 3);
        assert_eq!(their_reading(folder.path(), file_type, &bundle), [b"a", b"b", b"c"]);
    }
}

#[test]
fn refused_contents_are_lost_by_the_tool() {
    if !present(TOOL) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for file_type in text_types() {
        for forbidden in file_type.container.forbidden() {
            let content = [b"one", forbidden.bytes.as_slice(), b"x\ntwo"].concat();
            let theirs = their_bundle(folder.path(), file_type, &[&content, b"device", b"other"]);
            assert!(
                file_type.container.read(Bytes::new(&theirs)).is_err(),
                "{}",
                forbidden.what
            );
        }
    }
}

#[test]
fn marker_with_carriage_return_is_an_error() {
    for file_type in text_types() {
        let new = [NewEntry::new("host-x86_64-unknown-linux-gnu-", 2)];
        let bytes = write(
            &file_type.container.plan(&new, PlanOptions::default()).unwrap(),
            &[b"x\n"],
        );
        let text = String::from_utf8(bytes).unwrap().replace('\n', "\r\n");
        let bundle = file_type.container.read(Bytes::new(text.as_bytes())).unwrap();
        let error = bundle.entries[0].id.clone().unwrap_err();
        assert_eq!(error.problem.code(), "bad-text");
        assert!(error.to_string().contains("carriage return"), "{error}");
    }
}
