//! Digests in the formats of the programs that check them.

use sha2::Digest;

pub fn sha256(bytes: &[u8]) -> String {
    hexadecimal(&sha2::Sha256::digest(bytes))
}

pub fn md5(bytes: &[u8]) -> String {
    hexadecimal(&md5::Md5::digest(bytes))
}

/// Lines for `sha256sum --check` and `md5sum --check`.
pub fn lines<'f>(files: impl IntoIterator<Item = (&'f str, &'f [u8])>, digest: fn(&[u8]) -> String) -> String {
    let mut lines: Vec<(&str, String)> = files.into_iter().map(|(name, bytes)| (name, digest(bytes))).collect();
    lines.sort();
    lines
        .iter()
        .map(|(name, digest)| format!("{digest}  {name}\n"))
        .collect()
}

fn hexadecimal(digest: &[u8]) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_sorted_by_name() {
        let files = [("b.zip", b"abc".as_slice()), ("a.deb", b"".as_slice())];
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(lines(files, sha256), format!("{empty}  a.deb\n{abc}  b.zip\n"));
        let empty = "d41d8cd98f00b204e9800998ecf8427e";
        assert!(lines(files, md5).starts_with(&format!("{empty}  a.deb\n")));
    }
}
