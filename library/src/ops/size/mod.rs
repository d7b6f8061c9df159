//! `size`: the use of space in each input.

pub(crate) mod report;
mod rows;
mod tree;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use offload_bundle_core::bytes::Place;
use offload_bundle_core::container::StoredEntry;
use offload_bundle_core::registry::Registry;

use self::rows::{Kernels, Key, Rows, Share, partition};
use self::tree::TreeBuilder;
use super::check::sound_part;
use super::context::ReadFiles;
use super::selection::{Selection, ServedIds};
use crate::error::Error;
use crate::file_name::FileName;
use crate::input::Input;
use crate::package::Leaf;
use crate::report::{CodePart, FileNotes, Integer, Item, Outcome, SizeReport, SizedFile};
use crate::request::{SizeBy, SizeRequest};
use crate::scan::{Form, FoundBundle, scan_or_bare};
use crate::walk::{Files, ReportedFile, is_passed_over, refuse_rereading};

/// Measures how much space code takes in all inputs. Each byte of a file counts in one row, as part of a bundle outside
/// its code objects, or as other content.
///
/// # Errors
///
/// Returns an error if standard input is given twice, or if the page would replace a file that was read. The report
/// contains the error of an input that cannot be read.
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
    // The packages with bundles, and the row bytes of all other files.
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

/// The limit on searched bytes beyond the length of the input.
const MORE: u64 = 1 << 20;

struct Sizing<'r> {
    registry: &'r Registry,
    request: &'r SizeRequest,
    rows: Rows,
    served: ServedIds<'r>,
    /// Bytes of bundles outside their entries.
    containers: u64,
    /// Only for a page.
    tree: Option<TreeBuilder>,
    read: ReadFiles,
}

#[derive(Debug, Clone, Copy)]
enum Owner {
    /// The row, and the part of the tree.
    Row(usize, Option<usize>),
    NotAsked,
    /// Bundles by position.
    Envelope(usize),
    Packed(usize),
    /// The bundle's position in the tree.
    Bundle(Option<usize>),
}

/// Entries compressed together; claims are on decompressed bytes.
struct Packed {
    input: Arc<Input>,
    claims: Vec<(Place, Owner)>,
}

type Together<'s> = [(usize, &'s FoundBundle)];

impl Sizing<'_> {
    fn file(&mut self, input: &Arc<Input>, number: usize, selection: &mut Selection<'_>) -> Result<SizedFile, Error> {
        let scan = input.unless_changed(scan_or_bare(self.registry, input, &self.request.scan))?;
        let (scan, error) = sound_part(scan, false);
        self.read.add_found(&scan);
        let bundles: Vec<(usize, &FoundBundle)> = scan.in_use().collect();
        let mut rows_size: u64 = 0;
        let mut file_size = input.len();
        for together in bundles.chunk_by(|(_, one), (_, other)| Arc::ptr_eq(outer(one), outer(other))) {
            let (in_rows, containers) = self.input(together, None, number, selection)?;
            rows_size = rows_size.saturating_add(in_rows);
            self.containers = self.containers.saturating_add(containers);
        }
        // Members of a thin archive are separate files.
        let mut thin: BTreeMap<u64, u64> = BTreeMap::new();
        for (_, found) in &bundles {
            let is_file = outer(found).identity().is_some() && !outer(found).has_identity(input.identity());
            let member = found.input.member().filter(|_| is_file);
            thin.extend(member.map(|member| (member.offset, outer(found).len())));
        }
        file_size = thin.values().fold(file_size, |sum, len| sum.saturating_add(*len));
        let bundle_count = scan.bundles.len();
        if let Some(tree) = &mut self.tree {
            tree.explain(&scan)?;
        }
        let matching = selection.matching(&scan);
        let notes = FileNotes { error, matching, ..FileNotes::new(input.name(), scan) };
        let (size, rows_size) = (Integer(file_size), Integer(rows_size));
        Ok(SizedFile { file: input.name().clone(), size, packed_size: None, rows_size, bundle_count, notes })
    }

    /// A `share` means compression. Returns bytes of the file in rows and in the rest of the bundles.
    fn input(
        &mut self,
        bundles: &Together<'_>,
        share: Option<Share>,
        file: usize,
        selection: &mut Selection<'_>,
    ) -> Result<(u64, u64), Error> {
        let mut claims: Vec<(Place, Owner)> = Vec::new();
        let mut whole: Vec<(Place, Owner)> = Vec::new();
        let mut envelopes: Vec<&Together<'_>> = Vec::new();
        let mut packed: Vec<Packed> = Vec::new();
        for together in bundles.chunk_by(|(_, one), (_, other)| Arc::ptr_eq(&one.input, &other.input)) {
            let Some((_, first)) = together.first() else { continue };
            let apart = first.apart.or_else(|| {
                let envelope = first.envelope.as_ref()?;
                Some(Place { ofs: envelope.header.start, len: envelope.len })
            });
            if let Some(place) = apart.filter(|_| share.is_none()) {
                claims.push((place, Owner::Envelope(envelopes.len())));
                envelopes.push(together);
                continue;
            }
            let mut looked_at = first.input.len().saturating_mul(2).saturating_add(MORE);
            for (number, found) in together {
                self.entries(
                    (file, *number),
                    found,
                    selection,
                    &mut looked_at,
                    (&mut claims, &mut packed),
                )?;
                if matches!(found.form, Form::Container(_)) {
                    let place = Place { ofs: found.bundle.start, len: found.bundle.len };
                    whole.push((
                        place,
                        Owner::Bundle(self.tree.as_ref().and_then(TreeBuilder::last_bundle)),
                    ));
                }
            }
        }
        claims.extend(whole);
        let share = share.unwrap_or(Share::WHOLE);
        let (mut in_rows, mut containers): (u64, u64) = (0, 0);
        for (place, owner) in partition(&claims) {
            match owner {
                Owner::Row(row, part) => {
                    in_rows = in_rows.saturating_add(self.add(row, part, place, share));
                }
                Owner::Bundle(bundle) => {
                    let in_file = share.bytes_of(place);
                    containers = containers.saturating_add(in_file);
                    if let Some((tree, bundle)) = self.tree.as_mut().zip(bundle) {
                        tree.add_container(bundle, place.len, in_file);
                    }
                }
                Owner::NotAsked => {}
                Owner::Packed(position) => {
                    let Some(Packed { input, claims }) = packed.get(position) else {
                        continue;
                    };
                    // Compressed parts of compressed bytes take a share of the share.
                    let share = Share { of: input.len(), stored: share.bytes_of(place) };
                    for (place, owner) in partition(claims) {
                        if let Owner::Row(row, part) = owner {
                            in_rows = in_rows.saturating_add(self.add(row, part, place, share));
                        }
                    }
                }
                Owner::Envelope(position) => {
                    let Some(inside) = envelopes.get(position) else {
                        continue;
                    };
                    let of = inside.first().map_or(0, |(_, found)| found.input.len());
                    let share = Share { of, stored: place.len };
                    let (rows, others) = self.input(inside, Some(share), file, selection)?;
                    in_rows = in_rows.saturating_add(rows);
                    containers = containers.saturating_add(others);
                }
            }
        }
        Ok((in_rows, containers))
    }

    /// Returns bytes of the file.
    fn add(&mut self, row: usize, part: Option<usize>, place: Place, share: Share) -> u64 {
        let in_file = self.rows.add(row, place, share);
        if let Some((tree, part)) = self.tree.as_mut().zip(part) {
            tree.add(part, place.len, in_file);
        }
        in_file
    }

    fn entries(
        &mut self,
        (file, number): (usize, usize),
        found: &FoundBundle,
        selection: &mut Selection<'_>,
        left: &mut u64,
        (claims, packed): (&mut Vec<(Place, Owner)>, &mut Vec<Packed>),
    ) -> Result<(), Error> {
        let member = (self.request.by == SizeBy::Bundle).then(|| found.member()).flatten();
        let by_kernel = self.request.by == SizeBy::Kernel;
        let kernels = Kernels { registry: self.registry, mangled: self.request.mangled };
        if let Some(tree) = &mut self.tree {
            tree.begin_bundle((file, number), found);
        }
        for (stored, entry) in found.code_objects() {
            let (input, place) = found.content(entry, stored);
            let claims = match Arc::ptr_eq(input, &found.input) {
                true => &mut *claims,
                false => {
                    if !packed.last().is_some_and(|last| Arc::ptr_eq(&last.input, input)) {
                        claims.push((stored, Owner::Packed(packed.len())));
                        packed.push(Packed { input: Arc::clone(input), claims: Vec::new() });
                        // Each compressed part adds to the budget.
                        *left = left.saturating_add(input.len());
                    }
                    let Some(last) = packed.last_mut() else { continue };
                    &mut last.claims
                }
            };
            if !selection.takes(found.code(entry)) {
                claims.push((place, Owner::NotAsked));
                continue;
            }
            let mut numbers = BTreeSet::new();
            // A single row for the whole entry, without rows by kernel.
            let whole = (!by_kernel).then(|| {
                let key = key(&mut self.served, self.request.by, (file, number), entry);
                self.rows.number(key)
            });
            if let Some(tree) = &mut self.tree {
                tree.begin_code_object(self.served.serve(entry.id.as_deref().ok()), stored, entry);
            }
            let (rows, tree) = (&mut self.rows, &mut self.tree);
            let is_divided = by_kernel || tree.is_some();
            let mut owner = |key: Key| {
                let part = tree.as_mut().map(|tree| tree.part(&key));
                let row = whole.unwrap_or_else(|| rows.number(key));
                numbers.insert(row);
                Owner::Row(row, part)
            };
            let mut rest = Key::default();
            if is_divided {
                let parts = kernels.parts(&mut owner, input, place, left)?;
                let what = if parts.is_empty() {
                    CodePart::Opaque
                } else {
                    CodePart::Padding
                };
                rest = Key::of_part(what);
                claims.extend(parts);
            }
            claims.push((place, owner(rest)));
            self.rows.count(&numbers, file, number, member.as_ref());
            if !Arc::ptr_eq(input, &found.input) {
                input.release();
            }
        }
        Ok(())
    }
}

fn key(served: &mut ServedIds<'_>, by: SizeBy, (file, bundle): (usize, usize), entry: &StoredEntry) -> Key {
    let mut of_id = || {
        let (kind, target) = served.serve(entry.id.as_deref().ok());
        Key { kind, target, ..Key::default() }
    };
    match by {
        SizeBy::Kind => Key { target: None, ..of_id() },
        SizeBy::File => Key { file: Some(file), ..Key::default() },
        SizeBy::Bundle => Key { file: Some(file), bundle: Some(bundle), ..Key::default() },
        SizeBy::Target | SizeBy::Kernel => of_id(),
    }
}

fn outer(found: &FoundBundle) -> &Arc<Input> {
    found.envelope.as_ref().map_or(&found.input, |envelope| &envelope.outer)
}
