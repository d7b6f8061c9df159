//! kpack archives.

mod ask;
mod damage;

use std::path::Path;

use ask::{LIBRARY, SCHEMES, archive, asked, code, found, input, listed, sized, verified};
use offload_bundle::OffloadFile;
use offload_bundle::report::{Outcome, SupportedBy};
use offload_bundle::request::SizeBy;
use offload_bundle_testing::kpack::{Archive, Scheme, Value, map, text};

use crate::support::{diff, extracted, inspected};

#[test]
fn units_are_bundles_with_target_entries() {
    for scheme in SCHEMES {
        let report = listed(archive(scheme).bytes());
        assert_eq!(report.summary.outcome, Outcome::Done, "{scheme:?}");
        let file = &report.files[0];
        assert!(file.notes.warnings.is_empty(), "{:?}", file.notes.warnings);
        let bundles = file.bundles.iter().map(|bundle| {
            let ids = bundle.entries.iter().map(|entry| {
                assert_eq!(entry.packed_size.is_some(), scheme == Scheme::Zstd);
                let target = entry
                    .id
                    .as_deref()
                    .unwrap()
                    .strip_prefix("hipv4-amdgcn-amd-amdhsa--")
                    .unwrap();
                (target.to_owned(), entry.size.unwrap().0)
            });
            (
                bundle.member.as_ref().unwrap().name.to_string(),
                bundle.format,
                ids.collect::<Vec<_>>(),
            )
        });
        let entry = |target: &str| (target.to_owned(), code(target).len() as u64);
        let expected = [
            (format!("{LIBRARY}#0"), "kpack", vec![entry("gfx906"), entry("gfx90a")]),
            (
                format!("{LIBRARY}#1"),
                "kpack",
                vec![("gfx90a".into(), 5), entry("gfx90a:xnack+")],
            ),
            (
                format!("{LIBRARY}#2"),
                "kpack",
                vec![entry("gfx906"), entry("gfx90a"), entry("gfx11-generic")],
            ),
            ("bin/with blank".into(), "kpack", vec![entry("gfx90a")]),
        ];
        assert_eq!(bundles.collect::<Vec<_>>(), expected, "{scheme:?}");
    }
}

#[test]
fn extracted_code_matches_the_original() {
    for scheme in SCHEMES {
        let file = OffloadFile::from_bytes(archive(scheme).bytes()).unwrap();
        let all: Vec<Vec<u8>> = file.entries().map(|entry| entry.bytes().unwrap().to_vec()).collect();
        let expected = ["gfx906", "gfx90a", "", "gfx90a:xnack+", "gfx906", "gfx90a", "gfx11-generic", "gfx90a"];
        assert_eq!(all.len(), expected.len());
        for (found, of) in all.iter().zip(expected) {
            let expected = if of.is_empty() { b"short".to_vec() } else { code(of) };
            assert!(*found == expected, "{scheme:?} {of}");
        }
    }
}

#[test]
fn extracted_names_contain_archive_and_unit() {
    for scheme in SCHEMES {
        let folder = tempfile::tempdir().unwrap();
        let report = extracted(input(archive(scheme).bytes()), folder.path().join("out"));
        assert_eq!((report.outputs.len(), report.summary.outcome), (8, Outcome::Done));
        let first = &report.outputs[0];
        assert_eq!(first.member.as_ref().unwrap().name.to_string(), format!("{LIBRARY}#0"));
        let name = first.output.file_name().unwrap().to_str().unwrap();
        assert_eq!(name, "in.kpack.libone.so%230.0.hipv4-amdgcn-amd-amdhsa--gfx906");
        assert_eq!(std::fs::read(&first.output).unwrap(), code("gfx906"));
    }
}

#[test]
fn unit_name_never_leaves_the_folder() {
    let made = Archive::new(
        Scheme::None,
        &["gfx906"],
        &[("../../etc/pass\x1bwd#0", &[("gfx906", b"code")])],
    );
    let folder = tempfile::tempdir().unwrap();
    let report = extracted(input(made.bytes()), folder.path().to_owned());
    assert_eq!(report.outputs[0].output.parent(), Some(folder.path()));
    assert!(Path::new(&*report.outputs[0].output).is_file());
    assert!(
        !listed(made.bytes()).files[0].bundles[0]
            .member
            .as_ref()
            .unwrap()
            .name
            .to_string()
            .contains('\x1b')
    );
}

#[test]
fn gpu_needs_code_in_every_unit() {
    for scheme in SCHEMES {
        let bytes = || archive(scheme).bytes();
        let (file, outcome) = asked("gfx90a:xnack+", bytes());
        assert_eq!(file.supported, Some(true));
        assert_eq!(file.unit_count, 4);
        assert_eq!(outcome, Outcome::Done);
        let with: Vec<(&str, SupportedBy, usize)> = file
            .with
            .iter()
            .map(|with| (with.target.as_str(), with.how, with.unit_count))
            .collect();
        // The most specific entry of a unit is loaded.
        assert_eq!(
            with,
            [("gfx90a:xnack+", SupportedBy::Exact, 1), ("gfx90a", SupportedBy::Variant, 3)]
        );
        let (file, outcome) = asked("gfx1100", bytes());
        assert_eq!((file.supported_unit_count, outcome), (1, Outcome::Negative));
        assert_eq!(file.bundles_without, [0, 1, 3]);
        assert_eq!(file.with[0].how, SupportedBy::Generic);
    }
}

#[test]
fn sizes_partition_the_file() {
    for scheme in SCHEMES {
        for by in [SizeBy::Target, SizeBy::Bundle, SizeBy::Kernel, SizeBy::File] {
            let bytes = archive(scheme).bytes();
            let len = bytes.len() as u64;
            let report = sized(bytes, by);
            let rows: u64 = report.rows.iter().map(|row| row.sums.size_in_file.0).sum();
            assert_eq!(report.total.size_in_file.0, rows);
            assert_eq!(
                rows + report.containers_size.0 + report.other_size.0,
                len,
                "{scheme:?} {by:?}"
            );
            let unpacked: u64 = report.rows.iter().map(|row| row.sums.size.0).sum();
            let codes = ["gfx906", "gfx90a", "gfx90a:xnack+", "gfx906", "gfx90a", "gfx11-generic", "gfx90a"];
            let expected: usize = codes.iter().map(|of| code(of).len()).sum::<usize>() + 5;
            assert_eq!(unpacked, expected as u64, "{scheme:?} {by:?}");
            assert_eq!((report.total.bundle_count, report.total.code_object_count), (4, 8));
        }
    }
}

#[test]
fn sound_archive_with_variants_has_no_findings() {
    for scheme in SCHEMES {
        let file = verified(archive(scheme).bytes());
        // The code in these tests is not real.
        assert!(
            file.findings
                .iter()
                .all(|finding| finding.code == "unknown-content" || finding.code == "coverage"),
            "{:?}",
            file.findings
        );
        // Offsets are in the archive, behind its header, even if the code is packed.
        assert!(
            file.findings.iter().all(|finding| finding.offset.0 >= 64),
            "{:?}",
            file.findings
        );
        assert_eq!((file.summary.bundle_count, file.summary.entry_count), (4, 8));
    }
}

#[test]
fn compression_schemes_make_no_difference() {
    let [before, after] = [Scheme::None, Scheme::Zstd].map(|scheme| input(archive(scheme).bytes()));
    let report = diff(before, after);
    assert_eq!((report.changes.len(), report.outcome), (0, Outcome::Done));
}

#[test]
fn fields_are_inspected_once() {
    for scheme in SCHEMES {
        let bytes = archive(scheme).bytes();
        let [part] = inspected(input(bytes.clone())).parts.try_into().unwrap();
        let value = |path: &str| {
            let mut rows = part.rows.iter().filter(|row| row.path == path);
            let row = rows.next().unwrap_or_else(|| panic!("{path}"));
            assert!(rows.next().is_none(), "{path}");
            let [offset, size] = [row.offset.0, row.size.0].map(|number| usize::try_from(number).unwrap());
            (row.value.as_str(), bytes[offset..offset + size].to_vec())
        };
        let packed = |text: &str| [&[0xa0 | u8::try_from(text.len()).unwrap()], text.as_bytes()].concat();
        assert_eq!(value("magic"), ("\"KPAK\"", b"KPAK".to_vec()));
        assert_eq!(value("group_name"), ("\"test\"", packed("test")));
        assert_eq!(
            value("gfx_arches[2].target"),
            ("\"gfx90a:xnack+\"", packed("gfx90a:xnack+"))
        );
        let name = format!("{LIBRARY}#0");
        assert_eq!(value("toc[0].name"), (&*format!("{name:?}"), packed(&name)));
        assert_eq!(value("toc[2].entries[1].target"), ("\"gfx90a\"", packed("gfx90a")));
        assert_eq!(value("toc[2].entries[1].ordinal"), ("5", vec![5]));
        match scheme {
            Scheme::None => assert_eq!(value("blobs[2].content"), ("5 bytes", b"short".to_vec())),
            Scheme::Zstd => {
                let frame = value("frames[2].content").1;
                assert_eq!(zstd::decode_all(&*frame).unwrap(), b"short");
            }
        }
    }
}

#[test]
fn unusual_archive_layouts_are_read() {
    // Code directly after the header, unknown keys, and no compression scheme.
    let mut made = archive(Scheme::None);
    let front = made.front.split_off(64);
    made.front.truncate(16);
    made.front.extend(front);
    made.toc.items().retain(|(key, _)| key != "compression_scheme");
    made.toc.items().push((
        "variant_specs".into(),
        map(vec![("k", map(vec![("targets", Value::List(vec![text("toc")]))]))]),
    ));
    let Value::List(blobs) = made.toc.at("blobs") else {
        panic!()
    };
    for blob in blobs {
        let Value::Number(offset) = blob.at("offset") else {
            panic!()
        };
        *offset -= 48;
    }
    let row = made.toc.at("toc").items();
    row[0]
        .1
        .at("gfx906")
        .items()
        .push(("metadata".into(), map(vec![("ordinal", text("no number"))])));
    assert_eq!(found(made.bytes()), found(archive(Scheme::None).bytes()));
    let file = OffloadFile::from_bytes(made.bytes()).unwrap();
    assert_eq!(file.entries().next().unwrap().bytes().unwrap().to_vec(), code("gfx906"));
}
