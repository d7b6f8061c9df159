//! Reads compressed bundles.

use std::io::{BufRead, Read};

use md5::{Digest, Md5};

use super::fields::{bytes, must_be, number};

/// Contains a bundle of `len` bytes. Checks every header number and the end of the stream.
pub(crate) fn decompress(file: &[u8], version: u32, method: &str, len: usize) -> Result<Vec<u8>, String> {
    if !file.starts_with(b"CCOB") {
        return Err("it does not begin with CCOB".into());
    }
    must_be("the version", version.into(), number(file, 4, 2, "the version")?)?;
    let wanted = match method {
        "zlib" => 0,
        "zstd" => 1,
        _ => return Err(format!("unknown method {method}")),
    };
    must_be("the method", wanted, number(file, 6, 2, "the method")?)?;
    // Offset of the file length, offset and width of the bundle length, and offset of the hash before the stream.
    let (of_file, of_bundle, width, hash_ofs) = match version {
        1 => (None, 8, 4, 12),
        2 => (Some(8), 12, 4, 16),
        3 => (Some(8), 16, 8, 24),
        _ => return Err(format!("unknown version {version}")),
    };
    let file_len = u64::try_from(file.len()).unwrap_or(u64::MAX);
    if let Some(ofs) = of_file {
        must_be(
            "the length of the file",
            file_len,
            number(file, ofs, width, "the length of the file")?,
        )?;
    }
    let declared = number(file, of_bundle, width, "the length of the bundle")?;
    let hash = bytes(file, hash_ofs, 8, "the hash")?;
    let start = hash_ofs.saturating_add(8);
    let stream = bytes(file, start, file_len.saturating_sub(start), "the stream")?;
    // One extra byte shows that the bundle is too long.
    let most = u64::try_from(len).unwrap_or(u64::MAX).saturating_add(1);
    let held = match wanted {
        0 => {
            let mut decoder = flate2::bufread::ZlibDecoder::new(stream);
            let held = all(&mut decoder, most)?;
            check_end(decoder.into_inner(), &held, len)?;
            held
        }
        _ => {
            // RFC 8878, 3: one or more frames, including skippable and empty frames. Other bytes are a decoder error.
            let mut decoder = zstd::stream::read::Decoder::with_buffer(stream).map_err(|error| error.to_string())?;
            all(&mut decoder, most)?
        }
    };
    let held_len = u64::try_from(held.len()).unwrap_or(u64::MAX);
    must_be("the length of the bundle", held_len, declared)?;
    match hash == Md5::digest(&held).get(..8).unwrap_or_default() {
        true => Ok(held),
        false => Err("the hash does not match the decompressed bytes".into()),
    }
}

pub(crate) fn decompress_as_it_says(file: &[u8]) -> Result<Vec<u8>, String> {
    let version = number(file, 4, 2, "the version")?;
    let version = u32::try_from(version).map_err(|error| error.to_string())?;
    let method = match number(file, 6, 2, "the method")? {
        0 => "zlib",
        1 => "zstd",
        other => return Err(format!("unknown method {other}")),
    };
    let len = match version {
        1 => number(file, 8, 4, "the length of the bundle")?,
        2 => number(file, 12, 4, "the length of the bundle")?,
        _ => number(file, 16, 8, "the length of the bundle")?,
    };
    decompress(file, version, method, usize::try_from(len).unwrap_or(usize::MAX))
}

/// Up to `most` bytes.
fn all(decoder: &mut impl Read, most: u64) -> Result<Vec<u8>, String> {
    let mut held = Vec::new();
    decoder
        .take(most)
        .read_to_end(&mut held)
        .map_err(|error| format!("the stream: {error}"))?;
    Ok(held)
}

/// The caller reports content longer than `len`.
fn check_end(mut left: impl BufRead, held: &[u8], len: usize) -> Result<(), String> {
    let left = left.fill_buf().map_err(|error| error.to_string())?.len();
    match left > 0 && held.len() <= len {
        true => Err(format!("{left} bytes follow the stream")),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{decompress, decompress_as_it_says};
    use crate::case::Bytes;

    const BUNDLE: &[u8] = b"a bundle";

    fn file(version: u16, method: u16) -> Vec<u8> {
        let recipe =
            json!([{ "compressed_bundle": { "version": version, "method": method, "of": [{ "text": "a bundle" }] } }]);
        let recipe: Bytes = serde_json::from_value(recipe).unwrap();
        recipe.resolve(&|_| None).unwrap()
    }

    #[test]
    fn header_decides_stream_format() {
        for version in 1..=3 {
            for method in 0..=1 {
                assert_eq!(decompress_as_it_says(&file(version, method)).as_deref(), Ok(BUNDLE));
            }
        }
        assert!(decompress_as_it_says(BUNDLE).is_err() && decompress_as_it_says(b"CCOB").is_err());
    }

    fn read(file: &[u8], version: u32, method: &str) -> Result<Vec<u8>, String> {
        decompress(file, version, method, BUNDLE.len())
    }

    #[test]
    fn versions_and_methods_are_read() {
        for version in 1..=3 {
            for (number, method) in [(0, "zlib"), (1, "zstd")] {
                let file = file(version, number);
                assert_eq!(
                    read(&file, version.into(), method).as_deref(),
                    Ok(BUNDLE),
                    "{version} {method}"
                );
                for (version, method) in [(1, "zlib"), (1, "zstd"), (2, "zlib"), (2, "zstd"), (3, "zlib"), (3, "zstd")]
                {
                    let same = decompress(&file, version, method, BUNDLE.len()).is_ok();
                    assert_eq!(
                        same,
                        file == self::file(version.try_into().unwrap(), u16::from(method == "zstd"))
                    );
                }
            }
        }
    }

    #[test]
    fn changed_or_missing_bytes_are_found() {
        for version in 1..=3 {
            for (number, method) in [(0, "zlib"), (1, "zstd")] {
                let file = file(version, number);
                for at in 0..file.len() {
                    let mut other = file.clone();
                    other[at] ^= 1;
                    assert_ne!(
                        read(&other, version.into(), method).as_deref(),
                        Ok(BUNDLE),
                        "{version} {method}: {at}"
                    );
                    assert!(
                        read(&file[..at], version.into(), method).is_err(),
                        "{version} {method}: {at}"
                    );
                }
                let more = [&file[..], b"x"].concat();
                assert!(read(&more, version.into(), method).is_err(), "{version} {method}");
            }
        }
    }

    #[test]
    fn zstd_frames_of_every_kind_are_read() {
        let frame = |content: &[u8]| zstd::encode_all(content, 1).unwrap();
        let skipped = [&0x184d_2a5f_u32.to_le_bytes()[..], &[3, 0, 0, 0], b"abc"].concat();
        let (one, two, empty) = (frame(b"a bu"), frame(b"ndle"), frame(b""));
        for stream in [
            [&one[..], &two].concat(),
            [&skipped[..], &one, &two].concat(),
            [&one[..], &skipped, &two, &skipped].concat(),
            [&empty[..], &one, &empty, &two, &empty].concat(),
        ] {
            let mut file = self::file(1, 1)[..20].to_vec();
            file.extend(stream);
            assert_eq!(read(&file, 1, "zstd").as_deref(), Ok(BUNDLE));
            for wrong in [&file[..file.len() - 1], &[&file[..], &one].concat(), &[&file[..], &[0; 8]].concat()] {
                assert!(read(wrong, 1, "zstd").is_err());
            }
        }
    }
}
