//! Offload binaries, compared with the releases' packagers.

use crate::support::program::told;
use offload_bundle_testing::tools;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::TestCaseError;

use super::drawn::{check, content, get, ours, put, same, targets};
use super::known::known;

const PACKAGERS: [(&str, &str); 3] =
    [("16", "clang-offload-packager-16"), ("19", "clang-offload-packager-19"), ("22", "llvm-offload-binary-22")];

pub type Image = (String, &'static str, Vec<u8>);

pub fn images() -> impl Strategy<Value = Vec<Image>> {
    let kinds = vec(select(vec!["hip", "openmp"]), 3);
    let one = targets("gfx", 3).prop_filter("an image", |targets| !targets.is_empty());
    (one, kinds, vec(content(), 3)).prop_map(|(targets, kinds, contents)| {
        let images = targets.into_iter().zip(kinds).zip(contents);
        images
            .map(|((target, kind), content)| (target, kind, content))
            .collect()
    })
}

fn both_ways(release: &str, packager: &str, images: &[Image]) -> Result<(), TestCaseError> {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let (mut packed, mut ours_packed) = (vec!["-o".to_owned(), "theirs".to_owned()], Vec::new());
    for (at, (arch, kind, content)) in images.iter().enumerate() {
        put(here, &format!("in{at}.o"), content);
        let image = format!("--image=file=in{at}.o,triple=amdgcn-amd-amdhsa,arch={arch},kind={kind}");
        ours_packed.push(image.clone());
        packed.push(image);
    }
    let run = |words: &[String]| {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let done = tools::run(here, packager, &words);
        prop_assert!(
            done.status.success(),
            "release {}: {:?}: {}",
            release,
            words,
            told(&done)
        );
        Ok(())
    };
    run(&packed)?;
    let mut words = ["pack", "-o", "ours", "--release", release].map(String::from).to_vec();
    words.extend(ours_packed);
    ours(here, &words)?;
    for (at, (arch, kind, content)) in images.iter().enumerate() {
        let what = |way: &str| format!("release {release}, {arch}, {kind}, {way}");
        let image = |file: &str| format!("--image=file={file},arch={arch},kind={kind}");
        run(&["ours".into(), image(&format!("theirs{at}"))])?;
        same(&get(here, &format!("theirs{at}"))?, content, &what("theirs reads"))?;
        ours(here, &["unpack", "theirs", &image(&format!("ours{at}"))])?;
        same(&get(here, &format!("ours{at}"))?, content, &what("ours reads"))?;
    }
    Ok(())
}

#[test]
fn offload_binaries() {
    for (release, packager) in PACKAGERS {
        if known(release, "package", &[]) {
            continue;
        }
        check(images(), |images| both_ways(release, packager, &images));
    }
}
