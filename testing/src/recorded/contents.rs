//! Contents of files by digest.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{LazyLock, Mutex};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::{Deserialize, Serialize};

use super::folder::digest;
use super::lines;

const NAME: &str = "contents";
const LEVEL: i32 = 19;
/// Compressed bytes: commits keep them forever.
const LARGE: usize = 256 << 10;

#[derive(Serialize, Deserialize)]
struct Content {
    digest: String,
    /// The bytes, compressed by Zstandard.
    zstd: String,
}

pub(super) fn content(digest: &str) -> Vec<u8> {
    static KNOWN: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
        let lines = lines::read(NAME).into_iter();
        lines.map(|Content { digest, zstd }| (digest, zstd)).collect()
    });
    let content = KNOWN.get(digest).and_then(|text| BASE64.decode(text).ok());
    let content = content.and_then(|bytes| zstd::decode_all(bytes.as_slice()).ok());
    content.unwrap_or_else(|| panic!("{digest}: no content is recorded with this digest: run `cargo xtask record`"))
}

pub(super) fn note(bytes: &[u8]) -> Result<String, String> {
    static NOTED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let digest = digest(bytes);
    let mut noted = NOTED.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if !noted.contains(&digest) {
        let zstd = BASE64.encode(compressed(bytes)?);
        lines::append(NAME, &Content { digest: digest.clone(), zstd });
        noted.insert(digest.clone());
    }
    Ok(digest)
}

/// Fails if the result is too long.
fn compressed(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let zstd = zstd::encode_all(bytes, LEVEL).map_err(|error| error.to_string())?;
    match zstd.len() {
        ..=LARGE => Ok(zstd),
        len => Err(format!(
            "{} bytes, compressed {len}: more than {LARGE} are not recorded",
            bytes.len()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_content_is_recorded_if_compressible() {
        assert!(compressed(&vec![0; 64 << 20]).unwrap().len() < 16 << 10);
        let mut state = 1_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state.to_le_bytes()[7]
        };
        let noise: Vec<u8> = (0..LARGE + 1).map(|_| next()).collect();
        let refused = compressed(&noise).unwrap_err();
        assert!(refused.starts_with("262145 bytes, compressed 2"), "{refused}");
    }
}
