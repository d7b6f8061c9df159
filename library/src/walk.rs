//! The loop over files, folders and packages: each file is read, reported and counted.

use crate::error::Error;
use crate::file_name::FileName;
use crate::input::{InputFile, STANDARD};
use crate::package::{Leaf, Walk};
use crate::report::{Diagnostic, FileCounts, FileNotes, Item, NotedFile, Outcome};
use crate::request::{PathPattern, ScanRequest};
use crate::scan::Scan;
use offload_bundle_core::registry::Registry;

pub(crate) trait ReportedFile {
    fn failed(name: FileName, error: Error) -> Self;

    fn outcome(&self) -> (Outcome, bool);
}

impl ReportedFile for NotedFile {
    fn failed(file: FileName, error: Error) -> Self {
        Self { file, notes: FileNotes::failed(error) }
    }

    fn outcome(&self) -> (Outcome, bool) {
        self.notes.of_file()
    }
}

pub(crate) struct Files<'w> {
    walk: Walk<'w>,
    worst: Outcome,
    counts: FileCounts,
    given: usize,
    found: bool,
}

impl<'w> Files<'w> {
    pub(crate) fn new(registry: &'w Registry, scan: &ScanRequest, exclude: &'w [PathPattern], given: usize) -> Self {
        let walk = Walk::new(registry, scan, exclude);
        Self { walk, worst: Outcome::Done, counts: FileCounts::default(), given, found: false }
    }

    /// Files without bundles in a folder or package are only counted.
    pub(crate) fn each<F: ReportedFile>(
        &mut self,
        inputs: &[InputFile],
        read: &mut dyn FnMut(Leaf) -> Result<F, Error>,
        show: &mut dyn FnMut(Item<F>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let walk = self.walk;
        walk.each(inputs, &mut |leaf| {
            let (name, found) = (leaf.name.clone(), leaf.found);
            self.found |= found;
            match read(leaf) {
                Err(error) if is_passed_over(found, &error) => {
                    self.add(error.outcome(), false);
                    show(Item::PassedOver(Box::new(error)))
                }
                read => {
                    let file = read.unwrap_or_else(|error| F::failed(name, error));
                    let (outcome, holds_bundles) = file.outcome();
                    self.add(outcome, holds_bundles);
                    show(Item::File(file))
                }
            }
        })
    }

    /// A file without bundles decides the outcome only if it is the only one: folders often contain such files.
    fn add(&mut self, outcome: Outcome, holds_bundles: bool) {
        let FileCounts { file_count, without_bundles_count } = &mut self.counts;
        *file_count = file_count.saturating_add(1);
        match outcome {
            Outcome::Negative if !holds_bundles => *without_bundles_count = without_bundles_count.saturating_add(1),
            outcome => self.worsen(outcome),
        }
    }

    pub(crate) fn worsen(&mut self, outcome: Outcome) {
        self.worst = self.worst.max(outcome);
    }

    /// Worst of files with bundles; negative without any.
    pub(crate) fn outcome(&self) -> Outcome {
        match self.counts.is_without_bundles() && self.given > 0 {
            true => self.worst.max(Outcome::Negative),
            false => self.worst,
        }
    }

    pub(crate) fn counts(&self) -> Option<FileCounts> {
        let FileCounts { file_count, .. } = self.counts;
        (file_count > 1 || file_count < self.given || self.found).then_some(self.counts)
    }
}

pub(crate) fn is_passed_over(found: bool, error: &Error) -> bool {
    found && matches!(error, Error::NotABundle { .. })
}

/// Checks that standard input is given at most once: the second read would be empty.
///
/// # Errors
///
/// Returns [`Error::StandardInputTwice`] if it is given more than once.
pub fn refuse_rereading<'i>(inputs: impl IntoIterator<Item = &'i InputFile>) -> Result<(), Error> {
    let is_standard = |input: &&InputFile| matches!(input, InputFile::Path(path) if path.as_os_str() == STANDARD);
    match inputs.into_iter().filter(is_standard).count() {
        0 | 1 => Ok(()),
        _ => Err(Error::StandardInputTwice),
    }
}

impl FileNotes {
    pub(crate) fn new(name: &FileName, scan: Scan) -> Self {
        let warnings = Diagnostic::of_scan(name, &scan).collect();
        let holds_bundles = !scan.bundles.is_empty();
        let Scan { external_code, searched, is_archive, .. } = scan;
        Self { warnings, external_code, searched, is_archive, holds_bundles, ..Self::default() }
    }

    pub(crate) fn of_file(&self) -> (Outcome, bool) {
        match self.holds_bundles {
            true => (self.outcome(), true),
            false => (self.outcome().max(Outcome::Negative), false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Outcome::{Done, Failed, Negative};
    use offload_bundle_formats::registry::REGISTRY;

    fn files(given: usize) -> Files<'static> {
        Files::new(&REGISTRY, &ScanRequest::default(), &[], given)
    }

    #[test]
    fn file_without_bundles_fails_only_alone() {
        let of = |inputs: &[(Outcome, bool)]| {
            let mut files = files(inputs.len());
            inputs.iter().for_each(|(outcome, holds)| files.add(*outcome, *holds));
            (
                files.outcome(),
                files.counts().map(|counts| counts.without_bundles_count),
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
    fn folder_files_are_always_counted() {
        let empty = files(1);
        assert_eq!(empty.outcome(), Negative);
        assert_eq!(empty.counts(), Some(FileCounts::default()));
        let mut single = Files { found: true, ..files(1) };
        single.add(Done, true);
        assert_eq!(
            (single.outcome(), single.counts().map(|counts| counts.file_count)),
            (Done, Some(1))
        );
    }
}
