//! Round trips: bundled, packed, compressed and converted entries are unchanged, and are written again as the same bytes. Versions and
//! methods are from the schemas.

use std::path::Path;

use offload_bundle_core::envelope::{Codec, Envelope};
use offload_bundle_formats::registry::REGISTRY;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::TestCaseError;

use super::bundles::{BINARY, Drawn, TEXT, drawn};
use super::drawn::{check, get, ours, put, same};
use super::packages::images;

type Outcome = Result<(), TestCaseError>;

fn run(here: &Path, words: &str, more: &[String]) -> Outcome {
    let words = words.split(' ').map(str::to_owned).chain(more.iter().cloned());
    ours(here, &words.collect::<Vec<_>>()).map(|_| ())
}

fn bundle(here: &Path, drawn: &Drawn, to: &str) -> Outcome {
    let mut words = Vec::new();
    for (at, (id, content)) in drawn.entries.iter().enumerate() {
        put(here, &format!("in{at}"), content);
        words.push(format!("{id}=in{at}"));
    }
    words.extend(drawn.align());
    run(here, &format!("bundle -q -t {} -o {to}", drawn.file_type), &words)
}

#[test]
fn bundle_round_trips() {
    check(drawn([TEXT, BINARY].concat()), |drawn| {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path();
        bundle(here, &drawn, "bundle")?;
        let wanted = drawn.entries.iter().enumerate();
        let wanted: Vec<String> = wanted.map(|(at, (id, _))| format!("{id}=out{at}")).collect();
        run(here, &format!("unbundle -t {} bundle", drawn.file_type), &wanted)?;
        let mut again = drawn.clone();
        for (at, (id, content)) in again.entries.iter_mut().enumerate() {
            let out = get(here, &format!("out{at}"))?;
            same(&out, content, id)?;
            *content = out;
        }
        bundle(here, &again, "again")?;
        same(
            &get(here, "again")?,
            &get(here, "bundle")?,
            "bundled, unbundled and bundled",
        )
    });
}

#[derive(Debug, Clone)]
struct Way {
    version: u64,
    method: &'static str,
    level: Option<i32>,
}

impl Way {
    fn words(&self, versions: usize) -> Vec<String> {
        let mut words = vec![format!("--method={}", self.method)];
        words.extend(self.level.map(|level| format!("--level={level}")));
        // Formats with a single version lack this option.
        words.extend((versions > 1).then(|| format!("--ccob-version={}", self.version)));
        words
    }
}

fn ways(envelope: &'static dyn Envelope) -> impl Strategy<Value = Way> {
    let methods: Vec<_> = envelope.methods().iter().collect();
    let drawn = (
        select(envelope.versions().to_vec()),
        select(methods),
        any::<Option<Index>>(),
    );
    drawn.prop_map(|(version, method, level)| {
        let levels = match method.codec {
            Codec::Zstd => -9..=22,
            Codec::Zlib => -1..=9,
        };
        let levels: Vec<i32> = levels.collect();
        Way { version, method: method.name, level: level.map(|level| *level.get(&levels)) }
    })
}

fn there_and_back(here: &Path, versions: usize, [first, second]: &[Way; 2]) -> Outcome {
    let plain = get(here, "plain")?;
    for (from, to, way) in [("plain", "packed", first), ("packed", "other", second)] {
        run(here, &format!("compress -q {from} -o {to}"), &way.words(versions))?;
        run(here, &format!("decompress -q {to} -o again"), &[])?;
        same(&get(here, "again")?, &plain, &format!("{way:?}"))?;
    }
    Ok(())
}

#[test]
fn compressed_bundle_round_trips() {
    for envelope in REGISTRY.envelopes {
        let versions = envelope.versions().len();
        let both = [ways(*envelope), ways(*envelope)];
        // A file with another magic counts as the compressed format.
        let of_packages = envelope.front_len() > 0;
        check(
            (drawn([TEXT, BINARY].concat()), images(), both),
            |(drawn, images, ways)| {
                let folder = tempfile::tempdir().unwrap();
                let here = folder.path();
                if of_packages {
                    pack(here, &images, "3", "plain")?;
                } else {
                    bundle(here, &drawn, "plain")?;
                }
                there_and_back(here, versions, &ways)
            },
        );
    }
}

fn pack(here: &Path, images: &[super::packages::Image], version: &str, to: &str) -> Outcome {
    let mut words = Vec::new();
    for (at, (arch, kind, content)) in images.iter().enumerate() {
        put(here, &format!("image{at}.o"), content);
        words.push(format!(
            "--image=file=image{at}.o,triple=amdgcn-amd-amdhsa,arch={arch},kind={kind}"
        ));
    }
    run(here, &format!("pack -q --version {version} -o {to}"), &words)
}

#[test]
fn images_round_trip() {
    let containers = REGISTRY
        .containers
        .iter()
        .filter(|container| container.attributes().is_some());
    let versions: Vec<u64> = containers.flat_map(|container| container.versions()).copied().collect();
    assert!(!versions.is_empty());
    check((select(versions), images()), |(version, images)| {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path();
        pack(here, &images, &version.to_string(), "package")?;
        let wanted = images.iter().enumerate();
        let wanted = wanted.map(|(at, (arch, kind, _))| format!("--image=file=out{at},arch={arch},kind={kind}"));
        run(here, "unpack package --exact", &wanted.collect::<Vec<_>>())?;
        let mut again = images.clone();
        for (at, (arch, _, content)) in again.iter_mut().enumerate() {
            let out = get(here, &format!("out{at}"))?;
            same(&out, content, arch)?;
            *content = out;
        }
        pack(here, &again, &version.to_string(), "again")?;
        same(
            &get(here, "again")?,
            &get(here, "package")?,
            "packed, unpacked and packed",
        )
    });
}

#[test]
fn bundle_round_trips_through_offload_binary() {
    check((images(), select(vec!["1", "2", "3"])), |(images, version)| {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path();
        // Offload binaries have no host, and their bundles contain code of one kind.
        let entries = images.into_iter();
        let entries = entries
            .map(|(arch, _, content)| (format!("hip-amdgcn-amd-amdhsa--{arch}"), content))
            .collect();
        bundle(here, &Drawn { file_type: "bc", alignment: 1, entries }, "bundle")?;
        run(
            here,
            &format!("convert bundle --to offload-binary --version {version} -o images"),
            &[],
        )?;
        run(here, "convert images --to bundle -o again", &[])?;
        same(&get(here, "again")?, &get(here, "bundle")?, "converted there and back")
    });
}
