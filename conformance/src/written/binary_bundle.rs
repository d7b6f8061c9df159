//! Reads uncompressed bundles.

use serde_json::{Value, json};

use super::fields::{bytes, number};
use crate::case::digest;

const MAGIC: &[u8] = b"__CLANG_OFFLOAD_BUNDLE__";
/// In bytes, without the ID.
const ENTRY_LEN: u64 = 24;

/// Contents may be in any order, with gaps. Nonempty ones must begin at multiples of `alignment`.
pub(crate) fn entries(file: &[u8], alignment: u64) -> Result<Value, String> {
    if !file.starts_with(MAGIC) {
        return Err("it does not begin with __CLANG_OFFLOAD_BUNDLE__".into());
    }
    let count = number(file, 24, 8, "the number of entries")?;
    let mut entries = Vec::new();
    let mut at = 32_u64;
    for _ in 0..count {
        let entry = bytes(file, at, ENTRY_LEN, "an entry")?;
        let wide = |ofs, what: &str| number(entry, ofs, 8, what);
        let (ofs, len) = (wide(0, "the offset of a code object")?, wide(8, "its size")?);
        let id_len = wide(16, "the length of an ID")?;
        let id_ofs = at.saturating_add(ENTRY_LEN);
        let id = bytes(file, id_ofs, id_len, "an ID")?;
        let id = std::str::from_utf8(id).map_err(|error| format!("an ID is not UTF-8: {error}"))?;
        let content = bytes(file, ofs, len, "a code object")?;
        if len > 0 && ofs.checked_rem(alignment).is_some_and(|rest| rest > 0) {
            return Err(format!(
                "the code object of {id:?} begins at {ofs}, not at a multiple of {alignment}"
            ));
        }
        entries.push(json!({ "content": digest(content), "id": id }));
        at = id_ofs.saturating_add(id_len);
    }
    Ok(json!({ "entries": entries }))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{MAGIC, entries};
    use crate::case::digest;

    /// With contents in reverse order and a gap.
    fn file() -> Vec<u8> {
        let mut file = MAGIC.to_vec();
        let numbers =
            |file: &mut Vec<u8>, numbers: &[u64]| numbers.iter().for_each(|number| file.extend(number.to_le_bytes()));
        numbers(&mut file, &[2, 96, 4, 3]);
        file.extend(b"one");
        numbers(&mut file, &[88, 2, 3]);
        file.extend(b"two");
        assert_eq!(file.len(), 86);
        file.extend(b"..bb......aaaa");
        file
    }

    #[test]
    fn contents_are_at_declared_offsets() {
        let expected = json!({ "entries": [
            { "content": digest(b"aaaa"), "id": "one" },
            { "content": digest(b"bb"), "id": "two" },
        ] });
        for alignment in [1, 2, 8] {
            assert_eq!(entries(&file(), alignment), Ok(expected.clone()));
        }
        assert!(entries(&file(), 16).is_err());
    }

    #[test]
    fn damaged_text_bundle_never_panics() {
        let file = file();
        for at in 0..file.len() {
            assert!(entries(&file[..at], 1).is_err(), "{at}");
            for bit in [1, 0x80, 0xff] {
                let mut other = file.clone();
                other[at] ^= bit;
                let _ = entries(&other, 1);
            }
        }
    }
}
