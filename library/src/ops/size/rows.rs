//! What is added up: a row for each thing that was asked for, with the bytes, bundles and files that it is in.

use std::collections::{BTreeMap, BTreeSet};

use offload_bundle_core::bytes::Place;

use super::partition::Share;
use crate::natural_order::Natural;
use crate::report::{CodePart, Integer, Member, SizeRow, SizeSums, SizedFile};

/// What a row is of. Rows of one size are ordered by it.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    /// The offload kind, or group of kinds.
    pub(super) kind: Option<String>,
    /// The processor with its features, or the triple.
    pub(super) target: Option<Natural>,
    /// The number of the file.
    pub(super) file: Option<usize>,
    /// The number of the bundle.
    pub(super) bundle: Option<usize>,
    /// What it is in code objects.
    pub(super) part: Option<CodePart>,
    /// The kernel.
    pub(super) kernel: Option<Natural>,
}

impl Key {
    /// A part of code objects that is no kernel.
    pub(super) fn of_part(part: CodePart) -> Self {
        Self { part: Some(part), ..Self::default() }
    }
}

/// Rows, by number.
#[derive(Debug, Default)]
pub(super) struct Rows {
    numbers: BTreeMap<Key, usize>,
    sums: Vec<Sums>,
    /// All of them together.
    total: Sums,
}

/// What is added up.
#[derive(Debug, Default, Clone)]
struct Sums {
    size: u64,
    size_in_file: u64,
    code_objects: usize,
    bundles: usize,
    files: usize,
    /// The bundle and the file that were counted last.
    last_bundle: Option<(usize, usize)>,
    last_file: Option<usize>,
    member: Option<Member>,
}

impl Sums {
    /// Counts a code object that is in this bundle of this file. Bundles come one after the other.
    fn count(&mut self, file: usize, bundle: usize) {
        self.code_objects = self.code_objects.saturating_add(1);
        if self.last_bundle.replace((file, bundle)) != Some((file, bundle)) {
            self.bundles = self.bundles.saturating_add(1);
        }
        if self.last_file.replace(file) != Some(file) {
            self.files = self.files.saturating_add(1);
        }
    }

    fn add(&mut self, size: u64, size_in_file: u64) {
        self.size = self.size.saturating_add(size);
        self.size_in_file = self.size_in_file.saturating_add(size_in_file);
    }

    fn to_report(&self) -> SizeSums {
        SizeSums {
            size_in_file: Integer(self.size_in_file),
            size: Integer(self.size),
            code_object_count: self.code_objects,
            bundle_count: self.bundles,
            file_count: self.files,
        }
    }
}

impl Rows {
    /// The number of the row.
    pub(super) fn number(&mut self, key: Key) -> usize {
        let next = self.sums.len();
        let number = *self.numbers.entry(key).or_insert(next);
        if number == next {
            self.sums.push(Sums::default());
        }
        number
    }

    /// Counts a code object that the rows `numbers` have something of.
    pub(super) fn count(&mut self, numbers: &BTreeSet<usize>, file: usize, bundle: usize, member: Option<&Member>) {
        for number in numbers {
            if let Some(sums) = self.sums.get_mut(*number) {
                sums.count(file, bundle);
                if sums.member.is_none() {
                    sums.member = member.cloned();
                }
            }
        }
        self.total.count(file, bundle);
    }

    /// Adds bytes to the row `number`. The result is how many they take in the file.
    pub(super) fn add(&mut self, number: usize, place: Place, share: Share) -> u64 {
        let in_file = share.bytes_of(place);
        if let Some(sums) = self.sums.get_mut(number) {
            sums.add(place.len, in_file);
        }
        self.total.add(place.len, in_file);
        in_file
    }

    /// All rows together.
    pub(super) fn total(&self) -> SizeSums {
        self.total.to_report()
    }

    /// The rows: what takes most comes first.
    pub(super) fn into_rows(self, files: &[SizedFile]) -> Vec<SizeRow> {
        let Self { numbers, sums, .. } = self;
        let mut rows: Vec<SizeRow> = numbers
            .into_iter()
            .filter_map(|(key, number)| {
                // All that it could have belongs to others.
                let sums = sums.get(number).filter(|sums| sums.size > 0)?;
                let Key { kind, target, file, bundle, part, kernel } = key;
                Some(SizeRow {
                    target: target.map(|Natural(target)| target),
                    kind,
                    packed_size: file
                        .filter(|_| bundle.is_none())
                        .and_then(|file| files.get(file)?.packed_size),
                    file: file.and_then(|file| Some(files.get(file)?.file.clone())),
                    member: sums.member.clone(),
                    bundle,
                    kernel: kernel.map(|Natural(kernel)| kernel),
                    part,
                    sums: sums.to_report(),
                })
            })
            .collect();
        rows.sort_by_key(|row| std::cmp::Reverse((row.sums.size_in_file.0, row.sums.size.0)));
        rows
    }
}
