//! Folders made on the way to an output: they go again if it comes to nothing.

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::file_error::FileError;

/// Folders that were made for outputs; they go again when this is dropped, unless they are kept.
#[derive(Debug, Default)]
pub(crate) struct MadeFolders {
    outermost_first: Vec<PathBuf>,
}

impl MadeFolders {
    /// Makes `folder` and those it lies in, as far as they are missing.
    pub(crate) fn make(folder: &Path) -> Result<Self, FileError> {
        let mut made = Self::default();
        let mut missing: Vec<&Path> = folder.ancestors().take_while(|folder| is_missing(folder)).collect();
        while let Some(folder) = missing.pop() {
            fs::create_dir(folder).map_err(|error| FileError::new(&folder.to_string_lossy(), error))?;
            made.outermost_first.push(folder.into());
        }
        Ok(made)
    }

    /// All went well: they stay.
    pub(crate) fn keep(mut self) {
        self.outermost_first.clear();
    }
}

fn is_missing(folder: &Path) -> bool {
    let unnamed = folder.as_os_str().is_empty();
    !unnamed && matches!(fs::metadata(folder), Err(error) if error.kind() == io::ErrorKind::NotFound)
}

impl Drop for MadeFolders {
    fn drop(&mut self) {
        for folder in self.outermost_first.iter().rev() {
            // Only empty folders go: whatever else has come into them is not ours.
            let _ = fs::remove_dir(folder);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_folders_that_were_made_go_again() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("a")).unwrap();
        let deep = folder.path().join("a/b/c");
        drop(MadeFolders::make(&deep).unwrap());
        assert!(folder.path().join("a").is_dir() && !folder.path().join("a/b").exists());
        MadeFolders::make(&deep).unwrap().keep();
        drop(MadeFolders::make(&deep).unwrap());
        assert!(deep.is_dir());
    }
}
