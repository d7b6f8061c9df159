//! What envelopes declare of what they hold, checked to the end of the compressed bytes.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::error::Error;
use crate::file_error::damage;
use crate::file_name::FileName;
use crate::input::Input;
use crate::report::{Diagnostic, Integer};
use crate::scan::{Located, Scan};

/// Checks every envelope of the input `name`, also those after one that is broken.
pub(super) fn check(name: &FileName, scan: &Scan, diagnostics: &mut Vec<Diagnostic>) -> Result<(), Error> {
    let bundles = scan.bundles.iter().enumerate();
    let held = bundles.map(|(number, found)| (&found.input, found.region, Some(number)));
    let unread = scan.unread.iter().map(|unread| (&unread.input, unread.region, None));
    let mut known: BTreeSet<Key> = diagnostics.iter().map(key).collect();
    let mut settled: Option<&Arc<Input>> = None;
    for (input, region, bundle) in held.chain(unread) {
        if settled.is_some_and(|earlier| Arc::ptr_eq(earlier, input)) {
            continue;
        }
        settled = Some(input);
        let Err(damage) = damage(input.verify())? else { continue };
        let found = Diagnostic::new(name, &Located::from(damage)).within(scan, region, bundle);
        if known.insert(key(&found)) {
            diagnostics.push(found);
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
