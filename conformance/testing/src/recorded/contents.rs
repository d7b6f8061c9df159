//! Contents of files, by their digests.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{LazyLock, Mutex};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::{Deserialize, Serialize};

use super::folder::digest;
use super::lines;

/// What the file is called that holds them.
const NAME: &str = "contents";
/// How hard contents are compressed.
const LEVEL: i32 = 19;

/// One of them.
#[derive(Serialize, Deserialize)]
struct Content {
    digest: String,
    /// The bytes, compressed by Zstandard.
    zstd: String,
}

/// The committed content with this digest.
pub(super) fn content(digest: &str) -> Vec<u8> {
    static KNOWN: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
        let lines = lines::read(NAME).into_iter();
        lines.map(|Content { digest, zstd }| (digest, zstd)).collect()
    });
    let content = KNOWN.get(digest).and_then(|text| BASE64.decode(text).ok());
    let content = content.and_then(|bytes| zstd::decode_all(bytes.as_slice()).ok());
    content.unwrap_or_else(|| panic!("{digest}: no content is recorded with this digest: run `cargo xtask record`"))
}

/// Notes a content. Returns its digest.
pub(super) fn note(bytes: &[u8]) -> String {
    static NOTED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let digest = digest(bytes);
    let mut noted = NOTED.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if noted.insert(digest.clone()) {
        let zstd = zstd::encode_all(bytes, LEVEL).unwrap_or_else(|error| panic!("{error}"));
        lines::append(NAME, &Content { digest: digest.clone(), zstd: BASE64.encode(zstd) });
    }
    digest
}
