//! Reads the members of an archive that an implementation wrote.

use object::read::archive::ArchiveFile;
use serde_json::{Value, json};

use crate::case::digest;

pub(super) fn members(bytes: &[u8]) -> Result<(Value, Vec<Vec<u8>>), String> {
    let archive = ArchiveFile::parse(bytes).map_err(|error| format!("the archive cannot be read: {error}"))?;
    let mut members = Vec::new();
    for member in archive.members() {
        let member = member.map_err(|error| format!("a member cannot be read: {error}"))?;
        let content = member
            .data(bytes)
            .map_err(|error| format!("a member cannot be read: {error}"))?;
        members.push((String::from_utf8_lossy(member.name()).into_owned(), content.to_vec()));
    }
    members.sort_unstable();
    let shown = members
        .iter()
        .map(|(name, content)| json!({ "content": digest(content), "name": name }));
    let value = json!({ "members": shown.collect::<Vec<_>>() });
    Ok((value, members.into_iter().map(|(_, content)| content).collect()))
}

pub(super) fn whole_archives(archives: &[Vec<u8>]) -> Value {
    let shown: Vec<Value> = archives.iter().map(|bytes| json!({ "bytes": digest(bytes) })).collect();
    json!({ "archives": shown })
}

pub(super) fn all_members(archives: &[Vec<u8>]) -> Result<(Value, Vec<Vec<u8>>), String> {
    let (mut values, mut contents) = (Vec::new(), Vec::new());
    for archive in archives {
        let (value, of_archive) = members(archive)?;
        values.push(value);
        contents.extend(of_archive);
    }
    Ok((json!({ "archives": values }), contents))
}
