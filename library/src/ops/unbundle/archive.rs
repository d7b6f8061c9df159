//! `unbundle` of an archive: writes an archive per request.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use offload_bundle_core::bytes::Place;
use offload_bundle_core::error::{WriteError, WriteProblem};
use offload_bundle_core::ids::{Grammar, Verdict};
use offload_bundle_core::placement::MemberRule;
use offload_bundle_core::registry::Registry;

use crate::archive::{NewMember, Symbols, archive, symbols_of};
use crate::error::Error;
use crate::file_name::FileName;
use crate::input::Input;
use crate::output::Output;
use crate::report::{EntryVerdict, Explanation, Integer, UnbundledArchive, UnbundledMember};
use crate::request::EntryRequest;
use crate::scan::{EntryRef, InHost, Scan};

/// Decides each pair: a code object may serve several requests, and a request may get several entries of a bundle.
pub(super) fn decide(ids: &Grammar<'static>, stored: &str, wanted: &EntryRequest) -> Verdict {
    let verdict = ids.verdict(stored, &wanted.id);
    if verdict.compatible {
        return verdict;
    }
    let mut others = wanted.alternatives.iter().map(|other| ids.verdict(stored, other));
    others.find(|other| other.compatible).unwrap_or(verdict)
}

struct Content {
    input: Arc<Input>,
    place: Place,
    name: Vec<u8>,
    symbols: Symbols,
    serves: Vec<usize>,
    report: UnbundledMember,
}

pub(super) struct Contents(Vec<Content>);

impl Contents {
    pub(super) fn select(
        registry: &Registry,
        rule: &MemberRule<'_>,
        scan: &Scan,
        wanted: &[EntryRequest],
    ) -> Result<Self, Error> {
        let mut decided: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        let mut serving = |id| {
            let serves = decided.entry(id).or_insert_with(|| {
                let wanted = wanted.iter().enumerate();
                let serving = wanted.filter(|(_, wanted)| decide(registry.ids, id, wanted).compatible);
                serving.map(|(request, _)| request).collect()
            });
            serves.clone()
        };
        let in_host = InHost::new(scan);
        let around = |stored: &EntryRef<'_>| in_host.bundle_around(stored.found);
        // A host object does not serve a request that its bundle of sections already serves.
        let mut served: BTreeSet<(usize, usize)> = BTreeSet::new();
        for stored in EntryRef::all(scan).filter(|stored| around(stored).is_none()) {
            if let Some(id) = stored.id() {
                served.extend(serving(id).into_iter().map(|request| (stored.bundle, request)));
            }
        }
        let mut contents = Vec::new();
        for stored in EntryRef::all(scan) {
            let Some(id) = stored.id() else { continue };
            let mut serves = serving(id);
            if let Some(around) = around(&stored) {
                serves.retain(|request| !served.contains(&(around, *request)));
            }
            if !serves.is_empty() {
                contents.push(content(registry, rule, &stored, id, serves)?);
            }
        }
        Ok(Self(contents))
    }

    pub(super) fn serve(&self, request: usize) -> bool {
        self.0.iter().any(|content| content.serves.contains(&request))
    }

    pub(super) fn archive(
        &self,
        request: usize,
        wanted: &EntryRequest,
    ) -> Result<(Output<'_>, UnbundledArchive), Error> {
        let path = wanted.output.as_path();
        let contents = self.0.iter().filter(|content| content.serves.contains(&request));
        let mut members = Vec::new();
        let mut reports = Vec::new();
        for Content { input, place, name, symbols, report, .. } in contents {
            members.push(NewMember { name: storable(name, path)?, input, place: *place, symbols: symbols.clone() });
            reports.push(report.clone());
        }
        let parts = archive(&members).map_err(|error| Error::Write { file: path.into(), error })?;
        let output = Output::new(path, parts);
        let report = UnbundledArchive {
            requested: wanted.id.clone(),
            output: path.into(),
            size: Integer(output.len()),
            needs_symbol_table: members.iter().any(|member| member.symbols == Symbols::Unknown),
            members: reports,
        };
        Ok((output, report))
    }
}

impl EntryVerdict {
    pub(super) fn new(stored: &EntryRef<'_>, verdict: Option<Verdict>) -> Self {
        let compatible = verdict.as_ref().is_some_and(|verdict| verdict.compatible);
        Self {
            bundle: stored.bundle,
            entry: stored.entry.index,
            id: stored.id().map(Into::into),
            compatible,
            rank: verdict.as_ref().map(|verdict| verdict.rank),
            chosen: compatible,
            reasons: verdict
                .into_iter()
                .flat_map(|verdict| verdict.reasons)
                .map(Into::into)
                .collect(),
        }
    }
}

pub(super) fn explain_all(ids: &Grammar<'static>, scan: &Scan, wanted: &[EntryRequest]) -> Vec<Explanation> {
    let explained = wanted.iter().map(|wanted| {
        let entries =
            EntryRef::all(scan).map(|stored| EntryVerdict::new(&stored, stored.id().map(|id| decide(ids, id, wanted))));
        Explanation { requested: wanted.id.clone(), entries: entries.collect() }
    });
    explained.collect()
}

fn content(
    registry: &Registry,
    rule: &MemberRule<'_>,
    stored: &EntryRef<'_>,
    id: &str,
    serves: Vec<usize>,
) -> Result<Content, Error> {
    let (input, place) = stored.content()?;
    let target = registry.ids.served(id).map(|served| served.target);
    let member = stored.member();
    let from = member.map_or(&[] as &[u8], |member| member.name.as_os_str().as_encoded_bytes());
    let name = rule.member_name(from, id, target.as_deref());
    let symbols = symbols_of(&input, place)?;
    let report = UnbundledMember {
        name: FileName::from_stored(name.clone()),
        member: member.map(|member| (&**member).into()),
        bundle: stored.bundle,
        entry: stored.entry.index,
        id: id.into(),
        size: Integer(place.len),
    };
    Ok(Content { input, place, name, symbols, serves, report })
}

fn storable(name: &[u8], path: &Path) -> Result<Vec<u8>, Error> {
    if !name.iter().any(|byte| b"\n\0".contains(byte)) {
        return Ok(name.into());
    }
    let why = format!(
        "the member's name \"{}\" would hold a line break or a zero byte",
        name.escape_ascii()
    );
    let error = WriteError::new("members", WriteProblem::Unreadable { why });
    Err(Error::Write { file: path.into(), error })
}
