//! What wrappers promise of what they hold, checked to the end of the compressed bytes.

use std::{sync::Arc, vec::Vec};

use super::told::Told;
use crate::files::{Input, damage};
use crate::ops::{Located, OpError, Scan};

/// Checks every wrapper, also those after one that is broken.
pub(super) fn check(scan: &Scan, told: &mut Vec<Told>) -> Result<(), OpError> {
    let bundles = scan.bundles.iter().enumerate();
    let held = bundles.map(|(number, found)| (&found.input, found.site, Some(number)));
    let unread = scan.unread.iter().map(|unread| (&unread.input, unread.site, None));
    let mut settled: Option<&Arc<Input>> = None;
    for (input, site, bundle) in held.chain(unread) {
        if settled.is_some_and(|earlier| Arc::ptr_eq(earlier, input)) {
            continue;
        }
        settled = Some(input);
        let Err(damage) = damage(input.settle())? else { continue };
        let Located { file, finding } = damage.into();
        if told.iter().any(|known| known.input == file && known.finding == finding) {
            continue;
        }
        told.push(Told { input: file, section: super::told::section(scan, site), bundle, entry: None, finding });
    }
    Ok(())
}
