//! Reads numbers and byte ranges.

/// Errors name the bytes `what`.
pub(super) fn bytes<'f>(file: &'f [u8], ofs: u64, len: u64, what: &str) -> Result<&'f [u8], String> {
    let range = usize::try_from(ofs)
        .ok()
        .zip(ofs.checked_add(len).and_then(|end| usize::try_from(end).ok()));
    let found = range.and_then(|(from, to)| file.get(from..to));
    found.ok_or_else(|| {
        format!(
            "{what} of {len} bytes at {ofs} exceeds the file of {} bytes",
            file.len()
        )
    })
}

/// Little-endian.
pub(super) fn number(file: &[u8], ofs: u64, len: u64, what: &str) -> Result<u64, String> {
    let found = bytes(file, ofs, len, what)?;
    Ok(found
        .iter()
        .rev()
        .fold(0, |number, byte| number << 8 | u64::from(*byte)))
}

pub(super) fn must_be(what: &str, expected: u64, found: u64) -> Result<(), String> {
    match expected == found {
        true => Ok(()),
        false => Err(format!("{what}: expected {expected}, found {found}")),
    }
}
