//! Every installed release reads our bundles.

use std::fs;

use crate::support::program::{run, told};
use offload_bundle_testing::releases::{RELEASES, unbundle};

const ENTRIES: [(&str, &[u8], &str); 4] = [
    ("host-x86_64-unknown-linux-gnu", b"the host\n", "host"),
    ("hip-amdgcn-amd-amdhsa--gfx906", b"\0one\xff\n\n", "one"),
    ("hip-amdgcn-amd-amdhsa--gfx90a:xnack+", b"", "two"),
    ("openmp-nvptx64-nvidia-cuda--sm_70", b"\r\nthree", "three"),
];

#[test]
fn releases_read_bundles_in_their_spelling() {
    for release in RELEASES {
        for (file_type, alignment) in [("bc", "1"), ("bc", "3"), ("gch", "4096"), ("i", "1"), ("s", "1"), ("ll", "1")] {
            read_back(release, file_type, alignment);
        }
    }
}

fn read_back(release: &str, file_type: &str, alignment: &str) {
    let folder = tempfile::tempdir().unwrap();
    let mut words = ["bundle", "-t", file_type, "--align", alignment, "--id-style", release, "-o", "bundle"]
        .map(str::to_owned)
        .to_vec();
    for (id, content, name) in ENTRIES {
        fs::write(folder.path().join(name), content).unwrap();
        words.push(format!("{id}={name}"));
    }
    let output = run(folder.path(), &words);
    assert!(output.status.success(), "{words:?}: {}", told(&output));
    let [(host, ..), ..] = ENTRIES;
    for (id, content, _) in ENTRIES {
        let with = (id != host).then_some(host);
        let output = unbundle(release, folder.path(), file_type, "bundle", id, with);
        assert!(
            output.status.success(),
            "release {release}, type {file_type}, {id}: {}",
            told(&output)
        );
        assert_eq!(
            fs::read(folder.path().join("out")).unwrap(),
            content,
            "release {release}, type {file_type}, {id}"
        );
    }
}
