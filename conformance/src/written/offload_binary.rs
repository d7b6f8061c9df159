//! Reads concatenated offload binaries.

use serde_json::{Map, Value, json};

use super::fields::{bytes, must_be, number};
use crate::case::digest;

/// In bytes, in every version.
const ENTRY_LEN: u64 = 40;

/// In the form of answers.
pub(crate) fn images(file: &[u8], version: u32) -> Result<Value, String> {
    let mut images = Vec::new();
    let mut rest = file;
    loop {
        let size = binary(rest, version, &mut images)?;
        rest = rest.get(size..).unwrap_or_default();
        // Zeros may follow each binary.
        let padding = rest.iter().take_while(|byte| **byte == 0).count();
        rest = rest.get(padding..).unwrap_or_default();
        if rest.is_empty() {
            return Ok(json!({ "images": images }));
        }
    }
}

/// Reads the first binary. Returns its length in bytes.
fn binary(file: &[u8], version: u32, images: &mut Vec<Value>) -> Result<usize, String> {
    if !file.starts_with(&[0x10, 0xff, 0x10, 0xad]) {
        return Err("it does not begin with 10 FF 10 AD".into());
    }
    must_be("the version", version.into(), number(file, 4, 4, "the version")?)?;
    let size = number(file, 8, 8, "the size")?;
    let file = bytes(file, 0, size, "the binary")?;
    let entries_ofs = number(file, 16, 8, "the entry offset")?;
    let count_or_len = number(file, 24, 8, "the number of entries or the entry size")?;
    let count = match version {
        1 => {
            must_be("the entry size", ENTRY_LEN, count_or_len)?;
            1
        }
        2 => count_or_len,
        3 => {
            must_be(
                "the size before compression",
                0,
                number(file, 32, 8, "the size before compression")?,
            )?;
            count_or_len
        }
        _ => return Err(format!("unknown version {version}")),
    };
    for index in 0..count {
        let ofs = index
            .checked_mul(ENTRY_LEN)
            .and_then(|ofs| ofs.checked_add(entries_ofs));
        images.push(image(file, ofs.ok_or("an entry is outside of the file")?, version)?);
    }
    Ok(file.len())
}

fn image(file: &[u8], ofs: u64, version: u32) -> Result<Value, String> {
    let entry = bytes(file, ofs, ENTRY_LEN, "an entry")?;
    let wide = |ofs: u64, what: &str| number(entry, ofs, 8, what);
    let content = bytes(
        file,
        wide(24, "the image offset")?,
        wide(32, "the image size")?,
        "an image",
    )?;
    let strings = strings(
        file,
        wide(8, "the string offset")?,
        wide(16, "the number of strings")?,
        version,
    )?;
    Ok(json!({
        "content": digest(content),
        "flags": number(entry, 4, 4, "the flags")?,
        "image_kind": number(entry, 0, 2, "the image kind")?,
        "offload_kind": number(entry, 2, 2, "the offload kind")?,
        "strings": strings,
    }))
}

fn strings(file: &[u8], ofs: u64, count: u64, version: u32) -> Result<Map<String, Value>, String> {
    // Version 1 ends a value with a zero; later versions store its length.
    let record_len = if version == 1 { 16 } else { 24 };
    let mut strings = Map::new();
    for index in 0..count {
        let at = index.checked_mul(record_len).and_then(|at| at.checked_add(ofs));
        let record = bytes(
            file,
            at.ok_or("a string is outside of the file")?,
            record_len,
            "the record of a string",
        )?;
        let key = text(up_to_zero(file, number(record, 0, 8, "the offset of a key")?)?)?;
        let value_ofs = number(record, 8, 8, "the offset of a value")?;
        let value = match version {
            1 => up_to_zero(file, value_ofs)?,
            _ => bytes(
                file,
                value_ofs,
                number(record, 16, 8, "the size of a value")?,
                "a value",
            )?,
        };
        if strings.insert(key.clone(), text(value)?.into()).is_some() {
            return Err(format!("the key {key:?} occurs twice"));
        }
    }
    Ok(strings)
}

fn up_to_zero(file: &[u8], ofs: u64) -> Result<&[u8], String> {
    let rest = usize::try_from(ofs).ok().and_then(|ofs| file.get(ofs..));
    let rest = rest.ok_or_else(|| format!("a string begins at {ofs}, outside of the binary"))?;
    let end = memchr::memchr(0, rest).ok_or_else(|| format!("the string at {ofs} does not end"))?;
    Ok(rest.get(..end).unwrap_or_default())
}

fn text(bytes: &[u8]) -> Result<String, String> {
    String::from_utf8(bytes.to_vec()).map_err(|error| format!("a string is not UTF-8: {error}"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::images;
    use crate::case::{Bytes, digest};

    fn file() -> Vec<u8> {
        let image = json!({
            "image_kind": 1,
            "offload_kind": 4,
            "strings": [["arch", "gfx906"], ["triple", "amdgcn-amd-amdhsa"]],
            "content": [{ "text": "code" }],
        });
        let recipe: Bytes = serde_json::from_value(json!([{ "offload_binary": image }])).unwrap();
        recipe.resolve(&|_| None).unwrap()
    }

    #[test]
    fn images_are_read_one_after_the_other() {
        let image = json!({
            "content": digest(b"code"),
            "flags": 0,
            "image_kind": 1,
            "offload_kind": 4,
            "strings": { "arch": "gfx906", "triple": "amdgcn-amd-amdhsa" },
        });
        let file = file();
        assert_eq!(images(&file, 1), Ok(json!({ "images": [image] })));
        let two = [&file[..], &[0; 8], &file[..]].concat();
        assert_eq!(images(&two, 1), Ok(json!({ "images": [image, image] })));
        assert!(images(&file, 2).is_err());
        assert!(images(b"", 1).is_err());
    }

    #[test]
    fn damaged_offload_binary_never_panics() {
        let file = file();
        let whole = images(&file, 1);
        for at in 0..file.len() {
            assert_ne!(images(&file[..at], 1), whole, "{at}");
            for bit in [1, 0x80, 0xff] {
                let mut other = file.clone();
                other[at] ^= bit;
                let _ = images(&other, 1);
                let _ = images(&other, other[4].into());
            }
        }
    }
}
