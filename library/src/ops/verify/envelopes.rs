//! What envelopes declare of what they hold, checked to the end of the compressed bytes.

use std::collections::BTreeSet;
use std::sync::Arc;

use offload_bundle_core::bytes::Place;

use super::findings::Findings;
use crate::codec::Search;
use crate::error::Error;
use crate::file_error::damage;
use crate::file_name::FileName;
use crate::finding::{Anomaly, Finding};
use crate::input::Input;
use crate::report::{Diagnostic, Integer};
use crate::scan::{FoundEnvelope, Located, Scan};

/// Checks every envelope of the input `name`, also those after one that is broken.
pub(super) fn check(name: &FileName, scan: &Scan, findings: &mut Findings) -> Result<(), Error> {
    let bundles = scan.bundles.iter().enumerate();
    let held = bundles.map(|(number, found)| (&found.input, found.region, Some(number)));
    let unread = scan.unread.iter().map(|unread| (&unread.input, unread.region, None));
    // Made when there is damage, because there may be many findings.
    let mut known: Option<BTreeSet<Key>> = None;
    let mut settled: Option<&Arc<Input>> = None;
    for (input, region, bundle) in held.chain(unread) {
        if settled.is_some_and(|earlier| Arc::ptr_eq(earlier, input)) {
            continue;
        }
        settled = Some(input);
        let Err(damage) = damage(input.verify())? else { continue };
        let found = Diagnostic::new(name, &Located::from(damage)).within(scan, region, bundle);
        let known = known.get_or_insert_with(|| findings.in_full(name, scan).map(|known| key(&known)).collect());
        if known.insert(key(&found)) {
            findings.extend([found]);
        }
    }
    Ok(())
}

/// Looks for what headers begin with in the compressed bytes of every envelope of the input `name`: some readers cut them there.
pub(super) fn look_for_magic(name: &FileName, scan: &Scan, findings: &mut Findings) -> Result<(), Error> {
    let mut last: Option<&Arc<FoundEnvelope>> = None;
    for (number, found) in scan.bundles.iter().enumerate() {
        let Some(envelope) = found.envelope.as_ref() else {
            continue;
        };
        if last.is_some_and(|last| Arc::ptr_eq(last, envelope)) {
            continue;
        }
        last = Some(envelope);
        let (Some(magic), Ok(place)) = (envelope.format.magic(), &envelope.header.place) else {
            continue;
        };
        // What follows the compressed bytes may be another bundle.
        let payload = Place { ofs: place.ofs, len: envelope.compressed_len().min(place.len) };
        // Damage around it is reported by those who look for that.
        let inside = damage(Search::within(&envelope.outer, payload, magic))?.unwrap_or_default();
        if let Some(at) = inside {
            let finding = Finding::at(at, Anomaly::MagicInside { magic });
            let located = Located::new(&envelope.outer, finding);
            findings.extend([Diagnostic::new(name, &located).within(scan, found.region, Some(number))]);
        }
    }
    Ok(())
}

/// By what a finding is known again, whatever it is said to be about.
type Key = (Option<FileName>, Integer, String, String);

fn key(finding: &Diagnostic) -> Key {
    (
        finding.file.clone(),
        finding.offset,
        finding.path.clone(),
        finding.message.clone(),
    )
}
