//! The list of files in a wheel, with their digests and lengths.

use std::io::Write;
use std::sync::Arc;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sha2::Sha256;

use crate::error::Error;
use crate::file_error::FileError;
use crate::input::Input;
use crate::package::{self, PackageEdit};

/// The list of a wheel.
pub(super) struct Record {
    name: Vec<u8>,
    text: Vec<u8>,
}

/// Whether the file `name` of an archive is the list of a wheel, which is in the folder with its metadata.
fn is_record(name: &[u8], last: &str) -> bool {
    let mut steps = name.split(|byte| *byte == b'/');
    let folder = steps.next().unwrap_or_default();
    folder.ends_with(b".dist-info") && steps.eq([last.as_bytes()])
}

/// Whether the file `name` of an archive signs the list of a wheel.
pub(super) fn is_signature(name: &[u8]) -> bool {
    is_record(name, "RECORD.jws") || is_record(name, "RECORD.p7s")
}

impl Record {
    /// The list that the file `name` is, if it is one.
    pub(super) fn read(name: &[u8], input: &Arc<Input>) -> Result<Option<Self>, Error> {
        if !is_record(name, "RECORD") {
            return Ok(None);
        }
        let text = package::list(input, input.whole())?;
        Ok(Some(Self { name: name.to_vec(), text }))
    }

    /// The folder that it is in, with a slash behind it.
    pub(super) fn folder(&self) -> Vec<u8> {
        let end = self.name.iter().position(|byte| *byte == b'/');
        self.name
            .iter()
            .take(end.map_or(0, |end| end.saturating_add(1)))
            .copied()
            .collect()
    }

    /// Its name, and the list where a package has changed as `edit` says. Lines of other files stay as they are; those of new files come before that of
    /// the list itself.
    pub(super) fn with(self, edit: &PackageEdit) -> Result<(Vec<u8>, Vec<u8>), Error> {
        let mut new = Vec::new();
        let mut added = &edit.added[..];
        for line in self.text.split_inclusive(|byte| *byte == b'\n') {
            let (path, rest) = first_field(line);
            if edit.removed.contains(&path) {
                continue;
            }
            let ends = match line.ends_with(b"\r\n") {
                true => "\r\n",
                false => "\n",
            };
            if path == self.name {
                add_lines(&mut new, std::mem::take(&mut added), ends)?;
            }
            match edit.changed.get(&path) {
                Some(input) => {
                    let end = line.len().saturating_sub(line.trim_ascii_end().len());
                    let end = line.get(line.len().saturating_sub(end)..).unwrap_or_default();
                    new.extend_from_slice(line.get(..line.len().saturating_sub(rest.len())).unwrap_or_default());
                    let said = write!(new, ",sha256={},{}", digest(input)?, input.len());
                    said.map_err(|error| Error::from(FileError::new(input.name(), error)))?;
                    new.extend_from_slice(end);
                }
                None => new.extend_from_slice(line),
            }
        }
        if !added.is_empty() && !new.is_empty() && !new.ends_with(b"\n") {
            new.push(b'\n');
        }
        add_lines(&mut new, added, "\n")?;
        Ok((self.name, new))
    }
}

/// Adds a line for each of the files `added`.
fn add_lines(new: &mut Vec<u8>, added: &[(Vec<u8>, Arc<Input>)], ends: &str) -> Result<(), Error> {
    for (path, input) in added {
        let is_plain = !path.iter().any(|byte| matches!(byte, b',' | b'"' | b'\r' | b'\n'));
        match is_plain {
            true => new.extend_from_slice(path),
            false => {
                let quoted = path.iter().flat_map(|byte| match byte {
                    b'"' => [*byte].repeat(2),
                    other => vec![*other],
                });
                new.push(b'"');
                new.extend(quoted);
                new.push(b'"');
            }
        }
        let said = write!(new, ",sha256={},{}{ends}", digest(input)?, input.len());
        said.map_err(|error| Error::from(FileError::new(input.name(), error)))?;
    }
    Ok(())
}

/// The first field of a line of values with commas between them, and what is behind it.
fn first_field(line: &[u8]) -> (Vec<u8>, &[u8]) {
    let Some(quoted) = line.strip_prefix(b"\"") else {
        let end = line.iter().position(|byte| *byte == b',').unwrap_or(line.len());
        let (field, rest) = line.split_at_checked(end).unwrap_or((line, &[]));
        return (field.to_vec(), rest);
    };
    let (mut field, mut at) = (Vec::new(), 0_usize);
    loop {
        match (quoted.get(at), quoted.get(at.saturating_add(1))) {
            (Some(b'"'), Some(b'"')) => {
                field.push(b'"');
                at = at.saturating_add(2);
            }
            (Some(b'"') | None, _) => return (field, quoted.get(at.saturating_add(1)..).unwrap_or_default()),
            (Some(byte), _) => {
                field.push(*byte);
                at = at.saturating_add(1);
            }
        }
    }
}

/// The digest of `input` as such lists have it.
fn digest(input: &Input) -> Result<String, Error> {
    Ok(BASE64_URL_SAFE_NO_PAD.encode(package::digest::<Sha256>(input)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    use std::collections::{BTreeMap, BTreeSet};

    use crate::input::{InputPiece, assemble};

    #[test]
    fn lines_of_changed_files_have_new_digests_and_lengths() {
        let text =
            b"a/lib.so,sha256=old,3\r\n\"b, \"\"c\"\".so\",sha256=old,4\na/other.so,sha256=x,5\nw-1.dist-info/RECORD,,";
        let record = Record::read(
            b"w-1.dist-info/RECORD",
            &Arc::new(Input::from_bytes("in", text.to_vec())),
        );
        let new = |name: &[u8]| (name.to_vec(), Arc::new(Input::from_bytes("in", b"abc".to_vec())));
        let changed = BTreeMap::from([new(b"a/lib.so"), new(b"b, \"c\".so")]);
        let edit = PackageEdit { changed, ..PackageEdit::default() };
        let (name, list) = record.unwrap().unwrap().with(&edit).unwrap();
        let digest = "sha256=ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0,3";
        let expected =
            format!("a/lib.so,{digest}\r\n\"b, \"\"c\"\".so\",{digest}\na/other.so,sha256=x,5\nw-1.dist-info/RECORD,,");
        assert_eq!(name.as_slice(), &b"w-1.dist-info/RECORD"[..]);
        assert_eq!(String::from_utf8(list).unwrap(), expected);
    }

    #[test]
    fn new_files_have_lines_before_that_of_the_list_and_files_that_go_have_none() {
        let text = b"a/lib.so,sha256=old,3\r\nw-1.dist-info/RECORD.jws,,\r\nw-1.dist-info/RECORD,,\r\n";
        let input = Arc::new(Input::from_bytes("in", text.to_vec()));
        let record = Record::read(b"w-1.dist-info/RECORD", &input).unwrap().unwrap();
        assert_eq!(record.folder(), b"w-1.dist-info/");
        let new = Arc::new(Input::from_bytes("in", b"abc".to_vec()));
        let edit = PackageEdit {
            added: vec![(b"a/x,y".to_vec(), new)],
            removed: BTreeSet::from([b"w-1.dist-info/RECORD.jws".to_vec()]),
            ..PackageEdit::default()
        };
        let (_, list) = record.with(&edit).unwrap();
        let digest = "sha256=ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0,3";
        let expected = format!("a/lib.so,sha256=old,3\r\n\"a/x,y\",{digest}\r\nw-1.dist-info/RECORD,,\r\n");
        assert_eq!(String::from_utf8(list).unwrap(), expected);
    }

    #[test]
    fn a_list_that_is_too_long_is_not_read() {
        let long = assemble("in", [InputPiece::Zeros(1 << 40)]);
        let error = Record::read(b"w.dist-info/RECORD", &Arc::new(long)).err().unwrap();
        assert_eq!(error.code(), "long-list", "{error}");
        assert!(error.to_string().contains("unpack the package, "), "{error}");
    }

    #[test]
    fn only_the_list_in_the_folder_of_the_metadata_is_one() {
        let input = Arc::new(Input::from_bytes("in", Vec::new()));
        for name in ["RECORD", "a/w.dist-info/RECORD", "w.dist-info/RECORD/x", "w.dist-info/METADATA", "w.data/RECORD"]
        {
            assert!(Record::read(name.as_bytes(), &input).unwrap().is_none(), "{name}");
        }
        assert!(is_signature(b"w.dist-info/RECORD.jws") && is_signature(b"w.dist-info/RECORD.p7s"));
        assert!(!is_signature(b"RECORD.jws"));
    }
}
