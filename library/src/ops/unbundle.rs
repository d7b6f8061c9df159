//! `unbundle`: takes contents out of the containers of an input.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
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
use crate::request::{UnbundleRequest, WantedEntry};
use crate::scan::{EntryRef, scan};

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
    let grammar = session.registry.ids;
    if !request.unchecked {
        let given: Vec<&str> = request.wanted.iter().map(|wanted| wanted.id.as_str()).collect();
        check_requested(grammar, &given)?;
    }
    let input = request.input.open()?;
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
    let asked: Vec<&str> = request
        .wanted
        .iter()
        .map(|wanted| asked(grammar, &stored, wanted))
        .collect();
    let choice = Choice { once: request.one_request_per_entry, explain: request.explain };
    let matches = matching::find(grammar, &stored, &asked, choice);
    let explanation = Explanation { input: input.name(), asked: &asked, entries: &entries, matches: &matches };
    let outputs: Vec<String> = request
        .wanted
        .iter()
        .map(|wanted| wanted.output.to_string_lossy().into_owned())
        .collect();
    if request.explain && !session.json {
        session.report(&explanation.as_text(), outputs.iter().map(String::as_str))?;
    }
    if !request.allow_missing {
        refuse_missing(&input, &asked, &matches, &stored)?;
    }
    // An input that is no bundle is the host's, if that is allowed.
    let whole = if scan.is_none() { Some(&input) } else { None };
    let requests: Vec<(&str, &str)> = asked.iter().copied().zip(outputs.iter().map(String::as_str)).collect();
    let mut chosen = serve(&requests, grammar, &entries, &matches, whole)?;
    if request.all {
        chosen.extend(every_entry(request, &request.folder, &entries)?);
    }
    write(session, request, &input, &chosen)?;
    if session.json {
        let report = explanation.as_json(&chosen, request.explain);
        session.report(&pretty(&report), outputs.iter().map(String::as_str))?;
    }
    Ok(Outcome::Yes)
}

/// What to look for: the ID that is wanted, or the first of its alternatives where only that is there.
fn asked<'w>(ids: &dyn IdGrammar, stored: &[Option<&str>], wanted: &'w WantedEntry) -> &'w str {
    let is_there = |id: &&str| stored.iter().flatten().any(|stored| ids.verdict(stored, id).compatible);
    let alternatives = wanted.alternatives.iter().map(String::as_str);
    if wanted.alternatives.is_empty() || is_there(&wanted.id.as_str()) {
        return &wanted.id;
    }
    alternatives.into_iter().find(is_there).unwrap_or(&wanted.id)
}

/// What goes to the output of each request. Where nothing serves it: `whole`, if it is for the host, or nothing.
fn serve(
    requests: &[(&str, &str)],
    ids: &dyn IdGrammar,
    entries: &[EntryRef<'_>],
    matches: &[Match],
    whole: Option<&Arc<Input>>,
) -> Result<Vec<Chosen>, OpError> {
    let chosen = requests.iter().zip(matches).map(|((id, output), found)| {
        let stored = found.chosen.and_then(|position| entries.get(position));
        let instead = whole.filter(|_| ids.is_host(id));
        let (input, place) = match (stored, instead) {
            (Some(stored), _) => (Some(Arc::clone(stored.input)), stored.readable()?),
            (None, Some(whole)) => (Some(Arc::clone(whole)), whole.whole()),
            (None, None) => (None, Place { ofs: 0, len: 0 }),
        };
        Ok(Chosen {
            asked: Some((*id).into()),
            stored: stored.map(|stored| (stored.bundle, stored.entry.id.clone().unwrap_or_default())),
            output: (*output).into(),
            input,
            place,
        })
    });
    chosen.collect()
}

fn refuse_missing(input: &Input, asked: &[&str], matches: &[Match], stored: &[Option<&str>]) -> Result<(), OpError> {
    let missing = asked.iter().zip(matches).filter(|(_, found)| found.chosen.is_none());
    let ids: Vec<String> = missing.map(|(id, _)| (*id).into()).collect();
    if ids.is_empty() {
        return Ok(());
    }
    Err(OpError::NotFound {
        file: input.name().into(),
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
    let made = match request.all {
        true => MadeFolders::make(&request.folder)?,
        false => MadeFolders::default(),
    };
    write_all(&outputs, session.out, session.progress)?;
    made.keep();
    Ok(())
}
