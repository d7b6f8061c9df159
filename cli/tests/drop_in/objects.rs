//! Object files with device sections: listed and unbundled as by the release.

use crate::support::program::told;
use offload_bundle_testing::releases::{RELEASES, compiler};
use offload_bundle_testing::tools;

use crate::differences::refused;
use crate::scene::{Done, HOST, ONE, TWO, ours_on, theirs_in_place, theirs_on};

const TRIPLES: [&str; 5] = [
    "x86_64-unknown-linux-gnu",
    "i386-unknown-linux-gnu",
    "powerpc64-linux-gnu",
    "aarch64_be-linux-gnu",
    "x86_64-pc-windows-msvc",
];

fn object(release: &str, triple: &str) -> Vec<u8> {
    let compiler = compiler(release);
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("f.c"), "int f(void) { return 42; }\n").unwrap();
    let target = format!("--target={triple}");
    let made = tools::run(folder.path(), &compiler, &[&target, "-c", "f.c", "-o", "f.o"]);
    assert!(made.status.success(), "{compiler} {triple}: {}", told(&made));
    std::fs::read(folder.path().join("f.o")).unwrap()
}

fn fat(release: &str, object: &[u8], one: &str, two: &str) -> Vec<u8> {
    let targets = format!("-targets={HOST},{ONE},{TWO}");
    let (input, output) = if release == "14" {
        ("-inputs", "-outputs")
    } else {
        ("-input", "-output")
    };
    let inputs: Vec<String> = if release == "14" {
        vec![format!("{input}=host.o,{one},{two}")]
    } else {
        ["host.o", one, two]
            .iter()
            .map(|name| format!("{input}={name}"))
            .collect()
    };
    let output = format!("{output}=fat.o");
    let words: Vec<&str> = ["-type=o", &targets, &output]
        .into_iter()
        .chain(inputs.iter().map(String::as_str))
        .collect();
    let done = theirs_on(release, &[("host.o", object)], &words);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    done.files["fat.o"].clone()
}

fn sorted(done: &Done) -> Vec<&str> {
    let mut lines: Vec<&str> = done.stdout.lines().collect();
    lines.sort_unstable();
    lines
}

#[test]
fn device_sections_are_listed_and_extracted() {
    for release in RELEASES {
        for triple in TRIPLES {
            let object = object("22", triple);
            for (one, two) in [("one", "two"), ("empty", "one")] {
                let fat = fat(release, &object, one, two);
                let files = [("fat.o", fat.as_slice())];
                let emulate = format!("--emulate={release}");
                let list = ["-type=o", "-list", "-input=fat.o"];
                let old = ["-type=o", "-list", "-inputs=fat.o"];
                let list = if release == "14" { old } else { list };
                let (here, real) = (
                    ours_on(&files, &[&list[..], &[&emulate]].concat()),
                    theirs_on(release, &files, &list),
                );
                assert_eq!(
                    (here.code, sorted(&here)),
                    (Some(0), sorted(&real)),
                    "{release} {triple}: {}",
                    here.stderr
                );
                assert_eq!(here.stdout.lines().count(), 3);
                for targets in [format!("{ONE},{TWO}"), TWO.to_owned()] {
                    let targets_word = format!("-targets={targets}");
                    let outputs: Vec<String> = match (release, targets.contains(',')) {
                        ("14", true) => vec!["-inputs=fat.o".into(), "-outputs=out1,out2".into()],
                        ("14", false) => vec!["-inputs=fat.o".into(), "-outputs=out1".into()],
                        (_, true) => vec!["-input=fat.o".into(), "-output=out1".into(), "-output=out2".into()],
                        (_, false) => vec!["-input=fat.o".into(), "-output=out1".into()],
                    };
                    let words: Vec<&str> = ["-type=o", "-unbundle", &targets_word]
                        .into_iter()
                        .chain(outputs.iter().map(String::as_str))
                        .collect();
                    let real = theirs_on(release, &files, &words);
                    let here = ours_on(&files, &[&words[..], &[&emulate]].concat());
                    assert_eq!(here.code, Some(0), "{release} {triple} {targets}: {}", here.stderr);
                    // Release 14 cannot read an empty section of a COFF object that it wrote.
                    if (release, one, real.code) == ("14", "empty", Some(1)) && triple.ends_with("msvc") {
                        continue;
                    }
                    assert_eq!(real.code, Some(0), "{release} {triple} {targets}: {}", real.stderr);
                    assert_eq!(real.files, here.files, "{release} {triple} {targets}");
                }
            }
        }
    }
}

#[test]
fn non_object_host_gives_plain_bundle() {
    let object = object("22", TRIPLES[0]);
    let files = [("host.o", object.as_slice())];
    for release in RELEASES {
        for (targets, inputs) in [
            (format!("{HOST},{ONE}"), ["host", "host.o"]),
            (format!("{ONE},{HOST}"), ["host.o", "host"]),
            (format!("{HOST},{ONE}"), ["empty", "host.o"]),
            (format!("{ONE},{TWO}"), ["one", "host.o"]),
        ] {
            let targets = format!("-targets={targets}");
            let (inputs, emulate) = (format!("-inputs={}", inputs.join(",")), format!("--emulate={release}"));
            let words = ["-type=o", targets.as_str(), inputs.as_str(), "-outputs=out"];
            let real = theirs_on(release, &files, &words);
            let here = ours_on(&files, &[&words[..], &[&emulate]].concat());
            assert_eq!((real.code, here.code), (Some(0), Some(0)), "{words:?}: {here:?}");
            assert_eq!(real.files, here.files, "{release}: {words:?}");
        }
    }
}

#[test]
fn object_without_host_is_refused() {
    let object = object("22", TRIPLES[0]);
    let targets = format!("-targets={ONE},{TWO}");
    let words = ["-type=o", &targets, "-input=host.o", "-input=one", "-output=out"];
    refused(
        &ours_on(&[("host.o", &object)], &words),
        "an object file needs a host entry",
    );
}

#[test]
fn object_without_device_sections_is_host() {
    let object = object("22", TRIPLES[0]);
    let files = [("host.o", object.as_slice())];
    let targets = format!("-targets={HOST},{ONE}");
    let words =
        ["-type=o", "-unbundle", "-allow-missing-bundles", &targets, "-input=host.o", "-output=out1", "-output=out2"];
    let (real, here) = (theirs_on("22", &files, &words), ours_on(&files, &words));
    assert_eq!(real, here);
    assert_eq!(here.files["out1"], object);
}

const SOURCE: &str = "
template <class T> inline T counted(T x) { static T count; return count += x; }
struct Shape { virtual ~Shape() {} virtual int corners() { return 0; } };
struct Square : Shape { int corners() override { return 4; } };
inline int next(int x) { return x + 1; }
struct Part { Part(int); ~Part(); };
template <class T> struct Whole { T value; Part part; Whole() : value(), part(1) {} ~Whole() {} };
template struct Whole<int>;
int used(int a) { Square s; Shape *shape = &s; return counted(a) + next(a) + (int)counted(2.5) + shape->corners(); }
";

fn unit(triple: &str, options: &[&str]) -> Vec<u8> {
    let compiler = compiler("22");
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("f.cpp"), SOURCE).unwrap();
    let target = format!("--target={triple}");
    let words = [&[target.as_str(), "-O1", "-c", "f.cpp", "-o", "f.o"], options].concat();
    let made = tools::run(folder.path(), &compiler, &words);
    assert!(made.status.success(), "{triple}: {}", told(&made));
    std::fs::read(folder.path().join("f.o")).unwrap()
}

const WAYS: [&[&str]; 3] = [&[], &["-g"], &["-g", "-ffunction-sections", "-fdata-sections", "-fno-addrsig"]];

#[test]
fn object_sections_round_trip() {
    let targets = format!("-targets={ONE},{HOST},{TWO}");
    let bundle = ["-type=o", &targets, "-input=one", "-input=host.o", "-input=two", "-output=fat.o"];
    let unbundle =
        ["-type=o", "-unbundle", &targets, "-input=fat.o", "-output=out1", "-output=out-host", "-output=out2"];
    for triple in TRIPLES {
        for options in WAYS {
            let object = unit(triple, options);
            let host = [("host.o", object.as_slice())];
            let (real, here) = (theirs_in_place("22", &host, &bundle), ours_on(&host, &bundle));
            assert_eq!((real.code, here.code), (Some(0), Some(0)), "{triple}: {}", here.stderr);
            let is_elf = !triple.ends_with("msvc");
            assert!(
                !is_elf || real.files == here.files,
                "{triple} {options:?}: another object"
            );
            for fat in [&real.files["fat.o"], &here.files["fat.o"]] {
                let fat = [("fat.o", fat.as_slice())];
                let here = ours_on(&fat, &unbundle);
                assert_eq!(here.code, Some(0), "{triple}: {}", here.stderr);
                assert_eq!(
                    (&here.files["out1"][..], &here.files["out2"][..]),
                    (&b"one"[..], &b"two\n\n"[..])
                );
                let real = theirs_in_place("22", &fat, &unbundle);
                assert!(
                    !is_elf || real.files == here.files,
                    "{triple} {options:?}: another host"
                );
            }
            if !is_elf {
                let fat = here.files["fat.o"].as_slice();
                let host = ours_on(&[("fat.o", fat)], &unbundle).files["out-host"].clone();
                assert!(host == object, "{triple} {options:?}: another host");
            }
        }
    }
}

#[test]
fn host_is_recognised_by_id() {
    let object = unit(TRIPLES[0], &[]);
    let files = [("host.o", object.as_slice()), ("zero", &[0][..])];
    let targets = format!("-targets={ONE},{HOST}");
    let fat = ours_on(
        &files,
        &["-type=o", &targets, "-input=zero", "-input=host.o", "-output=fat.o"],
    );
    let fat = [("fat.o", fat.files["fat.o"].as_slice())];
    let words = ["-type=o", "-unbundle", &targets, "-input=fat.o", "-output=out1", "-output=out-host"];
    let here = ours_on(&fat, &words);
    assert_eq!(
        (&here.files["out1"][..], here.code),
        (&[0][..], Some(0)),
        "{}",
        here.stderr
    );
    assert!(here.files["out-host"].starts_with(b"\x7fELF"));
}

#[test]
fn other_objects_take_no_sections() {
    let object = unit("x86_64-apple-macosx", &[]);
    let targets = format!("-targets={HOST},{ONE}");
    let words = ["-type=o", &targets, "-input=host.o", "-input=one", "-output=out"];
    refused(&ours_on(&[("host.o", &object)], &words), "ELF and COFF");
}

fn said(done: &Done) -> String {
    let lines = done.stderr.lines().filter(|line| !line.contains(": warning: "));
    let lines: Vec<&str> = lines.collect();
    let lines = lines.join("\n");
    let words = lines.split('"').map(|word| match word {
        program if program.ends_with("/llvm-objcopy") => "llvm-objcopy".to_owned(),
        temporary if temporary.contains("/clang-offload-bundler-") => "TEMPORARY".to_owned(),
        word => word.to_owned(),
    });
    words.collect::<Vec<_>>().join("\"")
}

#[test]
fn external_commands_are_only_printed() {
    let object = unit(TRIPLES[0], &[]);
    let host = [("host.o", object.as_slice())];
    for release in RELEASES {
        let host_target = if release == "19" {
            HOST
        } else {
            "host-x86_64-unknown-linux-gnu-"
        };
        let targets = format!("-targets={ONE},{host_target}");
        let emulate = format!("--emulate={release}");
        let words = ["-type=o", &targets, "-inputs=one,host.o", "-outputs=out", "-###"];
        let real = theirs_in_place(release, &host, &words);
        let here = ours_on(&host, &[&words[..], &[&emulate]].concat());
        assert_eq!((said(&here), here.code), (said(&real), real.code), "{release}");
        assert!(
            here.stderr.contains("--add-section") && !here.files.contains_key("out"),
            "{release}"
        );
        let words = ["-type=o", &targets, "-inputs=one,host.o", "-outputs=fat.o"];
        let fat = theirs_in_place(release, &host, &words).files["fat.o"].clone();
        let fat = [("fat.o", fat.as_slice())];
        let words = ["-type=o", "-unbundle", &targets, "-inputs=fat.o", "-outputs=out1,out2", "-###"];
        let real = theirs_in_place(release, &fat, &words);
        let here = ours_on(&fat, &[&words[..], &[&emulate]].concat());
        assert_eq!((said(&here), here.code), (said(&real), real.code), "{release}");
        assert!(
            !here.files.contains_key("out1") && !here.files.contains_key("out2"),
            "{release}"
        );
    }
}

#[test]
fn object_is_not_compressed() {
    let object = unit(TRIPLES[0], &[]);
    let host = [("host.o", object.as_slice())];
    let targets = format!("-targets={HOST},{ONE}");
    let words = ["-type=o", &targets, "-input=host.o", "-input=one", "-output=out", "-compress"];
    let (real, here) = (theirs_in_place("22", &host, &words), ours_on(&host, &words));
    assert_eq!((real.code, here.code), (Some(0), Some(0)), "{}", here.stderr);
    assert!(
        here.stderr.contains("an object file is not compressed"),
        "{}",
        here.stderr
    );
    assert!(real.files == here.files, "another object");
}

#[test]
fn objects_are_unbundled_by_other_clang() {
    let spellings =
        ["host-x86_64-pc-linux-gnu,hip-amdgcn-amd-amdhsa-", "host-x86_64-pc-linux-gnu-,hip-amdgcn-amd-amdhsa--"];
    let spellings = spellings
        .into_iter()
        .chain(["host-x86_64-pc-linux-gnu-,hip-amdgcn-amd-amdhsa-unknown-"]);
    for spelling in spellings {
        for maker in ["14", "16", "19", "22"] {
            let fixture = offload_bundle_testing::fixtures().join(format!("objects/rdc.{maker}.o"));
            let fat = std::fs::read(fixture).unwrap();
            for release in ["14", "16", "19", "22"] {
                let (targets, emulate) = (format!("-targets={spelling}gfx906"), format!("--emulate={release}"));
                let words = ["-type=o", "-unbundle", "-allow-missing-bundles", &targets, "-inputs=fat.o", &emulate];
                let words = [&words[..], &["-outputs=out-host,out1"]].concat();
                let done = ours_on(&[("fat.o", &fat)], &words);
                assert_eq!(done.code, Some(0), "{spelling} {maker} {release}: {}", done.stderr);
                let (host, device) = (&done.files["out-host"], &done.files["out1"]);
                assert!(
                    host.starts_with(b"\x7fELF") && host.len() < fat.len(),
                    "{spelling} {maker} {release}"
                );
                assert!(device.len() > 1000, "{spelling} {maker} {release}");
            }
        }
    }
}
