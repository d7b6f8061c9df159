//! `embed` of any input, and for any host object: the object contains the input unchanged, can be listed, and is itself a
//! host object.

#![no_main]

use libfuzzer_sys::fuzz_target;
use offload_bundle::request::{EmbedRequest, Machine};
use offload_bundle::{BundleBuilder, ops};
use offload_bundle_formats::registry::REGISTRY;
use offload_bundle_fuzz::files::{Choices, STANDARD, input, listed_unchecked, written};

fuzz_target!(|bytes: &[u8]| {
    let (file, choices) = Choices::of(bytes);
    let bytes = bytes.split_last().map_or(bytes, |(_, bytes)| bytes);
    let mut request = EmbedRequest::default();
    request.output = Some(STANDARD.into());
    request.symbols = vec!["symbol".into()];
    request.for_device_linker = choices.has(3);
    let mut embedded = bytes.to_vec();
    if choices.has(2) {
        let bundle = BundleBuilder::new().entry("host-x86_64-unknown-linux-gnu-", b"");
        embedded = bundle.to_bytes().unwrap_or_default();
        request.input = input(&embedded);
        request.hosts = vec![file];
    } else {
        request.input = file;
        request.scan.max_size = choices.scan().max_size;
        request.scan.no_verify = choices.has(1);
        request.machine = Machine::all(&REGISTRY).nth(usize::from(choices.has(4)) * 2);
    }
    let Some((report, object)) = written(|context| ops::embed(&REGISTRY, &request, context)) else {
        return;
    };
    let place = report.sections.iter().map(|section| (section.offset.0, section.size.0));
    let content = place.filter_map(|(ofs, len)| {
        let ofs = usize::try_from(ofs).ok()?;
        object.get(ofs..ofs.checked_add(usize::try_from(len).ok()?)?)
    });
    assert!(
        content.clone().count() == report.sections.len(),
        "a section outside of the object"
    );
    assert!(
        content.into_iter().any(|content| content == embedded),
        "the input is not in the object"
    );
    let mut scan = choices.scan();
    scan.carve = false;
    let bundles = |bytes: &[u8]| listed_unchecked(&input(bytes), scan).map(|listed| listed.bundles.len());
    assert_eq!(bundles(&object), bundles(&embedded), "bundles of the object");
    request.input = input(&embedded);
    request.hosts = vec![input(&object)];
    request.machine = None;
    assert!(
        written(|context| ops::embed(&REGISTRY, &request, context)).is_some(),
        "the object cannot be a host object"
    );
});
