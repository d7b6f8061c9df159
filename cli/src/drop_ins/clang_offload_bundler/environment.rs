//! Environment variables of the emulated tool.

use std::ffi::OsString;
use std::str::FromStr;

use offload_bundle_cli_definitions::clang_offload_bundler::Environment;

/// Empty and ineffective values are dropped.
pub(super) fn from_env(variable: &dyn Fn(&str) -> Option<OsString>) -> Environment {
    let environment = Environment::of(variable);
    if is_on(&environment.offload_bundler_ignore_env_var) {
        let offload_bundle_emulate = environment.offload_bundle_emulate;
        return Environment { offload_bundle_emulate, ..Environment::default() };
    }
    environment
}

pub(super) fn compresses(environment: &Environment) -> bool {
    is_on(&environment.offload_bundler_compress)
}

pub(super) fn is_verbose(environment: &Environment) -> bool {
    is_on(&environment.offload_bundler_verbose)
}

pub(super) fn level(environment: &Environment) -> Option<i32> {
    number(&environment.offload_bundler_compression_level)
}

pub(super) fn version(environment: &Environment) -> Option<u64> {
    number(&environment.compressed_bundle_format_version)
}

/// Releases that do not compress ignore the variables; those with a single version ignore the version.
pub(super) fn warnings(environment: &Environment, versions: &[u64]) -> Vec<String> {
    let mut warnings = Vec::new();
    if let Some(text) = environment.offload_bundler_compression_level.as_ref()
        && !versions.is_empty()
        && level(environment).is_none()
    {
        let text = text.display();
        warnings.push(format!(
            "Warning: Invalid value for OFFLOAD_BUNDLER_COMPRESSION_LEVEL: {text}. Ignoring it."
        ));
    }
    if let Some(text) = environment.compressed_bundle_format_version.as_ref()
        && let [usual, _, ..] = versions
    {
        let valid = match version(environment) {
            Some(number) if versions.contains(&number) => return warnings,
            Some(_) => "Valid values are 2 or 3. ",
            None => "",
        };
        let text = text.display();
        warnings.push(format!(
            "Warning: Invalid value for COMPRESSED_BUNDLE_FORMAT_VERSION: {text}. {valid}Using default version {usual}."
        ));
    }
    warnings
}

/// Set to the text that turns its option on.
fn is_on(variable: &Option<OsString>) -> bool {
    variable.as_ref().is_some_and(|value| value == "1")
}

/// Optional minus sign; a plus sign is invalid.
fn number<T: FromStr>(variable: &Option<OsString>) -> Option<T> {
    let text = variable.as_ref()?.to_str()?;
    text.parse().ok().filter(|_| !text.starts_with('+'))
}
