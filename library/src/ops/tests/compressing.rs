//! `compress`, `decompress`, and `bundle` with compression.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::formats::{METHODS, Undigested, Wrap, packed};
use super::{Folder, REGISTRY, Run, file_type, listing, written};
use crate::ops::{bundle, compress, decompress, list};
use crate::request::{
    BundleRequest, ByteSize, CompressRequest, CompressionMethod, CompressionRequest, CompressionVersion,
    DecompressRequest, EntrySource, ScanRequest,
};

fn compressing(version: u64, method: usize, level: Option<i32>) -> CompressionRequest {
    let method = CompressionMethod { envelope: &Wrap, method: METHODS[method] };
    CompressionRequest {
        method: Some(method),
        level,
        version: Some(CompressionVersion(version)),
        ..CompressionRequest::default()
    }
}

pub(super) fn compressed(inputs: &[&str], output: &str, compression: CompressionRequest) -> Run {
    let request = CompressRequest {
        inputs: inputs.iter().map(|input| (*input).into()).collect(),
        output: Some(output.into()),
        compression,
        ..CompressRequest::default()
    };
    written(|context| compress(&REGISTRY, &request, context))
}

fn decompressed(input: &str, output: &str, alignment: u64) -> Run {
    let request = DecompressRequest {
        input: input.into(),
        scan: ScanRequest::default(),
        output: Some(output.into()),
        alignment,
        ..DecompressRequest::default()
    };
    written(|context| decompress(&REGISTRY, &request, context))
}

pub(super) fn usual() -> CompressionRequest {
    CompressionRequest::default()
}

#[test]
fn default_is_first_method_and_default_version() {
    let folder = Folder::new();
    let plain = folder.put("plain", packed(&[("own--a", b"AAAA")]));
    let run_ = compressed(&[&plain], &folder.path("out"), usual());
    let bundle = &run_.report["bundles"][0]["compression"];
    assert_eq!(bundle["version"], json!(2));
    assert_eq!(bundle["method"], json!(METHODS[0].name));
}

#[test]
fn compressed_bundle_contains_the_plain_bundle() {
    let folder = Folder::new();
    let a = folder.put("a", "AAAA".repeat(100));
    let mut request = BundleRequest {
        file_type: Some(file_type("packed")),
        output: folder.path("plain").into(),
        entries: vec![EntrySource::new("own--a", a)],
        alignment: Some(64),
        ..BundleRequest::default()
    };
    written(|context| bundle(&REGISTRY, &request, context)).done();
    request.output = folder.path("out").into();
    request.compression = compressing(2, 1, Some(9));
    let report = written(|context| bundle(&REGISTRY, &request, context)).report;
    assert_eq!(report["size"], folder.get("out").len());
    assert_eq!(report["entries"][0]["offset"], 64);
    assert_eq!(
        [
            &report["compression"]["version"],
            &report["compression"]["method"],
            &report["compression"]["level"],
            &report["compression"]["decompressed_size"]
        ],
        [&json!(2), &json!("fold"), &json!(9), &json!(464)]
    );
    assert_eq!(report["compression"]["digest"].as_str().unwrap().len(), 16);
    decompressed(&folder.path("out"), &folder.path("again"), 1).done();
    assert_eq!(folder.get("again"), folder.get("plain"));
}

#[test]
fn format_without_digest_reports_no_digest() {
    let folder = Folder::new();
    let plain = folder.put("plain", packed(&[("own--a", b"AAAA")]));
    let with = compressed(&[&plain], &folder.path("with"), compressing(2, 0, None)).report;
    assert!(with["bundles"][0]["compression"]["digest"].is_string(), "{with}");
    let method = CompressionMethod { envelope: &Undigested, method: METHODS[0] };
    let without = CompressionRequest { method: Some(method), ..usual() };
    let without = compressed(&[&plain], &folder.path("without"), without).report;
    let compression = &without["bundles"][0]["compression"];
    assert_eq!(
        (&compression["format"], &compression["digest"]),
        (&"undigested".into(), &Value::Null)
    );
}

#[test]
fn compressed_bytes_can_be_kept() {
    let folder = Folder::new();
    let plain = folder.put("plain", packed(&[("own--a", b"AAAA")]));
    let wrapped = folder.path("wrapped");
    compressed(&[&plain], &wrapped, compressing(2, 1, Some(9))).done();
    let out = folder.path("out");
    let any = CompressionRequest { method: None, ..compressing(1, 0, None) };
    for (compression, stays) in [
        (any, true),
        (compressing(1, 0, None), false),
        (compressing(1, 1, None), true),
        (compressing(1, 1, Some(6)), false),
    ] {
        let run_ = compressed(&[&wrapped, &plain], &out, compression);
        let report = run_.report;
        assert_eq!(
            report["bundles"][0]["compression"]["level"].is_null(),
            stays,
            "{compression:?}"
        );
        assert_eq!(report["bundles"][0]["compression"]["version"], 1);
        assert!(
            report["bundles"][1]["compression"]["level"].is_i64(),
            "what was not compressed is"
        );
        let same = folder.get("out")[16..].starts_with(&folder.get("wrapped")[30..]);
        assert!(same || !stays, "{compression:?}");
        decompressed(&out, &folder.path("again"), 1).done();
        assert_eq!(folder.get("again"), folder.get("plain").repeat(2));
    }
    let large = folder.put("large", packed(&[("own--a", &[7; 70_000])]));
    compressed(&[&large], &wrapped, compressing(2, 0, None)).done();
    let _ = std::fs::remove_file(&out);
    let error = compressed(&[&wrapped], &out, any).result;
    let error = error.unwrap_err().to_string();
    assert!(
        error.contains("too large for version 1 of wrapped container"),
        "{error}"
    );
    assert!(error.ends_with("version 2 has room"), "{error}");
    assert!(!std::path::Path::new(&out).exists());
}

/// Some tools omit the padding before a final empty content. Its offset then falls into the next bundle, or on its
/// start.
#[test]
fn bundle_after_distant_empty_content_is_found() {
    let folder = Folder::new();
    let mut one = packed(&[("own--a", b"AAAA"), ("far--b", b"")]);
    let two = packed(&[("own--c", &[b'C'; 100])]);
    // The rest is dropped, so the offset may be past the end afterwards.
    for (gap, behind) in [(0, 0), (5, 0), (5, 66)] {
        let start = one.len() + gap;
        for ofs in [start - 1, start + 10, start + two.len(), start + 2 * two.len() + behind] {
            one[42..50].copy_from_slice(&(ofs as u64).to_le_bytes());
            let bytes = [one.as_slice(), &vec![0; gap], &two, &two, &vec![b'x'; behind]].concat();
            let input = folder.put("plain", bytes);
            let report = decompressed(&input, &folder.path("out"), 1).report;
            let bundles = report["bundles"].as_array().unwrap();
            assert_eq!(bundles.len(), 3, "gap {gap}, empty content at {ofs}");
            assert_eq!(bundles[0]["size"], one.len().max(ofs.min(start)));
            assert!(folder.get("out").ends_with(&two.repeat(2)));
            decompressed(&folder.path("out"), &folder.path("again"), 1).done();
            assert_eq!(folder.get("again"), folder.get("out"));
        }
    }
}

#[test]
fn bundles_are_joined_and_dropped_bytes_reported() {
    let folder = Folder::new();
    let (one, two) = (
        packed(&[("own--a", b"AAAA")]),
        packed(&[("own--b", b"B"), ("far--c", b"")]),
    );
    let plain = folder.put(
        "plain",
        [one.clone(), vec![0; 100], two.clone(), b"more".to_vec()].concat(),
    );
    let run_ = compressed(&[&plain, &plain], &folder.path("out"), compressing(1, 0, None));
    assert_eq!(
        folder.strip(&run_.said),
        "plain: 0xdb (): 4 bytes after the bundle are not a bundle\n".repeat(2)
    );
    let report = folder.stripped(&run_.report);
    assert_eq!(report["files"][1]["dropped_size"], 104);
    assert_eq!(report["output"], "out");
    let bundles = report["bundles"].as_array().unwrap();
    assert_eq!(bundles.len(), 4);
    assert_eq!(bundles[0]["file"], "plain");
    assert_eq!(bundles[1]["offset"], bundles[0]["size"]);
    assert_eq!(bundles[1]["compression"]["decompressed_size"], two.len());
    let report = decompressed(&folder.path("out"), &folder.path("again"), 1).report;
    assert_eq!(folder.get("again"), [one.clone(), two.clone()].concat().repeat(2));
    assert_eq!(report["bundles"][1]["offset"], one.len());
    assert_eq!(report["bundles"][1]["compression"]["version"], 1);
    assert_eq!(report["bundles"][1]["compression"]["decompressed_size"], two.len());
    decompressed(&folder.path("out"), &folder.path("aligned"), 64).done();
    let aligned = folder.get("aligned");
    assert_eq!(aligned[64..64 + two.len()], two);
    assert_eq!(aligned[one.len()..64], vec![0; 64 - one.len()]);
}

#[test]
fn oversize_error_names_a_fitting_version() {
    let folder = Folder::new();
    let plain = folder.put("plain", packed(&[("own--a", &[7; 70_000])]));
    let run_ = compressed(&[&plain], &folder.path("out"), compressing(1, 0, None));
    assert_eq!(
        folder.strip(&run_.error()),
        "out: too large for version 1 of wrapped container: size_within: 70042 does not fit its field, \
         which takes at most 65535; version 2 has room"
    );
    assert_eq!(folder.names(), ["plain"]);
}

#[test]
fn text_is_compressed_as_a_whole() {
    let folder = Folder::new();
    let text = "before\n%begin own--a\nA\n%end\nbetween\n%begin far--b\nB\n%end\nafter";
    let plain = folder.put("plain", text);
    let run_ = compressed(&[&plain], &folder.path("out"), usual());
    assert_eq!(run_.report["files"][0]["dropped_size"], 0);
    decompressed(&folder.path("out"), &folder.path("again"), 1).done();
    assert_eq!(folder.get("again"), text.as_bytes());
    let twice = folder.put("twice", folder.get("out").repeat(2));
    let error = decompressed(&twice, &folder.path("again"), 1).error();
    assert!(
        folder.strip(&error).starts_with("again: text bundles cannot follow"),
        "{error}"
    );
}

#[test]
fn failed_conversion_writes_nothing() {
    let folder = Folder::new();
    let good = packed(&[("own--a", b"AAAA")]);
    let good_file = folder.put("good", &good);
    compressed(&[&good_file], &folder.path("packed"), usual()).done();
    let mut wrong = folder.get("packed");
    wrong[6] ^= 1;
    let wrong = folder.put("wrong", wrong);
    let cut = folder.put("cut", &folder.get("packed")[..40]);
    let other = folder.put("other", "text");
    let short = folder.put("short", &good[..good.len() - 1]);
    let before = folder.names();
    for (input, message) in [
        (&wrong, "wrong: at byte 0x6 (digest)"),
        (&cut, "cut: at byte 0x"),
        (&other, "other: not an offload bundle"),
        (&short, "short: at byte 0x"),
        (&good_file, "good: the output is one of the inputs"),
    ] {
        let output = if *input == good_file {
            good_file.clone()
        } else {
            folder.path("out")
        };
        for error in
            [compressed(&[&good_file, input], &output, usual()).error(), decompressed(input, &output, 1).error()]
        {
            assert!(folder.strip(&error).contains(message), "{error}");
        }
    }
    assert_eq!(folder.names(), before);
    assert_eq!(folder.get("good"), good);
    let level = compressed(&[&good_file], &folder.path("out"), compressing(2, 1, Some(77))).error();
    assert_eq!(level, "compression with fold: expected a level from -1 to 9, found 77");
    assert_eq!(folder.names(), before);
}

#[test]
fn options_control_digest_and_size_checks() {
    let folder = Folder::new();
    let plain = folder.put("plain", packed(&[("own--a", b"AAAA")]));
    compressed(&[&plain], &folder.path("packed"), usual()).done();
    let mut wrong = folder.get("packed");
    wrong[6] ^= 1;
    let mut request = DecompressRequest {
        input: folder.put("wrong", wrong).into(),
        scan: ScanRequest { no_verify: true, ..ScanRequest::default() },
        output: Some(folder.path("out").into()),
        alignment: 1,
        ..DecompressRequest::default()
    };
    written(|context| decompress(&REGISTRY, &request, context)).done();
    assert_eq!(folder.get("out"), folder.get("plain"));
    request.scan.max_size = Some(ByteSize(45));
    let error = written(|context| decompress(&REGISTRY, &request, context)).error();
    assert!(error.contains("(size_within): the decompressed size of"), "{error}");
}

#[test]
fn list_shows_envelopes() {
    let folder = Folder::new();
    let plain = folder.put("plain", packed(&[("own--a", b"AAAA")]));
    compressed(&[&plain], &folder.path("out"), usual()).done();
    let compressed_len = folder.get("out").len();
    let both = folder.put("both", [folder.get("plain"), folder.get("out")].concat());
    let request = listing(both);
    let report = list(&REGISTRY, &request).unwrap();
    let [plain, packed] = report.files[0].bundles.as_slice() else {
        panic!("{report:?}");
    };
    assert_eq!((plain.start, plain.by_itself, &plain.compression), (0, true, &None));
    assert_eq!((packed.start, packed.by_itself, packed.offset.0), (46, false, 0));
    let mut compression = serde_json::to_value(&packed.compression).unwrap();
    let digest = compression.as_object_mut().unwrap().remove("digest").unwrap();
    assert_eq!(digest.as_str().unwrap().len(), 16);
    assert_eq!(
        compression,
        json!({
            "format": "wrap",
            "version": 2,
            "method": "press",
            "offset": 46,
            "size": compressed_len,
            "compressed_size": compressed_len - 30,
            "decompressed_size": 46,
        })
    );
}

#[test]
fn warning_names_the_base_of_its_offset() {
    let folder = Folder::new();
    let mut bytes = packed(&[("own--a", b"AAAA"), ("far--b", b"B")]);
    // The second content overlaps the first.
    bytes[42] -= 1;
    let plain = folder.put("plain", bytes);
    compressed(&[&plain], &folder.path("out"), usual()).done();
    for (name, input) in [("plain", Value::Null), ("out", json!("out (decompressed from byte 0x0)"))] {
        let request = listing(folder.path(name));
        let report = serde_json::to_value(list(&REGISTRY, &request).unwrap()).unwrap();
        let warning = &folder.stripped(&report)["files"][0]["warnings"][0];
        assert_eq!((&warning["code"], &warning["offset"]), (&json!("overlap"), &json!(42)));
        assert_eq!(warning["file"], input);
    }
}

fn bundles() -> impl Strategy<Value = Vec<Vec<u8>>> {
    let content = prop::collection::vec(any::<u8>(), 0..300);
    let bundle = prop::collection::vec(content, 1..4).prop_map(|contents| {
        let ids: Vec<String> = (0..contents.len()).map(|n| format!("far--{n}")).collect();
        let entries = ids.iter().zip(&contents);
        let entries: Vec<(&str, &[u8])> = entries.map(|(id, content)| (id.as_str(), content.as_slice())).collect();
        packed(&entries)
    });
    prop::collection::vec(bundle, 1..4)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn compression_round_trips(
        bundles in bundles(),
        ways in prop::collection::vec((1_u64..3, 0_usize..2, prop::option::of(0_i32..10)), 1..3),
    ) {
        let folder = Folder::new();
        let mut input = folder.put("0", bundles.concat());
        for (number, (version, method, level)) in ways.iter().enumerate() {
            let output = folder.path(&format!("step{number}"));
            compressed(&[&input], &output, compressing(*version, *method, *level)).done();
            input = output;
        }
        decompressed(&input, &folder.path("again"), 1).done();
        prop_assert_eq!(folder.get("again"), bundles.concat());
    }
}
