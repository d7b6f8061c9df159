//! Archives with moved device code, in the loader's order. Libraries that share an archive open it once.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::{env, fs, mem};

use offload_bundle_core::container::Container;
use offload_bundle_core::ids::Grammar;
use offload_bundle_core::placement::ReferenceRule;
use offload_bundle_core::registry::Registry;
use offload_bundle_core::toc::{Toc, TocReader};

use super::recognise::LookedFor;
use super::toc::read_toc;
use crate::file_error::FileError;
use crate::finding::Anomaly;
use crate::input::{HEAD, Identity, Input, WindowReader, identity};
use crate::refusal::{FileKind, reason};
use crate::report::{ExternalFile, ExternalPath};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) path: PathBuf,
    /// Loaders open it only for these GPUs. `None` without a placeholder.
    pub(super) targets: Option<Vec<String>>,
    pub(super) variable: Option<&'static str>,
}

pub(super) type Environment<'e> = &'e dyn Fn(&str) -> Option<OsString>;

/// The variable that is set to disable all archives.
pub(super) fn disabling_variable(rule: ReferenceRule<'static>, environment: Environment<'_>) -> Option<&'static str> {
    let off = environment(rule.environment.off).unwrap_or_default();
    let is_off = off.as_encoded_bytes().first().is_some_and(|first| *first != b'0');
    is_off.then_some(rule.environment.off)
}

/// In the loader's order, each once.
pub(super) fn candidates<'p>(
    rule: ReferenceRule<'static>,
    ids: &Grammar<'static>,
    environment: Environment<'_>,
    paths: impl Iterator<Item = &'p ExternalPath>,
) -> Vec<Candidate> {
    let listed = |variable: &'static str| {
        let paths = environment(variable).unwrap_or_default();
        let paths: Vec<PathBuf> = env::split_paths(&paths).collect();
        let named = paths.into_iter().filter(|path| !path.as_os_str().is_empty());
        named.map(move |path| Candidate { path, targets: None, variable: Some(variable) })
    };
    let is_replaced = environment(rule.environment.instead).is_some_and(|paths| !paths.is_empty());
    let mut candidates: Vec<Candidate> = Vec::new();
    if is_replaced {
        candidates.extend(listed(rule.environment.instead));
    } else {
        candidates.extend(listed(rule.environment.before));
        for path in paths {
            let mut files: Vec<&ExternalFile> = path.files.iter().flatten().collect();
            files.sort_by_cached_key(|file| file.target.as_deref().map(|target| specificity(ids, target)));
            candidates.extend(files.into_iter().map(|file| Candidate {
                path: file.file.to_path_buf(),
                targets: file.target.clone().map(|target| vec![target]),
                variable: None,
            }));
        }
    }
    once_each(candidates)
}

/// Keeps the first of candidates that are the same file, links followed.
fn once_each(candidates: Vec<Candidate>) -> Vec<Candidate> {
    let mut known: BTreeMap<(Option<Identity>, PathBuf), usize> = BTreeMap::new();
    let mut kept: Vec<Candidate> = Vec::new();
    for candidate in candidates {
        let key = match identity(&candidate.path) {
            Some(identity) => (Some(identity), PathBuf::new()),
            // The open reports errors.
            None => (
                None,
                fs::canonicalize(&candidate.path).unwrap_or_else(|_| candidate.path.clone()),
            ),
        };
        let number = *known.entry(key).or_insert(kept.len());
        let Some(first) = kept.get_mut(number) else {
            kept.push(candidate);
            continue;
        };
        match (&mut first.targets, candidate.targets) {
            (Some(targets), Some(more)) => targets.extend(more),
            (targets, None) => *targets = None,
            (None, _) => {}
        }
    }
    kept
}

/// Loaders try more features first, generic targets last.
fn specificity(ids: &Grammar<'static>, target: &str) -> (bool, Reverse<usize>, String) {
    let parts = ids.target_parts(target).map_or(0, |parts| parts.len());
    (ids.is_generic(target), Reverse(parts), target.to_owned())
}

#[derive(Debug)]
pub(super) struct OpenArchive {
    pub(super) input: Arc<Input>,
    pub(super) container: &'static dyn Container,
    pub(super) format: &'static TocReader,
    pub(super) toc: Toc,
}

/// In bytes. Tables take about ten times that in memory.
const MOST_KEPT: u64 = 4 << 20;

/// The last library's only: memory stays bounded.
#[derive(Debug)]
pub(crate) struct KnownArchives {
    own: BTreeMap<Identity, Arc<OpenArchive>>,
    before: BTreeMap<Identity, Arc<OpenArchive>>,
    /// For kept tables, in bytes.
    left: u64,
    most: u64,
}

impl Default for KnownArchives {
    fn default() -> Self {
        Self { own: BTreeMap::new(), before: BTreeMap::new(), left: MOST_KEPT, most: MOST_KEPT }
    }
}

impl KnownArchives {
    pub(super) fn next_library(&mut self) {
        self.before = mem::take(&mut self.own);
        self.left = self.most;
    }

    pub(super) fn open(&mut self, registry: &Registry, candidate: &Candidate) -> Result<Arc<OpenArchive>, Anomaly> {
        let identity = identity(&candidate.path);
        let known = identity.and_then(|identity| self.before.remove(&identity));
        let archive = match known.filter(|known| known.input.check_unchanged().is_ok()) {
            Some(known) => known,
            None => Arc::new(open(registry, candidate)?),
        };
        if let (Some(identity), Some(left)) = (archive.input.identity(), self.left.checked_sub(archive.toc.table.len)) {
            self.own.insert(identity, Arc::clone(&archive));
            self.left = left;
        }
        Ok(archive)
    }
}

fn open(registry: &Registry, candidate: &Candidate) -> Result<OpenArchive, Anomaly> {
    let variable = candidate.variable;
    let unreadable = |why: String| Anomaly::UnreadableArchive { why, variable };
    let failed = |error: FileError| unreadable(error.cause.to_string());
    let input = Input::open_regular(&candidate.path).map_err(|error| unreadable(reason(&error)))?;
    let container = registry.recognise(&input.head(HEAD).map_err(failed)?);
    let Some((container, format)) = container.and_then(|container| Some((container, container.toc()?))) else {
        let kind = FileKind::recognize(registry, &input, &LookedFor::default()).map_err(failed)?;
        let found = kind.map_or_else(|| "something else".to_owned(), |kind| kind.description);
        return Err(Anomaly::NoArchive { found, variable });
    };
    let toc = input.unless_changed(read_toc(&mut WindowReader::new(&input), format, 0));
    let toc = toc.map_err(failed)?;
    Ok(OpenArchive { input: Arc::new(input), container, format, toc })
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::fs;

    use offload_bundle_formats::registry::REGISTRY;
    use offload_bundle_testing::kpack::{Archive, Scheme};

    use super::*;

    // Files have an identity only on these systems.
    #[test]
    fn consecutive_libraries_share_archives() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join(".kpack")).unwrap();
        for target in ["one", "other"] {
            let archive = Archive::new(Scheme::Zstd, &[target], &[("lib.so#0", &[(target, b"code")])]);
            fs::write(
                folder.path().join(format!(".kpack/lib_{target}.kpack")),
                archive.bytes(),
            )
            .unwrap();
        }
        let at = |name: &str| Candidate { path: folder.path().join(name), targets: None, variable: None };
        let mut known = KnownArchives::default();
        let mut next = |candidate: &Candidate| {
            known.next_library();
            known.open(&REGISTRY, candidate)
        };
        let archive = next(&at(".kpack/lib_one.kpack")).unwrap();
        assert_eq!(archive.toc.row_count(), 1);
        let again = next(&at("./.kpack/../.kpack/lib_one.kpack")).unwrap();
        assert!(Arc::ptr_eq(&archive, &again));
        // An archive that the last library did not use is dropped.
        next(&at(".kpack/lib_other.kpack")).unwrap();
        let anew = next(&at(".kpack/lib_one.kpack")).unwrap();
        assert!(!Arc::ptr_eq(&archive, &anew));
        // So are tables that are too long together.
        let mut one = KnownArchives { most: archive.toc.table.len, ..KnownArchives::default() };
        let mut both = || {
            one.next_library();
            [".kpack/lib_one.kpack", ".kpack/lib_other.kpack"].map(|name| one.open(&REGISTRY, &at(name)).unwrap())
        };
        let [[first, second], [first_again, second_again]] = [both(), both()];
        assert!(Arc::ptr_eq(&first, &first_again) && !Arc::ptr_eq(&second, &second_again));
        // A changed archive is opened again.
        fs::write(folder.path().join(".kpack/lib_one.kpack"), "something else").unwrap();
        assert!(matches!(
            next(&at(".kpack/lib_one.kpack")),
            Err(Anomaly::NoArchive { .. })
        ));
    }
}
