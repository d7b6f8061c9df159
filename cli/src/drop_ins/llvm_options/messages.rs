//! Messages of LLVM's option library. Option names are passed without dashes.

use std::path::Path;

use offload_bundle::Escaped;

/// One for a single letter, else two.
pub(super) fn with_dashes(option: &str) -> String {
    let dashes = if option.len() == 1 { "-" } else { "--" };
    format!("{dashes}{option}")
}

pub(super) fn unknown(tool: &str, program: &str, word: &str) -> String {
    format!("{tool}: Unknown command line argument '{word}'.  Try: '{program} --help'")
}

pub(super) fn of_other_releases(tool: &str, option: &str, releases: &[&str], release: &str) -> String {
    let option = with_dashes(option);
    format!(
        "{tool}: release {release} has no {option}; it is an option of {}",
        list_releases(releases)
    )
}

pub(in crate::drop_ins) fn list_releases(releases: &[&str]) -> String {
    match releases {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

pub(super) fn for_option(tool: &str, option: &str, what: &str) -> String {
    format!("{tool}: for the {} option: {what}", with_dashes(option))
}

pub(super) fn too_many_words(tool: &str, program: &str) -> String {
    format!(
        "{tool}: Too many positional arguments specified!\nCan specify at most 1 positional arguments: See: {program} --help"
    )
}

pub(super) fn recursive(file: &Path) -> String {
    format!("recursive expansion of: '{}'", Escaped::from(file.as_os_str()))
}

/// The double negation is LLVM's.
pub(super) fn unreadable(file: &Path, why: &str) -> String {
    format!("cannot not open file '{}': {why}", Escaped::from(file.as_os_str()))
}
