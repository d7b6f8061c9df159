//! Archives, thin archives, and `unbundle` of archives.

use std::fs;

use object::archive::{MAGIC, THIN_MAGIC};
use serde_json::json;

use super::formats::packed;
use super::{Folder, REGISTRY, file_type, inspect, list, listing, verify, verifying, written};
use crate::input::Input;
use crate::ops::{extract, unbundle};
use crate::report::Outcome;
use crate::request::{
    EntryRequest, ExtractRequest, InspectRequest, ListRequest, ScanRequest, UnbundleRequest, VerifyRequest,
};

pub(super) fn header(name: &str, size: &str) -> Vec<u8> {
    let mut header = format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{size:<10}", 0, 0, 0, 644).into_bytes();
    header.extend(b"`\n");
    assert_eq!(header.len(), 60);
    header
}

pub(super) fn member(name: &str, content: &[u8]) -> Vec<u8> {
    let mut member = header(name, &content.len().to_string());
    member.extend(content);
    member.resize(member.len().next_multiple_of(2), b'\n');
    member
}

pub(super) fn archive(members: &[Vec<u8>]) -> Vec<u8> {
    [MAGIC.as_slice(), &members.concat()].concat()
}

pub(super) fn listed(name: &str, bytes: Vec<u8>) -> (Vec<(String, u64)>, Result<Outcome, String>, String) {
    run_list(&listing(Input::from_bytes(name, bytes)))
}

fn run_list(request: &ListRequest) -> (Vec<(String, u64)>, Result<Outcome, String>, String) {
    let run = list(request);
    let bundles = run.report["files"][0]["bundles"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    let found = bundles.iter().map(|bundle| {
        let member = &bundle["member"];
        let name = member["name"].as_str().unwrap_or("?").to_owned();
        (name, member["offset"].as_u64().unwrap_or_default())
    });
    (found.collect(), run.result.map_err(|error| error.to_string()), run.said)
}

pub(super) fn bundle() -> Vec<u8> {
    packed(&[("own--a", b"AAAA"), ("far--b", b"B")])
}

#[test]
fn member_names_of_every_form_are_read() {
    let long = "a name that is longer than sixteen bytes.o";
    let gnu = archive(&[
        member("//", format!("{long}/\nx/\n").as_bytes()),
        member("short.o/", &bundle()),
        member("of-15-letters.o/", &bundle()),
        member("/0", &bundle()),
        member(&format!("/{}", long.len() + 2), &bundle()),
    ]);
    let coff = archive(&[
        member("/", &[0; 4]),
        member("/", b"in another form"),
        member("//", format!("{long}\0x\0").as_bytes()),
        member("/0", &bundle()),
        member("short.o/", &bundle()),
    ]);
    let bsd = archive(&[
        member("__.SYMDEF SORTED", b"...."),
        member(
            &format!("#1/{}", long.len() + 2),
            &[long.as_bytes(), b"\0\0", &bundle()].concat(),
        ),
        member("#1/12", &[b"__.SYMDEF\0\0\0".as_slice(), b"..."].concat()),
        member("short.o", &bundle()),
        member("of-15-letters.o", &bundle()),
        member("of-16-letters.ob", &bundle()),
    ]);
    for (form, bytes, names) in [
        ("gnu", gnu, vec!["short.o", "of-15-letters.o", long, "x"]),
        ("coff", coff, vec![long, "short.o"]),
        ("bsd", bsd, vec![long, "short.o", "of-15-letters.o", "of-16-letters.ob"]),
    ] {
        let (found, outcome, said) = listed("lib.a", bytes);
        let found: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(found, names, "{form}");
        assert_eq!(outcome, Ok(Outcome::Done), "{form}");
        assert_eq!(said.as_str(), "", "{form}");
    }
}

#[test]
fn offsets_count_within_the_archive_member() {
    let bytes = archive(&[member("other/", b"..."), member("a.o/", &bundle())]);
    let input = || vec![Input::from_bytes("lib.a", bytes.clone()).into()];
    let (found, outcome, said) = listed("lib.a", bytes.clone());
    assert_eq!((found, outcome), (vec![("a.o".to_owned(), 72)], Ok(Outcome::Done)));
    assert_eq!(
        said,
        "lib.a: 0x8 (): members without bundles: other: of an unknown kind\n"
    );
    let run = list(&ListRequest { inputs: input(), ..ListRequest::default() });
    let found = &run.report["files"][0]["bundles"][0];
    assert_eq!(found["offset"], json!(0));
    assert_eq!(found["entries"][0]["offset"], json!(72));
    let run = inspect(&InspectRequest { inputs: input(), ..InspectRequest::default() });
    let part = &run.report["files"][0]["parts"][0];
    assert_eq!(part["file"], json!("lib.a(a.o)"));
    assert_eq!(part["member"]["offset"], json!(72));
    assert_eq!(run.result.unwrap(), Outcome::Done);
    let run = verify(&VerifyRequest { inputs: input(), ..VerifyRequest::default() });
    let file = &run.report["files"][0];
    let findings = file["findings"].as_array().unwrap();
    assert_eq!(file["bundle_count"], json!(1));
    assert_eq!(findings.last().unwrap()["code"], json!("members-not-read"));
    assert_eq!(run.result.unwrap(), Outcome::Done);
}

#[test]
fn extracted_files_are_named_by_member() {
    let folder = Folder::new();
    let names = [member("//", b"../../x.o/\n/etc/y.o/\n"), member("/0", &bundle()), member("/11", &bundle())];
    let input = folder.put("lib.a", archive(&names));
    let request = ExtractRequest {
        inputs: vec![input.as_str().into()],
        folder: folder.path("out").into(),
        ..ExtractRequest::default()
    };
    let run = written(|context| extract(&REGISTRY, &request, context));
    assert!(run.result.is_ok(), "{run:?}");
    assert_eq!(
        folder.names_in("out"),
        ["lib.a.x.o.0.far--b", "lib.a.x.o.0.own--a", "lib.a.y.o.1.far--b", "lib.a.y.o.1.own--a"]
    );
    assert_eq!(folder.get("out/lib.a.x.o.0.own--a"), b"AAAA");
}

#[test]
fn damaged_member_is_located_and_rest_listed() {
    let good = || member("good.o/", &bundle());
    let damaged = |bytes: &[u8], at: usize, by: &[u8]| {
        let mut bytes = bytes.to_vec();
        bytes[at..at + by.len()].copy_from_slice(by);
        bytes
    };
    let mut bad_bundle = bundle();
    bad_bundle.truncate(30);
    let symbols = |numbers: &[u32]| -> Vec<u8> {
        let numbers: Vec<u8> = numbers.iter().flat_map(|number| number.to_be_bytes()).collect();
        member("/", &numbers)
    };
    for (fault, members, expected) in [
        (
            "a size past the end",
            vec![good(), header("bad.o/", "100")],
            "lib.a: at byte 0xc2 (members[1].size): in the member \"bad.o\": runs past the end of the file: expected at most 0 \
             bytes, found 100",
        ),
        (
            "a huge size",
            vec![good(), header("bad.o/", "9999999999")],
            "lib.a: at byte 0xc2 (members[1].size): in the member \"bad.o\": runs past the end of the file: expected at most 0 \
             bytes, found 9999999999",
        ),
        (
            "a size that is no number",
            vec![good(), header("bad.o/", "0x10")],
            "lib.a: at byte 0xc2 (members[1].size): expected a number in decimal digits, found \"0x10      \"",
        ),
        (
            "a header cut off",
            vec![good(), header("bad.o/", "1")[..59].to_vec()],
            "lib.a: at byte 0x92 (members[1]): the file ends too early: the field needs 60 bytes, but 59 are left",
        ),
        (
            "another terminator",
            vec![good(), damaged(&member("bad.o/", b"x"), 58, b"!!")],
            "lib.a: at byte 0xcc (members[1].terminator): expected \"`\\n\", found \"!!\"",
        ),
        (
            "a name past the end of the list",
            vec![member("//", b"x.o/\n"), member("/5", b"x"), good()],
            "lib.a: at byte 0x4a (members[1].name): runs past the end of the file: expected at most 0 bytes, found 1",
        ),
        (
            "a long name without a list",
            vec![member("/0", b"x"), good()],
            "lib.a: at byte 0x8 (members[0].name): runs past the end of the file: expected at most 0 bytes, found 1",
        ),
        (
            "a long name that does not end",
            vec![member("//", b"x.o"), member("/0", b"x"), good()],
            "lib.a: at byte 0x44 (members[1].name): expected a line break or a zero byte at the end of the member's name, found \
             the end of the file",
        ),
        (
            "a long name that is no number",
            vec![member("/x", b"x"), good()],
            "lib.a: at byte 0x8 (members[0].name): expected a number in decimal digits, found \"x\"",
        ),
        (
            "a name longer than its member",
            vec![member("#1/5", b"x.o"), good()],
            "lib.a: at byte 0x8 (members[0].name): expected 0 to 3, found 5",
        ),
        (
            "no name",
            vec![member("", b"x"), good()],
            "lib.a: at byte 0x8 (members[0].name): expected a name, found only spaces",
        ),
        (
            "a symbol table with more symbols than there are bytes",
            vec![symbols(&[2, 20]), good()],
            "lib.a: at byte 0x44 (members[0]): expected 0 to 1, found 2",
        ),
        (
            "a symbol table that is cut off",
            vec![member("/", b"12"), good()],
            "lib.a: at byte 0x44 (members[0]): the file ends too early: the field needs 4 bytes, but 2 are left",
        ),
        (
            "a symbol of no member",
            vec![symbols(&[2, 76 + 4, 77]), good()],
            "lib.a: at byte 0x4c (members[0]): expected the offset of a member, found the offset 0x4d",
        ),
        (
            "a damaged bundle",
            vec![member("bad.o/", &bad_bundle), good()],
            "lib.a(bad.o): at byte 0x1c (entries[0]): the file ends too early: the field needs 8 bytes, but 2 are left",
        ),
    ] {
        let bytes = archive(&members);
        let (found, outcome, said) = listed("lib.a", bytes.clone());
        assert_eq!(outcome, Ok(Outcome::Failed), "{fault}: {said}");
        let found: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(found, ["good.o"], "{fault}");
        assert_eq!(said.lines().last(), Some(expected), "{fault}");

        let folder = Folder::new();
        let request = ExtractRequest {
            inputs: vec![Input::from_bytes("lib.a", bytes.clone()).into()],
            folder: folder.path("out").into(),
            ..ExtractRequest::default()
        };
        let run = written(|context| extract(&REGISTRY, &request, context));
        assert_eq!(run.said.lines().last(), Some(expected), "{fault}");
        assert_eq!(folder.names_in("out").len(), 2, "{fault}");

        let request = verifying(Input::from_bytes("lib.a", bytes));
        let run = verify(&request);
        assert_eq!(run.result.unwrap(), Outcome::Negative, "{fault}");
    }
}

#[test]
fn final_padding_byte_may_be_missing() {
    let mut bytes = archive(&[member("a.o/", &bundle()), member("odd.o/", b"...")]);
    assert_eq!(bytes.pop(), Some(b'\n'));
    assert_eq!(listed("lib.a", bytes).1, Ok(Outcome::Done));
}

#[test]
fn truncated_archive_is_never_complete() {
    let members = [member("//", b"first.o/\nsecond.o/\n"), member("/0", &bundle()), member("/9", &bundle())];
    let whole = archive(&members);
    // The ends of members, with and without padding.
    let mut ends = vec![8];
    for member in &members {
        ends.push(ends.last().unwrap() + member.len());
    }
    assert_eq!(ends.last(), Some(&whole.len()));
    assert_eq!(bundle().len() % 2, 1);
    assert_eq!(members[0].len() % 2, 0);
    for len in 0..=whole.len() {
        let (found, outcome, said) = listed("lib.a", whole[..len].to_vec());
        // The first member is the list of names.
        let complete = ends.iter().skip(2).filter(|end| len + 1 >= **end).count();
        let is_whole = len < 8 || ends.contains(&len) || ends.iter().skip(1).any(|end| len + 1 == *end);
        assert_eq!(found.len(), complete, "{len}: {said}");
        assert_eq!(is_whole, outcome != Ok(Outcome::Failed), "{len}: {said}");
    }
}

#[test]
fn conflicts_across_members_are_notes() {
    let one = |id: &str| packed(&[(id, b"B")]);
    let bytes =
        archive(&[member("x.o/", &one("far--b")), member("y.o/", &one("far--b+")), member("z.o/", &one("far--b"))]);
    let request = verifying(Input::from_bytes("lib.a", bytes));
    let run = verify(&request);
    let findings = run.report["files"][0]["findings"].as_array().unwrap().clone();
    let across: Vec<_> = findings
        .iter()
        .filter(|finding| finding["code"] == "conflict-across-members")
        .collect();
    assert_eq!(across.len(), 1, "{findings:?}");
    assert_eq!(across[0]["severity"], json!("note"));
    assert_eq!(across[0]["member"]["name"], json!("y.o"));
    assert!(
        across[0]["message"]
            .as_str()
            .unwrap()
            .starts_with("conflict with an entry of the member `x.o`"),
        "{across:?}"
    );
}

/// A link may lead out of the folder, so no link is followed, whether member or folder.
#[cfg(unix)]
#[test]
fn thin_archive_members_never_follow_links() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new();
    folder.put("outside.o", bundle());
    fs::create_dir_all(folder.path("lib/sub")).unwrap();
    folder.put("lib/sub/in.o", bundle());
    symlink("../outside.o", folder.path("lib/link.o")).unwrap();
    symlink("..", folder.path("lib/up")).unwrap();
    symlink("in.o", folder.path("lib/sub/same.o")).unwrap();
    // The archive itself may be reached through a link.
    symlink("lib", folder.path("other")).unwrap();
    let names = "link.o/\nup/outside.o/\nsub/same.o/\nsub/in.o/\n";
    let at = |name: &str| format!("/{}", names.find(name).unwrap());
    let thin = [
        THIN_MAGIC.to_vec(),
        member("//", names.as_bytes()),
        header(&at("link"), "47"),
        header(&at("up/"), "47"),
        header(&at("sub/same"), "47"),
        header(&at("sub/in"), "47"),
    ];
    folder.put("lib/thin.a", thin.concat());
    for archive in ["lib/thin.a", "other/thin.a"] {
        let (found, _, said) = run_list(&listing(folder.path(archive)));
        assert_eq!(
            found.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(),
            ["sub/in.o"],
            "{archive}"
        );
        for name in ["link.o", "up/outside.o", "sub/same.o"] {
            let expected = format!("\"{name}\" cannot be read: links are not followed");
            assert!(said.contains(&expected), "{said}");
        }
    }
}

#[test]
fn thin_archive_members_are_separate_files() {
    let folder = Folder::new();
    fs::create_dir(folder.path("sub")).unwrap();
    folder.put("sub/a.o", bundle());
    folder.put("outside.o", bundle());
    fs::create_dir(folder.path("lib")).unwrap();
    fs::rename(folder.path("sub"), folder.path("lib/sub")).unwrap();
    let absolute = folder.path("outside.o");
    let names = format!("sub/a.o/\nsub/./a.o/\n../outside.o/\n{absolute}/\nmissing.o/\nsub/\n");
    let at = |name: &str| format!("/{}", names.find(name).unwrap());
    let thin = [
        THIN_MAGIC.to_vec(),
        member("//", names.as_bytes()),
        header(&at("sub/a.o"), "47"),
        header(&at("../out"), "47"),
        header(&at(&absolute), "47"),
        header(&at("missing"), "47"),
        header(&at("sub/\n"), "47"),
        header(&at("sub/./a.o"), "47"),
    ];
    let bytes = thin.concat();
    let input = folder.put("lib/thin.a", &bytes);
    let (found, outcome, said) = run_list(&listing(input));
    assert_eq!(outcome, Ok(Outcome::Failed));
    assert_eq!(
        found.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(),
        ["sub/a.o"]
    );
    let said = folder.strip(&said);
    let outside = "cannot be read: it leads out of the archive's folder, and is not followed";
    for expected in [
        format!("the member \"../outside.o\" {outside}"),
        format!("the member \"{}\" {outside}", folder.strip(&absolute)),
        "the member \"missing.o\" cannot be read: No such file or directory".into(),
        "the member \"sub\" cannot be read: not a regular file".into(),
        "the member \"sub/./a.o\" cannot be read: the same file is a member before, and is not looked at twice".into(),
    ] {
        let line = said
            .lines()
            .find(|line| line.ends_with(&expected) && line.starts_with("lib/thin.a: 0x"));
        assert!(line.is_some(), "{expected}: {said}");
    }
    // Input in memory lacks a folder.
    let (found, outcome, said) = listed("lib.a", bytes);
    assert_eq!((found.len(), outcome), (0, Ok(Outcome::Failed)));
    assert!(
        said.contains("its file is next to the archive, but the archive is not a file"),
        "{said}"
    );
}

fn taking_apart(folder: &Folder, bytes: &[u8], wanted: &[(&str, &str)]) -> UnbundleRequest {
    UnbundleRequest {
        input: folder.put("lib.a", bytes).into(),
        scan: ScanRequest { file_type: Some(file_type("archive")), ..ScanRequest::default() },
        wanted: wanted
            .iter()
            .map(|(id, output)| EntryRequest::new(*id, folder.path(output)))
            .collect(),
        ..UnbundleRequest::default()
    }
}

#[test]
fn unbundled_archive_gives_one_per_request() {
    let folder = Folder::new();
    let packed = packed(&[("own--a", b"AAAA"), ("far--b", b"odd"), ("far--b+x", b"")]);
    let members = [member("x.o/", &packed), member("text/", b"..."), member("dir.y.o/", &packed)];
    let wanted = [("far--b+x", "away.a"), ("own--a", "home.a")];
    let request = taking_apart(&folder, &archive(&members), &wanted);
    let run = written(|context| unbundle(&REGISTRY, &request, context));
    assert!(run.result.is_ok(), "{run:?}");
    let names = b"dir.y-far--b.away/\ndir.y-far--b_x.away/\n";
    // Only the size is in the header of the list.
    let list = [format!("{:<48}{:<10}`\n", "//", names.len()).into_bytes(), names.to_vec()].concat();
    let expected = archive(&[
        list,
        member("x-far--b.away/", b"odd"),
        member("x-far--b_x.away/", b""),
        member("/0", b"odd"),
        member("/19", b""),
    ]);
    assert_eq!(
        folder.get("away.a").escape_ascii().to_string(),
        expected.escape_ascii().to_string()
    );
    let expected = archive(&[member("x-own--a.o/", b"AAAA"), member("dir.y-own--a.o/", b"AAAA")]);
    assert_eq!(
        folder.get("home.a").escape_ascii().to_string(),
        expected.escape_ascii().to_string()
    );
    let report = &run.report["archives"][1];
    assert_eq!(report["size"], json!(136));
    assert_eq!(report["members"][1]["name"], json!("dir.y-own--a.o"));
    assert_eq!(report["members"][1]["member"]["name"], json!("dir.y.o"));
}

#[test]
fn failed_archive_request_writes_nothing() {
    let folder = Folder::new();
    let mut cut = bundle();
    cut.truncate(30);
    let good = archive(&[member("x.o/", &bundle())]);
    let damaged = archive(&[member("x.o/", &bundle()), member("bad.o/", &cut)]);
    let wanted = [("far--b", "one.a"), ("own--z", "two.a")];
    let run = written(|context| unbundle(&REGISTRY, &taking_apart(&folder, &good, &wanted), context));
    assert!(folder.strip(&run.error()).starts_with("lib.a: no entry for \"own--z\""));
    let run = written(|context| unbundle(&REGISTRY, &taking_apart(&folder, &damaged, &wanted[..1]), context));
    assert!(folder.strip(&run.error()).starts_with("lib.a(bad.o): at byte 0x1c"));
    assert_eq!(folder.names(), ["lib.a"]);
    // The same is allowed on request.
    let request = UnbundleRequest { allow_missing: true, ..taking_apart(&folder, &good, &wanted) };
    assert!(written(|context| unbundle(&REGISTRY, &request, context)).result.is_ok());
    assert_eq!(folder.get("two.a"), MAGIC);
    let request = UnbundleRequest { allow_missing: true, ..taking_apart(&folder, &MAGIC, &wanted) };
    assert!(written(|context| unbundle(&REGISTRY, &request, context)).result.is_ok());
    assert_eq!(folder.get("one.a"), MAGIC);
    let request = UnbundleRequest { lenient: true, ..taking_apart(&folder, &damaged, &wanted[..1]) };
    assert!(written(|context| unbundle(&REGISTRY, &request, context)).result.is_ok());
    assert_eq!(folder.get("one.a"), archive(&[member("x-far--b.away/", b"B")]));
}

#[test]
fn unreadable_member_name_is_refused() {
    let folder = Folder::new();
    let list = member("//", b"a\nb\0");
    let bsd = member("#1/3", &[b"a\nb".as_slice(), &bundle()].concat());
    let request = taking_apart(&folder, &archive(&[list, bsd]), &[("far--b", "out.a")]);
    let run = written(|context| unbundle(&REGISTRY, &request, context));
    assert!(
        run.error()
            .contains("the member's name \"a\\nb-far--b.away\" would hold a line break")
    );
}
