//! Where a loader looks for device code that was moved out of a library: archives, in its order. Its environment may name others.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

use offload_bundle_core::ids::Grammar;
use offload_bundle_core::placement::ReferenceRule;

use crate::input::{Identity, identity};
use crate::report::{ExternalFile, ExternalPath};

/// An archive that a loader may look into.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) path: PathBuf,
    /// The targets that stand in its paths for the placeholder: it is looked into on GPUs that one of them is for; on all, where a path to it has
    /// none.
    pub(super) targets: Option<Vec<String>>,
    /// The environment variable that names it.
    pub(super) variable: Option<&'static str>,
}

/// What the environment has under a name.
pub(super) type Environment<'e> = &'e dyn Fn(&str) -> Option<OsString>;

/// The environment variable by which loaders look into no archive, where it says so.
pub(super) fn disabling_variable(rule: ReferenceRule<'static>, environment: Environment<'_>) -> Option<&'static str> {
    let off = environment(rule.environment.off).unwrap_or_default();
    let is_off = off.as_encoded_bytes().first().is_some_and(|first| *first != b'0');
    is_off.then_some(rule.environment.off)
}

/// The archives that a loader looks into for the library that has these `paths`, in its order, and each only once.
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

/// Each archive where it comes first, whatever links lead to it.
fn once_each(candidates: Vec<Candidate>) -> Vec<Candidate> {
    let mut known: BTreeMap<(Option<Identity>, PathBuf), usize> = BTreeMap::new();
    let mut kept: Vec<Candidate> = Vec::new();
    for candidate in candidates {
        let key = match identity(&candidate.path) {
            Some(identity) => (Some(identity), PathBuf::new()),
            // What is wrong is told when it is opened.
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

/// Orders targets as loaders try them: those with more features come first, and what is for many processors last.
fn specificity(ids: &Grammar<'static>, target: &str) -> (bool, Reverse<usize>, String) {
    let parts = ids.target_parts(target).map_or(0, |parts| parts.len());
    (ids.is_generic(target), Reverse(parts), target.to_owned())
}
