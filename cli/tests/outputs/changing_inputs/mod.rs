//! Inputs that change while they are read: no signal ends the program, and it reports the change or gives the result of one state of the
//! file.

mod scene;

use std::fs;
use std::io::Write;

use crate::support::command_table;
use crate::support::program::{run, told};

use scene::{INPUT, change_while_running};

const HOST: &str = "host-x86_64-unknown-linux-gnu-";
const DEVICE: &str = "hip-amdgcn-amd-amdhsa--gfx90a";
const IMAGE: &str = "triple=amdgcn-amd-amdhsa,arch=gfx90a,kind=hip";
const CODE: usize = 6 << 20;

const OF_CODE: [&str; 6] = [
    "bundle -t bc -o out/bundle {host}=empty {device}=changing",
    "bundle -t bc --compress=zlib --level=1 -o out/bundle {host}=empty {device}=changing",
    "clang-offload-bundler -type=bc -targets={host},{device} -input=empty -input=changing -output=out/bundle",
    "pack -o out/package --image file=changing,{image}",
    "pack --compress -o out/package --image file=changing,{image}",
    "clang-offload-packager -o out/package --image=file=changing,{image}",
];
const OF_BUNDLE: [&str; 15] = [
    "list changing",
    "verify --allow unknown-content changing",
    "supports gfx90a changing",
    "size --by kernel changing",
    "diff original changing",
    "inspect changing",
    "unbundle changing {device}=out/device",
    "clang-offload-bundler -unbundle -type=bc -targets={device} -input=changing -output=out/device",
    "extract changing -d out",
    "compress changing -o out/packed",
    "decompress changing -o out/plain",
    "convert --to offload-binary --lossy changing -o out/package",
    "embed --symbol code changing -o out/object",
    "prune --keep gfx90a changing -o out/pruned",
    "replace changing {host}=original -o out/replaced",
];
const OF_COMPRESSED_BUNDLE: [&str; 13] = [
    "list changing",
    "verify --allow unknown-content changing",
    "inspect changing",
    "unbundle changing {device}=out/device",
    "clang-offload-bundler -unbundle -type=bc -targets={device} -input=changing -output=out/device",
    "extract changing -d out",
    "compress --ccob-version 2 changing -o out/packed",
    "compress --method zlib changing -o out/packed",
    "decompress changing -o out/plain",
    "convert --to offload-binary --lossy changing -o out/package",
    "embed --symbol code changing -o out/object",
    "prune --keep gfx90a changing -o out/pruned",
    "replace changing {host}=original -o out/replaced",
];
const OF_TEXT_BUNDLE: [&str; 3] = [
    "list changing",
    "unbundle changing {device}=out/device",
    "clang-offload-bundler -unbundle -type=s -targets={device} -input=changing -output=out/device",
];
const OF_PACKAGE: [&str; 8] = [
    "list changing",
    "verify --allow unknown-content changing",
    "inspect changing",
    "extract changing -d out",
    "unpack changing -d out",
    "unpack changing --image file=out/device,arch=gfx90a",
    "clang-offload-packager changing --image=file=out/device,arch=gfx90a",
    "convert --to binary-bundle changing -o out/bundle",
];
const OF_ARCHIVE: [&str; 5] = [
    "list changing",
    "verify --allow unknown-content changing",
    "extract changing -d out",
    "unbundle changing {device}=out/device",
    "clang-offload-bundler -unbundle -type=a -targets={device} -input=changing -output=out/device",
];

fn with_ids(lines: &[&str]) -> Vec<String> {
    let line = |line: &&str| {
        line.replace("{host}", HOST)
            .replace("{device}", DEVICE)
            .replace("{image}", IMAGE)
    };
    lines.iter().map(line).collect()
}

fn ask(original: Vec<u8>, lines: &[&str]) {
    let lines = with_ids(lines);
    change_while_running(original, &lines.iter().map(String::as_str).collect::<Vec<_>>());
}

fn code() -> Vec<u8> {
    (0..CODE as u32 / 8)
        .flat_map(|n| u64::from(n.wrapping_mul(0x9e37_79b9) >> 12).to_le_bytes())
        .collect()
}

fn bundle() -> Vec<u8> {
    offload_bundle::BundleBuilder::new()
        .entry(HOST, b"")
        .entry(DEVICE, code())
        .to_bytes()
        .unwrap()
}

fn made(words: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(INPUT), code()).unwrap();
    let words = with_ids(&[words]).remove(0);
    let output = run(folder.path(), &words.split(' ').collect::<Vec<_>>());
    assert!(output.status.success(), "{}", told(&output));
    fs::read(folder.path().join("made")).unwrap()
}

#[test]
fn all_reading_commands_are_tested() {
    let lines = [&OF_CODE[..], &OF_BUNDLE, &OF_COMPRESSED_BUNDLE, &OF_TEXT_BUNDLE, &OF_PACKAGE, &OF_ARCHIVE];
    command_table::all_have_a_line(&command_table::reading(), lines.into_iter().flatten().copied());
    assert!(lines.into_iter().flatten().all(|line| line.contains(INPUT)));
}

#[test]
fn code_changes_during_bundling() {
    ask(code(), &OF_CODE);
}

#[test]
fn bundle_changes_during_reading() {
    ask(bundle(), &OF_BUNDLE);
}

#[test]
fn compressed_bundle_changes_during_reading() {
    let packed = offload_bundle::compress(bundle(), &Default::default()).unwrap();
    ask(packed, &OF_COMPRESSED_BUNDLE);
}

#[test]
fn text_bundle_changes_during_reading() {
    let text: String = (0..CODE / 24).map(|n| format!("  v_mov_b32 v0, {n:#08x}\n")).collect();
    let mut original = Vec::new();
    for id in [HOST, DEVICE] {
        writeln!(original, "# __CLANG_OFFLOAD_BUNDLE____START__ {id}").unwrap();
        original.extend_from_slice(text.as_bytes());
        writeln!(original, "\n# __CLANG_OFFLOAD_BUNDLE____END__ {id}").unwrap();
    }
    ask(original, &OF_TEXT_BUNDLE);
}

#[test]
fn offload_binary_changes_during_reading() {
    ask(made("pack -o made --image file=changing,{image}"), &OF_PACKAGE);
}

#[test]
fn compressed_offload_binary_changes_during_reading() {
    ask(
        made("pack --compress -o made --image file=changing,{image}"),
        &OF_PACKAGE,
    );
}

#[test]
fn archive_changes_during_reading() {
    let bundle = bundle();
    let mut archive = b"!<arch>\n".to_vec();
    for name in ["first.bc/", "second.bc/"] {
        let numbers = format!("{:<12}{:<6}{:<6}{:<8}{:<10}", 0, 0, 0, 644, bundle.len());
        writeln!(archive, "{name:<16}{numbers}`").unwrap();
        archive.extend_from_slice(&bundle);
        archive.resize(archive.len().next_multiple_of(2), b'\n');
    }
    ask(archive, &OF_ARCHIVE);
}
