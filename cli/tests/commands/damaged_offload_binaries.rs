//! Offload binaries with edge values in every field give a precise error or a sound result, and no bytes from outside of the file.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::fs;

use crate::support::program::{run, told};
use offload_bundle::{Image, OffloadBinaryBuilder};

/// Values for a field of eight bytes, among them those that crash LLVM's tools.
const EDGES: [u64; 10] = [0, 1, 3, 39, 1000, 1 << 31, (1 << 32) - 1, 1 << 60, 1 << 63, u64::MAX];
const COMMANDS: [&[&str]; 3] = [&["list", "in"], &["verify", "in"], &["extract", "--force", "-d", "out", "in"]];
const CODE: &[u8] = b"CODECODECODE";

#[test]
fn edge_values_in_every_field() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for version in 1..=3 {
        let image = Image::new(CODE)
            .kind("hip")
            .triple("amdgcn-amd-amdhsa")
            .target("gfx90a");
        let sound = OffloadBinaryBuilder::new()
            .version(version)
            .image(image)
            .to_bytes()
            .unwrap();
        // Header, entry and string records; the strings follow.
        let records = sound.windows(4).position(|bytes| bytes == b"arch").unwrap() / 8;
        for (at, number) in (0..records).flat_map(|field| EDGES.map(|number| (field * 8, number))) {
            let mut bytes = sound.clone();
            bytes[at..at + 8].copy_from_slice(&number.to_le_bytes());
            fs::write(folder.join("in"), &bytes).unwrap();
            for words in COMMANDS {
                let output = run(folder, words);
                let what = format!(
                    "version {version}, byte {at}, {number:#x}: {words:?}: {}",
                    told(&output)
                );
                assert!(matches!(output.status.code(), Some(0..=2)), "{what}");
                assert!(output.stderr.len() < 2000, "{what}");
                let is_damage = output.status.code() == Some(2);
                assert!(
                    !is_damage
                        || String::from_utf8_lossy(&output.stderr).contains("at byte 0x")
                        || words[0] == "verify",
                    "{what}"
                );
            }
            // All extracted bytes are in the file.
            for taken in fs::read_dir(folder.join("out")).into_iter().flatten() {
                let taken = fs::read(taken.unwrap().path()).unwrap();
                let stands = taken.is_empty() || bytes.windows(taken.len()).any(|bytes| bytes == taken);
                assert!(stands, "version {version}, byte {at}, {number:#x}");
            }
            let _ = fs::remove_dir_all(folder.join("out"));
        }
    }
}
