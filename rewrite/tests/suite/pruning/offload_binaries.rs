//! `prune` of files of offload binaries, compressed or not.

use offload_bundle::{Image, OffloadBinaryBuilder};

use super::{entries, pruned_but};
use crate::rewriting::{compressed, pruned};

fn image(code: &[u8], target: &str) -> Image {
    Image::new(code).triple("amdgcn-amd-amdhsa").target(target).kind("hip")
}

fn binary(version: u64, images: impl IntoIterator<Item = Image>) -> Vec<u8> {
    let builder = OffloadBinaryBuilder::new().version(version);
    let builder = images.into_iter().fold(builder, OffloadBinaryBuilder::image);
    builder.to_bytes().unwrap()
}

/// Each offload binary holds one image; a program has several.
#[test]
fn offload_binaries_are_removed_whole() {
    const ALL: [&str; 3] = ["gfx906", "gfx90a", "gfx1100"];
    for version in [1, 2, 3] {
        let all = ALL.map(|target| binary(version, [image(target.repeat(40).as_bytes(), target)]));
        let (report, small) = pruned(all.concat(), &["gfx90a"]).unwrap();
        assert_eq!(small, all[1], "version {version}");
        let kept: Vec<usize> = report.bundles.iter().map(|bundle| bundle.kept_for_devices).collect();
        assert_eq!(kept, [0, 1, 0]);
        let error = pruned_but(all.concat(), &[], &ALL).unwrap_err().to_string();
        assert!(error.contains("no device code would be left"), "{error}");
    }
}

/// Zeros fill the rest of a compressed offload binary, for every length.
#[test]
fn compressed_offload_binaries_are_pruned() {
    for len in 0..16 {
        let alone = |target: &str, len: usize| {
            let more = (0..len).map(|at| (at * 37) as u8);
            let code: Vec<u8> = target.repeat(40).bytes().chain(more).collect();
            binary(3, [image(&code, target)])
        };
        let together = binary(3, [image(&[1, 2, 3], "gfx906"), image(&[4; 99][..len], "gfx90a")]);
        let bytes = [alone("gfx906", len), together, alone("gfx90a", 2 * len)].concat();
        let (_, packed) = compressed(&bytes).unwrap();
        let (_, small) = pruned(packed, &["gfx906"]).unwrap();
        let kept: Vec<_> = entries(bytes)
            .into_iter()
            .filter(|(id, _)| id.ends_with("gfx906"))
            .collect();
        assert!(entries(small.clone()) == kept && kept.len() == 2, "{len}");
        assert!(pruned(&small, &["gfx906"]).unwrap().1 == small, "{len}");
    }
}
