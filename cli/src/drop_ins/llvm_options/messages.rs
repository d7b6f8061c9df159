//! What LLVM's option library says of mistakes in a command line. Functions are given the name of an option without dashes.

use std::path::Path;

use offload_bundle::Shown;

/// An option, or what is given for it, as the library spells it: one letter has one dash.
pub(super) fn with_dashes(option: &str) -> String {
    let dashes = if option.len() == 1 { "-" } else { "--" };
    format!("{dashes}{option}")
}

/// There is no such option.
pub(super) fn unknown(tool: &str, program: &str, word: &str) -> String {
    format!("{tool}: Unknown command line argument '{word}'.  Try: '{program} --help'")
}

/// The option that the word names, but only other releases know.
pub(super) fn of_other_releases(tool: &str, option: &str, releases: &[&str], release: &str) -> String {
    let option = with_dashes(option);
    format!(
        "{tool}: release {release} has no {option}; it is an option of {}",
        list_releases(releases)
    )
}

/// Releases, for people.
pub(in crate::drop_ins) fn list_releases(releases: &[&str]) -> String {
    match releases {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// What is wrong with how the option is given, or that it is not.
pub(super) fn for_option(tool: &str, option: &str, what: &str) -> String {
    format!("{tool}: for the {} option: {what}", with_dashes(option))
}

/// There are more words without an option than the tool has a use for.
pub(super) fn too_many_words(tool: &str, program: &str) -> String {
    format!(
        "{tool}: Too many positional arguments specified!\nCan specify at most 1 positional arguments: See: {program} --help"
    )
}

/// A file of words is in itself.
pub(super) fn recursive(file: &Path) -> String {
    format!("recursive expansion of: '{}'", Shown::from(file.as_os_str()))
}

/// A file of words cannot be read. The two negations are the library's.
pub(super) fn unreadable(file: &Path, why: &str) -> String {
    format!("cannot not open file '{}': {why}", Shown::from(file.as_os_str()))
}
