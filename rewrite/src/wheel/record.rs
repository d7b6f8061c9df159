//! The RECORD file of a wheel: file paths with digests and lengths.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use offload_bundle::Error;
use offload_bundle::input::Input;
use sha2::Sha256;

use super::edited_zip::PackageEdit;
use super::listed::{digest, list};

pub(super) struct Record {
    name: Vec<u8>,
    text: Vec<u8>,
}

/// In a `.dist-info` folder.
fn is_record(name: &[u8], last: &str) -> bool {
    let name = plain(name);
    let mut steps = name.split(|byte| *byte == b'/');
    let folder = steps.next().unwrap_or_default();
    folder.ends_with(b".dist-info") && steps.eq([last.as_bytes()])
}

pub(super) fn is_signature(name: &[u8]) -> bool {
    is_record(name, "RECORD.jws") || is_record(name, "RECORD.p7s")
}

fn plain(path: &[u8]) -> Vec<u8> {
    let mut steps: Vec<&[u8]> = Vec::new();
    for step in path.trim_ascii().split(|byte| matches!(byte, b'/' | b'\\')) {
        match step {
            b"" | b"." => {}
            b".." if !steps.is_empty() => drop(steps.pop()),
            step => steps.push(step),
        }
    }
    steps.join(&b'/')
}

type NamedList = (Vec<u8>, Vec<u8>);

/// Computed once per file, however many lines it has.
#[derive(Default)]
pub(super) struct Digests(BTreeMap<Vec<u8>, (Vec<u8>, String)>);

impl Digests {
    pub(super) fn new(edit: &PackageEdit) -> Result<Self, Error> {
        let changed = edit.changed.iter();
        let digests = changed.map(|(path, input)| Ok((plain(path), (path.clone(), said(input)?))));
        digests.collect::<Result<_, Error>>().map(Self)
    }
}

impl Record {
    pub(super) fn read(name: &[u8], input: &Arc<Input>) -> Result<Option<Self>, Error> {
        if !is_record(name, "RECORD") {
            return Ok(None);
        }
        let text = list(input, input.full_range())?;
        Ok(Some(Self { name: name.to_vec(), text }))
    }

    /// Changed files without a line get one before the line of RECORD itself, if the list `is_alone`.
    pub(super) fn with(
        self,
        edit: &PackageEdit,
        digests: &Digests,
        is_alone: bool,
    ) -> Result<Option<NamedList>, Error> {
        let removed: BTreeSet<Vec<u8>> = edit.removed.iter().map(|path| plain(path)).collect();
        let own = plain(&self.name);
        let listed: BTreeSet<Vec<u8>> = rows(&self.text).map(|row| plain(&first_field(row).0)).collect();
        let missing = digests.0.iter().filter(|(path, _)| is_alone && !listed.contains(*path));
        let mut added: Vec<(&[u8], String)> = missing.map(|(_, (path, said))| (&path[..], said.clone())).collect();
        let mut new = Vec::new();
        for row in rows(&self.text) {
            let (path, rest) = first_field(row);
            let path = plain(&path);
            if removed.contains(&path) {
                continue;
            }
            let ends = match row.ends_with(b"\r\n") {
                true => "\r\n",
                false => "\n",
            };
            if path == own {
                add_lines(&mut new, std::mem::take(&mut added), ends);
            }
            match digests.0.get(&path) {
                Some((_, said)) => {
                    let end = row.len().saturating_sub(row.trim_ascii_end().len());
                    let end = row.get(row.len().saturating_sub(end)..).unwrap_or_default();
                    new.extend_from_slice(row.get(..row.len().saturating_sub(rest.len())).unwrap_or_default());
                    new.extend_from_slice(said.as_bytes());
                    new.extend_from_slice(end);
                }
                None => new.extend_from_slice(row),
            }
        }
        if !added.is_empty() && !new.is_empty() && !new.ends_with(b"\n") {
            new.push(b'\n');
        }
        add_lines(&mut new, added, "\n");
        Ok((new != self.text).then_some((self.name, new)))
    }
}

fn add_lines(new: &mut Vec<u8>, added: Vec<(&[u8], String)>, ends: &str) {
    for (path, said) in added {
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
        new.extend_from_slice(said.as_bytes());
        new.extend_from_slice(ends.as_bytes());
    }
}

/// With line ends. A quoted value may contain line breaks.
fn rows(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let (mut is_quoted, mut begins) = (false, true);
    text.split_inclusive(move |byte| {
        match byte {
            // A doubled quote ends a value and begins it again.
            b'"' if is_quoted => is_quoted = false,
            b'"' if begins => is_quoted = true,
            _ => {}
        }
        begins = matches!(byte, b',' | b'\n' | b'"');
        *byte == b'\n' && !is_quoted
    })
}

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

/// In RECORD form.
fn said(input: &Input) -> Result<String, Error> {
    let digest = BASE64_URL_SAFE_NO_PAD.encode(digest::<Sha256>(input)?);
    Ok(format!(",sha256={digest},{}", input.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    use offload_bundle::internal::input::{InputPiece, assemble};

    fn with(record: Record, edit: &PackageEdit) -> (Vec<u8>, Vec<u8>) {
        record.with(edit, &Digests::new(edit).unwrap(), true).unwrap().unwrap()
    }

    #[test]
    fn changed_files_get_new_digests() {
        let text =
            b"a/lib.so,sha256=old,3\r\n\"b, \"\"c\"\".so\",sha256=old,4\na/other.so,sha256=x,5\nw-1.dist-info/RECORD,,";
        let record = Record::read(
            b"w-1.dist-info/RECORD",
            &Arc::new(Input::from_bytes("in", text.to_vec())),
        );
        let new = |name: &[u8]| (name.to_vec(), Arc::new(Input::from_bytes("in", b"abc".to_vec())));
        let changed = BTreeMap::from([new(b"a/lib.so"), new(b"b, \"c\".so")]);
        let edit = PackageEdit { changed, ..PackageEdit::default() };
        let (name, list) = with(record.unwrap().unwrap(), &edit);
        let digest = "sha256=ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0,3";
        let expected =
            format!("a/lib.so,{digest}\r\n\"b, \"\"c\"\".so\",{digest}\na/other.so,sha256=x,5\nw-1.dist-info/RECORD,,");
        assert_eq!(name.as_slice(), &b"w-1.dist-info/RECORD"[..]);
        assert_eq!(String::from_utf8(list).unwrap(), expected);
    }

    #[test]
    fn removed_files_have_no_lines() {
        let text = b"a/lib.so,sha256=old,3\r\nw-1.dist-info/RECORD.jws,,\r\nw-1.dist-info/RECORD,,\r\n";
        let input = Arc::new(Input::from_bytes("in", text.to_vec()));
        let record = Record::read(b"w-1.dist-info/RECORD", &input).unwrap().unwrap();
        let edit =
            PackageEdit { removed: BTreeSet::from([b"w-1.dist-info/RECORD.jws".to_vec()]), ..PackageEdit::default() };
        let (_, list) = with(record, &edit);
        assert_eq!(list, b"a/lib.so,sha256=old,3\r\nw-1.dist-info/RECORD,,\r\n");
    }

    fn changed(text: &str, name: &str, is_alone: bool) -> String {
        let input = Arc::new(Input::from_bytes("in", text.as_bytes().to_vec()));
        let record = Record::read(b"./w-1.dist-info/RECORD", &input).unwrap().unwrap();
        let new = Arc::new(Input::from_bytes("in", b"abc".to_vec()));
        let edit = PackageEdit { changed: [(name.as_bytes().to_vec(), new)].into(), ..PackageEdit::default() };
        let list = record.with(&edit, &Digests::new(&edit).unwrap(), is_alone).unwrap();
        list.map_or_else(|| text.to_owned(), |(_, list)| String::from_utf8(list).unwrap())
    }

    #[test]
    fn lines_follow_in_any_spelling() {
        let said = "sha256=ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0,3";
        for spelled in
            ["a/lib.so", "./a/lib.so", "a\\lib.so", "a//lib.so", "a/lib.so ", "\"a/lib.so\"", "a/./b/../lib.so"]
        {
            for name in ["a/lib.so", "./a/lib.so"] {
                let list = changed(&format!("b,sha256=x,1\n{spelled},sha256=old,3\n"), name, true);
                assert_eq!(list, format!("b,sha256=x,1\n{spelled},{said}\n"), "{name}");
            }
        }
        // A name with a line break, and a name with a quote inside.
        let list = changed("\"a\nb, \"\"c\"\"\",sha256=old,3\nx\"y,,\na,,\n", "a\nb, \"c\"", true);
        assert_eq!(list, format!("\"a\nb, \"\"c\"\"\",{said}\nx\"y,,\na,,\n"));
    }

    #[test]
    fn unlisted_files_get_lines_in_only_list() {
        let said = "sha256=ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0,3";
        let text = "b,sha256=x,1\nw-1.dist-info/RECORD,,\n";
        let expected = format!("b,sha256=x,1\na,{said}\nw-1.dist-info/RECORD,,\n");
        assert_eq!(changed(text, "a", true), expected);
        assert_eq!(changed(text, "a", false), text);
        let expected = format!("b,sha256=x,1\n\"a/x,y\",{said}\nw-1.dist-info/RECORD,,\n");
        assert_eq!(changed(text, "a/x,y", true), expected);
    }

    #[test]
    fn long_list_is_not_read() {
        let long = assemble("in", [InputPiece::Zeros(1 << 40)]);
        let error = Record::read(b"w.dist-info/RECORD", &Arc::new(long)).err().unwrap();
        assert_eq!(error.code(), "long-list", "{error}");
        assert!(error.to_string().contains("unpack the package "), "{error}");
    }

    #[test]
    fn list_outside_metadata_folder_is_ignored() {
        let input = Arc::new(Input::from_bytes("in", Vec::new()));
        for name in ["RECORD", "a/w.dist-info/RECORD", "w.dist-info/RECORD/x", "w.dist-info/METADATA", "w.data/RECORD"]
        {
            assert!(Record::read(name.as_bytes(), &input).unwrap().is_none(), "{name}");
        }
        assert!(is_signature(b"w.dist-info/RECORD.jws") && is_signature(b"w.dist-info/RECORD.p7s"));
        assert!(!is_signature(b"RECORD.jws"));
    }
}
