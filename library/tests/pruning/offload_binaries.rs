//! `prune` of offload binaries.

use super::*;

/// Each offload binary holds an image, and several stand for what a program has: whole ones go.
#[test]
fn offload_binaries_go_whole() {
    let binary = |version: u64, target: &str| {
        let image = Image::new(target.repeat(40).as_bytes())
            .triple("amdgcn-amd-amdhsa")
            .target(target)
            .kind("hip");
        OffloadBinaryBuilder::new()
            .image(image)
            .version(version)
            .to_bytes()
            .unwrap()
    };
    for version in [1, 2, 3] {
        let all = ["gfx906", "gfx90a", "gfx1100"].map(|target| binary(version, target));
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        let report = run(&request(all.concat(), &["gfx90a"], &[], out.clone())).unwrap();
        assert_eq!(fs::read(&out).unwrap(), all[1], "version {version}");
        let kept: Vec<usize> = report.bundles.iter().map(|bundle| bundle.kept_for_devices).collect();
        assert_eq!(kept, [0, 1, 0]);
        let error = run(&request(all.concat(), &[], &["gfx906", "gfx90a", "gfx1100"], out)).unwrap_err();
        assert!(
            error.to_string().contains("nothing would be left for any device"),
            "{error}"
        );
    }
}

/// Compressed ones are filled up with zeros, whatever is left of them.
#[test]
fn compressed_offload_binaries_are_pruned() {
    let folder = tempfile::tempdir().unwrap();
    let (packed, out) = (folder.path().join("packed"), folder.path().join("out"));
    for len in 0..16 {
        let image = |target: &str, len: usize| {
            let code: Vec<u8> = target
                .repeat(40)
                .bytes()
                .chain((0..len).map(|at| (at * 37) as u8))
                .collect();
            let image = Image::new(code.as_slice())
                .triple("amdgcn-amd-amdhsa")
                .target(target)
                .kind("hip");
            OffloadBinaryBuilder::new().image(image).version(3).to_bytes().unwrap()
        };
        let both = Image::new(&[1, 2, 3][..])
            .triple("amdgcn-amd-amdhsa")
            .target("gfx906")
            .kind("hip");
        let other = Image::new(&[4; 99][..len])
            .triple("amdgcn-amd-amdhsa")
            .target("gfx90a")
            .kind("hip");
        let together = OffloadBinaryBuilder::new()
            .image(both)
            .image(other)
            .version(3)
            .to_bytes()
            .unwrap();
        let bytes = [image("gfx906", len), together, image("gfx90a", 2 * len)].concat();
        let mut compress = CompressRequest::default();
        compress.inputs = vec![Input::from_bytes("in", bytes.clone()).into()];
        compress.output = Some(packed.clone());
        ops::compress(&REGISTRY, &compress, &mut Context::default()).unwrap();
        run(&request(fs::read(&packed).unwrap(), &["gfx906"], &[], out.clone())).unwrap();
        let small = fs::read(&out).unwrap();
        let kept: Vec<_> = entries(bytes)
            .into_iter()
            .filter(|(id, _)| id.ends_with("gfx906"))
            .collect();
        assert!(entries(small.clone()) == kept && kept.len() == 2, "{len}");
        run(&request(small.clone(), &["gfx906"], &[], out.clone())).unwrap();
        assert!(fs::read(&out).unwrap() == small, "{len}");
    }
}
