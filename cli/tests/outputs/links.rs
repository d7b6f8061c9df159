//! Nothing is written outside of the folder or through links planted in it; paths of the user can be links.

use std::fs;
use std::os::unix::fs::symlink;

use super::lines::{after, commands, filled, inputs, outputs};
use super::{CODE, DEVICE, below, done, failed, listed, scene};

/// The name of the device's file in the folder.
const NAME: &str = "bundle.0.hip-amdgcn-amd-amdhsa--gfx90a";

const TAKING: [&[&str]; 2] = [&["extract", "-d", "out", "bundle"], &["unbundle", "--all", "-d", "out", "bundle"]];

#[test]
fn planted_link_is_replaced() {
    for words in TAKING {
        let folder = scene();
        let dir = folder.path();
        fs::create_dir(below(&folder, "out")).unwrap();
        fs::write(below(&folder, "victim"), "before").unwrap();
        let place = below(&folder, "out").join(NAME);
        for target in ["../victim", "../new", "..", NAME] {
            symlink(target, &place).unwrap();
            for (force, what) in [(false, "already exists"), (true, "not a regular file")] {
                let words = [words, if force { &["--force"] } else { &[] }].concat();
                let (text, code) = failed(dir, &words);
                assert!(text.contains(what) && code == Some(2), "{words:?}: {text}");
                assert_eq!(listed(&below(&folder, "out")), [NAME], "{words:?}");
            }
            fs::remove_file(&place).unwrap();
        }
        assert_eq!(fs::read(below(&folder, "victim")).unwrap(), b"before");
        assert!(!below(&folder, "new").exists());
    }
}

#[test]
fn commands_ignore_planted_links() {
    let before = inputs(CODE);
    for words in commands().iter().filter(|words| words.contains("made")) {
        let wanted = outputs(&after(&before, words));
        let made = wanted.keys().find(|name| name.starts_with("made")).unwrap();
        for more in [&[][..], &["--force"]] {
            // A file named after the program rather than an input is replaced.
            if words.starts_with("man ") && !more.is_empty() {
                continue;
            }
            let folder = filled(&before);
            let place = below(&folder, made);
            fs::create_dir_all(place.parent().unwrap()).unwrap();
            symlink(below(&folder, "code"), &place).unwrap();
            let words = [&words.split(' ').collect::<Vec<_>>()[..], more].concat();
            let (text, code) = failed(folder.path(), &words);
            assert_eq!(code, Some(2), "{words:?}: {text}");
            assert_eq!(fs::read(below(&folder, "code")).unwrap(), CODE, "{words:?}");
            assert_eq!(
                listed(place.parent().unwrap()),
                [made.file_name().unwrap()],
                "{words:?}"
            );
        }
    }
}

#[test]
fn existing_files_need_force() {
    for words in TAKING {
        let folder = scene();
        let dir = folder.path();
        fs::create_dir(below(&folder, "out")).unwrap();
        let place = below(&folder, "out").join(NAME);
        fs::write(&place, "before").unwrap();
        let (text, _) = failed(dir, words);
        assert!(text.contains("--force"), "{text}");
        assert_eq!(fs::read(&place).unwrap(), b"before");
        done(dir, &[words, &["--force"]].concat());
        assert_eq!(fs::read(&place).unwrap(), CODE);
        fs::remove_file(&place).unwrap();
        fs::create_dir(&place).unwrap();
        let (text, _) = failed(dir, &[words, &["--force"]].concat());
        assert!(text.contains("not a regular file"), "{text}");
    }
}

#[test]
fn user_paths_can_be_links() {
    let folder = scene();
    let dir = folder.path();
    fs::write(below(&folder, "target"), "before").unwrap();
    symlink("target", below(&folder, "link")).unwrap();
    let wanted = format!("{DEVICE}=link");
    let commands: [&[&str]; 4] = [
        &["bundle", "-t", "bc", "-o", "link", "host-x86_64-unknown-linux-gnu-=host"],
        &["unbundle", "bundle", &wanted],
        &["compress", "-o", "link", "bundle"],
        &["decompress", "-o", "link", "ccob"],
    ];
    for words in commands {
        fs::write(below(&folder, "target"), "before").unwrap();
        done(dir, words);
        assert_ne!(fs::read(below(&folder, "target")).unwrap(), b"before", "{words:?}");
        assert!(fs::symlink_metadata(below(&folder, "link")).unwrap().is_symlink());
    }
}
