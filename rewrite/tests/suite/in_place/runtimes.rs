//! Output for a runtime has a compression version that the runtime reads.

use offload_bundle::report::CompressReport;
use offload_bundle::request::{CompressionVersion, RuntimeRelease};
use offload_bundle::{OffloadFile, REGISTRY};
use offload_bundle_rewrite::PruneReport;

use super::asked::{entries, fixture, kept};
use crate::rewriting::{Written, compressed_with, pruned_with, replaced_with};
use crate::support::targets;

fn runtime(name: &str) -> Option<RuntimeRelease> {
    let found = RuntimeRelease::from_name(&REGISTRY, name);
    assert!(found.is_some());
    found
}

fn versions(bytes: &[u8]) -> Vec<Option<u64>> {
    let file = OffloadFile::from_bytes(bytes.to_vec()).unwrap();
    file.bundles().map(|bundle| bundle.compression()?.version).collect()
}

fn packed(bytes: &[u8], release: &str, version: Option<u64>) -> Written<CompressReport> {
    compressed_with(bytes, |asked| {
        asked.runtime = runtime(release);
        asked.compression.version = version.map(CompressionVersion);
    })
}

fn small(bytes: &[u8], release: &str, keep: &[&str]) -> Written<PruneReport> {
    pruned_with(bytes, |asked| {
        (asked.runtime, asked.keep) = (runtime(release), targets(keep))
    })
}

#[test]
fn runtime_release_lists_readable_versions() {
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
        assert!(RuntimeRelease::from_name(&REGISTRY, name).is_none(), "{name}");
    }
}

#[test]
fn version_is_newest_readable_one() {
    for name in ["hip.22.so", "hip.22.dll", "hip-compressed.22.so"] {
        let bytes = fixture(name);
        for (release, version) in [("6.2", 2), ("6.4", 2), ("7.1", 3)] {
            let (_, new) = packed(&bytes, release, None).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(versions(&new), [Some(version)], "{name} {release}");
            assert!(entries(&new) == entries(&bytes));
        }
    }
    let bytes = fixture("hip.22.so");
    for (release, version, told) in [
        (
            "6.1",
            None,
            "ROCm HIP 6.1 does not read a compressed clang offload bundle of version 3; it reads none",
        ),
        (
            "6.1",
            Some(2),
            "of version 2; it reads none: leave bundles without compression",
        ),
        (
            "6.3",
            Some(3),
            "ROCm HIP 6.3 does not read a compressed clang offload bundle of version 3; it reads 1, 2",
        ),
    ] {
        let error = packed(&bytes, release, version).unwrap_err();
        assert!(
            error.code() == "not-read" && error.to_string().contains(told),
            "{error}"
        );
    }
}

#[test]
fn readable_bundle_keeps_its_version() {
    let bytes = fixture("hip-compressed.19.so");
    let (_, new) = small(&bytes, "7.1", &["gfx906"]).unwrap();
    assert_eq!((versions(&new), versions(&bytes)), (vec![Some(2)], vec![Some(2)]));
    assert!(small(&bytes, "7.1", &["gfx906", "gfx90a"]).unwrap().1 == bytes);
}

#[test]
fn bundle_gets_version_that_runtime_reads() {
    for name in ["hip-compressed.22.so", "hip.22.so"] {
        let bytes = fixture(name);
        let is_compressed = name.contains("compressed");
        let version = |version: u64| vec![Some(version).filter(|_| is_compressed)];
        let (_, new) = small(&bytes, "6.2", &["gfx906"]).unwrap();
        assert_eq!(versions(&new), version(2), "{name}");
        assert!(entries(&new) == kept(&bytes, "gfx906"));
        // Nothing is dropped, but the header changes.
        let (_, new) = small(&bytes, "6.2", &["gfx906", "gfx90a"]).unwrap();
        assert_eq!(versions(&new), version(2), "{name}");
        assert_eq!(new == bytes, !is_compressed, "{name}");
        let (_, new) = small(&bytes, "7.0", &["gfx906"]).unwrap();
        assert_eq!(versions(&new), version(3), "{name}");
        let old = small(&bytes, "6.0", &["gfx906"]);
        assert_eq!(
            old.map_err(|error| error.code()).err(),
            Some("not-read").filter(|_| is_compressed),
            "{name}"
        );
        let entries = [("hipv4-amdgcn-amd-amdhsa--gfx906", &b"code"[..])];
        let (_, new) = replaced_with(&bytes, &entries, |asked| asked.runtime = runtime("6.3")).unwrap();
        assert_eq!(versions(&new), version(2), "{name}");
    }
}
