//! The tree of `size`.

use std::collections::BTreeMap;

use offload_bundle::input::Input;
use offload_bundle::ops::{inspect, size};
use offload_bundle::report::{InspectedPart, Integer, OmittedTotals, SizeReport, SizeTree};
use offload_bundle::request::{InspectRequest, SizeBy, SizeRequest};
use offload_bundle::{BundleBuilder, REGISTRY};

use crate::support::{HOST, about, files_below, fixtures, target};

fn request(input: Input, by: SizeBy) -> SizeRequest {
    let mut request: SizeRequest = about(input);
    request.by = by;
    request.page = Some("page.html".into());
    request
}

fn of(input: Input, by: SizeBy) -> SizeReport {
    size(&REGISTRY, &request(input, by)).unwrap()
}

fn sum(left: OmittedTotals, of: impl Iterator<Item = (Integer, Integer)>) -> (u64, u64) {
    of.chain([(left.size_in_file, left.size)])
        .fold((0, 0), |sum, (in_file, size)| (sum.0 + in_file.0, sum.1 + size.0))
}

fn kernels(tree: &SizeTree) -> BTreeMap<Option<&str>, (u64, u64)> {
    let mut kernels = BTreeMap::new();
    for object in tree
        .files
        .iter()
        .flat_map(|file| &file.bundles)
        .flat_map(|bundle| &bundle.code_objects)
    {
        for part in &object.parts {
            let name = part.kernel.map(|kernel| tree.kernels[kernel].as_str());
            let sum: &mut (u64, u64) = kernels.entry(name).or_default();
            *sum = (sum.0 + part.size_in_file.0, sum.1 + part.size.0);
        }
    }
    kernels
}

#[test]
fn tree_levels_add_up() {
    let (mut bundles, mut parts) = (0, 0);
    for path in files_below(&fixtures()) {
        let at = path.display();
        let plain = {
            let mut request = request(Input::open(&path).unwrap(), SizeBy::Kernel);
            request.page = None;
            size(&REGISTRY, &request).unwrap()
        };
        assert!(plain.tree.is_none());
        for (word, by) in SizeBy::ALL {
            let report = of(Input::open(&path).unwrap(), by);
            let mut without = request(Input::open(&path).unwrap(), by);
            without.page = None;
            assert_eq!(report.rows, size(&REGISTRY, &without).unwrap().rows, "{at} by {word}");
            let tree = report.tree.unwrap();
            let mut containers = 0;
            for file in &tree.files {
                for bundle in &file.bundles {
                    for object in &bundle.code_objects {
                        let all = sum(
                            object.omitted,
                            object.parts.iter().map(|part| (part.size_in_file, part.size)),
                        );
                        assert_eq!(all, (object.size_in_file.0, object.size.0), "{at}: {object:?}");
                        parts += object.parts.len();
                    }
                    let objects = bundle
                        .code_objects
                        .iter()
                        .map(|object| (object.size_in_file, object.size));
                    let (in_file, _) = sum(bundle.omitted, objects);
                    assert_eq!(in_file + bundle.container_size.0, bundle.size_in_file.0, "{at}");
                    if let Some(fields) = bundle.fields.last() {
                        // A code object in a section of an object file is not a field.
                        let stored = bundle.code_objects.iter();
                        for object in stored.filter(|object| !object.path.starts_with("sections[")) {
                            let begins = format!("{}.", object.path);
                            let has = fields.rows.iter().any(|row| row.path.starts_with(&begins));
                            assert!(has, "{at}: no field of {begins}");
                        }
                    }
                    containers += bundle.container_size.0;
                    bundles += 1;
                }
                let of_bundles = file.bundles.iter().map(|bundle| (bundle.size_in_file, bundle.size));
                let (in_file, _) = sum(file.omitted, of_bundles);
                assert_eq!(in_file + file.other_size.0, file.size.0, "{at}");
                assert!(
                    file.bundles
                        .is_sorted_by_key(|bundle| std::cmp::Reverse(bundle.size_in_file.0))
                );
            }
            assert_eq!(containers, report.containers_size.0, "{at}");
            let told = plain.rows.iter().filter_map(|row| Some((row.kernel.as_deref()?, row)));
            let told: BTreeMap<_, _> = told
                .map(|(name, row)| (name, (row.sums.size_in_file.0, row.sums.size.0)))
                .collect();
            let mut found = kernels(&tree);
            found.remove(&None);
            let found: BTreeMap<_, _> = found.into_iter().map(|(name, sum)| (name.unwrap(), sum)).collect();
            assert_eq!(found, told, "{at}");
        }
    }
    assert_eq!((bundles, parts), (915, 4635));
}

#[test]
fn bundle_fields_match_inspect() {
    let mut seen = 0;
    for name in ["compressed/device.22.hipfb", "objects/hip.22.so", "hip/device.22.hipfb", "compressed/mixed.hipfb"] {
        let tree = of(Input::open(fixtures().join(name)).unwrap(), SizeBy::Target)
            .tree
            .unwrap();
        let mut bundles: Vec<_> = tree.files.iter().flat_map(|file| &file.bundles).collect();
        bundles.sort_by_key(|bundle| bundle.bundle);
        let found: Vec<&InspectedPart> = bundles.iter().flat_map(|bundle| &bundle.fields).collect();
        let mut request: InspectRequest = about(fixtures().join(name).as_path());
        request.page = Some("page.html".into());
        let report = inspect(&REGISTRY, &request).unwrap();
        let told = report.files.iter().flat_map(|file| &file.parts);
        // The enclosing files are not parts of bundles.
        let told: Vec<&InspectedPart> = told.filter(|part| REGISTRY.host(part.place.format).is_none()).collect();
        assert_eq!(found, told, "{name}");
        assert_eq!(tree.without_fields, 0);
        seen += found.len();
        for part in found {
            assert!(!part.end.bytes.is_empty());
            for row in part.rows.iter().filter(|row| (1..=256).contains(&row.size.0)) {
                let (start, end) = (row.offset.0, row.offset.0 + row.size.0);
                let holds = |bytes: &offload_bundle::report::InspectedBytes| {
                    bytes.offset.0 <= start && end <= bytes.offset.0 + bytes.bytes.len() as u64
                };
                assert!(part.end.bytes.iter().any(holds), "{name}: {row:?}");
            }
        }
    }
    assert!(seen >= 8, "{seen}");
}

#[test]
fn unrequested_entries_count_as_other() {
    let mut request = request(
        Input::open(fixtures().join("objects/hip.22.so")).unwrap(),
        SizeBy::Target,
    );
    request.filter.targets = vec![target("gfx90a")];
    let report = size(&REGISTRY, &request).unwrap();
    let tree = report.tree.unwrap();
    let file = &tree.files[0];
    assert_eq!(file.bundles[0].code_objects.len(), 1);
    assert_eq!(file.bundles[0].code_objects[0].target.as_deref(), Some("gfx90a:xnack+"));
    assert_eq!(file.other_size, report.other_size);
}

fn bundle(entries: usize) -> Vec<u8> {
    let host = BundleBuilder::new().entry(HOST, b"");
    let with = |bundle: BundleBuilder, number: usize| {
        bundle.entry(format!("hip-amdgcn-amd-amdhsa--gfx{number}"), vec![b'.'; number + 1])
    };
    (0..entries).fold(host, with).to_bytes().unwrap()
}

#[test]
fn omitted_items_are_summed() {
    let bytes = bundle(10_010);
    let report = of(Input::from_bytes("many", bytes), SizeBy::Target);
    let tree = report.tree.unwrap();
    let bundle = &tree.files[0].bundles[0];
    assert_eq!(bundle.code_objects.len(), 10_000);
    assert_eq!(bundle.omitted.count, 10);
    assert_eq!(bundle.omitted.size_in_file.0, (1..=10).sum::<u64>());
    let kept: u64 = bundle.code_objects.iter().map(|object| object.size_in_file.0).sum();
    assert_eq!(
        kept + bundle.omitted.size_in_file.0 + bundle.container_size.0,
        bundle.size_in_file.0
    );
    // The number of fields exceeds the limit.
    assert_eq!((tree.without_fields, bundle.fields.len()), (1, 0));
    // The next bundle has fields.
    let mut both = self::bundle(10_010);
    both.extend(self::bundle(3));
    let tree = of(Input::from_bytes("both", both), SizeBy::Target).tree.unwrap();
    let bundles = &tree.files[0].bundles;
    assert_eq!((tree.without_fields, bundles.len()), (1, 2));
    assert!(!bundles[1].fields[0].rows.is_empty() && !bundles[1].fields[0].end.bytes.is_empty());
}
