//! Moves code back into files: into one, or into those of a folder.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use offload_bundle_core::placement::ReferenceRule;
use offload_bundle_core::registry::Registry;

use super::below::each_below;
use super::coming::{Coming, Found};
use super::leaving::reference;
use super::told::report_moved;
use crate::error::Error;
use crate::file_name::FileName;
use crate::input::{Input, InputFile, InputPiece, plain_path};
use crate::ops::context::Context;
use crate::ops::counted::Counted;
use crate::ops::rewrite::{self, Task, parts, why_it_stays};
use crate::output::{OpenWritten, Output, write_all_checked, write_checked};
use crate::package;
use crate::report::{ConvertReport, Integer, LeftFile, MovedArchive, MovedCode, MovedFile};
use crate::request::ConvertRequest;
use crate::rewrite_fault::RewriteFault;
use crate::scan::KnownArchives;

/// What the result is called beside the names of formats.
const FORMAT: &str = "embedded";

/// Puts code back into the input that archives have.
///
/// # Errors
///
/// Those of [`crate::ops::convert`].
pub(in crate::ops) fn move_in(
    registry: &Registry,
    request: &ConvertRequest,
    context: &mut Context<'_>,
) -> Result<ConvertReport, Error> {
    let (rule, _) = reference(registry).ok_or(Error::NoContainer)?;
    let mut back = Back { registry, rule, files: Vec::new(), already: Vec::new(), left: Vec::new() };
    if let InputFile::Path(folder) = &request.input
        && folder.is_dir()
    {
        if !(request.in_place || request.dry_run) || request.output.is_some() {
            return Err(request.input.refuse(RewriteFault::FolderInPlace));
        }
        back.folder(folder, request, context)?;
        if !request.dry_run {
            back.write_all(context)?;
        }
        let size_before = back
            .files
            .iter()
            .map(|coming| coming.file.input.len())
            .fold(0, u64::saturating_add);
        return Ok(back.report(request, size_before, Some(folder.into())));
    }
    let input = package::open(registry, &request.input, &request.scan)?;
    let asked = (request.output.as_deref(), request.in_place, request.dry_run);
    let task = Task::new((&request.input, &input), &request.scan, asked)?;
    if rewrite::is_package(registry, &input)? {
        return Err(request.input.refuse(RewriteFault::NotInPackage));
    }
    let output = task.path(&input);
    match Coming::find(
        registry,
        rule,
        task.scan,
        &input,
        &mut KnownArchives::default(),
        context,
    )? {
        Found::There => back.already.push(input.name().clone()),
        Found::Coming(coming) => back.files.push(*coming),
    }
    let unchanged = [InputPiece::Range(Arc::clone(&input), input.whole())];
    let pieces = back
        .files
        .first()
        .map_or(&unchanged[..], |coming| &coming.file.repacked.pieces);
    let size = InputPiece::total(pieces);
    if task.writes(!back.files.is_empty()) {
        let written = Output::new(output.clone(), parts(pieces)).with_mode_of(&input);
        let mut checked = |result: &Arc<Input>| match back.files.first() {
            Some(coming) => coming.check(registry, rule, result),
            None => Ok(()),
        };
        context.split(|stdout, progress| write_checked(&written, stdout, progress, &mut checked))?;
    }
    let mut report = back.report(request, input.len(), task.output.as_ref().map(FileName::from));
    report.size = Integer(size);
    for file in report.moved.iter_mut().flat_map(|moved| &mut moved.files) {
        file.output = output.clone();
    }
    Ok(report)
}

/// What has been found so far.
struct Back<'b> {
    registry: &'b Registry,
    rule: ReferenceRule<'static>,
    files: Vec<Coming>,
    /// The files that have their code.
    already: Vec<FileName>,
    left: Vec<LeftFile>,
}

impl Back<'_> {
    /// Adds the files of `folder`.
    fn folder(&mut self, folder: &Path, request: &ConvertRequest, context: &mut Context<'_>) -> Result<(), Error> {
        let mut archives = KnownArchives::default();
        each_below(folder, &mut |_, input| {
            match Coming::find(self.registry, self.rule, &request.scan, &input, &mut archives, context) {
                Ok(Found::Coming(coming)) => self.files.push(*coming),
                Ok(Found::There) => self.already.push(input.name().clone()),
                Err(Error::NotABundle { .. }) => {}
                Err(error) => match why_it_stays(&error) {
                    Some(why) => self.left.push(LeftFile { file: input.name().clone(), why }),
                    None => return Err(error),
                },
            }
            Ok(())
        })?;
        match self.files.is_empty() && self.already.is_empty() {
            true => Err(Error::NotABundle { file: folder.into(), kind: None }),
            false => Ok(()),
        }
    }

    /// Writes all files in their places.
    fn write_all(&self, context: &mut Context<'_>) -> Result<(), Error> {
        let outputs = self.files.iter().map(|coming| {
            let path = plain_path(coming.file.input.name().as_path());
            Output::new(path, parts(&coming.file.repacked.pieces)).with_mode_of(&coming.file.input)
        });
        let outputs: Vec<Output<'_>> = outputs.collect();
        let mut checked = |open: &mut OpenWritten<'_>| {
            for (number, coming) in self.files.iter().enumerate() {
                coming.check(self.registry, self.rule, &open(number)?)?;
            }
            Ok(())
        };
        match outputs.is_empty() {
            true => Ok(()),
            false => context.split(|_, progress| write_all_checked(&outputs, progress, &mut checked)),
        }
    }

    fn report(self, request: &ConvertRequest, size_before: u64, output: Option<FileName>) -> ConvertReport {
        let mut targets = Counted::default();
        let mut known: BTreeSet<(usize, &str)> = BTreeSet::new();
        let mut archives: BTreeMap<usize, MovedArchive> = BTreeMap::new();
        for bundle in self.files.iter().flat_map(|coming| &coming.bundles) {
            let mut counted = BTreeSet::new();
            for code in bundle {
                targets.add(&code.id, true, 1, code.len);
                let number = Arc::as_ptr(&code.archive).addr();
                let archive = archives.entry(number).or_insert_with(|| MovedArchive {
                    file: code.archive.name().clone(),
                    processor: None,
                    targets: Vec::new(),
                    size: Integer(code.archive.len()),
                    row_count: 0,
                    code_object_count: 0,
                    code_size: Integer(0),
                });
                if counted.insert(number) {
                    archive.row_count = archive.row_count.saturating_add(1);
                }
                archive.code_object_count = archive.code_object_count.saturating_add(1);
                archive.code_size = Integer(archive.code_size.0.saturating_add(code.len));
                let own = self
                    .registry
                    .ids
                    .components(&code.id)
                    .map(|components| components.target);
                if let Ok(target) = own
                    && known.insert((number, &code.id))
                {
                    archive.targets.push(target);
                }
            }
        }
        let mut archives: Vec<MovedArchive> = archives.into_values().collect();
        archives.sort_by(|one, other| one.file.cmp(&other.file));
        // Each file opens its archives by itself.
        archives.dedup_by(|next, first| {
            let is_same = next.file == first.file;
            if is_same {
                first.row_count = first.row_count.saturating_add(next.row_count);
                first.code_object_count = first.code_object_count.saturating_add(next.code_object_count);
                first.code_size = Integer(first.code_size.0.saturating_add(next.code_size.0));
            }
            is_same
        });
        let reports = self.files.iter().map(|coming| &coming.file);
        let reports = reports.map(|file| file.to_report(file.input.name().clone()));
        let files: Vec<MovedFile> = reports.collect();
        let size = files.iter().map(|file| file.size.0).fold(0, u64::saturating_add);
        let warnings = self
            .files
            .iter()
            .flat_map(|coming| coming.file.warnings.clone())
            .collect();
        let moved = MovedCode {
            size_before: Integer(size_before),
            targets: targets.into_targets(),
            files,
            archives,
            already: self.already,
            left: self.left,
            notes: Vec::new(),
        };
        report_moved(request, FORMAT, (output, size), warnings, moved)
    }
}
