//! `unbundle`: takes contents out of the containers of an input.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use offload_bundle_core::bytes::Place;
use offload_bundle_core::ids::IdGrammar;

use super::check::{check_requested, refuse_unsound};
use super::explain::{Chosen, Explanation};
use super::matching::{self, Choice, Match};
use super::names::Names;
use super::session::{Outcome, Session, pretty};
use crate::error::OpError;
use crate::input::Input;
use crate::output::{self, MadeFolders, Output, write_all};
use crate::scan::{EntryRef, ScanOptions, scan};

/// What to unbundle.
#[derive(Debug, Clone, Default)]
pub struct UnbundleRequest {
    /// How to look into the input.
    pub scan: ScanOptions,
    /// The input.
    pub input: String,
    /// The IDs to take out, each with the output it goes to.
    pub wanted: Vec<(String, String)>,
    /// Also write every entry to a file of its own in this folder.
    pub all_into: Option<PathBuf>,
    /// Where nothing serves a request, write an empty file. An input that is no bundle goes whole to the host's output.
    pub allow_missing: bool,
    /// Take apart input that is not sound as well, as far as it can be.
    pub lenient: bool,
    /// Say for every request and entry whether they go together, and why.
    pub explain: bool,
    /// Files of `all_into` may replace others.
    pub force: bool,
    /// An output may replace the input. It does so only when the input has been read.
    pub allow_output_is_input: bool,
    /// No entry serves two requests.
    pub one_request_per_entry: bool,
    /// IDs that are not valid are looked up as they are, rather than refused; stored ones may name what is not known.
    pub unchecked: bool,
    /// Two outputs may be one file, which then holds the last of them.
    pub allow_same_output: bool,
}

/// Takes out what is wanted. Says nothing where it succeeds, unless asked to explain.
///
/// As JSON: `file`; `outputs` with `asked`, `bundle`, `id` (the stored one), `offset`, `size`, `output`, where `asked`, `bundle` and
/// `id` are null if there is no such thing; and, if asked for, `explanations`: one object a request with `asked` and `entries`, each
/// of these with `bundle`, `id`, `compatible`, `rank`, `chosen` and `reasons` (`rule`, `text`).
///
/// # Errors
///
/// Those of reading and writing; also [`OpError::NotFound`], and then nothing at all is written.
pub fn unbundle(session: &mut Session<'_>, request: &UnbundleRequest) -> Result<Outcome, OpError> {
    let asked: Vec<&str> = request.wanted.iter().map(|(id, _)| id.as_str()).collect();
    if !request.unchecked {
        check_requested(session.registry.ids, &asked)?;
    }
    let input = Arc::new(Input::open(&request.input)?);
    let scan = match scan(session.registry, &input, &request.scan) {
        Err(OpError::NotABundle { .. }) if request.allow_missing => None,
        Ok(scan) if request.unchecked => Some(scan.without_unknown_names()),
        other => Some(other?),
    };
    if let Some(scan) = &scan {
        refuse_unsound(session, scan, request.lenient)?;
    }
    let entries: Vec<EntryRef<'_>> = scan.iter().flat_map(EntryRef::all).collect();
    let stored: Vec<Option<&str>> = entries.iter().map(|stored| stored.entry.id.as_deref().ok()).collect();
    let choice = Choice { once: request.one_request_per_entry, explain: request.explain };
    let matches = matching::find(session.registry.ids, &stored, &asked, choice);
    let explanation =
        Explanation { input: &request.input, requests: &request.wanted, entries: &entries, matches: &matches };
    if request.explain && !session.json {
        session.report(&explanation.as_text(), outputs_of(request))?;
    }
    if !request.allow_missing {
        refuse_missing(request, &matches, &stored)?;
    }
    // An input that is no bundle is the host's, if that is allowed.
    let whole = if scan.is_none() { Some(&input) } else { None };
    let mut chosen = serve(request, session.registry.ids, &entries, &matches, whole)?;
    if let Some(folder) = &request.all_into {
        chosen.extend(every_entry(request, folder, &entries)?);
    }
    write(session, request, &input, &chosen)?;
    if session.json {
        let report = explanation.as_json(&chosen, request.explain);
        session.report(&pretty(&report), outputs_of(request))?;
    }
    Ok(Outcome::Yes)
}

fn outputs_of(request: &UnbundleRequest) -> impl Iterator<Item = &str> {
    request.wanted.iter().map(|(_, output)| output.as_str())
}

/// What goes to the output of each request. Where nothing serves it: `whole`, if it is for the host, or nothing.
fn serve(
    request: &UnbundleRequest,
    ids: &dyn IdGrammar,
    entries: &[EntryRef<'_>],
    matches: &[Match],
    whole: Option<&Arc<Input>>,
) -> Result<Vec<Chosen>, OpError> {
    let requests = request.wanted.iter().zip(matches);
    let chosen = requests.map(|((id, output), found)| {
        let stored = found.chosen.and_then(|position| entries.get(position));
        let instead = whole.filter(|_| ids.is_host(id));
        let (input, place) = match (stored, instead) {
            (Some(stored), _) => (Some(Arc::clone(stored.input)), stored.readable()?),
            (None, Some(whole)) => (Some(Arc::clone(whole)), whole.whole()),
            (None, None) => (None, Place { ofs: 0, len: 0 }),
        };
        Ok(Chosen {
            asked: Some(id.clone()),
            stored: stored.map(|stored| (stored.bundle, stored.entry.id.clone().unwrap_or_default())),
            output: output.clone(),
            input,
            place,
        })
    });
    chosen.collect()
}

fn refuse_missing(request: &UnbundleRequest, matches: &[Match], stored: &[Option<&str>]) -> Result<(), OpError> {
    let missing = request
        .wanted
        .iter()
        .zip(matches)
        .filter(|(_, found)| found.chosen.is_none());
    let ids: Vec<String> = missing.map(|((id, _), _)| id.clone()).collect();
    if ids.is_empty() {
        return Ok(());
    }
    Err(OpError::NotFound {
        file: request.input.clone(),
        ids,
        stored: stored.iter().flatten().map(|id| (*id).into()).collect(),
    })
}

/// An output for every entry, in `folder`.
fn every_entry(request: &UnbundleRequest, folder: &Path, entries: &[EntryRef<'_>]) -> Result<Vec<Chosen>, OpError> {
    let mut names = Names::default();
    let mut chosen = Vec::new();
    for stored in entries {
        let id = stored.entry.id.clone().unwrap_or_default();
        let path = folder.join(names.give(&id));
        let output = path.to_string_lossy().into_owned();
        if !request.force && fs::symlink_metadata(&path).is_ok() {
            return Err(OpError::Exists { file: output });
        }
        chosen.push(Chosen {
            asked: None,
            stored: Some((stored.bundle, id)),
            output,
            input: Some(Arc::clone(stored.input)),
            place: stored.readable()?,
        });
    }
    Ok(chosen)
}

fn write(
    session: &mut Session<'_>,
    request: &UnbundleRequest,
    input: &Input,
    chosen: &[Chosen],
) -> Result<(), OpError> {
    let mut paths = BTreeSet::new();
    for chosen in chosen {
        let file = || chosen.output.clone();
        if !request.allow_output_is_input && input.is(output::identity(&chosen.output)) {
            return Err(OpError::OutputIsInput { file: file() });
        }
        let path = output::regular(&chosen.output);
        if path.is_some_and(|path| !paths.insert(path)) && !request.allow_same_output {
            return Err(OpError::SameOutput { file: file() });
        }
    }
    let outputs: Vec<Output<'_>> = chosen
        .iter()
        .map(|chosen| match &chosen.input {
            Some(input) => Output::range(&chosen.output, input, chosen.place),
            None => Output::empty(&chosen.output),
        })
        .collect();
    let made = match &request.all_into {
        Some(folder) => MadeFolders::make(folder)?,
        None => MadeFolders::default(),
    };
    write_all(&outputs, session.out, session.progress)?;
    made.keep();
    Ok(())
}
