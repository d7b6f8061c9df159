//! `extract`: writes entries to files named by their origin.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use offload_bundle_core::bytes::Place;
use offload_bundle_core::ids::Grammar;
use offload_bundle_core::registry::Registry;
use serde::Serialize;

use super::check::refuse_unsound;
use super::context::{Context, ReadFiles};
use super::names::Names;
use super::selection::Selection;
use crate::error::Error;
use crate::file_name::FileName;
use crate::input::{Input, InputFile, Kept};
use crate::output::{self, ActiveInput, Output};
use crate::package::Leaf;
use crate::report::{FileCounts, FileNotes, Integer, Item, Member, NotedFile, Outcome, RequestNote};
use crate::request::{Filter, PathPattern, ScanRequest};
use crate::scan::{EntryRef, KnownArchives, Scan, scan_following};
use crate::system::THERE_IS_ONE;
use crate::walk::{Files, refuse_rereading};

/// The request of [`extract`](crate::ops::extract).
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ExtractRequest {
    /// The inputs.
    pub inputs: Vec<InputFile>,
    /// How to read the inputs.
    pub scan: ScanRequest,
    /// The files of folders and packages to skip.
    pub exclude: Vec<PathPattern>,
    /// The folder for the files, which is created if necessary.
    pub folder: PathBuf,
    /// The entries to select.
    pub filter: Filter,
    /// Writes empty entries and references too. By default, they are skipped unless their kind is requested.
    pub empty: bool,
    /// Continues after an unsound input.
    pub lenient: bool,
    /// Replaces existing files.
    pub force: bool,
    /// Dry run: reports without writing.
    pub dry_run: bool,
}

impl Default for ExtractRequest {
    fn default() -> Self {
        Self {
            inputs: Vec::new(),
            scan: ScanRequest::default(),
            exclude: Vec::new(),
            folder: ".".into(),
            filter: Filter::default(),
            empty: false,
            lenient: false,
            force: false,
            dry_run: false,
        }
    }
}

/// The inputs that were read, and the files that were written.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ExtractReport {
    /// The inputs, in the order given.
    pub files: Vec<NotedFile>,
    /// The written files (or planned files in a dry run), one per code object.
    pub outputs: Vec<ExtractedEntry>,
    /// The summary.
    #[serde(flatten)]
    pub summary: ExtractSummary,
}

/// The summary of an extraction.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ExtractSummary {
    /// The counts of files, if several were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub totals: Option<FileCounts>,
    /// The number of requested entries that were skipped because they are empty, without host entries.
    pub omitted: u64,
    /// Whether this was a dry run.
    pub dry_run: bool,
    /// Notes on the request.
    pub notes: Vec<RequestNote>,
    /// The outcome.
    #[serde(skip)]
    pub outcome: Outcome,
}

/// A written code object, or a planned one in a dry run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ExtractedEntry {
    /// The input with the code object.
    pub file: FileName,
    /// The archive member with the bundle, if any. Offsets then count from its start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<Member>,
    /// The number of the bundle in the input, from 0.
    pub bundle: usize,
    /// The number of the entry in the bundle, from 0.
    pub entry: u64,
    /// The offset of the bundle or its compressed bytes in the input, in bytes.
    pub start: Integer,
    /// The section of the object file with the bundle, if any.
    pub section: Option<String>,
    /// The offset of the bundle in bytes from the start of the section; only for bundles outside known sections.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub section_offset: Option<Integer>,
    /// The stored bundle entry ID, if it can be read.
    pub id: Option<String>,
    /// The ID in canonical form, if it has one.
    pub canonical: Option<String>,
    /// The offset of the code object in the input or decompressed bundle, in bytes.
    pub offset: Integer,
    /// The length of the code object in bytes.
    pub size: Integer,
    /// The file that was written or planned.
    pub output: FileName,
}

type Visit<'v> = dyn FnMut(Item<&NotedFile>) -> Result<(), Error> + 'v;

/// Extracts the requested entries of all inputs: all or none. The report contains the error of a failed input.
///
/// # Errors
///
/// Returns [`Error::NothingFits`] if no entry of the readable inputs matches, or an error if an output cannot be
/// written. Nothing is written then.
///
/// ```
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip.22.so");
/// # let folder = tempfile::tempdir()?;
/// # let folder = folder.path().to_owned();
/// use offload_bundle::ops::{self, Context};
/// use offload_bundle::REGISTRY;
/// use offload_bundle::request::{ExtractRequest, RequestedTarget};
///
/// let mut request = ExtractRequest::default();
/// request.inputs = vec![path.into()];
/// request.folder = folder;
/// request.filter.targets = vec![RequestedTarget::parse(&REGISTRY, "gfx90a:xnack+")?];
/// let report = ops::extract(&REGISTRY, &request, &mut Context::default())?;
/// for entry in &report.outputs {
///     println!("{}: {} bytes", entry.output.display(), entry.size.0);
/// }
/// # assert!(!report.outputs.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn extract(
    registry: &Registry,
    request: &ExtractRequest,
    context: &mut Context<'_>,
) -> Result<ExtractReport, Error> {
    extract_with(registry, request, context, &mut |_| Ok(()))
}

/// Like [`extract`], but passes each input to `visit` after reading.
///
/// # Errors
///
/// Returns an error if [`extract`] does, or if `visit` does.
pub fn extract_with(
    registry: &Registry,
    request: &ExtractRequest,
    context: &mut Context<'_>,
    visit: &mut Visit<'_>,
) -> Result<ExtractReport, Error> {
    let (chosen, files_read, report) = choose(registry, request, !request.dry_run, visit)?;
    if chosen.is_empty() {
        return Ok(report);
    }
    refuse_replacing(request, &files_read, &chosen)?;
    if !request.dry_run {
        let outputs: Vec<Output<'_>> = chosen
            .iter()
            .map(|chosen| {
                Output::range(&chosen.report.output, &chosen.input, chosen.place).with_made_name(request.force)
            })
            .collect();
        context.write_within(Some(&request.folder), &outputs)?;
    }
    Ok(with_outputs(report, chosen))
}

fn with_outputs(report: ExtractReport, chosen: Vec<Chosen>) -> ExtractReport {
    let outputs = chosen.into_iter().map(|chosen| chosen.report).collect();
    ExtractReport { outputs, ..report }
}

/// Returns the writer for the bytes, if they are wanted.
type Take<'t, 'w> = dyn FnMut(&ExtractedEntry) -> Option<&'w mut dyn Write> + 't;

/// Like [`extract`], but without files: `take` receives each requested code object and returns the writer for its
/// bytes. Names are chosen as in the folder of the request, even if files exist there. The written bytes are valid only
/// if the function returns no error: some damage shows only after the bytes.
///
/// # Errors
///
/// Returns an error if [`extract`] does, except for outputs, or if the writer does.
///
/// ```
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip.22.so");
/// use std::io::Write;
///
/// use offload_bundle::ops;
/// use offload_bundle::REGISTRY;
/// use offload_bundle::request::ExtractRequest;
///
/// let mut request = ExtractRequest::default();
/// request.inputs = vec![path.into()];
/// let mut code = Vec::new();
/// let mut out: Option<&mut dyn Write> = Some(&mut code);
/// ops::extract_to(&REGISTRY, &request, &mut |entry| match entry.id.as_deref() {
///     Some(id) if id.contains("gfx90a") => out.take(),
///     _ => None,
/// })?;
/// assert!(code.starts_with(b"\x7fELF"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn extract_to<'w>(
    registry: &Registry,
    request: &ExtractRequest,
    take: &mut Take<'_, 'w>,
) -> Result<ExtractReport, Error> {
    let (chosen, _, report) = choose(registry, request, true, &mut |_| Ok(()))?;
    let mut reading = ActiveInput::default();
    for Chosen { input, place, report } in &chosen {
        if let Some(out) = take(report) {
            Output::range(&report.output, input, *place).write_to(out, &mut reading, &mut ())?;
            input.verify()?;
        }
    }
    Ok(with_outputs(report, chosen))
}

/// Keeps bytes if they are `needed`.
fn choose(
    registry: &Registry,
    request: &ExtractRequest,
    needed: bool,
    visit: &mut Visit<'_>,
) -> Result<(Vec<Chosen>, ReadFiles, ExtractReport), Error> {
    refuse_rereading(&request.inputs)?;
    let mut wanted = Wanted {
        request,
        ids: registry.ids,
        selection: Selection::new(registry.ids, &request.filter),
        names: Names::default(),
        chosen: Vec::new(),
        kept: Kept::default(),
        left_out: 0,
        left_out_hosts: 0,
    };
    let mut files_read = ReadFiles::from_inputs(&request.inputs);
    let mut read = false;
    let mut archives = KnownArchives::default();
    let mut report = ExtractReport::default();
    let mut files = Files::new(registry, &request.scan, &request.exclude, request.inputs.len());
    let mut choose_of = |leaf: Leaf| {
        files_read.add(leaf.file);
        let input = leaf.input?;
        let is_held = leaf.package.is_some() && input.is_held();
        let mut scan = scan_following(registry, &input, &request.scan, &mut archives)?;
        // Of an unsound archive, the sound members remain.
        let damage = match refuse_unsound(&scan, request.lenient) {
            Err(error) if scan.is_archive => {
                scan.discard_if(|finding| !finding.is_harmless());
                Some(error)
            }
            sound => sound.map(|()| None)?,
        };
        files_read.add_found(&scan);
        wanted.choose(&leaf.name, &scan, (is_held && THERE_IS_ONE).then_some(needed))?;
        read |= scan.in_use().next().is_some();
        let matching = wanted.selection.matching(&scan);
        let notes = FileNotes { error: damage, matching, ..FileNotes::new(&leaf.name, scan) };
        Ok(NotedFile { file: leaf.name, notes })
    };
    files.each(&request.inputs, &mut choose_of, &mut |item| match item {
        Item::File(file) => {
            visit(Item::File(&file))?;
            report.files.push(file);
            Ok(())
        }
        Item::PassedOver(error) => visit(Item::PassedOver(error)),
    })?;
    let summary = &mut report.summary;
    summary.notes = request.filter.notes();
    summary.notes.extend(wanted.selection.notes());
    (summary.outcome, summary.totals) = (files.outcome(), files.counts());
    summary.omitted = wanted.left_out.saturating_sub(wanted.left_out_hosts);
    summary.dry_run = request.dry_run;
    if wanted.chosen.is_empty() {
        // If no input could be read, the report already lists their errors.
        summary.outcome = summary.outcome.max(Outcome::Negative);
        return match read {
            false => Ok((Vec::new(), files_read, report)),
            true => Err(wanted.nothing_fits()),
        };
    }
    Ok((wanted.chosen, files_read, report))
}

struct Wanted<'r> {
    request: &'r ExtractRequest,
    ids: &'r Grammar<'static>,
    selection: Selection<'r>,
    names: Names,
    chosen: Vec<Chosen>,
    /// Bytes from files that no longer exist.
    kept: Kept,
    left_out: u64,
    /// Most bundles have an empty host entry.
    left_out_hosts: u64,
}

struct Chosen {
    input: Arc<Input>,
    place: Place,
    report: ExtractedEntry,
}

impl Wanted<'_> {
    /// All or nothing. With `held`, the input occupies memory, so only selected bytes are kept, if that flag is true.
    fn choose(&mut self, name: &FileName, scan: &Scan, held: Option<bool>) -> Result<(), Error> {
        let before = self.chosen.len();
        let done = self.choose_each(name, scan);
        let done = done.and_then(|()| held.map_or(Ok(()), |needed| self.keep(before, needed)));
        if done.is_err() {
            self.chosen.truncate(before);
        }
        done
    }

    /// Releases the inputs of selections from `before` on.
    fn keep(&mut self, before: usize, needed: bool) -> Result<(), Error> {
        for Chosen { input, place, report } in self.chosen.iter_mut().skip(before) {
            let kept = match needed {
                false => Arc::new(Input::from_bytes(input.name().clone(), Vec::new())),
                true => self.kept.write(input.name(), |out| {
                    let output = Output::range(&report.output, input, *place);
                    output.write_to(&mut &mut *out, &mut ActiveInput::default(), &mut ())?;
                    input.verify()
                })?,
            };
            *place = kept.full_range();
            *input = kept;
        }
        Ok(())
    }

    fn choose_each(&mut self, name: &FileName, scan: &Scan) -> Result<(), Error> {
        let (ids, request) = (self.ids, self.request);
        for stored in EntryRef::all(scan) {
            let (id, found) = (stored.id(), stored.found);
            if !self.selection.takes(stored.code()) {
                continue;
            }
            let by_kind = !request.filter.takes_any_kind();
            if stored.is_stub() && !by_kind {
                self.leave_out(id);
                continue;
            }
            let (input, place) = match stored.content() {
                Ok(content) => content,
                // The report already has a warning.
                Err(_) if request.lenient => continue,
                Err(error) => return Err(error),
            };
            if place.len == 0 && !request.empty && !by_kind {
                self.leave_out(id);
                continue;
            }
            let member = stored.member().map(|member| member.name.as_path());
            let file = self
                .names
                .give_within(name, member, stored.bundle, (id.unwrap_or_default(), stored.suffix()));
            let path = request.folder.join(file);
            let region = scan.regions.get(found.region);
            let report = ExtractedEntry {
                file: name.into(),
                member: found.member(),
                bundle: stored.bundle,
                entry: stored.entry.index,
                start: Integer(found.start()),
                section: region.and_then(|region| region.kind.section()).map(Into::into),
                section_offset: region
                    .and_then(|region| region.kind.offset_in_section(found.start()))
                    .map(Integer),
                id: id.map(Into::into),
                canonical: id.and_then(|id| ids.canonical(id).ok()),
                offset: Integer(place.ofs),
                size: Integer(place.len),
                output: path.into(),
            };
            self.chosen.push(Chosen { input, place, report });
        }
        Ok(())
    }

    fn leave_out(&mut self, id: Option<&str>) {
        let is_host = id.is_some_and(|id| self.ids.is_host(id));
        self.left_out = self.left_out.saturating_add(1);
        self.left_out_hosts = self.left_out_hosts.saturating_add(u64::from(is_host));
    }

    fn nothing_fits(self) -> Error {
        let inputs = self.request.inputs.iter();
        let (stored, nearest) = self.selection.into_stored();
        Error::NothingFits { files: inputs.map(InputFile::name).collect(), stored, nearest, left_out: self.left_out }
    }
}

fn refuse_replacing(request: &ExtractRequest, read: &ReadFiles, chosen: &[Chosen]) -> Result<(), Error> {
    let mut paths = BTreeSet::new();
    for chosen in chosen {
        output::refuse_standing(&chosen.report.output, request.force)?;
        read.refuse(&chosen.report.output)?;
        if !paths.insert(&chosen.report.output) {
            return Err(Error::SameOutput { file: chosen.report.output.clone() });
        }
    }
    Ok(())
}
