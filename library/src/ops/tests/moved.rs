//! Device code that was moved out of a file.

use std::fs;

use object::write::Object;
use object::{Architecture, BinaryFormat, Endianness, SectionKind};

use super::archives::{archive, member};
use super::formats::packed;
use super::objects::{FORMS, Given, image, object};
use super::{Folder, REGISTRY, listing, verifying};
use crate::input::Input;
use crate::ops::{list, verify};
use crate::report::{ExternalCode, Outcome, Verdict, VerifiedFile};

const ENDS: &str = "expected a MessagePack map, found the end of the bytes inside a value";

const NO_PATH: &str = "there is no path under \"in\"";

/// An ELF object with a section of `len` bytes without content.
fn without_bytes(name: &str, len: u64, sections: &[Given<'_>]) -> Vec<u8> {
    let mut object = Object::new(BinaryFormat::Elf, Architecture::X86_64, Endianness::Little);
    let id = object.add_section(Vec::new(), name.as_bytes().to_vec(), SectionKind::UninitializedData);
    object.append_section_bss(id, len, 1);
    for (name, content) in sections {
        let id = object.add_section(Vec::new(), name.as_bytes().to_vec(), SectionKind::ReadOnlyData);
        object.append_section_data(id, content, 1);
    }
    object.write().unwrap()
}

fn text(text: impl AsRef<[u8]>) -> Vec<u8> {
    let text = text.as_ref();
    let len = u16::try_from(text.len()).unwrap().to_be_bytes();
    [&[0xda], len.as_slice(), text].concat()
}

fn reference<P: AsRef<[u8]>>(paths: &[P]) -> Vec<u8> {
    let count = u16::try_from(paths.len()).unwrap().to_be_bytes();
    let paths: Vec<u8> = paths.iter().flat_map(text).collect();
    [
        &[0x83],
        &*text("in"),
        &[0xdc],
        &count,
        &*paths,
        &*text("as"),
        &*text("build/lib"),
        &*text("other"),
        &[0xc0, 0xc1],
    ]
    .concat()
}

fn moved<P: AsRef<[u8]>>(paths: &[P]) -> Vec<u8> {
    without_bytes(
        ".packs",
        99,
        &[(".moved", &reference(paths)), (".point", b"GONE....GONE....HERE....")],
    )
}

fn external(input: impl Into<crate::input::InputFile>) -> Vec<ExternalCode> {
    let request = listing(input);
    let report = list(&REGISTRY, &request).unwrap();
    report.files.into_iter().next().unwrap().notes.external_code
}

fn verified(input: &str) -> VerifiedFile {
    let mut request = verifying(input);
    request.scan.no_follow = true;
    verify(&REGISTRY, &request).unwrap().files.into_iter().next().unwrap()
}

fn found(folder: &Folder, input: &str) -> (Option<Verdict>, Vec<(&'static str, String)>) {
    let file = verified(input);
    let findings = file
        .findings
        .iter()
        .map(|finding| (finding.code, folder.strip(&finding.message)));
    (file.summary.verdict, findings.collect())
}

fn leads_to(folder: &Folder, path: &str) -> Vec<(String, Option<String>)> {
    let input = folder.put("lib/x.so", moved(&[path]));
    let [external] = external(input.as_str()).try_into().unwrap();
    let [path] = external.reference.unwrap().paths.try_into().unwrap();
    let files = path.files.unwrap().into_iter();
    files
        .map(|file| (folder.strip(&file.file.to_string()), file.target))
        .collect()
}

#[test]
fn moved_device_code_is_reported() {
    let folder = Folder::new();
    let plain = folder.put("plain", without_bytes(".packs", 99, &[]));
    let [plain] = external(plain.as_str()).try_into().unwrap();
    assert_eq!(plain.section.as_str(), ".packs");
    assert_eq!(plain.size.0, 99);
    assert_eq!(plain.moved_count, 0);
    assert_eq!(plain.reference, None);
    let there = folder.put("there", moved(&["there"]));
    let [there] = external(there.as_str()).try_into().unwrap();
    let reference = there.reference.unwrap();
    assert_eq!(there.section.as_str(), ".packs");
    assert_eq!(there.size.0, 99);
    assert_eq!(there.moved_count, 2);
    assert_eq!(
        (reference.section.as_str(), reference.name.unwrap().to_string()),
        (".moved", "build/lib".into())
    );
    assert_eq!((reference.paths.len(), reference.error), (1, None));
    // The bytes may exist and be zero, in other object formats too, and next to remaining bundles.
    let (zeros, said, left) = (vec![0; 99], reference_to("a"), packed(&[("own--a", b"A")]));
    for (sections, form) in [
        (vec![(".moved", said.as_slice())], 0),
        (vec![(".packs", &zeros), (".moved", &said)], 3),
        (vec![(".packs", &left), (".moved", &said)], 5),
    ] {
        let [external] = external(Input::from_bytes("in", object(FORMS[form], &sections)))
            .try_into()
            .unwrap();
        assert_eq!(external.section.as_str(), ".moved");
        assert_eq!(external.reference.unwrap().paths.len(), 1);
    }
    let [external] = external(Input::from_bytes("in", image(&[(".packs", b""), (".moved", &said)])))
        .try_into()
        .unwrap();
    assert_eq!(external.section.as_str(), ".packs");
    assert_eq!(external.reference.unwrap().paths.len(), 1);
}

fn reference_to(path: &str) -> Vec<u8> {
    reference(&[path])
}

#[test]
fn paths_are_relative_to_the_file() {
    let folder = Folder::new();
    for made in ["lib", "packs", "packs/c1", "packs/c9.d", "packs/p_c3.kp"] {
        fs::create_dir(folder.path(made)).unwrap();
    }
    for file in [
        "lib/beside.kp",
        "packs/p_c1.kp",
        "packs/p_c1.fast+.kp",
        "packs/p_.kp",
        "packs/p_c2.kp.old",
        "packs/c1/x.kp",
        "packs/a<chip>",
    ] {
        folder.put(file, b"");
    }
    let c1 = || Some("c1".to_owned());
    let at = |path: &str| folder.strip(&folder.path(&format!("lib/{path}")));
    for (path, expected) in [
        ("beside.kp", vec![(at("beside.kp"), None)]),
        ("./beside.kp", vec![(at("./beside.kp"), None)]),
        // Like the loader: out of the folder, and anywhere.
        ("../packs/p_c1.kp", vec![(at("../packs/p_c1.kp"), None)]),
        (
            "../packs/p_<chip>.kp",
            vec![(at("../packs/p_c1.kp"), c1()), (at("../packs/p_c1.fast+.kp"), Some("c1.fast+".into()))],
        ),
        ("../packs/<chip>/x.kp", vec![(at("../packs/c1/x.kp"), c1())]),
        // Only the first placeholder is replaced.
        ("../packs/p_<chip>.kp<chip>", vec![]),
        ("nowhere/<chip>.kp", vec![]),
        ("../packs", vec![]),
        ("..", vec![]),
        ("", vec![]),
        ("beside.kp/<chip>", vec![]),
        ("beside.kp\0", vec![]),
        ("../../../../../../../../../../../../nowhere-at-all", vec![]),
    ] {
        assert_eq!(leads_to(&folder, path), expected, "{path}");
    }
    let absolute = folder.path("packs/p_<chip>.kp");
    assert_eq!(leads_to(&folder, &absolute).len(), 2);
    assert_eq!(leads_to(&folder, "/dev/null"), []);
}

/// A loader knows the mapped file, not the link to it.
#[cfg(unix)]
#[test]
fn paths_start_from_the_resolved_file() {
    let folder = Folder::new();
    fs::create_dir(folder.path("lib")).unwrap();
    fs::create_dir(folder.path("links")).unwrap();
    folder.put("lib/beside.kp", b"");
    folder.put("lib/x.so", moved(&["beside.kp"]));
    std::os::unix::fs::symlink("../lib/x.so", folder.path("links/x.so")).unwrap();
    assert_eq!(
        verified(&folder.path("links/x.so")).summary.verdict,
        Some(Verdict::Elsewhere)
    );
}

#[test]
fn missing_moved_code_is_not_sound() {
    let folder = Folder::new();
    fs::create_dir(folder.path("lib")).unwrap();
    let missing = folder.put("lib/missing", moved(&["no<chip>", "nor\nthis"]));
    let message = "the device code was split into kpack archives, but none exists: no<chip>, nor\\nthis \
                   (relative to the folder of this file)";
    assert_eq!(
        found(&folder, &missing),
        (Some(Verdict::NotSound), vec![("elsewhere-missing", message.to_owned())])
    );
    // One location suffices: loaders use existing files.
    let there = folder.put("lib/there", moved(&["no<chip>", "missing"]));
    assert_eq!(found(&folder, &there), (Some(Verdict::Elsewhere), Vec::new()));
    assert_eq!(verified(&there).summary.outcome, Outcome::Done);
    // A debug file never had device code.
    let debug = folder.put("lib/debug", without_bytes(".packs", 99, &[]));
    assert_eq!(found(&folder, &debug), (Some(Verdict::NoBundles), Vec::new()));
    let unsaid = folder.put(
        "lib/unsaid",
        without_bytes(".packs", 99, &[(".point", b"GONE....GONE....")]),
    );
    let why =
        "the device code was split into kpack archives, but their reference is invalid: no section with device code";
    assert_eq!(
        found(&folder, &unsaid),
        (Some(Verdict::NotSound), vec![("bad-reference", why.to_owned())])
    );
    let unsaid = folder.put("lib/unsaid", object(FORMS[0], &[(".point", b"GONE....GO")]));
    assert_eq!(
        found(&folder, &unsaid),
        (Some(Verdict::NotSound), vec![("bad-reference", why.to_owned())])
    );
    // Nothing is missing if files cannot be looked up.
    let inside = folder.put("lib/x.a", archive(&[member("x.o/", &moved(&["missing"]))]));
    let [external] = external(inside.as_str()).try_into().unwrap();
    assert_eq!(
        (
            external.reference.unwrap().paths[0].files.is_none(),
            external.member.is_some()
        ),
        (true, true)
    );
    assert_eq!(verified(&inside).summary.verdict, Some(Verdict::NoBundles));
}

#[test]
fn unreadable_reference_is_reported_and_not_followed() {
    let folder = Folder::new();
    let sound = reference_to("x");
    let (at, name) = (text("in"), text("as"));
    let map = |count: u8, rest: &[&[u8]]| [&[0x80 | count], rest.concat().as_slice()].concat();
    let mut hostile: Vec<(Vec<u8>, &str)> = vec![
        (b"there".to_vec(), "expected a map, found a number"),
        (vec![], ENDS),
        (map(0, &[]), NO_PATH),
        (vec![0xdf, 0xff, 0xff, 0xff, 0xff], ENDS),
        (map(1, &[&at, &[0xdd, 0xff, 0xff, 0xff, 0xff]]), ENDS),
        (map(1, &[&at, &[0x90]]), NO_PATH),
        (map(1, &[&at, b"\x91\xa1x"]), "there is no name under \"as\""),
        (
            map(1, &[&at, b"\xa1x"]),
            "expected a list of texts under \"in\", found a text",
        ),
        (
            map(1, &[&at, b"\x91\x07"]),
            "expected a list of texts under \"in\", found a number",
        ),
        (
            map(1, &[&at, b"\x91\x91\xa1x"]),
            "expected a list of texts under \"in\", found a list",
        ),
        (
            map(2, &[&name, &[7], &at, b"\x91\xa1x"]),
            "expected a text under \"as\", found a number",
        ),
        // A key that is not text does not inherit the previous key's value.
        (map(3, &[&name, b"\xa1x\x07\xa1y", &at, &[0x90]]), NO_PATH),
        (map(2, &[&at, b"\x90\x07\x91\xa1x"]), NO_PATH),
        (
            vec![0x91; 100],
            "expected a MessagePack map, found maps and lists deeper within each other than 64 levels",
        ),
        (
            vec![0xc1],
            "expected a MessagePack map, found the invalid first byte 0xc1",
        ),
        (reference(&["x"; 65]), "there are more than 64 \"in\""),
        (
            reference(&["x".repeat(5000)]),
            "a text under \"in\" has 4096 bytes or more",
        ),
        // Loaders read only so many bytes.
        (reference(&["x".repeat(30_000)]), ENDS),
    ];
    let map_len = sound.len() - 1;
    hostile.extend((1..map_len).map(|len| (sound[..len].to_vec(), ENDS)));
    folder.put("x", b"");
    for (bytes, why) in hostile {
        let input = folder.put("in", object(FORMS[0], &[(".moved", &bytes)]));
        // An empty section is not a reference.
        if bytes.is_empty() {
            continue;
        }
        let [external] = external(input.as_str()).try_into().unwrap();
        assert_eq!(external.reference.unwrap().paths, []);
        let (verdict, findings) = found(&folder, &input);
        let expected = format!("the device code was split into kpack archives, but their reference is invalid: {why}");
        assert_eq!(
            (verdict, findings),
            (Some(Verdict::NotSound), vec![("bad-reference", expected)]),
            "{}",
            bytes.escape_ascii()
        );
    }
}

#[test]
fn shared_reference_is_reported_once() {
    let mut object = Object::new(BinaryFormat::Elf, Architecture::X86_64, Endianness::Little);
    for _ in 0..100 {
        let id = object.add_section(Vec::new(), b".packs".to_vec(), SectionKind::UninitializedData);
        object.append_section_bss(id, 9, 1);
    }
    for content in [reference_to("x"), b"GONE....".to_vec()] {
        let name = if content.len() == 8 {
            b".point".to_vec()
        } else {
            b".moved".to_vec()
        };
        let id = object.add_section(Vec::new(), name, SectionKind::ReadOnlyData);
        object.append_section_data(id, &content, 1);
    }
    let found = external(Input::from_bytes("in", object.write().unwrap()));
    let paths = found
        .iter()
        .map(|external| external.reference.as_ref().unwrap().paths.len());
    assert_eq!((found.len(), paths.sum::<usize>(), found[99].moved_count), (100, 1, 1));
}
