//! In-place operations on any input: `prune` to the target of an entry, `compress`, `decompress` and `replace`. Exactly
//! the kept entries remain, with their bytes, and repeating an operation changes nothing.

#![no_main]

use libfuzzer_sys::fuzz_target;
use offload_bundle::OffloadFile;
use offload_bundle::report::CompressReport;
use offload_bundle::request::{CompressRequest, DecompressRequest, EntrySource, RequestedTarget};
use offload_bundle_formats::registry::REGISTRY;
use offload_bundle_fuzz::files::{Choices, STANDARD, input, shown, written};
use offload_bundle_rewrite::{PruneRequest, ReplaceRequest};

/// The IDs and contents of a file in order, or `None` if one is not valid. The host entry is the rest of the object,
/// with a changed layout.
fn entries(bytes: &[u8]) -> Option<Vec<(String, Vec<u8>)>> {
    let file = shown(OffloadFile::from_bytes(bytes))?;
    let entries = file.entries().map(|entry| {
        let id = shown(entry.id())?.to_owned();
        let content = if REGISTRY.ids.is_host(&id) {
            Vec::new()
        } else {
            shown(entry.bytes())?.to_vec()
        };
        Some((id, content))
    });
    entries.collect()
}

fn replaced(bytes: &[u8], choices: &Choices, (id, content): (&str, &[u8])) -> Option<Vec<u8>> {
    let mut request = ReplaceRequest::default();
    request.input = input(bytes);
    request.scan.max_size = choices.scan().max_size;
    request.entries = vec![EntrySource::new(id, input(content))];
    request.output = Some(STANDARD.into());
    written(|context| offload_bundle_rewrite::replace(&REGISTRY, &request, context)).map(|(_, out)| out)
}

/// `None` if the bundles are not within an object file.
fn converted(bytes: &[u8], choices: &Choices, compresses: bool) -> Option<Vec<u8>> {
    let (report, out): (CompressReport, Vec<u8>) = match compresses {
        true => {
            let mut request = CompressRequest::default();
            request.inputs = vec![input(bytes)];
            request.scan.max_size = choices.scan().max_size;
            request.output = Some(STANDARD.into());
            written(|context| offload_bundle_rewrite::compress(&REGISTRY, &request, context))
        }
        false => {
            let mut request = DecompressRequest::default();
            request.input = input(bytes);
            request.scan.max_size = choices.scan().max_size;
            request.output = Some(STANDARD.into());
            written(|context| offload_bundle_rewrite::decompress(&REGISTRY, &request, context))
        }
    }?;
    report.files.iter().any(|file| file.rewritten.is_some()).then_some(out)
}

fuzz_target!(|bytes: &[u8]| {
    let (_, choices) = Choices::of(bytes);
    let bytes = bytes.split_last().map_or(bytes, |(_, bytes)| bytes);
    let Some(before) = entries(bytes) else {
        return;
    };
    for compresses in [true, false] {
        if let Some(out) = converted(bytes, &choices, compresses) {
            assert!(entries(&out).as_ref() == Some(&before), "the same code");
            if let Some(again) = converted(&out, &choices, compresses) {
                assert!(again == out, "once more");
            }
            if let Some(back) = converted(&out, &choices, !compresses) {
                assert!(entries(&back).as_ref() == Some(&before), "the same code again");
            }
        }
    }
    let mut devices = before.iter().filter(|(id, _)| !REGISTRY.ids.is_host(id));
    let one = if choices.has(3) {
        devices.next_back()
    } else {
        devices.next()
    };
    if let Some((id, _)) = one {
        let content = bytes.get(..bytes.len().min(5000)).unwrap_or_default();
        if let Some(out) = replaced(bytes, &choices, (id, content)) {
            let after = entries(&out).unwrap_or_default();
            let alike = |((old, was), (new, is)): (&(String, Vec<u8>), &(String, Vec<u8>))| {
                old == new && (was == is || is == content)
            };
            assert!(
                after.len() == before.len() && before.iter().zip(&after).all(alike),
                "nothing else"
            );
            assert!(after.iter().any(|(_, is)| is == content), "what was put there");
            if let Some(again) = replaced(&out, &choices, (id, content)) {
                assert!(again == out, "once more");
            }
        }
    }
    let ids = before.iter().map(|(id, _)| id.as_str());
    let mut targets = ids.filter_map(|id| Some(REGISTRY.ids.components(id).ok()?.target));
    let Some(target) = targets.find_map(|target| RequestedTarget::parse(&REGISTRY, &target).ok()) else {
        return;
    };
    let prune = |bytes: &[u8]| {
        let mut request = PruneRequest::default();
        request.input = input(bytes);
        request.scan.max_size = choices.scan().max_size;
        request.output = Some(STANDARD.into());
        match choices.has(2) {
            true => request.drop = vec![target.clone()],
            false => request.keep = vec![target.clone()],
        }
        written(|context| offload_bundle_rewrite::prune(&REGISTRY, &request, context))
    };
    let Some((report, out)) = prune(bytes) else {
        return;
    };
    let is_kept = |id: &str| report.targets.iter().any(|target| target.kept && target.id == id);
    // Code with one ID may be PTX and machine code.
    let is_dropped = |id: &str| report.targets.iter().any(|target| !target.kept && target.id == id);
    let kept_count = report
        .targets
        .iter()
        .filter(|target| target.kept)
        .map(|target| target.count)
        .sum::<usize>();
    let after = entries(&out).unwrap_or_default();
    // Members of an archive without matching entries are unchanged.
    if report.other_bundle_count == 0 && report.unpruned.is_empty() {
        assert!(after.len() == kept_count, "as many as are kept");
        let mut after = after.into_iter().peekable();
        for (id, content) in before.into_iter().filter(|(id, _)| is_kept(id)) {
            let is_there = after.next_if(|(other, is)| *other == id && *is == content).is_some();
            assert!(is_there || is_dropped(&id), "what is kept");
        }
        assert!(after.next().is_none(), "nothing else");
    }
    // A second `prune` drops no entries, so it writes no output.
    if let Some((_, again)) = prune(&out) {
        assert!(again == out, "once more");
    }
});
