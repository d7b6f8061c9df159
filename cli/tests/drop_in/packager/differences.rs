//! Deliberate differences from the tool, each named in the schema.

use super::files::{files, in_scene, packed};
use super::{TOOLS, tool};
use crate::scene::{Done, Tool};

fn both(tool: Tool, more: &[(&str, &[u8])], line: &str) -> [Done; 2] {
    let mut given = in_scene(files());
    given.extend(more);
    let line = line.replace("{R}", tool.release);
    let words: Vec<&str> = line.split(' ').collect();
    [tool.theirs(&given, &words), tool.ours(&given, &words)].map(|mut done| {
        done.files.retain(|name, bytes| {
            let old = ["host", "one", "two", "empty", "r1", "r5", "strange.i", "b.ll", "long"];
            !given.contains(&(name, bytes)) && !old.contains(&name.as_str())
        });
        done
    })
}

fn is_an_error_here(releases: &[&str], more: &[(&str, &[u8])], line: &str, message: &str) {
    for tool in TOOLS.into_iter().filter(|tool| releases.contains(&tool.release)) {
        let [theirs, ours] = both(tool, more, line);
        assert_eq!(theirs.code, Some(0), "{tool:?}: {line}: {theirs:?}");
        assert_eq!(
            (ours.code, ours.stdout.as_str()),
            (Some(1), ""),
            "{tool:?}: {line}: {ours:?}"
        );
        assert!(ours.files.is_empty(), "{tool:?}: {line}: {ours:?}");
        let start = format!("/bin/{}: error: ", tool.program());
        let said = ours.stderr.strip_prefix(&start);
        assert!(
            said.is_some_and(|said| said.contains(message)),
            "{tool:?}: {line}: {}",
            ours.stderr
        );
    }
}

const ALL: &[&str] = &["16", "19", "22"];
const NEW: &[&str] = &["19", "22"];

#[test]
fn silent_packager_failures_are_errors() {
    for (releases, line, message) in [
        (ALL, "-o out", "no image is given"),
        (NEW, "-o out --image=file,triple=t", "'file' has no value"),
        (
            ALL,
            "-o out --image=file=a.o,triple=t,kind=HIP",
            "no offload kind 'HIP'; known are none, openmp, cuda, hip",
        ),
        (
            ALL,
            "-o out --image=file=a.o,triple=t,kind=hip,kind=cuda",
            "no offload kind 'hip,cuda'",
        ),
        (ALL, "-o out --image=file=a.o,triple=t,kind", "no offload kind ''"),
        (
            &["16", "19"],
            "-o out --image=file=a.o,triple=t,kind=sycl",
            "known are none, openmp, cuda, hip\n",
        ),
        (
            ALL,
            "in{R}.ob --image=kind=foo",
            "no offload kind 'foo'; known are none, openmp, cuda, hip, sycl",
        ),
        (ALL, "in{R}.ob --image=arch", "'arch=' asks for images without one"),
        (ALL, "in{R}.ob --image=arch=gfx906", "no image matches \"arch=gfx906\""),
        (ALL, "in{R}.ob --image=arch=gfx90a", "no image matches \"arch=gfx90a\""),
        (
            ALL,
            "in{R}.ob --image=file=out,arch=gfx901 --image=arch=gfx906",
            "no image matches \"arch=gfx906\"",
        ),
        (
            NEW,
            "in{R}.ob --archive --image=file=out.a,arch=gfx906",
            "no image matches",
        ),
        (NEW, "in{R}.ob --archive", "Image must have a 'file' argument."),
        (ALL, "a.o --image=arch=x", "'a.o': no offload binary: text"),
        (
            ALL,
            "empty --image=arch=x",
            "'empty': no offload binary: the file is empty",
        ),
        (ALL, "b.ll --image=arch=x", "contains a"),
    ] {
        is_an_error_here(releases, &[], line, message);
    }
}

#[test]
fn image_cannot_choose_folder() {
    for tool in TOOLS {
        let images: &[&str] = &["--image=file=a.o,triple=dir/evil,arch=../x"];
        let bytes = packed(tool, images);
        let [theirs, ours] = both(tool, &[("evil.ob", &bytes)], "evil.ob --image=");
        // The folder `evil-dir` is missing, so the tool fails; it would write to an existing one.
        assert_eq!(theirs.code, Some(1), "{theirs:?}");
        assert_eq!(ours.code, Some(0), "{ours:?}");
        let names: Vec<&String> = ours.files.keys().collect();
        assert_eq!(names, ["evil-dir%2Fevil-..%2Fx.0.o"], "{tool:?}");
    }
}

#[test]
fn image_without_triple_is_extracted() {
    let tool = tool("22");
    let bytes = packed(tool, &["--image=file=a.o,arch=x"]);
    for line in ["in --image=triple=", "in --image=arch=x"] {
        let [theirs, ours] = both(tool, &[("in", &bytes)], line);
        assert_eq!(theirs, ours, "{line}");
        assert_eq!(ours.files.len(), 1, "{line}");
    }
}

#[test]
fn missing_filter_extracts_every_image() {
    for tool in TOOLS {
        let [theirs, ours] = both(tool, &[], "in{R}.ob");
        assert!(theirs.code == Some(0) && theirs.files.is_empty(), "{theirs:?}");
        // As if a filter that fits all had been given.
        let [_, all] = both(tool, &[], "in{R}.ob --image=");
        assert_eq!(ours, all);
        assert_eq!(ours.files.len(), 8, "{ours:?}");
    }
}

#[test]
fn kind_matches_numbers_of_all_releases() {
    for tool in TOOLS {
        for packer in TOOLS {
            let line = format!("in{}.ob --image=kind=hip", packer.release);
            let [theirs, ours] = both(tool, &[], &line);
            assert_eq!(theirs.code, Some(0));
            let numbers = |release: &str| if release == "22" { 4 } else { 3 };
            if numbers(tool.release) == numbers(packer.release) {
                assert_eq!(theirs, ours, "{tool:?}: {line}");
            } else {
                assert!(theirs.files.is_empty(), "{tool:?}: {line}: {theirs:?}");
            }
            assert_eq!(ours.files.len(), 4, "{tool:?}: {line}: {ours:?}");
        }
    }
}

#[test]
fn several_images_for_file_give_warning() {
    for tool in TOOLS {
        let [theirs, ours] = both(tool, &[], "in{R}.ob --image=file=out,arch=gfx900");
        assert_eq!((theirs.code, &theirs.files), (ours.code, &ours.files), "{tool:?}");
        let warning = "warning: Multiple inputs match to a single file, 'out'\n";
        assert!(ours.stderr.ends_with(warning), "{tool:?}: {ours:?}");
    }
}

#[test]
fn empty_command_prints_help() {
    for tool in TOOLS {
        let help = tool.ours(&[], &["--help-list"]);
        for words in [&[][..], &["--image=x"]] {
            let [theirs, ours] = [tool.theirs(&[], words), tool.ours(&[], words)];
            assert_eq!(ours, help, "{tool:?}");
            assert!(theirs.stdout.is_empty() || theirs == ours, "{tool:?}: {theirs:?}");
        }
    }
}

#[test]
fn damage_is_reported_with_offset() {
    let tool = tool("22");
    let whole = packed(tool, &["--image=file=a.o,triple=t,arch=x"]);
    let changed = |at: usize, bytes: &[u8]| {
        let mut damaged = whole.clone();
        damaged[at..at + bytes.len()].copy_from_slice(bytes);
        damaged
    };
    let last = u64::MAX.to_le_bytes();
    for (damaged, place) in [
        (whole[..whole.len() - 8].to_vec(), "at byte 0x8"),
        (whole[..20].to_vec(), "at byte"),
        (changed(4, &[9]), "at byte 0x4"),
        (changed(16, &last), "at byte 0x10"),
        (changed(32 + 8, &last), "at byte 0x28"),
        (changed(32 + 16, &last), "at byte 0x30"),
        (changed(32 + 24, &last), "at byte 0x38"),
        (changed(32 + 32, &last), "at byte 0x40"),
    ] {
        let ours = tool.ours(&[("in", &damaged)], &["in", "--image=file=out,arch=x"]);
        assert_eq!(ours.code, Some(1), "{place}: {ours:?}");
        assert!(
            ours.stderr.contains(place) && !ours.files.contains_key("out"),
            "{place}: {ours:?}"
        );
    }
}
