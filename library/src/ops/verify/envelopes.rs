//! What envelopes declare of what they hold, checked to the end of the compressed bytes.

use std::sync::Arc;

use super::diagnostic::Diagnostic;
use crate::error::OpError;
use crate::file_error::damage;
use crate::input::Input;
use crate::scan::{Located, Scan};

/// Checks every envelope, also those after one that is broken.
pub(super) fn check(scan: &Scan, diagnostics: &mut Vec<Diagnostic>) -> Result<(), OpError> {
    let bundles = scan.bundles.iter().enumerate();
    let held = bundles.map(|(number, found)| (&found.input, found.region, Some(number)));
    let unread = scan.unread.iter().map(|unread| (&unread.input, unread.region, None));
    let mut settled: Option<&Arc<Input>> = None;
    for (input, region, bundle) in held.chain(unread) {
        if settled.is_some_and(|earlier| Arc::ptr_eq(earlier, input)) {
            continue;
        }
        settled = Some(input);
        let Err(damage) = damage(input.verify())? else { continue };
        let Located { file, finding } = damage.into();
        if diagnostics
            .iter()
            .any(|known| known.input == file && known.finding == finding)
        {
            continue;
        }
        diagnostics.push(Diagnostic {
            input: file,
            section: super::diagnostic::section(scan, region),
            bundle,
            entry: None,
            finding,
        });
    }
    Ok(())
}
