//! `replace`: other code objects in a file.

use std::fs;

use offload_bundle::report::Outcome;
use proptest::prelude::*;

use super::layouts::{TARGETS, bundles, sees_the_same, shapes};
use super::linked_file::{Shape, bundle};
use super::loader::Loaded;
use super::packages::{self, RECORD, zip};
use super::{entries, fixture, id};
use crate::rewriting::{compressed, pruned, replaced, replaced_with};
use crate::support::folder_with;

/// The entries with the contents of `pairs`, at positions that `is_meant` accepts.
fn expected(bytes: &[u8], pairs: &[(&str, &[u8])], is_meant: impl Fn(usize) -> bool) -> Vec<(String, Vec<u8>)> {
    let mut all = entries(bytes.to_vec());
    for (at, (id, content)) in all.iter_mut().enumerate() {
        if let Some((_, new)) = pairs.iter().find(|(wanted, _)| wanted == id && is_meant(at)) {
            *content = new.to_vec();
        }
    }
    all
}

#[test]
fn only_requested_code_object_is_replaced() {
    let gfx906 = id("gfx906");
    let short = [7; 100];
    let pairs: [(&str, &[u8]); 1] = [(&gfx906, &short)];
    for name in ["objects/hip.22.so", "objects/hip-compressed.22.so", "hip/device.22.hipfb"] {
        let file = fixture(name);
        let (report, new) = replaced(&file, &pairs).unwrap();
        assert!(entries(new.clone()) == expected(&file, &pairs, |_| true), "{name}");
        let entry = &report.entries[0];
        assert_eq!((entry.bundle, entry.size.0, entry.changed), (0, 100, true));
        assert_eq!(report.size, new.len() as u64);
        let (report, twice) = replaced(&new, &pairs).unwrap();
        assert!(twice == new && !report.entries[0].changed, "{name}: twice is not once");
    }
    // Another spelling of the ID.
    let file = fixture("objects/hip.22.so");
    let (_, new) = replaced(&file, &[("hipv4-amdgcn-amd-amdhsa-unknown-gfx906", &short)]).unwrap();
    assert!(new == replaced(&file, &pairs).unwrap().1);
}

#[test]
fn ambiguous_or_missing_entry_is_refused() {
    let shape = Shape { phdr: true, ..Shape::default() };
    let file = shape.file(&bundles(shape, 2, 5000)).bytes;
    let gfx906 = id("gfx906");
    let pairs: [(&str, &[u8]); 1] = [(&gfx906, b"code")];
    let error = replaced_with(&file, &pairs, |_| {}).unwrap_err();
    assert!(
        error.code() == "several-entries" && error.to_string().contains("bundle 0 of in, bundle 1 of in"),
        "{error}"
    );
    let (report, new) = replaced_with(&file, &pairs, |asked| asked.bundle = Some(1)).unwrap();
    assert_eq!(report.entries[0].bundle, 1);
    assert!(entries(new) == expected(&file, &pairs, |at| at > TARGETS.len()));
    let error = replaced_with(&file, &pairs, |asked| asked.bundle = Some(2)).unwrap_err();
    assert_eq!(error.code(), "no-bundle", "{error}");
    assert_eq!(error.outcome(), Outcome::Negative, "{error}");
    assert!(
        error
            .to_string()
            .ends_with("there is no bundle 2; the bundles are 0 to 1"),
        "{error}"
    );
    let gfx1100 = id("gfx1100");
    for pairs in [&[(gfx1100.as_str(), &b"code"[..])][..], &[(&gfx906, b"code"), (&gfx1100, b"code")]] {
        let error = replaced_with(&file, pairs, |asked| asked.bundle = Some(0)).unwrap_err();
        assert!(
            error.code() == "not-found" && error.to_string().contains("gfx1100"),
            "{error}"
        );
    }
    let error = replaced_with(&file, &[(&gfx906, b"a"), (&gfx906, b"b")], |_| {}).unwrap_err();
    assert_eq!(error.code(), "duplicate", "{error}");
}

/// A bundle without room moves to the end of the file.
#[test]
fn longer_code_object_moves_to_end() {
    let gfx906 = id("gfx906");
    for shape in
        [Shape::default(), Shape { phdr: true, ..Shape::default() }, Shape { arm: true, pages: 16, ..Shape::default() }]
    {
        let file = shape.file(&bundles(shape, 2, 5000));
        let long = vec![3; 100_000];
        let pairs: [(&str, &[u8]); 1] = [(&gfx906, &long)];
        let (report, new) = replaced_with(&file.bytes, &pairs, |asked| asked.bundle = Some(1)).unwrap();
        assert_eq!(report.files[0].rewritten.resize_method, Some("append"));
        assert!(entries(new.clone()) == expected(&file.bytes, &pairs, |at| at > TARGETS.len()));
        let (report, small) = pruned(&new, &["gfx1030"]).unwrap();
        assert_eq!(report.resize_method, Some("tail"));
        sees_the_same(&file, &Loaded::of(&file.bytes), &small, "gfx1030");
    }
}

/// Pages may be up to 64 KiB: no two segments share one, however far the bundles grow.
#[test]
fn segments_never_share_a_long_page() {
    let shape = Shape { arm: true, phdr: true, pages: 16, ..Shape::default() };
    let file = shape.file(&bundles(shape, 2, 50_000));
    let (report, small) = pruned(&file.bytes, &["gfx1030"]).unwrap();
    assert_eq!(report.resize_method, Some("phdr"));
    sees_the_same(&file, &Loaded::of(&file.bytes), &small, "gfx1030");
    let name = id("gfx1030");
    let mut ways = Vec::new();
    // Up to more than the room.
    let lengths = (50_000..400_000).step_by(3_000);
    for len in lengths {
        let content = vec![5; len];
        let pairs: [(&str, &[u8]); 1] = [(&name, &content)];
        let (report, longer) = replaced_with(&small, &pairs, |asked| asked.bundle = Some(1)).unwrap();
        Loaded::of(&longer);
        assert!(entries(longer) == expected(&small, &pairs, |at| at >= 2));
        ways.push(report.files[0].rewritten.resize_method.unwrap());
    }
    assert!(ways.contains(&"grow") && ways.contains(&"append"), "{ways:?}");
}

#[test]
fn entry_in_one_wheel_file_is_replaced() {
    let (one, other) = (bundle(1, &["gfx906", "gfx908"], 900), bundle(2, &["gfx1030"], 900));
    let record = format!("one,sha256=x,1\nother,sha256=y,2\n{RECORD},,\n");
    let wheel = zip(&[("one", &one), ("other", &other), (RECORD, record.as_bytes())]);
    let (gfx908, gfx1030, gfx906) = (id("gfx908"), id("gfx1030"), id("gfx906"));
    let (_folder, path) = folder_with("a.whl");
    let pairs: [(&str, &[u8]); 1] = [(&gfx908, b"code")];
    let (report, new) = replaced(&wheel, &pairs).unwrap();
    fs::write(&path, &new).unwrap();
    assert_eq!(report.unchanged[0].reason, "no entry in it is selected");
    assert!(packages::file(&path, "other") == other);
    assert!(entries(packages::file(&path, "one")) == expected(&one, &pairs, |_| true));
    let list = String::from_utf8(packages::file(&path, RECORD)).unwrap();
    assert!(
        list.contains("\nother,sha256=y,2\n") && !list.contains("one,sha256=x,1"),
        "{list}"
    );
    assert!(replaced(&new, &pairs).unwrap().1 == new, "twice is not once");
    // Each in its file.
    replaced(&wheel, &[(&gfx908, b"code"), (&gfx1030, b"other code")]).unwrap();
    let error = replaced_with(&wheel, &[(&gfx908, b"code"), (&id("gfx942"), b"code")], |_| {}).unwrap_err();
    assert!(
        error.code() == "not-found" && error.to_string().contains("gfx942"),
        "{error}"
    );
    let both = zip(&[("one", &one), ("other", &one)]);
    let error = replaced_with(&both, &[(&gfx906, b"code")], |_| {}).unwrap_err();
    assert_eq!(error.code(), "several-entries", "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    /// Pointers follow a bundle that gets shorter, compressed or not, and a bundle that gets longer after a prune.
    #[test]
    fn program_sees_the_replacement(
        shape in shapes(), count in 1..4_usize, len in 3000..6000_usize, new_len in 1..9000_usize,
        is_packed in any::<bool>(), is_pruned in any::<bool>(),
    ) {
        let file = shape.file(&bundles(shape, count, len));
        let mut bytes = file.bytes.clone();
        if is_packed {
            bytes = compressed(bytes).unwrap().1;
        }
        if is_pruned {
            bytes = pruned(bytes, &["gfx90a"]).unwrap().1;
        }
        let name = id("gfx90a:xnack+");
        let content: Vec<u8> = (0..new_len).map(|at| (at * 11 + at / 200) as u8).collect();
        let pairs: [(&str, &[u8]); 1] = [(&name, &content)];
        let first = entries(bytes.clone()).len() / bundles(shape, count, 10).len();
        let replaced = replaced_with(&bytes, &pairs, |asked| asked.bundle = Some(0));
        if let Err(error) = &replaced {
            let fits = is_packed || is_pruned || new_len <= len;
            prop_assert!(error.code() == "not-repackable" && !fits, "{error}");
            return Ok(());
        }
        let (_, new) = replaced.unwrap();
        let wanted = expected(&bytes, &pairs, |at| at < first);
        prop_assert!(entries(new.clone()) == wanted);
        // The loader sees the same elsewhere, and no wrapper lost its bundle.
        let back = entries(bytes.clone()).into_iter().take(first).find(|(found, _)| *found == name).unwrap().1;
        let pairs: [(&str, &[u8]); 1] = [(&name, &back)];
        let (_, back) = replaced_with(&new, &pairs, |asked| asked.bundle = Some(0)).unwrap();
        let keep = if is_pruned { "gfx90a" } else { "" };
        // Less than a page of added bytes may stay, as zeros.
        if !shape.last || new_len <= len {
            sees_the_same(&file, &Loaded::of(&file.bytes), &back, keep);
        }
        prop_assert!(entries(back) == entries(bytes));
    }
}
