//! Reproducible archives: sorted members, one time, no owner.

use std::collections::BTreeMap;
use std::io::Write;

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder};
use rawzip::CompressionMethod;
use rawzip::time::UtcDateTime;

/// Files by path, with `/`.
pub type Files = BTreeMap<String, File>;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// The content, or the path of a link.
    pub bytes: Vec<u8>,
    pub kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Text,
    Program,
    Link,
}

impl File {
    pub fn text(bytes: impl Into<Vec<u8>>) -> Self {
        Self { bytes: bytes.into(), kind: Kind::Text }
    }

    pub fn program(bytes: Vec<u8>) -> Self {
        Self { bytes, kind: Kind::Program }
    }

    pub fn link(to: &str) -> Self {
        Self { bytes: to.into(), kind: Kind::Link }
    }

    fn mode(&self) -> u32 {
        match self.kind {
            Kind::Text => 0o644,
            Kind::Program => 0o755,
            Kind::Link => 0o777,
        }
    }
}

/// A gzipped tar archive; all members get `time`, in seconds since 1970.
pub fn tar_gz(files: &Files, time: u64) -> Result<Vec<u8>, String> {
    let mut archive = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::best()));
    let header = |kind, mode, size| {
        let mut header = tar::Header::new_gnu();
        header.set_entry_type(kind);
        header.set_mode(mode);
        header.set_size(size);
        header.set_mtime(time);
        header.set_uid(0);
        header.set_gid(0);
        header
    };
    for (path, file) in with_folders(files) {
        let (mut header, bytes) = match file {
            Some(File { bytes, kind: Kind::Link }) => {
                let to = String::from_utf8_lossy(bytes).into_owned();
                let linked = archive.append_link(&mut header(tar::EntryType::Symlink, 0o777, 0), &path, to);
                linked.map_err(|error| format!("{path}: {error}"))?;
                continue;
            }
            Some(file) => (
                header(tar::EntryType::Regular, file.mode(), file.bytes.len() as u64),
                file.bytes.as_slice(),
            ),
            None => (header(tar::EntryType::Directory, 0o755, 0), [].as_slice()),
        };
        let written = archive.append_data(&mut header, &path, bytes);
        written.map_err(|error| format!("{path}: {error}"))?;
    }
    let gzip = archive.into_inner().map_err(|error| error.to_string())?;
    gzip.finish().map_err(|error| error.to_string())
}

/// A zip archive with the same members.
pub fn zip(files: &Files, time: u64) -> Result<Vec<u8>, String> {
    let time = UtcDateTime::from_unix(i64::try_from(time).map_err(|error| error.to_string())?);
    let mut archive = rawzip::ZipArchiveWriter::new(Vec::new());
    for (path, file) in files {
        if file.kind == Kind::Link {
            return Err(format!("{path}: zip archives cannot store links"));
        }
        let entry = archive.new_file(path.as_str()).last_modified(time);
        let entry = entry.unix_permissions(file.mode());
        let write = || -> Result<(), Box<dyn std::error::Error>> {
            let (mut entry, config) = entry.compression_method(CompressionMethod::DEFLATE).start()?;
            let mut writer = config.wrap(DeflateEncoder::new(&mut entry, Compression::best()));
            writer.write_all(&file.bytes)?;
            let (encoder, descriptor) = writer.finish()?;
            encoder.finish()?;
            entry.finish(descriptor)?;
            Ok(())
        };
        write().map_err(|error| format!("{path}: {error}"))?;
    }
    archive.finish().map_err(|error| error.to_string())
}

/// Each folder before its content.
fn with_folders(files: &Files) -> BTreeMap<String, Option<&File>> {
    let mut all = BTreeMap::new();
    for (path, file) in files {
        let folders = path.match_indices('/').filter_map(|(end, _)| path.get(..=end));
        all.extend(folders.map(|folder| (folder.to_owned(), None)));
        all.insert(path.clone(), Some(file));
    }
    all
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    fn files() -> Files {
        let program = File::program(vec![7; 300]);
        Files::from([("a/share/text".to_owned(), File::text("text")), ("a/program".to_owned(), program)])
    }

    #[test]
    fn tar_has_folders_modes_and_time() {
        let bytes = tar_gz(&files(), 1_700_000_000).unwrap();
        let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(bytes.as_slice()));
        let mut found = Vec::new();
        for entry in archive.entries().unwrap() {
            let mut entry = entry.unwrap();
            let mut content = Vec::new();
            entry.read_to_end(&mut content).unwrap();
            let header = entry.header();
            assert_eq!((header.uid().unwrap(), header.gid().unwrap()), (0, 0));
            assert_eq!(header.mtime().unwrap(), 1_700_000_000);
            found.push((
                entry.path().unwrap().to_str().unwrap().to_owned(),
                header.mode().unwrap(),
                content.len(),
            ));
        }
        let expected =
            [("a/", 0o755, 0), ("a/program", 0o755, 300), ("a/share/", 0o755, 0), ("a/share/text", 0o644, 4)];
        assert_eq!(
            found,
            expected.map(|(path, mode, length)| (path.to_owned(), mode, length))
        );
    }

    #[test]
    fn link_leads_to_sibling() {
        let files = Files::from([("a/link".to_owned(), File::link("program"))]);
        let bytes = tar_gz(&files, 1_700_000_000).unwrap();
        let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(bytes.as_slice()));
        let linked = archive.entries().unwrap().filter_map(|entry| {
            let entry = entry.unwrap();
            Some(entry.link_name().unwrap()?.to_str().unwrap().to_owned())
        });
        assert_eq!(linked.collect::<Vec<_>>(), ["program"]);
        assert!(zip(&files, 1_700_000_000).unwrap_err().contains("a/link"));
    }

    #[test]
    fn zip_has_modes_and_time() {
        let bytes = zip(&files(), 1_700_000_000).unwrap();
        let archive = rawzip::ZipArchive::from_slice(&bytes).unwrap();
        let mut found = Vec::new();
        for entry in archive.entries() {
            let entry = entry.unwrap();
            let path = String::from_utf8(entry.file_path().as_ref().to_vec()).unwrap();
            found.push((path, entry.mode().value() & 0o777, entry.uncompressed_size_hint()));
        }
        let expected = [("a/program", 0o755, 300), ("a/share/text", 0o644, 4)];
        assert_eq!(
            found,
            expected.map(|(path, mode, length)| (path.to_owned(), mode, length))
        );
    }

    #[test]
    fn archives_are_reproducible() {
        let files = files();
        for make in [tar_gz, zip] {
            assert_eq!(
                make(&files, 1_700_000_000).unwrap(),
                make(&files, 1_700_000_000).unwrap()
            );
            assert_ne!(
                make(&files, 1_700_000_000).unwrap(),
                make(&files, 1_700_000_100).unwrap()
            );
        }
    }
}
