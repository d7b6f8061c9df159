//! What is to be said of several inputs together.

use std::collections::BTreeSet;

use crate::natural_order::Natural;
use crate::ops::file_outcomes::FileOutcomes;
use crate::report::{Outcome, Verdict, VerifySummary, VerifyTotals};

/// What has been said of the inputs so far.
#[derive(Debug, Default)]
pub(super) struct Totals {
    outcomes: FileOutcomes,
    counts: VerifyTotals,
    targets: BTreeSet<Natural>,
}

impl Totals {
    /// So many files, folders and packages are given.
    pub(super) fn new(given: usize) -> Self {
        Self { outcomes: FileOutcomes::new(given), ..Self::default() }
    }

    /// A file is looked into that was `found` in a folder or package, or given.
    pub(super) fn look_into(&mut self, found: bool) {
        self.outcomes.look_into(found);
    }

    /// Adds a file.
    pub(super) fn add(&mut self, summary: &VerifySummary) {
        let holds = summary.verdict != Some(Verdict::NoBundles);
        self.outcomes.add(summary.outcome, holds);
        let counts = &mut self.counts;
        let count = match summary.verdict {
            Some(Verdict::Sound) => Some(&mut counts.sound_count),
            Some(Verdict::NotSound) => Some(&mut counts.not_sound_count),
            Some(Verdict::Elsewhere) => Some(&mut counts.elsewhere_count),
            Some(Verdict::NoBundles) => None,
            Some(Verdict::Undecided) | None => Some(&mut counts.failed_count),
        };
        if let Some(count) = count {
            *count = count.saturating_add(1);
        }
        counts.bundle_count = counts.bundle_count.saturating_add(summary.bundle_count);
        counts.entry_count = counts.entry_count.saturating_add(summary.entry_count);
    }

    /// Adds the targets of an input. Of a single one they are beside it.
    pub(super) fn add_targets(&mut self, summary: &VerifySummary) {
        for target in summary.targets() {
            self.targets.insert(Natural(target.into()));
        }
    }

    /// How it went with all of them.
    pub(super) fn outcome(&self) -> Outcome {
        self.outcomes.outcome()
    }

    /// What is to be said, if there were several.
    pub(super) fn of_several(self) -> Option<VerifyTotals> {
        let files = self.outcomes.counts()?;
        let targets = self.targets.into_iter().map(|Natural(target)| target);
        Some(VerifyTotals { files, targets: targets.collect(), ..self.counts })
    }
}
