//! `verify` of any input: files that pass can be listed, extracted and read completely, and `verify` reports all of their warnings.

#![no_main]

use libfuzzer_sys::fuzz_target;
use offload_bundle::input::InputFile;
use offload_bundle::report::{Outcome, Verdict, VerifiedFile};
use offload_bundle::request::{ExtractRequest, VerifyRequest};
use offload_bundle::{OffloadFile, ops};
use offload_bundle_core::severity::Severity;
use offload_bundle_formats::registry::REGISTRY;
use offload_bundle_fuzz::files::{Choices, NOWHERE, is_all, listed, shown, written};

fn verified(input: &InputFile, choices: Choices) -> Option<VerifiedFile> {
    let mut request = VerifyRequest::default();
    request.inputs = vec![input.clone()];
    request.scan = choices.scan();
    shown(ops::verify(&REGISTRY, &request))?.files.pop()
}

fn can_be_read(file: &VerifiedFile, (input, choices): (&InputFile, Choices), bytes: &[u8]) {
    let Some(listed) = listed(input, choices.scan()) else {
        panic!("what passes cannot be listed")
    };
    let entries = listed.bundles.iter().flat_map(|bundle| &bundle.entries);
    let count = entries.clone().count();
    assert_eq!(
        (listed.bundles.len(), count),
        (file.summary.bundle_count, file.summary.entry_count),
        "bundles and entries"
    );
    assert!(
        entries
            .clone()
            .all(|entry| entry.id.is_some() && entry.offset.is_some())
    );
    let mut request = ExtractRequest::default();
    request.inputs = vec![input.clone()];
    request.scan = choices.scan();
    request.folder = NOWHERE.into();
    request.dry_run = true;
    request.empty = true;
    if let Some((report, _)) = written(|context| ops::extract(&REGISTRY, &request, context)) {
        assert_eq!(report.summary.outcome, Outcome::Done);
        is_all(&report, &listed);
    }
    // Opening a file never carves, and checks digests.
    if choices.scan().carve || choices.scan().no_verify {
        return;
    }
    let opened = match OffloadFile::from_bytes(bytes) {
        Ok(opened) => opened,
        Err(error) => panic!("what passes cannot be opened: {error}"),
    };
    for entry in opened.entries() {
        if let Err(error) = entry.bytes() {
            panic!("an entry of what passes cannot be read: {error}");
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    let (input, choices) = Choices::of(bytes);
    let Some(file) = verified(&input, choices) else { return };
    let worst = file.findings.iter().map(|finding| finding.severity).max();
    let passes = file.summary.outcome == Outcome::Done;
    if file.summary.error.is_none() {
        let verdict = file.summary.verdict;
        assert_eq!(
            matches!(verdict, Some(Verdict::NotSound | Verdict::Undecided)),
            worst > Some(Severity::Note),
            "{:?}",
            file.findings
        );
        // A file without findings passes, or lacks bundles.
        let nothing = matches!(verdict, Some(Verdict::NoBundles | Verdict::Elsewhere));
        assert!(!nothing || file.summary.bundle_count == 0, "{verdict:?}");
        assert!(passes || nothing || worst > Some(Severity::Note), "{verdict:?}");
        let warnings = listed(&input, choices.scan())
            .map(|listed| listed.notes.warnings)
            .unwrap_or_default();
        let is_told = |code, offset| {
            let mut findings = file.findings.iter();
            findings.any(|finding| (finding.code, finding.offset) == (code, offset))
        };
        // Only operations that read inner contents report their anomalies.
        let own = warnings.into_iter().filter(|warning| warning.file.is_none());
        for warning in own {
            assert!(is_told(warning.code, warning.offset), "left out: {warning:?}");
        }
    }
    if passes && file.summary.bundle_count > 0 {
        let bytes = bytes.split_last().map_or(bytes, |(_, bytes)| bytes);
        can_be_read(&file, (&input, choices), bytes);
    }
});
