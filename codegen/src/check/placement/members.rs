//! Rule: only archives have members, and the names of members have placeholders that are filled, and nothing else between braces.

use offload_bundle_core::placement::MemberRule;

use crate::model::placement::Spec;
use crate::problem::Problems;

/// Checks the members of every file type.
pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    for file_type in spec.file_types.iter() {
        let Some(members) = &file_type.members else { continue };
        if !file_type.archive {
            let hint = "remove `members:`, or add `archive: true`";
            problems.add(
                &members.name,
                "members in a file type of archives",
                "another file type",
                hint,
            );
        }
        problems.placeholders(&members.name, MemberRule::PLACEHOLDERS);
        for (what, _) in members.replace.iter().chain(members.extensions.iter()) {
            if what.is_empty() {
                let hint = "nothing stands everywhere";
                problems.add_word(what, "text that is not empty", hint);
            }
        }
    }
}
