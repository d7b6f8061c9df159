//! Reads `conformance/violators/`: planted faults, their requirements, and the cases that detect them.

use std::path::Path;

use offload_bundle_conformance::violators::{Open, Violator, ViolatorFile};

/// All violators in file order, and the open list.
pub fn read() -> (Vec<Violator>, Open) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("violators");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort_unstable();
    let (mut violators, mut open) = (Vec::new(), Open::default());
    for path in paths {
        let (text, stem) = (std::fs::read_to_string(&path).unwrap(), path.file_stem().unwrap());
        let fail = |error: serde_yaml::Error| panic!("{}: {error}", path.display());
        if stem == "open" {
            open = serde_yaml::from_str(&text).unwrap_or_else(fail);
            continue;
        }
        let file: ViolatorFile =
            serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(
            file.about.ends_with('.'),
            "{}: `about` is not a sentence",
            path.display()
        );
        for violator in &file.violators {
            let named = violator.id.split_once('/').is_some_and(|(file, _)| stem == file);
            assert!(
                named,
                "{}: {} does not begin with its file",
                path.display(),
                violator.id
            );
        }
        violators.extend(file.violators);
    }
    (violators, open)
}
