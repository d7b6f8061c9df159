//! Values from words. Errors are texts for people: the parser of the command line says which argument they belong to.

use offload_bundle_core::ids::IdComponent;
use offload_bundle_core::registry::{FileType, Registry};

use crate::ops::CompressionChoice;

/// The file type called `name`.
///
/// # Errors
///
/// There is none; the text names those that there are.
pub fn file_type(registry: &Registry, name: &str) -> Result<&'static FileType, String> {
    registry.file_type(name).ok_or_else(|| {
        let names: Vec<&str> = registry.file_types.iter().map(|file_type| file_type.name).collect();
        format!("no such file type; there is: {}", names.join(", "))
    })
}

/// The style of IDs called `name`.
///
/// # Errors
///
/// There is none; the text names those that there are.
pub fn style(registry: &Registry, name: &str) -> Result<String, String> {
    let styles = registry.ids.styles();
    match styles.contains(&name) {
        true => Ok(name.into()),
        false => Err(format!("no such style; there is: {}", styles.join(", "))),
    }
}

/// The method of compression called `name`, in the usual version of the format that has it. The usual method if `name` is empty.
///
/// # Errors
///
/// There is none; the text names those that there are.
pub fn method(registry: &Registry, name: &str) -> Result<CompressionChoice, String> {
    if name.is_empty() {
        return CompressionChoice::default_of(registry).ok_or_else(|| "there is no method of compression".into());
    }
    let mut names = Vec::new();
    for envelope in registry.envelopes.iter().copied() {
        for method in envelope.methods() {
            if method.name == name {
                return Ok(CompressionChoice {
                    envelope,
                    version: envelope.default_version(),
                    method: *method,
                    level: None,
                });
            }
            names.push(method.name);
        }
    }
    Err(format!("no such method; there is: {}", names.join(", ")))
}

/// The version `word` of the format of compressed files.
///
/// # Errors
///
/// There is none; the text names those that there are.
pub fn version(registry: &Registry, word: &str) -> Result<u64, String> {
    let mut versions: Vec<u64> = registry.envelopes.iter().flat_map(|w| w.versions()).copied().collect();
    versions.sort_unstable();
    versions.dedup();
    match word.parse() {
        Ok(version) if versions.contains(&version) => Ok(version),
        _ => {
            let known: Vec<String> = versions.iter().map(ToString::to_string).collect();
            Err(format!("no such version; there is: {}", known.join(", ")))
        }
    }
}

/// A number of bytes: K, M, G or T behind it makes it 2^10, 2^20, 2^30 or 2^40 times as many.
///
/// # Errors
///
/// The word is no such number.
pub fn size(word: &str) -> Result<u64, String> {
    let units = ['K', 'M', 'G', 'T'];
    let unit = word.chars().last().map(|last| last.to_ascii_uppercase());
    let power = unit.and_then(|last| units.iter().position(|unit| *unit == last));
    let number = match power {
        Some(_) => word.get(..word.len().saturating_sub(1)).unwrap_or_default(),
        None => word,
    };
    let factor = power.map_or(0, |power| power.saturating_add(1));
    let factor = u32::try_from(factor.saturating_mul(10)).unwrap_or(u32::MAX);
    let bytes = number
        .parse::<u64>()
        .ok()
        .filter(|_| number.starts_with(|first: char| first.is_ascii_digit()));
    bytes
        .and_then(|bytes| bytes.checked_mul(1_u64.checked_shl(factor)?))
        .ok_or_else(|| "expected a number of bytes up to 2^64 - 1, perhaps with K, M, G or T behind it".into())
}

/// A part of an ID to pick entries by.
///
/// # Errors
///
/// The word does not follow the grammar, or names something unknown.
pub fn component(registry: &Registry, component: IdComponent, word: &str) -> Result<String, String> {
    match registry.ids.check_component(component, word) {
        Ok(()) => Ok(word.into()),
        Err(error) => Err(error.to_string()),
    }
}

/// An ID and a file, parted by the first `=`: an ID holds none.
///
/// # Errors
///
/// One of the two is missing.
pub fn pair(word: &str) -> Result<(String, String), String> {
    match word.split_once('=') {
        Some((_, "")) => Err("no file after `=`".into()),
        Some(("", _)) => Err("no ID before `=`".into()),
        Some((id, file)) => Ok((id.into(), file.into())),
        None => Err("expected an ID, `=` and a file".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        for (word, bytes) in [
            ("0", 0),
            ("17", 17),
            ("1K", 1 << 10),
            ("2m", 2 << 20),
            ("64G", 64 << 30),
            ("3T", 3 << 40),
            ("18446744073709551615", u64::MAX),
            ("16777215T", 16_777_215 << 40),
        ] {
            assert_eq!(size(word), Ok(bytes), "{word}");
        }
        for word in ["", "K", "-1", "+1", "1 K", "1KB", "1.5G", "18446744073709551616", "16777216T", "K1"] {
            assert!(size(word).is_err(), "{word}");
        }
    }

    #[test]
    fn the_first_equals_sign_parts_an_id_from_its_file() {
        assert_eq!(pair("a-b=c=d"), Ok(("a-b".into(), "c=d".into())));
        for word in ["a", "a=", "=b", ""] {
            assert!(pair(word).is_err(), "{word}");
        }
    }
}
