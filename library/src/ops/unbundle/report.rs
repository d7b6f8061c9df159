//! The request and the report of `unbundle`; resolves target IDs of requests to bundle entry IDs.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use offload_bundle_core::ids::Grammar;
use offload_bundle_core::registry::Registry;
use serde::Serialize;

use crate::error::Error;
use crate::file_name::FileName;
use crate::input::InputFile;
use crate::ops::check::{check_requested, refuse_repeated};
use crate::refusal::Nearest;
use crate::report::{CompatReason, Compression, Diagnostic, Integer, Matching, Member};
use crate::request::ScanRequest;
use crate::request::rules::UnbundleRules;
use crate::scan::{EntryRef, Scan, scan};

/// The request of [`unbundle`](crate::ops::unbundle).
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct UnbundleRequest {
    /// How to read the input.
    pub scan: ScanRequest,
    /// The input.
    pub input: InputFile,
    /// The entries to write.
    pub wanted: Vec<EntryRequest>,
    /// Writes every entry too, one file each, to [`UnbundleRequest::folder`].
    pub all: bool,
    /// The folder for every entry, which is created if necessary.
    pub folder: PathBuf,
    /// Writes an empty file if no entry serves a request. An input without bundles is copied to the host's output.
    pub allow_missing: bool,
    /// Unbundles the readable part of an unsound input.
    pub lenient: bool,
    /// Reports whether each request and entry match, with reasons.
    pub explain: bool,
    /// Decompresses everything compressed in the input, and reports its compression.
    pub verify: bool,
    /// Allows files in the folder to replace others.
    pub force: bool,
    /// Dry run: reports without writing.
    pub dry_run: bool,
    pub(crate) rules: UnbundleRules,
}

impl UnbundleRequest {
    /// Sets the rules to follow.
    #[must_use]
    pub fn with_rules(mut self, rules: UnbundleRules) -> Self {
        self.rules = rules;
        self
    }
}

impl Default for UnbundleRequest {
    fn default() -> Self {
        Self {
            scan: ScanRequest::default(),
            input: InputFile::default(),
            wanted: Vec::new(),
            all: false,
            folder: ".".into(),
            allow_missing: false,
            lenient: false,
            explain: false,
            verify: false,
            force: false,
            dry_run: false,
            rules: UnbundleRules::default(),
        }
    }
}

/// A requested entry.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct EntryRequest {
    /// The bundle entry ID that the entry must serve.
    pub id: String,
    /// The IDs to try if no entry serves `id`, in order.
    pub alternatives: Vec<String>,
    /// The output of the code object; `-` is standard output.
    pub output: PathBuf,
}

impl EntryRequest {
    /// Requests the entry that serves `id`, for `output`.
    pub fn new(id: impl Into<String>, output: impl Into<PathBuf>) -> Self {
        Self { id: id.into(), alternatives: Vec::new(), output: output.into() }
    }
}

/// The written files, with explanations.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnbundleReport {
    /// The input.
    pub file: FileName,
    /// The written files, one per code object.
    pub outputs: Vec<UnbundledEntry>,
    /// The written archives, if the input is an archive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub archives: Option<Vec<UnbundledArchive>>,
    /// The entries that match each request, if explanations were requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanations: Option<Vec<Explanation>>,
    /// The compression of each compressed bundle of the input, with durations, if everything was checked.
    #[serde(skip)]
    pub compressed: Option<Vec<Compression>>,
    /// The faults and oddities of the input.
    pub warnings: Vec<Diagnostic>,
}

/// A written code object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnbundledEntry {
    /// The requested ID; null if every entry was requested.
    pub requested: Option<String>,
    /// The number of the bundle, from 0, if an entry serves.
    pub bundle: Option<usize>,
    /// The number of the entry in the bundle, from 0, if an entry serves.
    pub entry: Option<u64>,
    /// The stored ID, if any.
    pub id: Option<String>,
    /// The offset of the code object in the input or decompressed bundle, in bytes.
    pub offset: Integer,
    /// The length in bytes.
    pub size: Integer,
    /// The output; `-` is standard output.
    pub output: FileName,
    /// The number of bundles with an entry that serves the request; null if every entry was requested.
    pub matching: Option<Matching>,
    /// The other serving entries with content: the best of every other bundle, and equally specific entries of the same
    /// bundle.
    pub other_matches: Vec<ServingEntry>,
}

/// A written archive with everything that serves a request, in input order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnbundledArchive {
    /// The requested ID.
    pub requested: String,
    /// The output; `-` is standard output.
    pub output: FileName,
    /// The length in bytes.
    pub size: Integer,
    /// Whether the archive lacks a symbol table, because symbols are unknown. Some linkers need one; `ranlib` adds it.
    pub needs_symbol_table: bool,
    /// The members.
    pub members: Vec<UnbundledMember>,
}

/// A member of a written archive: a code object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnbundledMember {
    /// The name of the member.
    pub name: FileName,
    /// The archive member of the input with the code object.
    pub member: Option<Member>,
    /// The number of the bundle, from 0.
    pub bundle: usize,
    /// The number of the entry in the bundle, from 0.
    pub entry: u64,
    /// The stored ID.
    pub id: String,
    /// The length in bytes.
    pub size: Integer,
}

/// Another entry that serves a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ServingEntry {
    /// The number of the bundle, from 0.
    pub bundle: usize,
    /// The number of the entry in the bundle, from 0.
    pub entry: u64,
    /// The stored ID, if it can be read.
    pub id: Option<String>,
    /// The offset of the bundle or its compressed bytes in the input, in bytes.
    pub start: Integer,
    /// The offset of the code object in the input or decompressed bundle, in bytes, if known.
    pub offset: Option<Integer>,
    /// The length of the code object in bytes, if known.
    pub size: Option<Integer>,
}

/// The entries that match a request, with reasons.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Explanation {
    /// The requested ID.
    pub requested: String,
    /// All stored entries, in file order.
    pub entries: Vec<EntryVerdict>,
}

/// Whether an entry matches a request, with reasons.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct EntryVerdict {
    /// The number of the bundle, from 0.
    pub bundle: usize,
    /// The number of the entry in the bundle, from 0.
    pub entry: u64,
    /// The stored ID, if it can be read.
    pub id: Option<String>,
    /// Whether the entry may serve the request.
    pub compatible: bool,
    /// The rank among compatible entries; the greatest is chosen. Null for an unreadable ID.
    pub rank: Option<u32>,
    /// Whether the entry was chosen.
    pub chosen: bool,
    /// The reasons, in order.
    pub reasons: Vec<CompatReason>,
}

/// `None` without target IDs. Fails if several or no kinds or triples match, or if two requests become the same.
pub(super) fn with_whole_ids(
    ids: &Grammar<'static>,
    name: &FileName,
    found: Option<&Scan>,
    wanted: &[EntryRequest],
) -> Result<Option<Vec<EntryRequest>>, Error> {
    if !wanted.iter().any(|wanted| ids.is_target(&wanted.id)) {
        return Ok(None);
    }
    let entries = found.into_iter().flat_map(EntryRef::all);
    let stored: BTreeSet<&str> = entries.filter_map(EntryRef::id).collect();
    let whole = wanted.iter().map(|wanted| {
        let id = match ids.is_target(&wanted.id) {
            true => whole_id(ids, name, &stored, &wanted.id)?,
            false => wanted.id.clone(),
        };
        Ok(EntryRequest { id, ..wanted.clone() })
    });
    let whole = whole.collect::<Result<Vec<EntryRequest>, Error>>()?;
    let mut seen = BTreeMap::new();
    for wanted in &whole {
        refuse_repeated(ids, &mut seen, &wanted.id)?;
    }
    // Stored IDs may have unknown words.
    for id in stored.iter().filter_map(|id| ids.canonical(id).ok()) {
        seen.remove(&id);
    }
    check_requested(ids, &seen.into_values().collect::<Vec<_>>())?;
    Ok(Some(whole))
}

fn whole_id(ids: &Grammar<'static>, name: &FileName, stored: &BTreeSet<&str>, target: &str) -> Result<String, Error> {
    let mut candidates: BTreeSet<String> = BTreeSet::new();
    let mut nearest = Nearest::default();
    for id in stored.iter().filter(|id| !ids.is_host(id)) {
        let verdict = ids.target_verdict((*id).into(), target);
        match verdict.compatible {
            true => candidates.extend(ids.with_target(id, target)),
            false => nearest.add(id, verdict.closeness, verdict.reasons),
        }
    }
    let mut found = candidates.iter();
    match (found.next(), found.next()) {
        (Some(only), None) => Ok(only.clone()),
        (Some(_), Some(_)) => Err(Error::AmbiguousTarget {
            file: name.clone(),
            target: target.into(),
            candidates: candidates.into_iter().collect(),
        }),
        (None, _) => Err(Error::NotFound {
            file: name.clone(),
            ids: vec![target.into()],
            stored: stored.iter().map(|id| (*id).into()).collect(),
            nearest: nearest.into_misses(),
        }),
    }
}

/// Skips IDs that the input stores. The error suggests a stored ID, if the input can be read.
pub(super) fn check_wanted(registry: &Registry, request: &UnbundleRequest) -> Result<(), Error> {
    let given = request.wanted.iter().map(|wanted| wanted.id.as_str());
    let mut given: Vec<&str> = given.filter(|id| !registry.ids.is_target(id)).collect();
    while let Err(error) = check_requested(registry.ids, &given) {
        let Error::BadId { id, invalid, .. } = error else {
            return Err(error);
        };
        let (is_stored, such_as) = find_stored(registry, request, &id);
        if !is_stored {
            return Err(Error::BadId { id, invalid, such_as });
        }
        given.retain(|given| *given != id);
    }
    Ok(())
}

fn find_stored(registry: &Registry, request: &UnbundleRequest, id: &str) -> (bool, Option<String>) {
    let input = request.input.open().ok();
    let scan = input.and_then(|input| scan(registry, &input, &request.scan).ok());
    let entries = scan.iter().flat_map(EntryRef::all);
    let stored: Vec<&str> = entries.filter_map(EntryRef::id).collect();
    let like = stored.iter().find(|stored| stored.contains(id));
    let is_valid = |stored: &&&str| !registry.ids.is_host(stored) && registry.ids.validate(stored).is_ok();
    let device = || stored.iter().find(is_valid);
    let such_as = like.or_else(device).map(|id| (*id).into());
    (stored.contains(&id), such_as)
}
