//! The fields of bundles one by one, with their bytes, for a page that shows something else first.

use std::sync::Arc;

use super::field_bytes::FieldBytes;
use super::subjects::{Subject, of_bundle};
use super::{Fields, Look, describe_part};
use crate::error::Error;
use crate::report::{Diagnostic, InspectItem, InspectedPart};
use crate::scan::{FoundBundle, FoundEnvelope, Scan};

/// How many fields there may be of all bundles together.
const ROOM: usize = 20_000;

/// Explains bundles, until there is no more room.
#[derive(Debug)]
pub(in crate::ops) struct BundleFields {
    /// How many fields there is room for.
    left: usize,
    bytes: FieldBytes,
    /// The envelope that was explained last; the others in it share it.
    envelope: Option<Arc<FoundEnvelope>>,
}

impl Default for BundleFields {
    fn default() -> Self {
        Self { left: ROOM, bytes: FieldBytes::default(), envelope: None }
    }
}

impl BundleFields {
    /// The fields of what the bundle `found` is compressed in, unless that has been explained with the one before, and its own; nothing
    /// where there is no room for all of them.
    ///
    /// # Errors
    ///
    /// What the system says of the input.
    pub(in crate::ops) fn explain<'s>(
        &mut self,
        look: &mut Look<'s>,
        scan: &'s Scan,
        found: &'s FoundBundle,
    ) -> Result<Option<Vec<InspectedPart>>, Error> {
        if self.left == 0 {
            return Ok(None);
        }
        let (mut envelope, bundle) = of_bundle(scan, found);
        if let Some(envelope) = &mut envelope {
            // Whether it holds what it declares is for those who read it to its end.
            envelope.holds = None;
        }
        let is_known = match (&self.envelope, &found.envelope) {
            (Some(last), Some(this)) => Arc::ptr_eq(last, this),
            _ => false,
        };
        let before = (self.left, self.bytes.remaining());
        let mut parts = Vec::new();
        for subject in envelope.iter().filter(|_| !is_known).chain([&bundle]) {
            match self.part(look, subject)? {
                Some(part) => parts.push(part),
                None => {
                    // One that is too large leaves the room to those behind it.
                    self.left = before.0;
                    self.bytes.give_back(before.1);
                    return Ok(None);
                }
            }
        }
        self.envelope.clone_from(&found.envelope);
        Ok(Some(parts))
    }

    fn part<'p>(&mut self, look: &mut Look<'p>, subject: &Subject<'p>) -> Result<Option<InspectedPart>, Error> {
        let mut part = InspectedPart::new(subject.place());
        let mut has_room = self.left > 0;
        let left = self.left;
        let mut keep = |item: InspectItem<'_>| {
            has_room = has_room && part.rows.len() < left;
            if let (InspectItem::Row(row), true) = (item, has_room) {
                part.rows.push(row);
            }
            Ok(())
        };
        let mut fields = Fields { visit: &mut keep, bytes: Some(&mut self.bytes), value: None, failed: None };
        let errors = describe_part(look, subject, &mut |describe| fields.show(describe, false))?;
        part.end.bytes = self.bytes.read(subject.input)?;
        part.end.findings = errors
            .iter()
            .map(|located| Diagnostic::new(subject.input.name(), located))
            .collect();
        self.left = self.left.saturating_sub(part.rows.len());
        Ok(has_room.then_some(part))
    }
}
