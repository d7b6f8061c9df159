//! Hints that name options and commands, which the library does not know.

use offload_bundle::report::Diagnostic;
use offload_bundle::{Advice, Error, FileKind, Refusal};
use offload_bundle_core::error::Problem;

/// The field path of `--align` in write errors.
const ALIGNMENT: &str = "alignment";

const MORE: &str = "raise the limit with `--max-size` if you trust the file";

const EXTRACT: &str = "`extract` writes the code objects";

/// With the option that it is about.
pub(crate) fn advise(error: &Error) -> String {
    match error {
        Error::BadLevel { .. } => format!("--level: {error}"),
        Error::Write { error, .. } if error.path.to_string() == ALIGNMENT => format!("--align: {error}"),
        _ => error.to_string(),
    }
}

pub(super) fn hint(error: &Error) -> Option<String> {
    let hint = match error {
        Error::Refused { refusal, .. } if refusal.code == "not-together" => EXTRACT,
        Error::Package { refusal, .. } | Error::Refused { refusal, .. } => error.hint().or(option_for(refusal))?,
        Error::Inside { .. } => EXTRACT,
        Error::NotPacked { .. } => "`unbundle` and `extract` write code objects",
        Error::NotABundle { kind: Some(kind), .. } | Error::NotAnArchive { kind: Some(kind), .. } => {
            return advice_on(kind);
        }
        Error::Exists { .. } => "choose another folder, or replace the file with `--force`",
        Error::Lossy { .. } => "drop it with `--lossy`, or choose another format or version",
        Error::AmbiguousTarget { .. } => "name one ID instead",
        Error::SameOutput { .. } => "give each output its own name",
        Error::SeveralImages { .. } => "add keys to select one, or omit `file=` to write each to its own file",
        Error::LongerBundles { .. } => "keep fewer code objects, compress the bundles, or relink the file",
        Error::NotLinked { .. } => "link first, then change the library",
        Error::Unsupported { kind: Some(_), .. } => "`--carve` searches the whole file for bundles",
        Error::Read { error, .. } => return hint_on(&error.problem),
        _ if is_about_more(error.code()) => MORE,
        _ => return None,
    };
    Some(hint.into())
}

fn hint_on(problem: &Problem) -> Option<String> {
    match problem {
        Problem::MoreThanAllowed { .. } => Some(MORE.into()),
        Problem::WrongSum { .. } | Problem::WrongDigest { .. } => Some("the file is damaged; get it again".into()),
        _ => other_byte_order(problem),
    }
}

/// If a number is unknown only because its byte order is reversed.
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
            "in the other byte order, this is {swapped}: decompress the bundle on the big-endian machine that wrote it"
        )
    })
}

fn advice_on(kind: &FileKind) -> Option<String> {
    Some(match kind.advice? {
        Advice::OfKind(advice) => advice.into(),
        Advice::OfPackage(advice) => format!("{advice}; `list`, `verify` and `extract` search packages"),
        Advice::LookAtFields => "`inspect` shows its fields, and `verify` checks them".into(),
        Advice::SearchTheRest => "`--carve` searches the rest of the file".into(),
        _ => return None,
    })
}

fn option_for(refusal: &Refusal) -> Option<&'static str> {
    match refusal.code {
        "no-output" => Some("use `--output` or `--in-place`"),
        "not-in-place" | "several-names" | "several-in-place" => Some("use `--output`"),
        "several-entries" => Some("`--bundle` selects the bundle"),
        "no-length" => Some("choose another `--ccob-version`"),
        "no-symbol" => Some("name the host object with `--for`, or the symbol with `--symbol`"),
        "nothing-undefined" => Some("compile it with `--cuda-host-only`, or name the symbol with `--symbol`"),
        "other-machine" => Some("embed the bundle for each machine apart"),
        "nothing-asked" => Some("use `--keep` or `--drop`"),
        code if is_about_more(code) => Some(MORE),
        _ => None,
    }
}

pub(super) fn advise_on_finding(finding: &Diagnostic) -> String {
    match is_about_more(finding.code) {
        true => format!("{}; {MORE}", finding.message),
        false => finding.message.clone(),
    }
}

/// A compressed bundle above the limit.
fn is_about_more(code: &str) -> bool {
    code == Problem::MoreThanAllowed { found: 0, limit: 0 }.code()
}
