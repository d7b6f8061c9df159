//! The environment: what it turns on, and what is wrong with it.

use std::str::FromStr;

use offload_bundle_cli_definitions::clang_offload_bundler::{Environment, TEXTS};

use crate::drop_ins::llvm_options::fill;

/// The text that turns something on; no other does.
const ON: &str = "1";

/// The process's environment, without the variables that have no effect.
pub(super) fn heeded() -> Environment {
    let environment = Environment::of(|name| std::env::var(name).ok());
    if environment.ignored.as_deref() == Some(ON) {
        return Environment { style: environment.style, ..Environment::default() };
    }
    environment
}

pub(super) fn compresses(environment: &Environment) -> bool {
    environment.compress.as_deref() == Some(ON)
}

pub(super) fn is_verbose(environment: &Environment) -> bool {
    environment.verbose.as_deref() == Some(ON)
}

/// The level of compression, if the text is one.
pub(super) fn level(environment: &Environment) -> Option<i32> {
    environment.level.as_deref().and_then(number)
}

/// The version of the compressed format, if the text is a number.
pub(super) fn version(environment: &Environment) -> Option<u64> {
    environment.format_version.as_deref().and_then(number)
}

/// What is wrong with it for a release that writes these versions of the compressed format, one line each. One that knows no version
/// does not look at it, and one that knows a single one does not look for a version.
pub(super) fn warnings(environment: &Environment, versions: &[u64]) -> Vec<String> {
    let mut warnings = Vec::new();
    if let Some(text) = environment.level.as_deref().filter(|_| !versions.is_empty())
        && level(environment).is_none()
    {
        warnings.push(fill(TEXTS.bad_level, &[("value", text)]));
    }
    if let Some(text) = environment.format_version.as_deref().filter(|_| versions.len() > 1) {
        let values = [("value", text)];
        match version(environment) {
            Some(number) if versions.contains(&number) => {}
            Some(_) => warnings.push(fill(TEXTS.bad_version_number, &values)),
            None => warnings.push(fill(TEXTS.bad_version, &values)),
        }
    }
    warnings
}

/// A decimal number, perhaps with a minus sign; a plus sign does not make one.
fn number<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok().filter(|_| !text.starts_with('+'))
}
