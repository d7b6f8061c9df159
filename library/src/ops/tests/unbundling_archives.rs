//! `unbundle` of archives: an archive for each request, or none at all.

use object::archive::MAGIC;
use serde_json::json;

use super::archives::{archive, bundle, member};
use super::packed::packed;
use super::{Folder, REGISTRY, file_type, written};
use crate::ops::unbundle;
use crate::request::{ScanRequest, UnbundleRequest, WantedEntry};

/// A request for archives of what serves each ID, in the folder.
fn taking_apart(folder: &Folder, bytes: &[u8], wanted: &[(&str, &str)]) -> UnbundleRequest {
    UnbundleRequest {
        input: folder.put("lib.a", bytes).into(),
        scan: ScanRequest { file_type: Some(file_type("archive")), ..ScanRequest::default() },
        wanted: wanted
            .iter()
            .map(|(id, output)| WantedEntry::new(*id, folder.path(output)))
            .collect(),
        ..UnbundleRequest::default()
    }
}

#[test]
fn an_archive_is_taken_apart_into_one_for_each_request() {
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
fn nothing_is_written_where_one_request_is_not_served_or_a_member_is_damaged() {
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
    // Unless that is allowed.
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
fn a_name_that_could_not_be_read_back_is_refused() {
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
