//! How it went with several inputs: the rule of exit codes of all commands that take more than one.

use crate::report::{FileCounts, FileNotes, Outcome};

/// How it went with the inputs so far.
#[derive(Debug, Default)]
pub(super) struct FileOutcomes {
    worst: Outcome,
    counts: FileCounts,
    /// How many files, folders and packages were given.
    given: usize,
    /// Whether a file was found in a folder or package.
    found: bool,
}

impl FileOutcomes {
    /// So many files, folders and packages are given.
    pub(super) fn new(given: usize) -> Self {
        Self { given, ..Self::default() }
    }

    /// A file is looked into that was `found` in a folder or package, or given.
    pub(super) fn look_into(&mut self, found: bool) {
        self.found |= found;
    }

    /// Adds a file with its own answer, and whether it holds a bundle. That one of several holds none is no answer for all: the
    /// files of a folder often include such.
    pub(super) fn add(&mut self, outcome: Outcome, holds_bundles: bool) {
        let FileCounts { file_count, without_bundles_count } = &mut self.counts;
        *file_count = file_count.saturating_add(1);
        match outcome {
            Outcome::Negative if !holds_bundles => *without_bundles_count = without_bundles_count.saturating_add(1),
            outcome => self.worst = self.worst.max(outcome),
        }
    }

    /// Adds a file of which `notes` tell; that it holds no bundle is an answer.
    pub(super) fn add_file(&mut self, notes: &FileNotes, holds_bundles: bool) {
        let outcome = notes.outcome();
        match holds_bundles {
            true => self.add(outcome, true),
            false => self.add(outcome.max(Outcome::Negative), false),
        }
    }

    /// What was said of several files together.
    pub(super) fn worsen(&mut self, outcome: Outcome) {
        self.worst = self.worst.max(outcome);
    }

    /// How it went with all of them: as with the worst of those that hold bundles; the answer is no where none holds any.
    pub(super) fn outcome(&self) -> Outcome {
        match self.counts.is_without_bundles() && self.given > 0 {
            true => self.worst.max(Outcome::Negative),
            false => self.worst,
        }
    }

    /// How many files there were, where there were several, or where they were found.
    pub(super) fn counts(&self) -> Option<FileCounts> {
        let FileCounts { file_count, .. } = self.counts;
        (file_count > 1 || file_count < self.given || self.found).then_some(self.counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Outcome::{Done, Failed, Negative};

    #[test]
    fn a_file_without_bundles_counts_only_where_no_other_holds_any() {
        let of = |inputs: &[(Outcome, bool)]| {
            let mut outcomes = FileOutcomes::new(inputs.len());
            inputs
                .iter()
                .for_each(|(outcome, holds)| outcomes.add(*outcome, *holds));
            (
                outcomes.outcome(),
                outcomes.counts().map(|counts| counts.without_bundles_count),
            )
        };
        let (good, none, bad, damaged) = ((Done, true), (Negative, false), (Negative, true), (Failed, false));
        assert_eq!(of(&[]), (Done, None));
        assert_eq!(of(&[good]), (Done, None));
        assert_eq!(of(&[none]), (Negative, None));
        assert_eq!(of(&[none, good, none]), (Done, Some(2)));
        assert_eq!(of(&[none, none]), (Negative, Some(2)));
        assert_eq!(of(&[none, bad]), (Negative, Some(1)));
        assert_eq!(of(&[none, damaged]), (Failed, Some(1)));
        assert_eq!(of(&[good, bad, damaged]), (Failed, Some(0)));
    }

    #[test]
    fn files_of_a_folder_are_counted_even_if_there_is_one_or_none() {
        let empty = FileOutcomes::new(1);
        assert_eq!(empty.outcome(), Negative);
        assert_eq!(empty.counts(), Some(FileCounts::default()));
        let mut single = FileOutcomes::new(1);
        single.look_into(true);
        single.add(Done, true);
        assert_eq!(
            (single.outcome(), single.counts().map(|counts| counts.file_count)),
            (Done, Some(1))
        );
    }
}
