//! Archives of bundles: each device's library contains the same members, whichever tool unbundles it.

use std::path::Path;

use crate::support::program::told;
use offload_bundle_testing::releases::RELEASES;
use offload_bundle_testing::tools;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use super::bundles::theirs;
use super::drawn::{HOST, check, content, get, is_known_to, ours, put, same, targets};
use super::known::known;

type Members = Vec<(Vec<u8>, Vec<u8>)>;

fn split(release: &str, device: &str, members: &Members) -> Result<(), TestCaseError> {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let mut archive = vec!["rcs".to_owned(), "lib.a".to_owned()];
    for (at, (code, host)) in members.iter().enumerate() {
        put(here, "code", code);
        put(here, "host", host);
        let name = format!("member{at}.bc");
        let entries = [format!("{HOST}=host"), format!("{device}=code")];
        let mut words = ["bundle", "-t", "bc", "-o", &name, "--id-style", release]
            .map(String::from)
            .to_vec();
        words.extend(entries);
        ours(here, &words)?;
        archive.push(name);
    }
    let archive: Vec<&str> = archive.iter().map(String::as_str).collect();
    let made = tools::run(here, "llvm-ar-22", &archive);
    prop_assert!(made.status.success(), "{}", told(&made));
    let words = ["-unbundle", "-type=a", &format!("-targets={device}")].map(String::from);
    let done = theirs(release, here, &words, &["lib.a".into()], &["theirs.a".into()]);
    prop_assert!(done.status.success(), "release {}: {}", release, told(&done));
    ours(here, &["unbundle", "-t", "a", "lib.a", &format!("{device}=ours.a")])?;
    let found = contents(here, "ours.a")?;
    same(&found, &contents(here, "theirs.a")?, &format!("release {release}"))?;
    let wanted: Vec<Vec<u8>> = members.iter().map(|(code, _)| code.clone()).collect();
    same(&found, &wanted, "ours")
}

fn contents(here: &Path, name: &str) -> Result<Vec<Vec<u8>>, TestCaseError> {
    let bytes = get(here, name)?;
    let archive =
        object::read::archive::ArchiveFile::parse(&*bytes).map_err(|error| TestCaseError::fail(error.to_string()))?;
    let content = |member: Result<object::read::archive::ArchiveMember<'_>, _>| {
        let found: Result<&[u8], object::Error> = member.and_then(|member| member.data(&*bytes));
        found
            .map(<[u8]>::to_vec)
            .map_err(|error| TestCaseError::fail(error.to_string()))
    };
    archive.members().map(content).collect()
}

#[test]
fn libraries() {
    let members = vec((content(), content()), 1..4);
    let devices = targets("gfx", 1).prop_filter("a device", |targets| !targets.is_empty());
    let drawn = (devices, members);
    for release in RELEASES {
        if known(release, "a", &[]) {
            continue;
        }
        check(&drawn, |(targets, members)| {
            let device = format!("hip-amdgcn-amd-amdhsa--{}", targets[0]);
            if !is_known_to(release, &device) {
                return Ok(());
            }
            split(release, &device, &members)
        });
    }
}
