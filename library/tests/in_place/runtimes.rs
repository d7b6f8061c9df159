//! What is written for the runtime of a release is compressed in a version that this reads.

use offload_bundle::ops::{self, Context};
use offload_bundle::report::CompressReport;
use offload_bundle::request::{CompressionVersion, RuntimeRelease};
use offload_bundle::{Error, OffloadFile, REGISTRY};

use super::asked::{Bench, compress_request, entries, fixture, kept, prune_request, replace_request};

fn runtime(name: &str) -> Option<RuntimeRelease> {
    let found = RuntimeRelease::named(&REGISTRY, name);
    assert!(found.is_some());
    found
}

fn versions(bytes: &[u8]) -> Vec<Option<u64>> {
    let file = OffloadFile::from_bytes(bytes.to_vec()).unwrap();
    file.bundles()
        .map(|bundle| bundle.compression().map(|found| found.version))
        .collect()
}

fn compressed(bench: &Bench, bytes: &[u8], release: &str, version: Option<u64>) -> Result<CompressReport, Error> {
    let mut request = compress_request(bytes, bench.out());
    request.runtime = runtime(release);
    request.compression.version = version.map(CompressionVersion);
    ops::compress(&REGISTRY, &request, &mut Context::default())
}

#[test]
fn releases_are_those_of_the_schema_and_what_is_between() {
    for (name, versions) in [
        ("5.0", &[][..]),
        ("6.1", &[]),
        ("6.1.2", &[]),
        ("6.2", &[1, 2]),
        ("6.10", &[1, 2]),
        ("7.0", &[1, 2, 3]),
        ("12.5", &[1, 2, 3]),
    ] {
        assert_eq!(runtime(name).unwrap().versions(), versions, "{name}");
    }
    for name in ["", "6", "4.9", "6.", "6.2.", "6.2x", "+6.2", "v6.2", "6 .2"] {
        assert!(RuntimeRelease::named(&REGISTRY, name).is_none(), "{name}");
    }
}

#[test]
fn the_version_is_the_newest_that_is_read() {
    let bench = Bench::new();
    for name in ["hip.22.so", "hip.22.o", "hip.22.dll", "hip-compressed.22.so", "hip-compressed.22.o"] {
        let bytes = fixture(name);
        for (release, version) in [("6.2", 2), ("6.4", 2), ("7.1", 3)] {
            compressed(&bench, &bytes, release, None).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(versions(&bench.written()), [Some(version)], "{name} {release}");
            assert!(entries(&bench.written()) == entries(&bytes));
        }
    }
    let bytes = fixture("hip.22.so");
    for (release, version, told) in [
        (
            "6.1",
            None,
            "HIP of ROCm 6.1 does not read a compressed clang offload bundle of version 3; it reads none",
        ),
        (
            "6.1",
            Some(2),
            "of version 2; it reads none: leave bundles without compression",
        ),
        (
            "6.3",
            Some(3),
            "HIP of ROCm 6.3 does not read a compressed clang offload bundle of version 3; it reads 1, 2",
        ),
    ] {
        let error = compressed(&Bench::new(), &bytes, release, version).unwrap_err();
        assert!(
            error.code() == "not-read" && error.to_string().contains(told),
            "{error}"
        );
    }
}

/// A version that the runtime reads stays, though it reads newer ones.
#[test]
fn what_is_read_keeps_its_version() {
    let bench = Bench::new();
    for name in ["hip-compressed.19.so", "hip-compressed.19.o", "hip-compressed.19.obj"] {
        let bytes = fixture(name);
        let mut request = prune_request(&bytes, &["gfx906"], bench.out());
        request.runtime = runtime("7.1");
        ops::prune(&REGISTRY, &request, &mut Context::default()).unwrap();
        assert_eq!(versions(&bench.written()), versions(&bytes), "{name}");
        assert_eq!(versions(&bytes), [Some(2)], "{name}");
        let mut request = prune_request(&bytes, &["gfx906", "gfx90a"], bench.out());
        request.runtime = runtime("7.1");
        ops::prune(&REGISTRY, &request, &mut Context::default()).unwrap();
        assert!(bench.written() == bytes, "{name}");
    }
}

#[test]
fn what_is_compressed_gets_such_a_version_when_something_else_changes() {
    let bench = Bench::new();
    for name in ["hip-compressed.22.so", "hip-compressed.22.o", "hip-compressed.22.obj", "hip.22.o"] {
        let bytes = fixture(name);
        let is_compressed = name.contains("compressed");
        let prune = |release: &str, keep: &[&str]| {
            let mut request = prune_request(&bytes, keep, bench.out());
            request.runtime = runtime(release);
            ops::prune(&REGISTRY, &request, &mut Context::default())
        };
        let version = |version: u64| vec![Some(version).filter(|_| is_compressed)];
        prune("6.2", &["gfx906"]).unwrap();
        assert_eq!(versions(&bench.written()), version(2), "{name}");
        assert!(entries(&bench.written()) == kept(&bytes, "gfx906"));
        // Nothing is dropped, and the header changes all the same.
        prune("6.2", &["gfx906", "gfx90a"]).unwrap();
        assert_eq!(versions(&bench.written()), version(2), "{name}");
        assert_eq!(bench.written() == bytes, !is_compressed, "{name}");
        prune("7.0", &["gfx906"]).unwrap();
        assert_eq!(versions(&bench.written()), version(3), "{name}");
        let old = prune("6.0", &["gfx906"]);
        assert_eq!(
            old.map_err(|error| error.code()).err(),
            Some("not-read").filter(|_| is_compressed),
            "{name}"
        );
        let entries = [("hipv4-amdgcn-amd-amdhsa--gfx906", &b"code"[..])];
        let mut request = replace_request(&bytes, &entries, bench.out());
        request.runtime = runtime("6.3");
        ops::replace(&REGISTRY, &request, &mut Context::default()).unwrap();
        assert_eq!(versions(&bench.written()), version(2), "{name}");
    }
}
