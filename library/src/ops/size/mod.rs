//! `size`: what takes the space in each input.

mod kept;
mod kernels;
mod partition;
pub(crate) mod report;
mod rows;
mod sizing;
mod tree;

use std::collections::BTreeMap;

use offload_bundle_core::registry::Registry;

use self::rows::Rows;
use self::sizing::Sizing;
use self::tree::TreeBuilder;
use super::read_files::ReadFiles;
use super::selection::Selection;
use super::served::ServedIds;
use crate::error::Error;
use crate::file_name::FileName;
use crate::package::Leaf;
use crate::report::{FileNotes, Integer, Item, Outcome, SizeReport, SizedFile};
use crate::request::SizeRequest;
use crate::walk::{Files, ReportedFile, is_passed_over, refuse_rereading};

/// Adds up what takes the space in all inputs together. Each byte of a file is in one row, in a bundle outside its code objects, or in
/// something else.
///
/// # Errors
///
/// Returns an error if standard input is given twice, or if the page would replace a file that was read. The report has the error of an
/// input that cannot be read.
///
/// ```
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip.22.so");
/// use offload_bundle::ops;
/// use offload_bundle::request::SizeRequest;
/// use offload_bundle::REGISTRY;
///
/// let mut request = SizeRequest::default();
/// request.inputs = vec![path.into()];
/// let report = ops::size(&REGISTRY, &request)?;
/// for row in &report.rows {
///     println!("{:?}: {} bytes", row.target, row.sums.size_in_file);
/// }
/// let all = [report.total.size_in_file, report.containers_size, report.other_size];
/// assert_eq!(all.iter().map(|size| size.0).sum::<u64>(), report.files_size.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn size(registry: &Registry, request: &SizeRequest) -> Result<SizeReport, Error> {
    refuse_rereading(&request.inputs)?;
    let read = ReadFiles::from_inputs(&request.inputs);
    request.page.iter().try_for_each(|page| read.refuse(page))?;
    let mut files = Files::new(registry, &request.scan, &request.exclude, request.inputs.len());
    let mut selection = Selection::new(registry.ids, &request.filter);
    let tree = request.page.as_ref().map(|_| TreeBuilder::default());
    let served = ServedIds::new(registry.ids);
    let mut sizing = Sizing { registry, request, rows: Rows::default(), served, containers: 0, tree, read };
    let mut report = SizeReport::default();
    let mut number: usize = 0;
    // The packages with bundles, and what the rows take in all other files.
    let (mut packages, mut loose): (BTreeMap<FileName, u64>, u64) = (BTreeMap::new(), 0);
    let mut measure = |leaf: Leaf| {
        let mut measured = leaf.input.and_then(|input| sizing.file(&input, number, &mut selection));
        if let Ok(file) = &mut measured {
            file.packed_size = leaf.packed_size.map(Integer);
            match leaf.outermost.filter(|_| leaf.found) {
                Some((package, len)) => drop(packages.insert(package, len)),
                None => loose = loose.saturating_add(file.rows_size.0),
            }
        }
        if !measured.as_ref().is_err_and(|error| is_passed_over(leaf.found, error)) {
            sizing.read.add(leaf.file);
            number = number.saturating_add(1);
        }
        measured
    };
    files.each(&request.inputs, &mut measure, &mut |item| {
        match item {
            Item::File(file) => report.files.push(file),
            Item::PassedOver(error) => report.passed_over.push(*error),
        }
        Ok(())
    })?;
    let Sizing { rows, containers, tree, read, .. } = sizing;
    request.page.iter().try_for_each(|page| read.refuse(page))?;
    report.tree = tree.map(|tree| tree.into_tree(&report.files));
    report.total = rows.total();
    report.rows = rows.into_rows(&report.files);
    let files_size = report
        .files
        .iter()
        .fold(0_u64, |sum, file| sum.saturating_add(file.size.0));
    report.files_size = Integer(files_size);
    report.containers_size = Integer(containers);
    let in_rows = report.total.size_in_file.0;
    report.other_size = Integer(files_size.saturating_sub(in_rows).saturating_sub(containers));
    report.totals = files.counts();
    report.outcome = files.outcome();
    report.budget = request.budget.map(|budget| Integer(budget.0));
    let own_size = packages.values().fold(0_u64, |sum, len| sum.saturating_add(*len));
    report.packages_size = (!packages.is_empty()).then_some(Integer(own_size));
    let counted = match request.filter.takes_everything() {
        true => own_size.saturating_add(loose),
        false => in_rows,
    };
    report.budget_size = request.budget.map(|_| Integer(counted));
    report.over_budget = request.budget.is_some_and(|budget| counted > budget.0);
    if report.over_budget {
        report.outcome = report.outcome.max(Outcome::Negative);
    }
    report.notes = request.filter.notes();
    report.notes.extend(selection.notes());
    report.error = selection.nothing_fits(&request.inputs);
    if let Some(error) = &report.error {
        report.outcome = report.outcome.max(error.outcome());
    }
    Ok(report)
}

impl ReportedFile for SizedFile {
    fn failed(file: FileName, error: Error) -> Self {
        Self { file, notes: FileNotes::failed(error), ..Self::default() }
    }

    fn outcome(&self) -> (Outcome, bool) {
        self.notes.of_file()
    }
}
