//! The targets of a run: each is checked and spelled as the emulated release spells it.

use std::collections::{BTreeMap, BTreeSet};

use offload_bundle_core::ids::{Grammar, StyleError};

/// A target as it was given, and as the emulated release writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) given: String,
    /// # Errors
    ///
    /// The part that the release would lose.
    pub(super) written: Result<String, String>,
    /// That the release stores another ID, in which nothing is missing, and what is odd about it.
    pub(super) oddity: Option<String>,
}

impl Target {
    /// The spelling for messages: as the release writes it, where it writes all of it.
    pub(super) fn spelling(&self) -> &str {
        self.written.as_ref().unwrap_or(&self.given)
    }
}

/// The newest of `releases`, the oldest first, that stores each of the targets whole: clang calls its bundler by a name without a release,
/// and older ones give targets that newer bundlers refuse or cut short. None where no release does, or where a target names something
/// unknown.
pub(super) fn newest_release(ids: &Grammar<'static>, releases: &[&str], targets: &[String]) -> Option<String> {
    let takes = |style: &&&str| targets.iter().all(|target| ids.restyle(target, style).is_ok());
    let sound = targets
        .iter()
        .all(|target| faults(ids, target).is_none() && ids.unknown_names(target).is_empty());
    let newest = releases.iter().rev().find(takes).filter(|_| sound);
    newest.map(|release| (*release).to_owned())
}

/// Checks `given` in the order of the emulated release. `bundling` asks for the rules of a bundle that is to be written.
///
/// # Errors
///
/// The message.
pub(super) fn check(
    ids: &Grammar<'static>,
    style: &str,
    given: &[String],
    bundling: bool,
) -> Result<Vec<Target>, String> {
    let checked = !ids.styles.iter().any(|known| known.name == style && known.unchecked);
    let mut targets: Vec<Target> = Vec::new();
    for target in given {
        if targets.iter().any(|earlier| earlier.given == *target) {
            return Err("Duplicate targets are not allowed".to_owned());
        }
        let (written, oddity) = match ids.restyle(target, style) {
            Ok(written) => (Ok(written), None),
            Err(StyleError::Loses { what, stored: Some(stored) }) => (Ok(stored), Some(what)),
            Err(StyleError::Loses { what, stored: None }) => (Err(what), None),
            // The grammar has the words of the release.
            Err(error) => return Err(error.to_string()),
        };
        let faults = faults(ids, target).or_else(|| malformed_features(ids, target).filter(|_| checked));
        if let Some(faults) = faults {
            return Err(format!("invalid target '{target}'{faults}"));
        }
        let given = target.clone();
        targets.push(Target { given, written, oddity });
    }
    if checked {
        conflicts(ids, &targets)?;
    }
    hosts(ids, &targets, bundling)?;
    if bundling {
        losses(&targets)?;
    }
    Ok(targets)
}

/// What is wrong with the kind and the triple of `target`.
fn faults(ids: &Grammar<'static>, target: &str) -> Option<String> {
    let invalid = ids.validate_as_tools(target).err()?;
    let kind = invalid
        .unknown_kind
        .map(|kind| format!(", unknown offloading kind '{kind}'"));
    let triple = invalid
        .unknown_triple
        .map(|triple| format!(", unknown target triple '{}'", triple.in_full));
    let faults: String = [kind, triple].into_iter().flatten().collect();
    // Whatever else is odd about a target, the release takes it as it is.
    (!faults.is_empty()).then_some(faults)
}

/// What is wrong with the features of `target`, where all before them can be read: the releases that compare them crash.
fn malformed_features(ids: &Grammar<'static>, target: &str) -> Option<String> {
    let (before, _) = target.split_once(':')?;
    let malformed = ids.parts(target).err()?;
    ids.parts(before).ok().map(|_| format!(", {malformed}"))
}

/// Targets that must not be in one bundle: what the releases that check it refuse, also when unbundling. Of the target IDs of one
/// processor in the order of their texts, the first must name every feature that another one names; the documents ask for more, but
/// clang passes on what it takes itself by this same rule.
fn conflicts(ids: &Grammar<'static>, targets: &[Target]) -> Result<(), String> {
    let mut groups: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for target in targets {
        let (entry, target_id) = split_id(ids, target.spelling());
        groups.entry(entry).or_default().insert(target_id);
    }
    for (entry, target_ids) in groups {
        let mut firsts: BTreeMap<&str, &str> = BTreeMap::new();
        for target_id in target_ids {
            let processor = features(target_id).next().unwrap_or_default();
            let first = *firsts.entry(processor).or_insert(target_id);
            if !features(target_id).all(|named| features(first).any(|feature| feature == named)) {
                return Err(format!(
                    "Cannot bundle inputs with conflicting targets: '{entry}{first}' and '{entry}{target_id}'"
                ));
            }
        }
    }
    Ok(())
}

/// The kind and the triple of an ID with the dashes behind them, and its target ID.
fn split_id<'i>(ids: &Grammar<'static>, id: &'i str) -> (&'i str, &'i str) {
    // Features that are malformed hide nothing of what is before them.
    let parts = ids.parts(id.split(':').next().unwrap_or_default()).unwrap_or_default();
    let processor = parts.iter().find(|part| part.name == "processor");
    // Such an ID is of one-byte characters as far as its processor.
    let at = processor.and_then(|part| part.column.checked_sub(1));
    at.and_then(|at| id.split_at_checked(at)).unwrap_or((id, ""))
}

/// The processor of a target ID, and the names of its features.
fn features(target_id: &str) -> impl Iterator<Item = &str> {
    target_id.split(':').map(|piece| piece.trim_end_matches(['+', '-']))
}

fn hosts(ids: &Grammar<'static>, targets: &[Target], bundling: bool) -> Result<(), String> {
    let given: Vec<&str> = targets.iter().map(|target| target.given.as_str()).collect();
    let count = given.iter().filter(|id| ids.is_host(id)).count();
    if count > 1 || (bundling && count == 0 && ids.needs_host(&given)) {
        return Err(format!("expecting exactly one host target but got {count}"));
    }
    Ok(())
}

/// Where the release would write a bundle that has lost something, there is an error instead.
fn losses(targets: &[Target]) -> Result<(), String> {
    let mut seen: Vec<(&str, &str)> = Vec::new();
    for target in targets {
        let given = target.given.as_str();
        let loses = |what: &String| format!("target '{given}' cannot be stored whole: this release {what}");
        let written = target.written.as_ref().map_err(loses)?;
        if let Some((first, _)) = seen.iter().find(|(_, earlier)| earlier == written) {
            return Err(format!(
                "targets '{first}' and '{given}' are the same once written as '{written}'"
            ));
        }
        seen.push((given, written));
    }
    Ok(())
}
