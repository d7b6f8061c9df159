//! Options and commands that help against errors. The library does not know them.

use offload_bundle::report::Diagnostic;
use offload_bundle::{Advice, Error, FileKind, Refusal};
use offload_bundle_core::error::Problem;

/// The field path of `--align` in write errors.
const ALIGNMENT: &str = "alignment";

/// Extracts the code objects of bundles that cannot be rewritten in place.
const EXTRACT: &str = "; extract takes out what they hold";

/// Raises the limit on decompressed bytes.
const MORE: &str = ": raise that limit with --max-size if the file can be trusted";

/// The message of `error`, with the option or command that it needs.
pub(crate) fn advise(error: &Error) -> String {
    match error {
        Error::Exists { .. } => format!("{error}; choose another folder, or use --force to replace it"),
        Error::Lossy { .. } => format!("{error}; use --lossy to drop it, or choose another format or version"),
        Error::Inside { .. } => format!("{error}{EXTRACT}"),
        Error::Refused { refusal, .. } if refusal.code == "not-together" => format!("{error}{EXTRACT}"),
        Error::NotPacked { .. } => format!("{error}; unbundle and extract take code objects out of it"),
        Error::NotABundle { kind: Some(kind), .. } | Error::NotAnArchive { kind: Some(kind), .. } => {
            format!("{error}{}", options_for(kind))
        }
        Error::BadLevel { .. } => format!("--level: {error}"),
        Error::Write { error, .. } if error.path.to_string() == ALIGNMENT => format!("--align: {error}"),
        Error::Refused { refusal, .. } => match option_for(refusal) {
            Some(option) => format!("{error} ({option})"),
            None => error.to_string(),
        },
        _ if is_about_more(error.code()) => format!("{error}{MORE}"),
        _ => error.to_string(),
    }
}

/// Returns the hint line for `error`.
pub(super) fn hint(error: &Error) -> Option<String> {
    match error {
        Error::Package { refusal, .. } | Error::Refused { refusal, .. } => refusal.hint.map(Into::into),
        Error::NotLinked { .. } => Some("link first, then change the library".into()),
        Error::Unsupported { kind: Some(_), .. } => Some("`--carve` searches the whole file for bundles".into()),
        Error::Read { error, .. } => other_byte_order(&error.problem),
        _ => None,
    }
}

/// Returns a hint if a number is unknown only because its byte order is reversed.
fn other_byte_order(problem: &Problem) -> Option<String> {
    let Problem::UnknownValue { found, known } = problem else {
        return None;
    };
    let swapped = match u16::try_from(*found) {
        Ok(found) => u64::from(found.swap_bytes()),
        Err(_) => u64::from(u32::try_from(*found).ok()?.swap_bytes()),
    };
    let is_known = known.split(", ").any(|known| known.parse() == Ok(swapped));
    is_known.then(|| {
        format!(
            "with its bytes in the other order this is {swapped}: a tool on a big-endian machine wrote the header; decompress the bundle there"
        )
    })
}

/// The options for searching such files.
fn options_for(kind: &FileKind) -> &'static str {
    match kind.advice {
        Some(Advice::OfPackage(_)) => "; `list`, `verify` and `extract` look into it",
        Some(Advice::LookAtFields) => "; `inspect` shows its fields, and `verify` checks them",
        Some(Advice::SearchTheRest) => ": `--carve` searches the rest of it",
        _ => "",
    }
}

/// The option that avoids this refusal.
fn option_for(refusal: &Refusal) -> Option<&'static str> {
    match refusal.code {
        "no-output" => Some("--output, --in-place"),
        "not-in-place" | "several-names" | "several-in-place" => Some("--output"),
        "several-entries" => Some("--bundle"),
        "no-length" => Some("--ccob-version"),
        "nothing-asked" => Some("--keep, --drop"),
        _ => None,
    }
}

pub(super) fn advise_on_finding(finding: &Diagnostic) -> String {
    match is_about_more(finding.code) {
        true => format!("{}{MORE}", finding.message),
        false => finding.message.clone(),
    }
}

/// Whether the finding with this code is a compressed bundle above the limit.
fn is_about_more(code: &str) -> bool {
    code == Problem::MoreThanAllowed { found: 0, limit: 0 }.code()
}
