//! Lists that packages have of their own files, with digests: they follow where files change.

use std::collections::BTreeMap;
use std::sync::Arc;

use md5::{Digest, Md5};
use serde_json::Value;
use sha2::Sha256;

use super::fault::PackageFault;
use super::listed::{digest, list};
use super::stop::Stop;
use super::unpacked::{Unpacked, pack};
use super::walk::{WITHIN, of_stop};
use super::{Reading, tarball};
use crate::error::Error;
use crate::input::Input;

/// What changes in a package: other contents of files, by their paths in a tar archive.
pub(super) type Changed = BTreeMap<Vec<u8>, Arc<Input>>;

/// The same by their paths from the root.
type ByPath<'a> = BTreeMap<&'a [u8], &'a Arc<Input>>;

/// A list that a package may have.
pub(super) struct List {
    /// Its path.
    path: &'static [u8],
    /// What it says when files have changed.
    update: fn(&[u8], &ByPath<'_>) -> Result<Vec<u8>, Stop>,
}

/// The list of a package of Debian: lines with an MD5 and a path.
pub(super) const DEBIAN: &[List] = &[List { path: b"md5sums", update: sums }];
/// The list of a package of Conda: JSON with an SHA-256 and a length of each path.
pub(super) const CONDA: &[List] = &[List { path: b"info/paths.json", update: paths }];
/// The lists of packages that are one tar archive: older ones of Conda, and those of Arch Linux, whose list has lines with keys and values.
pub(super) const ALONE: &[List] =
    &[List { path: b"info/paths.json", update: paths }, List { path: b".MTREE", update: tree }];

/// Those of `lists` that are in the archive `tar` and say something else when files are `changed`, by their paths.
///
/// # Errors
///
/// One is too long or damaged; a file cannot be read.
pub(super) fn follow(
    reading: &Reading<'_>,
    lists: &[List],
    tar: &Arc<Input>,
    changed: &Changed,
) -> Result<Changed, Stop> {
    let by_path: ByPath<'_> = changed.iter().map(|(path, input)| (plain(path), input)).collect();
    let mut followed = Changed::new();
    for file in tarball::files(reading, tar)? {
        let Some(found) = lists.iter().find(|list| list.path == plain(&file.path)) else {
            continue;
        };
        let name = tar.name().of_packed(WITHIN, file.path.clone());
        let Unpacked { whole, form } = Unpacked::unpack(reading, tar, file.place, &name)?;
        let text = list(&whole, whole.whole())?;
        let new = (found.update)(&text, &by_path).map_err(|stop| of_stop(stop, &name))?;
        if new != text {
            let new = Arc::new(Input::from_bytes(name.clone(), new));
            followed.insert(file.path, pack(&new, form, &name)?);
        }
    }
    Ok(followed)
}

/// The path without what only says that it begins at the root.
fn plain(path: &[u8]) -> &[u8] {
    let path = path
        .strip_prefix(b".")
        .filter(|rest| rest.starts_with(b"/"))
        .unwrap_or(path);
    path.strip_prefix(b"/").unwrap_or(path)
}

fn sums(text: &[u8], changed: &ByPath<'_>) -> Result<Vec<u8>, Stop> {
    let mut new = Vec::new();
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let digest_len = line.iter().position(|byte| *byte == b' ').unwrap_or(line.len());
        let (_, rest) = line.split_at_checked(digest_len).unwrap_or((line, &[]));
        match changed.get(plain(rest.trim_ascii())) {
            Some(input) => {
                new.extend(digits::<Md5>(input)?.into_bytes());
                new.extend_from_slice(rest);
            }
            None => new.extend_from_slice(line),
        }
    }
    Ok(new)
}

fn paths(text: &[u8], changed: &ByPath<'_>) -> Result<Vec<u8>, Stop> {
    let damaged = |error: serde_json::Error| PackageFault::DamagedPackage(format!("it is no list of paths: {error}"));
    let mut list: Value = serde_json::from_slice(text).map_err(damaged)?;
    let mut is_changed = false;
    for entry in list
        .get_mut("paths")
        .and_then(Value::as_array_mut)
        .into_iter()
        .flatten()
    {
        let path = entry.get("_path").and_then(Value::as_str).unwrap_or_default();
        let (Some(input), Some(entry)) = (changed.get(path.as_bytes()), entry.as_object_mut()) else {
            continue;
        };
        entry.insert("sha256".to_owned(), digits::<Sha256>(input)?.into());
        entry.insert("size_in_bytes".to_owned(), input.len().into());
        is_changed = true;
    }
    let written = match () {
        () if !is_changed => return Ok(text.to_vec()),
        () if text.contains(&b'\n') => serde_json::to_vec_pretty(&list),
        () => serde_json::to_vec(&list),
    };
    Ok(written.map_err(damaged)?)
}

fn tree(text: &[u8], changed: &ByPath<'_>) -> Result<Vec<u8>, Stop> {
    let mut new = Vec::new();
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let mut words = line.split_inclusive(|byte| *byte == b' ');
        let path = words.next().unwrap_or_default();
        let Some(input) = changed.get(plain(&unescape(path.trim_ascii()))) else {
            new.extend_from_slice(line);
            continue;
        };
        new.extend_from_slice(path);
        for word in words {
            let key_len = word.iter().position(|byte| *byte == b'=').unwrap_or(word.len());
            let (key, value) = word.split_at_checked(key_len).unwrap_or((word, &[]));
            let said = match key {
                b"size" => input.len().to_string(),
                b"md5" | b"md5digest" => digits::<Md5>(input)?,
                b"sha256" | b"sha256digest" => digits::<Sha256>(input)?,
                _ => {
                    new.extend_from_slice(word);
                    continue;
                }
            };
            new.extend_from_slice(key);
            new.push(b'=');
            new.extend(said.into_bytes());
            new.extend_from_slice(value.get(value.trim_ascii_end().len()..).unwrap_or_default());
        }
    }
    Ok(new)
}

/// The path that is written as `text`: a backslash and three octal digits are a byte.
fn unescape(text: &[u8]) -> Vec<u8> {
    let mut path = Vec::new();
    let mut rest = text;
    while let Some((first, behind)) = rest.split_first() {
        let octal = behind.get(..3).and_then(|digits| std::str::from_utf8(digits).ok());
        let byte = octal.and_then(|digits| u8::from_str_radix(digits, 8).ok());
        match byte.filter(|_| *first == b'\\') {
            Some(byte) => {
                path.push(byte);
                rest = behind.get(3..).unwrap_or_default();
            }
            None => {
                path.push(*first);
                rest = behind;
            }
        }
    }
    path
}

/// The digest of `input` in hexadecimal digits.
fn digits<D: Digest>(input: &Input) -> Result<String, Error> {
    Ok(digest::<D>(input)?.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `update` makes of `text` where the file `path` holds `abc` now.
    fn updated(update: fn(&[u8], &ByPath<'_>) -> Result<Vec<u8>, Stop>, path: &str, text: &str) -> String {
        let new = Arc::new(Input::from_bytes("new", b"abc".to_vec()));
        let changed = BTreeMap::from([(path.as_bytes(), &new)]);
        let Ok(bytes) = update(text.as_bytes(), &changed) else {
            panic!("{text}")
        };
        String::from_utf8(bytes).unwrap()
    }

    const MD5: &str = "900150983cd24fb0d6963f7d28e17f72";
    const SHA256: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    #[test]
    fn a_list_of_conda_keeps_its_form_and_what_else_it_says() {
        let list = "{\n  \"paths\": [\n    {\n      \"_path\": \"lib/a.so\",\n      \"path_type\": \"hardlink\",\n      \"sha256\": \"old\",\n      \
                    \"size_in_bytes\": 9\n    },\n    {\n      \"_path\": \"lib/b.so\",\n      \"sha256\": \"old\"\n    }\n  ],\n  \"paths_version\": 1\n}";
        let new = list
            .replacen("\"old\"", &format!("\"{SHA256}\""), 1)
            .replacen(": 9", ": 3", 1);
        assert_eq!(updated(paths, "lib/a.so", list), new);
        assert_eq!(updated(paths, "lib/c.so", "{ \"paths\": [{}] }"), "{ \"paths\": [{}] }");
        let flat = |sum: &str, len: u8| {
            format!("{{\"paths\":[{{\"_path\":\"a\",\"sha256\":\"{sum}\",\"size_in_bytes\":{len}}}]}}")
        };
        assert_eq!(updated(paths, "a", &flat("old", 9)), flat(SHA256, 3));
    }

    #[test]
    fn a_list_of_arch_linux_has_new_lengths_and_digests_on_the_line_of_the_file() {
        let of = |len: u8, md5: &str, sha: &str| {
            format!(
                "#mtree\n/set type=file uid=0\n./usr/lib/b.so size=7 md5digest=x\n./usr/lib/a\\040c.so time=1.0 size={len} md5digest={md5} \
                 sha256digest={sha}\n./usr/lib/l type=link link=a\n"
            )
        };
        assert_eq!(updated(tree, "usr/lib/a c.so", &of(9, "x", "y")), of(3, MD5, SHA256));
        assert_eq!(updated(tree, "usr/lib/other", &of(9, "x", "y")), of(9, "x", "y"));
    }
}
