//! The number of threads changes the memory of compression, and not its output.

// A failing test is meant to panic.
#![allow(clippy::unwrap_used)]

use std::fs;

use crate::support::program::{offload_bundle, run, shell, told, within_address_space};

#[test]
#[cfg(target_os = "linux")]
fn thread_count_does_not_change_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    // More than one job for each of some threads.
    fs::write(folder.join("device"), vec![7; 100 << 20]).unwrap();
    let entry = "hip-amdgcn-amd-amdhsa--gfx90a=device";
    let bundle = ["bundle", "-t", "bc", "--compress", "--threads"];
    let with = |number: &str, kib: u32| {
        let script = format!(
            "{}{} {} {number} -o with-{number} {entry}",
            within_address_space(kib),
            offload_bundle().display(),
            bundle.join(" ")
        );
        let output = shell(&script).current_dir(folder).output().unwrap();
        assert!(output.status.success(), "{number}: {}", told(&output));
        fs::read(folder.join(format!("with-{number}"))).unwrap()
    };
    let one = with("1", 1_000_000);
    assert!(one == with("3", 4_000_000));
    let again = run(
        folder,
        &["compress", "--threads", "2", "--level", "3", "with-1", "-o", "again"],
    );
    assert!(again.status.success(), "{}", told(&again));
    assert!(fs::read(folder.join("again")).unwrap() == one);
    for (number, why) in [("0", "expected a number from 1 to 64"), ("65", "from 1 to 64"), ("many", "from 1 to 64")] {
        let words = [&bundle[..], &[number, "-o", "out", entry]].concat();
        let output = run(folder, &words);
        assert_eq!(output.status.code(), Some(2), "{}", told(&output));
        assert!(told(&output).contains(why), "{}", told(&output));
    }
    let alone = run(folder, &["bundle", "-t", "bc", "--threads", "2", "-o", "out", entry]);
    assert_eq!(alone.status.code(), Some(2), "{}", told(&alone));
}
