//! Outputs of every command on another device, through links, on a full device, and in read-only folders.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;

use crate::support::program::told;

use super::lines::{OUTPUTS, after, commands, files, filled, inputs, outputs, with_outputs_in};
use super::places::as_nobody;
use super::{CODE, done, failed};

fn elsewhere() -> Option<tempfile::TempDir> {
    let folder = tempfile::tempdir_in("/dev/shm").ok();
    let device = |path: &Path| fs::metadata(path).unwrap().dev();
    let usual = tempfile::tempdir().unwrap();
    let folder = folder.filter(|folder| device(folder.path()) != device(usual.path()));
    if folder.is_none() {
        offload_bundle_testing::skip("there is no other device to write to");
    }
    folder
}

fn split(words: &str) -> Vec<&str> {
    words.split(' ').collect()
}

#[test]
fn outputs_may_be_on_another_device() {
    let before = inputs(CODE);
    for words in commands() {
        let Some(elsewhere) = elsewhere() else { return };
        let here = filled(&before);
        fs::write(elsewhere.path().join("old"), "before").unwrap();
        done(here.path(), &split(&with_outputs_in(elsewhere.path(), &words)));
        assert!(files(here.path()) == before, "{words}: something was written here");
        let wanted = outputs(&after(&before, &words));
        assert!(files(elsewhere.path()) == wanted, "{words}: something else came out");
    }
}

#[test]
fn outputs_can_be_links_across_devices() {
    let before = inputs(CODE);
    for words in commands() {
        let Some(elsewhere) = elsewhere() else { return };
        let here = filled(&before);
        let (link, target) = (here.path().join("old"), elsewhere.path().join("target"));
        fs::rename(&link, here.path().join("new")).unwrap();
        fs::copy(here.path().join("new"), &target).unwrap();
        fs::remove_file(here.path().join("new")).unwrap();
        symlink(&target, &link).unwrap();
        done(here.path(), &split(&words));
        assert!(
            fs::symlink_metadata(&link).unwrap().is_symlink(),
            "{words}: the link is gone"
        );
        assert!(
            files(here.path()) == after(&before, &words),
            "{words}: something else came out"
        );
        assert_eq!(
            files(elsewhere.path()).len(),
            1,
            "{words}: something is left beside the output"
        );
    }
}

#[test]
fn full_device_fails_every_command() {
    let before = inputs(CODE);
    for words in commands() {
        let Some(name) = OUTPUTS[..2].iter().find(|name| words.contains(**name)) else {
            continue;
        };
        let here = filled(&before);
        let (text, code) = failed(here.path(), &split(&words.replacen(name, "/dev/full", 1)));
        assert!(
            text.contains("No space left on device") && code.is_some(),
            "{words}: {text}"
        );
        assert!(files(here.path()) == before, "{words}: something was written");
    }
}

#[test]
fn read_only_folder_stays_unchanged() {
    let before = inputs(CODE);
    for words in commands() {
        let here = filled(&before);
        let mode = |path: &Path, mode| fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
        before.keys().for_each(|name| mode(&here.path().join(name), 0o444));
        mode(here.path(), 0o555);
        let Some(output) = as_nobody(here.path(), &split(&words)) else {
            return;
        };
        mode(here.path(), 0o755);
        assert!(
            output.status.code().is_some_and(|code| code > 0),
            "{words}: {}",
            told(&output)
        );
        assert!(
            told(&output).contains("Permission denied"),
            "{words}: {}",
            told(&output)
        );
        assert!(files(here.path()) == before, "{words}: something was written");
    }
}
