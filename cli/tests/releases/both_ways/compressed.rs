//! Compressed bundles, compared with the bundlers that support them.

use crate::support::program::told;
use offload_bundle_testing::releases::RELEASES;
use proptest::prelude::*;
use proptest::sample::select;

use super::bundles::theirs;
use super::drawn::{check, entries, get, is_known_to, ours, put, same};
use super::known::known;

#[test]
fn compressed_bundles() {
    let ways = select(vec![
        ("1", "zlib"),
        ("1", "zstd"),
        ("2", "zlib"),
        ("2", "zstd"),
        ("3", "zlib"),
        ("3", "zstd"),
    ]);
    for release in RELEASES {
        if known(release, "ccob", &[]) {
            continue;
        }
        check((ways.clone(), entries()), |((version, method), mut entries)| {
            entries.retain(|(id, _)| is_known_to(release, id));
            let folder = tempfile::tempdir().unwrap();
            let here = folder.path();
            let mut bundle = ["bundle", "-t", "bc", "--id-style", release, "-o", "plain"]
                .map(String::from)
                .to_vec();
            for (at, (id, content)) in entries.iter().enumerate() {
                put(here, &format!("in{at}"), content);
                bundle.push(format!("{id}=in{at}"));
            }
            ours(here, &bundle)?;
            ours(
                here,
                &["compress", "--ccob-version", version, "--method", method, "-o", "packed", "plain"],
            )?;
            ours(here, &["decompress", "-o", "again", "packed"])?;
            same(&get(here, "again")?, &get(here, "plain")?, "compress, decompress")?;
            let ids: Vec<&str> = entries.iter().map(|(id, _)| id.as_str()).collect();
            let targets = format!("-targets={}", ids.join(","));
            let names = |begins: &str| (0..ids.len()).map(|at| format!("{begins}{at}")).collect::<Vec<_>>();
            // Release 19 reads the versions that it knows.
            if release != "19" || version != "3" {
                let words = ["-unbundle", "-type=bc", &targets].map(String::from);
                let done = theirs(release, here, &words, &["packed".into()], &names("theirs"));
                prop_assert!(done.status.success(), "release {}: {}", release, told(&done));
                for (at, (id, content)) in entries.iter().enumerate() {
                    same(&get(here, &format!("theirs{at}"))?, content, id)?;
                }
            }
            let words = ["-type=bc", "-compress", &targets].map(String::from);
            let done = theirs(release, here, &words, &names("in"), &["compressed".into()]);
            prop_assert!(done.status.success(), "release {}: {}", release, told(&done));
            let mut words = ["unbundle", "compressed"].map(String::from).to_vec();
            words.extend(ids.iter().enumerate().map(|(at, id)| format!("{id}=out{at}")));
            ours(here, &words)?;
            for (at, (id, content)) in entries.iter().enumerate() {
                same(&get(here, &format!("out{at}"))?, content, id)?;
            }
            Ok(())
        });
    }
}
