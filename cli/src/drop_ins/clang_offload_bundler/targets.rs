//! The targets of a run: each is checked and spelled as the emulated release spells it.

use offload_bundle::ops::conflicts as composition_conflicts;
use offload_bundle_core::ids::{IdGrammar, StyleError};

/// A target as it was given, and as the emulated release writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) given: String,
    /// # Errors
    ///
    /// The part that the release would lose.
    pub(super) written: Result<String, String>,
}

impl Target {
    /// The spelling for messages: as the release writes it, where it writes all of it.
    pub(super) fn shown(&self) -> &str {
        self.written.as_ref().unwrap_or(&self.given)
    }
}

/// Checks `given` in the order of the emulated release. `bundling` asks for the rules of a bundle that is to be written.
///
/// # Errors
///
/// The message.
pub(super) fn check(ids: &dyn IdGrammar, style: &str, given: &[String], bundling: bool) -> Result<Vec<Target>, String> {
    let mut targets: Vec<Target> = Vec::new();
    for target in given {
        if targets.iter().any(|earlier| earlier.given == *target) {
            return Err("Duplicate targets are not allowed".to_owned());
        }
        let written = match ids.restyle(target, style) {
            Ok(written) => Ok(written),
            Err(StyleError::Loses { what }) => Err(what),
            // The grammar has the words of the release.
            Err(error) => return Err(error.to_string()),
        };
        if let Some(faults) = faults(ids, target) {
            return Err(format!("invalid target '{target}'{faults}"));
        }
        let given = target.clone();
        targets.push(Target { given, written });
    }
    if !ids.styles().iter().any(|known| known.name == style && known.unchecked) {
        conflicts(ids, &targets)?;
    }
    hosts(ids, &targets, bundling)?;
    if bundling {
        losses(&targets)?;
    }
    Ok(targets)
}

/// What is wrong with the kind and the triple of `target`.
fn faults(ids: &dyn IdGrammar, target: &str) -> Option<String> {
    let invalid = ids.validate(target).err()?;
    let kind = invalid
        .unknown_kind
        .map(|kind| format!(", unknown offloading kind '{kind}'"));
    let triple = invalid
        .unknown_triple
        .map(|triple| format!(", unknown target triple '{triple}'"));
    let faults: String = [kind, triple].into_iter().flatten().collect();
    // Whatever else is odd about a target, the release takes it as it is.
    (!faults.is_empty()).then_some(faults)
}

/// Targets that must not stand in one bundle. Spellings of one ID are no conflict: the release tells them apart.
fn conflicts(ids: &dyn IdGrammar, targets: &[Target]) -> Result<(), String> {
    let shown: Vec<&str> = targets.iter().map(Target::shown).collect();
    for conflict in composition_conflicts(ids, &shown) {
        let (Some(first), Some(second)) = (shown.get(conflict.first), shown.get(conflict.second)) else {
            continue;
        };
        if ids.canonical(first).ok() != ids.canonical(second).ok() {
            let (first, second) = (first.min(second), first.max(second));
            return Err(format!(
                "Cannot bundle inputs with conflicting targets: '{first}' and '{second}'"
            ));
        }
    }
    Ok(())
}

fn hosts(ids: &dyn IdGrammar, targets: &[Target], bundling: bool) -> Result<(), String> {
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
