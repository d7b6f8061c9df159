//! Rule: what runtimes read is told in the order of releases, and of each the versions in ascending order.

use offload_bundle_core::placement::RuntimeRule;

use crate::model::placement::Spec;
use crate::problem::Problems;

/// Checks `runtimes`.
pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    let mut before = None;
    for runtime in &spec.runtimes {
        let release = RuntimeRule::release(&runtime.since);
        match release {
            None => {
                let hint = "a release is called by two numbers";
                problems.add_word(&runtime.since, "two numbers with a dot between them", hint);
            }
            Some(_) if before >= release => {
                let hint = "the rule of a release counts up to that of the next";
                problems.add_word(&runtime.since, "a release after the one before", hint);
            }
            Some(_) => before = release,
        }
        let versions = &runtime.versions;
        if versions
            .windows(2)
            .any(|pair| matches!(pair, [first, second] if **first >= **second))
        {
            problems.add(
                versions,
                "versions in ascending order, each once",
                "another order",
                "the last one is written",
            );
        }
        if !spec.formats.iter().any(|format| format.value == runtime.format.value) {
            problems.add_word(&runtime.format, "a format of `formats`", "say what is read");
        }
    }
}
