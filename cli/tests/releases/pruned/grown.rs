//! Longer code objects: bundles move to free space, and the runtime gets the new ones.

use std::fs;
use std::path::Path;

use offload_bundle::ops::Context;
use offload_bundle::request::EntrySource;
use offload_bundle::{Error, OffloadFile, REGISTRY};
use offload_bundle_rewrite::{ReplaceReport, ReplaceRequest};

use super::compressed::{compressed, decompressed};
use super::{KEPT, build, first_page_id, pruned, stands_tools, workshop};

/// Length of the replacement: longer than the original bundles.
const LEN: usize = 400_000;
const GPU: &str = "gfx906";

fn id(folder: &Path, name: &str) -> String {
    let file = OffloadFile::open(folder.join(name)).unwrap();
    let mut ids = file.entries().map(|entry| entry.id().unwrap().to_owned());
    ids.find(|id| id.ends_with(GPU)).unwrap()
}

fn replaced(folder: &Path, from: &str, to: &str) -> Result<ReplaceReport, Error> {
    let longer: Vec<u8> = (0..LEN).map(|at| (at % 251) as u8).collect();
    fs::write(folder.join("longer.co"), longer).unwrap();
    let mut request = ReplaceRequest::default();
    request.input = folder.join(from).into();
    request.output = Some(folder.join(to));
    request.bundle = Some(0);
    request.entries = vec![EntrySource::new(id(folder, from), folder.join("longer.co"))];
    offload_bundle_rewrite::replace(&REGISTRY, &request, &mut Context::default())
}

#[test]
fn referenced_bytes_are_kept() {
    let Some(folder) = workshop() else { return };
    let folder = folder.path();
    let source = "__asm__(\".section .hip_fatbin,\\\"a\\\",@progbits\\n.p2align 12\\n.Lhere:\\n.text\\nleaq .Lhere(%rip), %rax\\n\");";
    fs::write(folder.join("look.c"), source).unwrap();
    build(
        folder,
        "look",
        "-fuse-ld=bfd -shared -fPIC -Wl,--emit-relocs",
        &["look.c", "unit.c"],
    );
    let error = replaced(folder, "look", "out").unwrap_err();
    assert_eq!(error.code(), "not-repackable", "{error}");
    assert!(
        error
            .to_string()
            .contains("are available before data with fixed addresses"),
        "{error}"
    );
    pruned(folder, "look", "out", KEPT).unwrap();
}

pub(super) fn check(folder: &Path, (name, way): (&str, &str), before: &str, run: &dyn Fn(&str) -> String) {
    let [long, again, back] = ["long", "long-again", "long-back"].map(|kind| format!("{name}.{kind}"));
    let report = match replaced(folder, name, &long) {
        Ok(report) => report,
        Err(error) => {
            // All program headers are in use, and another does not fit.
            assert!(way == "zero", "{name}: {error}");
            assert_eq!(error.code(), "not-repackable", "{name}: {error}");
            return;
        }
    };
    let found = report.files[0].rewritten.resize_method.unwrap();
    assert!(["append", "grow"].contains(&found), "{name}: {found}");
    let told = run(&long);
    let id = id(folder, name);
    let is_other = |line: &str| line.starts_with(&id);
    let count = |text: &str| text.lines().filter(|line| is_other(line)).count();
    let long_ones = told.lines().filter(|line| line.starts_with(&format!("{id} {LEN} ")));
    assert!(
        long_ones.count() >= 1 && count(&told) == count(before),
        "{name}: {told}"
    );
    let rest = |text: &str| -> Vec<String> { text.lines().filter(|line| !is_other(line)).map(str::to_owned).collect() };
    assert_eq!(rest(&told), rest(before), "{name}");
    assert_eq!(first_page_id(folder, name), first_page_id(folder, &long), "{name}");
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    assert!(
        replaced(folder, &long, &again).unwrap().files[0]
            .rewritten
            .resize_method
            .is_none()
    );
    assert!(read(&long) == read(&again), "{name}: once more changes it");
    stands_tools(folder, (name, &long), run, &|text| assert_eq!(text, told, "{name}"));
    compressed(folder, &long, &again);
    decompressed(folder, &again, &back).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(run(&back), told, "{name}");
    pruned(folder, &long, &again, KEPT).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(run(&again), run(&format!("{name}.small")), "{name}");
}
