//! Damaged and contradictory kpack archives.

use super::ask::{LIBRARY, SCHEMES, archive, asked, changed, changed_of, found, listed, row, verified};
use offload_bundle::OffloadFile;
use offload_bundle::report::Outcome;
use offload_bundle_testing::kpack::{Archive, Scheme, Value, text};

type Change = Box<dyn Fn(&mut Archive)>;

#[test]
fn faults_are_reported_with_path() {
    let clean = found(archive(Scheme::None).bytes());
    let only = |findings: Vec<(&'static str, String)>| -> Vec<(&'static str, String)> {
        findings
            .into_iter()
            .filter(|finding| !clean.contains(finding))
            .collect()
    };
    let entry = |made: &mut Archive, key: &str, value: Value| {
        *made.toc.at("toc").at("math-libs/lib/libone.so#0").at("gfx90a").at(key) = value;
    };
    let blob = |made: &mut Archive, key: &str, value: u64| {
        *made.toc.at("blobs").item(1).at(key) = Value::Number(value);
    };
    let ordinal = "toc[0].entries[1].ordinal";
    let changes: [(&str, &str, Change); 14] = [
        (
            "out-of-range",
            ordinal,
            Box::new(move |made| entry(made, "ordinal", Value::Number(8))),
        ),
        (
            "unexpected",
            ordinal,
            Box::new(move |made| entry(made, "ordinal", text("1"))),
        ),
        (
            "other-size",
            "toc[0].entries[1].original_size",
            Box::new(move |made| entry(made, "original_size", Value::Number(7))),
        ),
        (
            "out-of-bounds",
            "toc[0].entries[1].blobs[1].offset",
            Box::new(move |made| blob(made, "offset", 1 << 40)),
        ),
        (
            "out-of-bounds",
            "toc[0].entries[1].blobs[1].size",
            Box::new(move |made| blob(made, "size", u64::MAX)),
        ),
        (
            "out-of-range",
            "toc[0].entries[1].blobs[1].offset",
            Box::new(move |made| blob(made, "offset", 15)),
        ),
        ("overlap", "blobs[1]", Box::new(move |made| blob(made, "offset", 65))),
        (
            "unexpected",
            "toc[0].entries[1].blobs[1].offset",
            Box::new(move |made| blob(made, "offset", made.front.len() as u64 - 9)),
        ),
        (
            "unexpected",
            "gfx_arches",
            Box::new(|made| *made.toc.at("gfx_arches") = text("gfx906")),
        ),
        (
            "unexpected",
            "compression_scheme",
            Box::new(|made| *made.toc.at("compression_scheme") = text("lz4")),
        ),
        (
            "unexpected",
            "format_version",
            Box::new(|made| *made.toc.at("format_version") = Value::Number(2)),
        ),
        (
            "unexpected",
            "toc",
            Box::new(|made| *made.toc.at("toc") = Value::List(vec![])),
        ),
        (
            "unannounced",
            "toc[1].entries[1]",
            Box::new(|made| {
                drop(match made.toc.at("gfx_arches") {
                    Value::List(targets) => targets.remove(2),
                    _ => panic!(),
                })
            }),
        ),
        (
            "unexpected",
            "toc[1]",
            Box::new(|made| made.toc.at("toc").items()[1].0 = format!("{LIBRARY}#0")),
        ),
    ];
    for (code, path, change) in changes {
        assert_eq!(only(changed(change)), [row(code, path)], "{code} {path}");
    }
}

#[test]
fn faults_of_compressed_code_are_reported() {
    let clean = found(archive(Scheme::Zstd).bytes());
    let codes = |change: Box<dyn Fn(&mut Archive)>| -> Vec<&'static str> {
        let findings = changed_of(Scheme::Zstd, change).into_iter();
        findings
            .filter(|finding| !clean.contains(finding))
            .map(|(code, _)| code)
            .collect()
    };
    let size = |value: u64| {
        move |made: &mut Archive| {
            *made.toc.at("toc").at("bin/with blank").at("gfx90a").at("original_size") = Value::Number(value);
        }
    };
    assert_eq!(codes(Box::new(size(3))), ["holds-more"]);
    assert_eq!(codes(Box::new(size(100_000))), ["disagrees"]);
    // The count of frames, and the length of the first.
    assert_eq!(
        codes(Box::new(|made| made.front[64] = 7)),
        ["ignored", "out-of-range"].into_iter().rev().collect::<Vec<_>>()
    );
    assert_eq!(codes(Box::new(|made| made.front[67] = 0xff)), ["over-limit"]);
    let broken = codes(Box::new(|made| made.front[71] = 0xff));
    assert_eq!((broken.len(), broken[0]), (9, "out-of-bounds"));
    // The magic of the frame.
    assert_eq!(codes(Box::new(|made| made.front[72] ^= 1)), ["corrupt"]);
    let offset = |value: u64| move |made: &mut Archive| *made.toc.at("zstd_offset") = Value::Number(value);
    assert_eq!(codes(Box::new(offset(8))), ["out-of-range"]);
    assert_eq!(codes(Box::new(offset(u64::MAX))), ["out-of-bounds"]);
    assert_eq!(
        codes(Box::new(|made| *made.toc.at("zstd_size") = Value::Number(3))),
        ["truncated"]
    );
}

#[test]
fn sound_part_of_damaged_archive_is_usable() {
    let mut made = archive(Scheme::None);
    *made.toc.at("blobs").item(1).at("size") = Value::Number(1 << 50);
    let report = listed(made.bytes());
    let file = &report.files[0];
    assert!(file.notes.error.is_some());
    let names: Vec<String> = file
        .bundles
        .iter()
        .map(|bundle| bundle.member.as_ref().unwrap().name.to_string())
        .collect();
    assert_eq!(
        names,
        [&format!("{LIBRARY}#1"), &format!("{LIBRARY}#2"), "bin/with blank"]
    );
    // No answer is given if something could be missing.
    assert!(asked("gfx90a", made.bytes()).0.notes.error.is_some());
}

#[test]
fn archive_without_rows_is_valid() {
    let made = Archive::new(Scheme::None, &["gfx906"], &[]);
    let file = verified(made.bytes());
    assert_eq!(file.summary.bundle_count, 1);
    assert_eq!(file.summary.entry_count, 0);
    assert_eq!(file.findings.len(), 0);
}

#[test]
fn bytes_after_the_table_are_reported() {
    let mut bytes = archive(Scheme::None).bytes();
    bytes.extend(b"more");
    let clean = found(archive(Scheme::None).bytes());
    let more: Vec<_> = found(bytes)
        .into_iter()
        .filter(|finding| !clean.contains(finding))
        .collect();
    assert_eq!(more, [row("ignored", "")]);
}

#[test]
fn truncated_archive_is_an_error() {
    for scheme in SCHEMES {
        let bytes = archive(scheme).bytes();
        for len in 4..bytes.len() {
            let file = verified(bytes[..len].to_vec());
            assert!(file.summary.outcome > Outcome::Done, "{scheme:?} {len}");
            let report = listed(bytes[..len].to_vec());
            assert!(report.summary.outcome > Outcome::Done, "{scheme:?} {len}");
        }
    }
}

#[test]
fn changed_bytes_never_panic() {
    for scheme in SCHEMES {
        let bytes = archive(scheme).bytes();
        let table = usize::try_from(u64::from_le_bytes(bytes[8..16].try_into().unwrap())).unwrap();
        for at in (0..160).chain(table..bytes.len()).filter(|at| *at < bytes.len()) {
            for flip in [1, 0x80, 0xff] {
                let mut bytes = bytes.clone();
                bytes[at] ^= flip;
                let _ = verified(bytes.clone());
                if let Ok(file) = OffloadFile::from_bytes(bytes) {
                    file.entries().for_each(|entry| drop(entry.bytes()));
                }
            }
        }
    }
}

#[test]
fn false_table_lengths_take_no_memory() {
    for declared in [&b"\xdf\xff\xff\xff\xff"[..], b"\xdd\xff\xff\xff\xff", b"\xdb\xff\xff\xff\xff"] {
        for key in ["toc", "blobs", "gfx_arches"] {
            let mut made = archive(Scheme::None);
            *made.toc.at(key) = Value::Raw(declared.to_vec());
            let file = verified(made.bytes());
            assert!(file.summary.outcome > Outcome::Done, "{key}");
        }
    }
}
