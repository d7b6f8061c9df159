//! Bundles compressed in place: a loader maps the compressed bundles, which decompress to the original bytes.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use offload_bundle::ops::Context;
use offload_bundle::report::CompressReport;
use offload_bundle::request::{CompressRequest, DecompressRequest};
use offload_bundle::{Error, REGISTRY};
use offload_bundle_testing::tools;

use super::{run_tool, said, tools_read_alike};

pub(super) fn compressed(folder: &Path, from: &str, to: &str) -> CompressReport {
    let mut request = CompressRequest::default();
    request.inputs = vec![folder.join(from).into()];
    request.output = Some(folder.join(to));
    let report = offload_bundle_rewrite::compress(&REGISTRY, &request, &mut Context::default());
    report.unwrap_or_else(|error| panic!("{from}: {error}"))
}

pub(super) fn decompressed(folder: &Path, from: &str, to: &str) -> Result<CompressReport, Error> {
    let mut request = DecompressRequest::default();
    request.input = folder.join(from).into();
    request.output = Some(folder.join(to));
    offload_bundle_rewrite::decompress(&REGISTRY, &request, &mut Context::default())
}

fn told(bytes: &[u8], report: &CompressReport) -> BTreeSet<String> {
    let lines = report.bundles.iter().map(|bundle| {
        let start = usize::try_from(bundle.offset.0).unwrap();
        let packed = &bytes[start..][..usize::try_from(bundle.size.0).unwrap()];
        let hash = packed.iter().fold(14_695_981_039_346_656_037_u64, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(1_099_511_628_211)
        });
        format!("packed {} {hash:x}", bundle.size.0)
    });
    lines.collect()
}

pub(super) fn check(
    folder: &Path,
    (name, wrappers, way): (&str, usize, &str),
    before: &str,
    run: &dyn Fn(&str) -> String,
) {
    let (packed, again, stripped) = (
        format!("{name}.packed"),
        format!("{name}.packed-again"),
        format!("{name}.packed-stripped"),
    );
    let report = compressed(folder, name, &packed);
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    let found = report.files[0].rewritten.as_ref().unwrap().resize_method;
    // Noise shrinks by less than one page of 64 KiB.
    let is_too_little = found == Some("zero") && name == "lld-relr";
    assert!(found == Some(way) || is_too_little, "{name}: {found:?}");
    assert_eq!(report.size.0, read(&packed).len() as u64, "{name}");
    let expected = told(&read(&packed), &report);
    let is_as_told = |text: &str| {
        let (packed, others): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with("packed"));
        assert_eq!((packed.len(), others), (wrappers, vec!["answer 42"]), "{name}");
        let packed: BTreeSet<String> = packed.into_iter().map(str::to_owned).collect();
        assert_eq!(packed, expected, "{name}");
    };
    is_as_told(&run(&packed));
    compressed(folder, &packed, &again);
    assert!(read(&packed) == read(&again), "{name}: once more changes it");
    tools_read_alike(folder, name, &packed);
    for tool in ["strip", "llvm-strip-22"] {
        // LLVM's tools reject some files of GNU ld.
        if tools::optional(tool) && run_tool(folder, tool, &["-o", &stripped, name]).status.success() {
            said(folder, tool, &["-o", &stripped, &packed]);
            is_as_told(&run(&stripped));
        }
    }
    match decompressed(folder, &packed, &again) {
        Ok(_) => assert_eq!(run(&again), before, "{name}"),
        // The new program header took free space; a second does not fit.
        Err(error) => {
            assert!(name.contains("static-pie"), "{name}: {error}");
            assert_eq!(error.code(), "not-repackable");
        }
    }
    // Pruning frees enough space.
    let small = format!("{name}.small");
    compressed(folder, &small, &packed);
    decompressed(folder, &packed, &again).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(run(&again), run(&small), "{name}");
    tools_read_alike(folder, name, &again);
}
