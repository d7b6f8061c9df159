//! The limits of a testee on the command line.

use std::time::Duration;

use clap::ArgMatches;
use offload_bundle_conformance::testee::Limits;

pub(crate) fn limits(matches: &ArgMatches) -> Result<Limits, String> {
    let mut limits = Limits::default();
    if let Some(seconds) = matches.get_one::<u64>("timeout") {
        limits.time = Duration::from_secs(*seconds);
    }
    if let Some(size) = matches.get_one::<String>("memory") {
        limits.address_space = kib(size)?;
    }
    Ok(limits)
}

/// `none` is unlimited.
fn kib(size: &str) -> Result<Option<u64>, String> {
    if size == "none" {
        return Ok(None);
    }
    let (digits, shift) = match size.as_bytes().last() {
        Some(b'K') => (size.trim_end_matches('K'), 10),
        Some(b'M') => (size.trim_end_matches('M'), 20),
        Some(b'G') => (size.trim_end_matches('G'), 30),
        _ => (size, 0),
    };
    let bytes = digits
        .parse::<u64>()
        .ok()
        .and_then(|number| number.checked_mul(1 << shift));
    match bytes.map(|bytes| bytes >> 10) {
        Some(kib) if kib > 0 => Ok(Some(kib)),
        _ => Err(format!(
            "--memory {size}: expected bytes, or a number with K, M or G, or none"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::kib;

    #[test]
    fn sizes_accept_units() {
        let sizes = ["none", "4G", "512M", "3K", "2048"].map(|size| kib(size).unwrap());
        assert_eq!(sizes, [None, Some(4 << 20), Some(512 << 10), Some(3), Some(2)]);
        for wrong in ["", "G", "4T", "-1", "0", "1023", "99999999999G"] {
            assert!(kib(wrong).is_err(), "{wrong}");
        }
    }
}
