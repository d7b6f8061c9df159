//! Archives: checks and messages of the emulated tool.

use std::fmt::Display;

use offload_bundle::ops::conflicting_targets;
use offload_bundle::report::ListedFile;
use offload_bundle_core::ids::Grammar;

use super::targets::Target;

/// IDs of one bundle are compared, also in compressed bundles.
pub(super) fn check(ids: &Grammar<'static>, listed: &ListedFile) -> Result<(), String> {
    for bundle in &listed.bundles {
        let mut stored: Vec<&str> = bundle.entries.iter().filter_map(|entry| entry.id.as_deref()).collect();
        stored.sort_unstable();
        let pair = conflicting_targets(ids, &stored)
            .find_map(|conflict| Some((stored.get(conflict.first)?, stored.get(conflict.second)?)));
        if let (Some((first, second)), Some(member)) = (pair, &bundle.member) {
            let (member, archive) = (&member.name, &listed.file);
            return Err(format!(
                "conflicting TargetIDs [{first}, {second}] found in {member} of {archive}"
            ));
        }
    }
    Ok(())
}

pub(super) fn not_found(target: Option<&Target>, file: impl Display) -> String {
    let target = target.map_or("", Target::spelling);
    format!("no compatible code object found for the target '{target}' in heterogeneous archive library: {file}")
}
