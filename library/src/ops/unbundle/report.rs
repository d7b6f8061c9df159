//! The request and the report of `unbundle`, and which whole IDs the target IDs of a request mean.

use std::collections::BTreeSet;
use std::path::PathBuf;

use offload_bundle_core::ids::Grammar;
use offload_bundle_core::registry::Registry;
use serde::Serialize;

use crate::error::Error;
use crate::file_name::FileName;
use crate::input::InputFile;
use crate::ops::check::check_requested;
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
    pub wanted: Vec<WantedEntry>,
    /// Writes every entry too, one file each, to [`UnbundleRequest::folder`].
    pub all: bool,
    /// The folder for every entry, which is created if it does not exist.
    pub folder: PathBuf,
    /// Writes an empty file if nothing serves a request. An input that is not a bundle is copied to the host's output.
    pub allow_missing: bool,
    /// Unbundles unsound input too, as far as it can be read.
    pub lenient: bool,
    /// Reports whether each request and entry match, and why.
    pub explain: bool,
    /// Decompresses everything compressed in the input, whatever is requested, and reports its compression.
    pub verify: bool,
    /// Allows files in the folder to replace others.
    pub force: bool,
    /// Dry run: nothing is written; the report says what would be.
    pub dry_run: bool,
    /// The rules of another tool, if the program replaces one.
    pub(crate) rules: UnbundleRules,
}

impl UnbundleRequest {
    /// Sets the rules of another tool to follow.
    #[must_use]
    pub fn by(mut self, rules: UnbundleRules) -> Self {
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
pub struct WantedEntry {
    /// The bundle entry ID that the entry must serve.
    pub id: String,
    /// The IDs to try if nothing serves the ID, in order.
    pub alternatives: Vec<String>,
    /// The output of the code object; `-` is standard output.
    pub output: PathBuf,
}

impl WantedEntry {
    /// Requests the entry that serves `id`, for `output`.
    pub fn new(id: impl Into<String>, output: impl Into<PathBuf>) -> Self {
        Self { id: id.into(), alternatives: Vec::new(), output: output.into() }
    }
}

/// The files that were written, and why.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnbundleReport {
    /// The input.
    pub file: FileName,
    /// The written files, one per code object.
    pub outputs: Vec<UnbundledEntry>,
    /// The written archives; present only if the input is an archive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub archives: Option<Vec<UnbundledArchive>>,
    /// The entries that match each request; present only if an explanation was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanations: Option<Vec<Explanation>>,
    /// The compression of each compressed bundle of the input, and how long decompressing it took; present only if all of it was checked.
    #[serde(skip)]
    pub compressed: Option<Vec<Compression>>,
    /// What is wrong or odd in the input.
    pub warnings: Vec<Diagnostic>,
}

/// A code object that was written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnbundledEntry {
    /// The requested ID; null if every entry was requested.
    pub requested: Option<String>,
    /// The number of the bundle, from 0; null if nothing serves the request.
    pub bundle: Option<usize>,
    /// The number of the entry in the bundle, from 0; null if nothing serves the request.
    pub entry: Option<u64>,
    /// The stored ID; null if there is none.
    pub id: Option<String>,
    /// The offset of the code object in bytes, in the input, or in the decompressed bytes of a compressed bundle.
    pub offset: Integer,
    /// The length in bytes.
    pub size: Integer,
    /// The file that was written; `-` is standard output.
    pub output: FileName,
    /// The number of bundles with an entry that serves the request; null if every entry was requested.
    pub matching: Option<Matching>,
    /// The entries that serve the request too but were not written: of the nonempty ones, the best of every other bundle, and those of the
    /// same bundle that are as specific.
    pub others: Vec<ServingEntry>,
}

/// An archive that was written, with everything that serves a request, in the order of the input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnbundledArchive {
    /// The requested ID.
    pub requested: String,
    /// The file that was written; `-` is standard output.
    pub output: FileName,
    /// The length in bytes.
    pub size: Integer,
    /// Whether the archive has no symbol table, because the symbols of a member are not known. Some linkers need one, and `ranlib` makes
    /// it.
    pub needs_symbol_table: bool,
    /// The members.
    pub members: Vec<UnbundledMember>,
}

/// A member of an archive that was written: a code object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnbundledMember {
    /// The name of the member.
    pub name: FileName,
    /// The archive member of the input that the code object is from.
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

/// An entry that serves a request too.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ServingEntry {
    /// The number of the bundle, from 0.
    pub bundle: usize,
    /// The number of the entry in the bundle, from 0.
    pub entry: u64,
    /// The stored ID; null if it cannot be read.
    pub id: Option<String>,
    /// The offset of the bundle, or of the compressed bundle that holds it, in the input, in bytes.
    pub start: Integer,
    /// The offset of the code object in bytes, in the input, or in the decompressed bytes of a compressed bundle; null if it is not known.
    pub offset: Option<Integer>,
    /// The length of the code object in bytes; null if it is not known.
    pub size: Option<Integer>,
}

/// The entries that match a request, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Explanation {
    /// The requested ID.
    pub requested: String,
    /// All stored entries, in file order.
    pub entries: Vec<EntryVerdict>,
}

/// Whether an entry matches a request, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct EntryVerdict {
    /// The number of the bundle, from 0.
    pub bundle: usize,
    /// The number of the entry in the bundle, from 0.
    pub entry: u64,
    /// The stored ID; null if it cannot be read.
    pub id: Option<String>,
    /// Whether it may serve the request.
    pub compatible: bool,
    /// How well the entry serves. Of the compatible entries, the one with the greatest rank is chosen. Null if its ID cannot be read.
    pub rank: Option<u32>,
    /// Whether it was chosen.
    pub chosen: bool,
    /// The reasons, in order.
    pub reasons: Vec<CompatReason>,
}

/// What is `wanted` of the file `name`, of which `found` is what it holds, with whole IDs in place of target IDs. None where all are whole.
///
/// # Errors
///
/// [`Error::AmbiguousTarget`]: entries for several kinds or triples serve one. [`Error::NotFound`]: none does. [`Error::Duplicate`].
pub(super) fn with_whole_ids(
    ids: &Grammar<'static>,
    name: &FileName,
    found: Option<&Scan>,
    wanted: &[WantedEntry],
) -> Result<Option<Vec<WantedEntry>>, Error> {
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
        Ok(WantedEntry { id, ..wanted.clone() })
    });
    let whole = whole.collect::<Result<Vec<WantedEntry>, Error>>()?;
    let given: Vec<&str> = whole.iter().map(|wanted| wanted.id.as_str()).collect();
    check_requested(ids, &given)?;
    Ok(Some(whole))
}

/// The ID with the target ID `target`, of the kind and for the triple that all entries have which serve it.
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

/// Checks the IDs that are asked for, as [`check_requested`] does. An ID that the input has may be asked for whatever it says.
///
/// # Errors
///
/// For an ID that is not valid, it has another one that the input has and that may have been meant, as far as the input can be read.
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

/// Whether the input has an entry with this very ID, and one that may be meant by it.
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
