//! Checks the targets and spells them as the emulated release does.

use std::collections::{BTreeMap, BTreeSet};

use offload_bundle_core::ids::{Grammar, StyleError};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) given: String,
    /// Fails with the part that the release would drop.
    pub(super) written: Result<String, String>,
    /// If the release stores another, equivalent ID.
    pub(super) oddity: Option<String>,
}

impl Target {
    /// The release's own if it keeps every part.
    pub(super) fn spelling(&self) -> &str {
        self.written.as_ref().unwrap_or(&self.given)
    }
}

/// Stores every target whole: clang names no release, and older compilers pass targets that newer bundlers refuse or shorten.
pub(super) fn newest_release(ids: &Grammar<'static>, releases: &[&str], targets: &[String]) -> Option<String> {
    let takes = |style: &&&str| targets.iter().all(|target| ids.restyle(target, style).is_ok());
    let sound = targets
        .iter()
        .all(|target| faults(ids, target).is_none() && ids.unknown_names(target).is_empty());
    let newest = releases.iter().rev().find(takes).filter(|_| sound);
    newest.map(|release| (*release).to_owned())
}

/// `bundling` adds the rules for written bundles.
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
            // The grammar contains the release's message.
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

fn faults(ids: &Grammar<'static>, target: &str) -> Option<String> {
    let invalid = ids.validate_as_tools(target).err()?;
    let kind = invalid
        .unknown_kind
        .map(|kind| format!(", unknown offloading kind '{kind}'"));
    let triple = invalid
        .unknown_triple
        .map(|triple| format!(", unknown target triple '{}'", triple.in_full));
    let faults: String = [kind, triple].into_iter().flatten().collect();
    // The release accepts other oddities.
    (!faults.is_empty()).then_some(faults)
}

/// Malformed features after valid parts crash releases that compare features.
fn malformed_features(ids: &Grammar<'static>, target: &str) -> Option<String> {
    let (before, _) = target.split_once(':')?;
    let malformed = ids.parts(target).err()?;
    ids.parts(before).ok().map(|_| format!(", {malformed}"))
}

/// The first target ID of a processor, sorted by text, must name every feature that later ones name; clang accepts by this rule.
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

/// The dashes belong to the first part.
fn split_id<'i>(ids: &Grammar<'static>, id: &'i str) -> (&'i str, &'i str) {
    // Malformed features do not affect the parts before them.
    let parts = ids.parts(id.split(':').next().unwrap_or_default()).unwrap_or_default();
    let processor = parts.iter().find(|part| part.name == "processor");
    // Up to the processor, such an ID is ASCII.
    let at = processor.and_then(|part| part.column.checked_sub(1));
    at.and_then(|at| id.split_at_checked(at)).unwrap_or((id, ""))
}

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
