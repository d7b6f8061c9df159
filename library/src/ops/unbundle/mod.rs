//! `unbundle`: writes the code objects of an input to files.

mod archive;
pub(crate) mod matching;
pub(crate) mod report;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use offload_bundle_core::bytes::Place;
use offload_bundle_core::ids::Grammar;
use offload_bundle_core::placement::MemberRule;
use offload_bundle_core::registry::Registry;

use self::report::{check_wanted, with_whole_ids};
use super::check::{refuse_unsound, verify_compressed};
use super::context::{Context, ReadFiles};
use super::names::Names;
use super::unbundle::archive::{Contents, explain_all};
use super::unbundle::matching::{Choice, Match, Stored};
use crate::error::Error;
use crate::file_name::FileName;
use crate::input::Input;
use crate::output::{self, Output, OutputFile};
use crate::package;
use crate::refusal::Nearest;
use crate::report::{
    Diagnostic, EntryVerdict, Explanation, Integer, Matching, ServingEntry, UnbundleReport, UnbundledEntry,
};
use crate::request::{EntryRequest, UnbundleRequest};
use crate::scan::{EntryRef, InHost, Scan, scan};

#[derive(Debug, Clone)]
struct Chosen {
    /// The base of `place`; `None` for an empty output.
    input: Option<Arc<Input>>,
    place: Place,
    report: UnbundledEntry,
}

/// Writes the code objects of the requested entries to their outputs.
///
/// # Errors
///
/// Returns [`Error::NotFound`] if no entry serves a request, or an error if the input cannot be read or an output
/// cannot be written. Nothing is written then.
///
/// ```
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip.22.so");
/// # let folder = tempfile::tempdir()?;
/// # let output = folder.path().join("dev.co");
/// use offload_bundle::ops::{self, Context};
/// use offload_bundle::REGISTRY;
/// use offload_bundle::request::{UnbundleRequest, EntryRequest};
///
/// let mut request = UnbundleRequest::default();
/// request.input = path.into();
/// request.wanted = vec![EntryRequest::new("hip-amdgcn-amd-amdhsa--gfx90a:xnack+", &output)];
/// ops::unbundle(&REGISTRY, &request, &mut Context::default())?;
/// # assert!(std::fs::read(&output)?.starts_with(b"\x7fELF"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn unbundle(
    registry: &Registry,
    request: &UnbundleRequest,
    context: &mut Context<'_>,
) -> Result<UnbundleReport, Error> {
    let mut report = UnbundleReport::default();
    unbundle_into(registry, request, context, &mut report)?;
    Ok(report)
}

/// Like [`unbundle`], but fills a report of the caller, which keeps the results before an error.
///
/// # Errors
///
/// Returns an error if [`unbundle`] does.
pub fn unbundle_into(
    registry: &Registry,
    request: &UnbundleRequest,
    context: &mut Context<'_>,
    report: &mut UnbundleReport,
) -> Result<(), Error> {
    let grammar = registry.ids;
    if !request.rules.unchecked {
        check_wanted(registry, request)?;
    }
    let input = package::open(registry, &request.input, &request.scan)?;
    report.file = input.name().into();
    let scan = match scan(registry, &input, &request.scan) {
        Err(Error::NotABundle { .. }) if request.allow_missing => None,
        other => Some(other?),
    };
    if let Some(scan) = &scan {
        refuse_unsound(scan, request.lenient)?;
    }
    let in_full = match request.rules.unchecked {
        true => None,
        false => with_whole_ids(grammar, input.name(), scan.as_ref(), &request.wanted)?,
    };
    let with_whole_ids = in_full.map(|wanted| UnbundleRequest { wanted, ..request.clone() });
    let request = with_whole_ids.as_ref().unwrap_or(request);
    if let Some(rule) = request.scan.file_type.and_then(|file_type| file_type.members) {
        return archives(registry, request, (&input, scan), &rule, context, report);
    }
    let entries: Vec<EntryRef<'_>> = scan.iter().flat_map(EntryRef::all).collect();
    let stored: Vec<Option<&str>> = entries.iter().map(|stored| stored.id()).collect();
    let asked = ids_to_find(grammar, &stored, &request.wanted);
    let choice = Choice { once: request.rules.one_request_per_entry, explain: request.explain };
    let candidates = entries.iter().zip(&stored).map(|(stored, id)| Stored {
        bundle: stored.bundle,
        id: *id,
        empty: stored.entry.place.as_ref().is_ok_and(|place| place.len == 0),
    });
    let candidates: Vec<Stored<'_>> = candidates.collect();
    let in_host = in_host(scan.as_ref());
    let matches = matching::find_outside_first(grammar, &candidates, &asked, choice, &|bundle| {
        in_host.contains(&bundle)
    });
    report.compressed = match (request.verify, &scan) {
        (true, Some(scan)) => Some(verify_compressed(scan)?),
        _ => None,
    };
    report.explanations = request.explain.then(|| explanations(&asked, &entries, &matches));
    let warnings = scan.iter().flat_map(|scan| Diagnostic::of_scan(input.name(), scan));
    report.warnings = warnings.collect();
    let unserved = asked.iter().zip(&matches).filter(|(_, found)| found.chosen.is_none());
    refuse_missing(
        grammar,
        request,
        input.name(),
        unserved.map(|(id, _)| *id).collect(),
        &entries,
    )?;
    // An input without bundles is the host's, if that is allowed.
    let whole = if scan.is_none() { Some(&input) } else { None };
    let mut chosen = serve(request, &asked, (grammar, scan.as_ref()), &entries, &matches, whole)?;
    if request.all {
        chosen.extend(every_entry(request, input.name(), &entries)?);
    }
    let outputs = chosen.iter().map(|chosen| chosen.output(request.force));
    if !request.dry_run {
        write(request, (&input, scan.as_ref()), outputs.collect(), context)?;
    }
    report.outputs = chosen.into_iter().map(|chosen| chosen.report).collect();
    Ok(())
}

fn in_host(scan: Option<&Scan>) -> BTreeSet<usize> {
    let Some(scan) = scan else { return BTreeSet::new() };
    let in_host = InHost::new(scan);
    let bundles = scan.bundles.iter().enumerate();
    let inner = bundles.filter(|(_, found)| in_host.bundle_around(found).is_some());
    inner.map(|(number, _)| number).collect()
}

fn archives(
    registry: &Registry,
    request: &UnbundleRequest,
    (input, scan): (&Arc<Input>, Option<Scan>),
    rule: &MemberRule<'_>,
    context: &mut Context<'_>,
    report: &mut UnbundleReport,
) -> Result<(), Error> {
    let scan = scan.unwrap_or_default();
    let contents = Contents::select(registry, rule, &scan, &request.wanted)?;
    let explain = || explain_all(registry.ids, &scan, &request.wanted);
    report.explanations = request.explain.then(explain);
    report.compressed = if request.verify {
        Some(verify_compressed(&scan)?)
    } else {
        None
    };
    report.warnings = Diagnostic::of_scan(input.name(), &scan).collect();
    let entries: Vec<EntryRef<'_>> = EntryRef::all(&scan).collect();
    let unserved = request
        .wanted
        .iter()
        .enumerate()
        .filter(|(number, _)| !contents.serve(*number));
    let unserved = unserved.map(|(_, wanted)| wanted.id.as_str()).collect();
    refuse_missing(registry.ids, request, input.name(), unserved, &entries)?;
    let chosen = match request.all {
        true => every_entry(request, input.name(), &entries)?,
        false => Vec::new(),
    };
    let mut outputs = Vec::new();
    let mut made = Vec::new();
    for (number, wanted) in request.wanted.iter().enumerate() {
        let (output, archive) = contents.archive(number, wanted)?;
        outputs.push(output);
        made.push(archive);
    }
    outputs.extend(chosen.iter().map(|chosen| chosen.output(request.force)));
    if !request.dry_run {
        write(request, (input, Some(&scan)), outputs, context)?;
    }
    report.archives = Some(made);
    report.outputs = chosen.into_iter().map(|chosen| chosen.report).collect();
    Ok(())
}

fn explanations(asked: &[&str], entries: &[EntryRef<'_>], matches: &[Match]) -> Vec<Explanation> {
    let requests = asked.iter().zip(matches);
    let explained = requests.map(|(asked, found)| {
        let verdicts = entries.iter().zip(&found.verdicts).enumerate();
        let verdicts = verdicts.map(|(position, (stored, verdict))| EntryVerdict {
            chosen: found.chosen == Some(position),
            ..EntryVerdict::new(stored, verdict.clone())
        });
        Explanation { requested: (*asked).into(), entries: verdicts.collect() }
    });
    explained.collect()
}

/// The wanted ID, or the first alternative if only that is stored.
fn ids_to_find<'w>(ids: &Grammar<'static>, stored: &[Option<&str>], wanted: &'w [EntryRequest]) -> Vec<&'w str> {
    let with_alternatives = wanted.iter().filter(|wanted| !wanted.alternatives.is_empty());
    let all = with_alternatives.flat_map(|wanted| [&wanted.id].into_iter().chain(&wanted.alternatives));
    let all: BTreeSet<&str> = all.map(String::as_str).collect();
    let all: Vec<&str> = all.into_iter().collect();
    let stored: BTreeSet<&str> = stored.iter().flatten().copied().collect();
    let stored: Vec<&str> = stored.into_iter().collect();
    let serving = ids.serving(&stored, &all);
    let served = all.into_iter().zip(serving).filter(|(_, serving)| !serving.is_empty());
    let there: BTreeSet<&str> = served.map(|(id, _)| id).collect();
    let look_for = wanted.iter().map(|wanted| {
        let alternatives = wanted.alternatives.iter().map(String::as_str);
        let mut possible = [wanted.id.as_str()].into_iter().chain(alternatives);
        possible.find(|id| there.contains(id)).unwrap_or(&wanted.id)
    });
    look_for.collect()
}

/// Without a serving entry, the output is `whole` for the host and empty otherwise.
fn serve(
    request: &UnbundleRequest,
    asked: &[&str],
    (ids, scan): (&Grammar<'static>, Option<&Scan>),
    entries: &[EntryRef<'_>],
    matches: &[Match],
    whole: Option<&Arc<Input>>,
) -> Result<Vec<Chosen>, Error> {
    let requests = request.wanted.iter().zip(asked).zip(matches);
    let chosen = requests.map(|((wanted, id), found)| {
        let stored = found.chosen.and_then(|position| entries.get(position));
        let instead = whole.filter(|_| ids.is_host(id));
        let (input, place) = match (stored, instead) {
            (Some(stored), _) => {
                let (input, place) = stored.content()?;
                (Some(input), place)
            }
            (None, Some(whole)) => (Some(Arc::clone(whole)), whole.full_range()),
            (None, None) => (None, Place { ofs: 0, len: 0 }),
        };
        let mut chosen = Chosen::new(Some(id), stored, (input, place), &wanted.output);
        let others = found.others.iter().filter_map(|position| entries.get(*position));
        let serving_bundles: BTreeSet<usize> = chosen
            .report
            .bundle
            .into_iter()
            .chain(others.clone().map(|stored| stored.bundle))
            .collect();
        chosen.report.matching =
            scan.map(|scan| Matching { bundles: serving_bundles.len(), total: scan.in_use().count() });
        chosen.report.other_matches = others.map(|stored| serving(stored)).collect();
        Ok(chosen)
    });
    chosen.collect()
}

impl Chosen {
    fn new(
        requested: Option<&str>,
        stored: Option<&EntryRef<'_>>,
        (input, place): (Option<Arc<Input>>, Place),
        output: &Path,
    ) -> Self {
        let report = UnbundledEntry {
            requested: requested.map(Into::into),
            bundle: stored.map(|stored| stored.bundle),
            entry: stored.map(|stored| stored.entry.index),
            id: stored.and_then(|stored| stored.id()).map(Into::into),
            offset: Integer(place.ofs),
            size: Integer(place.len),
            output: output.into(),
            matching: None,
            other_matches: Vec::new(),
        };
        Self { input, place, report }
    }

    /// `force` replaces a file with a generated name.
    fn output(&self, force: bool) -> Output<'_> {
        let output = match &self.input {
            Some(input) => Output::range(&self.report.output, input, self.place),
            None => Output::empty(&self.report.output),
        };
        match self.report.requested {
            Some(_) => output,
            None => output.with_made_name(force),
        }
    }
}

fn serving(stored: &EntryRef<'_>) -> ServingEntry {
    let place = stored.entry.place.as_ref().ok();
    ServingEntry {
        bundle: stored.bundle,
        entry: stored.entry.index,
        id: stored.id().map(Into::into),
        start: Integer(stored.found.start()),
        offset: place.map(|place| Integer(place.ofs)),
        size: place.map(|place| Integer(place.len)),
    }
}

fn refuse_missing(
    ids: &Grammar<'static>,
    request: &UnbundleRequest,
    file: &FileName,
    unserved: Vec<&str>,
    entries: &[EntryRef<'_>],
) -> Result<(), Error> {
    let Some(first) = unserved.first().filter(|_| !request.allow_missing) else {
        return Ok(());
    };
    let stored = entries.iter().filter_map(|stored| stored.id());
    let mut nearest = Nearest::default();
    for id in stored.clone().collect::<BTreeSet<&str>>() {
        let verdict = ids.verdict(id, first);
        if !verdict.compatible {
            nearest.add(id, verdict.closeness, verdict.reasons);
        }
    }
    Err(Error::NotFound {
        file: file.clone(),
        ids: unserved.into_iter().map(Into::into).collect(),
        nearest: nearest.into_misses(),
        stored: stored.map(Into::into).collect(),
    })
}

fn every_entry(request: &UnbundleRequest, name: &FileName, entries: &[EntryRef<'_>]) -> Result<Vec<Chosen>, Error> {
    let mut names = Names::default();
    let mut chosen = Vec::new();
    for stored in entries {
        let id = stored.id().unwrap_or_default();
        let member = stored.member().map(|member| member.name.as_path());
        let path = request
            .folder
            .join(names.give_within(name, member, stored.bundle, (id, stored.suffix())));
        output::refuse_standing(&path, request.force)?;
        let (input, place) = stored.content()?;
        chosen.push(Chosen::new(None, Some(stored), (Some(input), place), &path));
    }
    Ok(chosen)
}

fn write(
    request: &UnbundleRequest,
    (input, scan): (&Input, Option<&Scan>),
    outputs: Vec<Output<'_>>,
    context: &mut Context<'_>,
) -> Result<(), Error> {
    let read = ReadFiles::from_scan(input, scan);
    let mut files = BTreeSet::new();
    for output in &outputs {
        if !request.rules.allow_output_is_input {
            read.refuse(&output.path)?;
        }
        let file_there = OutputFile::at(&output.path);
        if file_there.is_some_and(|there| !files.insert(there)) && !request.rules.allow_same_output {
            return Err(Error::SameOutput { file: output.path.clone() });
        }
    }
    context.write_within(request.all.then_some(&request.folder), &outputs)
}
