//! Folders made on the way to an output: they go again if it comes to nothing.

use std::path::Path;
use std::{fs, io};

use super::unfinished::Made;
use crate::error::Error;

/// Folders that were made for outputs; they go again when this is dropped, unless they are kept.
#[derive(Debug, Default)]
pub(crate) struct MadeFolders {
    innermost_first: Vec<Made>,
}

impl MadeFolders {
    /// Makes `folder` and those it lies in, as far as they are missing.
    pub(crate) fn make(folder: &Path) -> Result<Self, Error> {
        let mut made = Self::default();
        let mut missing: Vec<&Path> = folder.ancestors().take_while(|folder| is_missing(folder)).collect();
        while let Some(folder) = missing.pop() {
            match Made::folder(folder) {
                Ok(folder) => made.innermost_first.insert(0, folder),
                // Another run has made it in the meantime.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => {}
                Err(error) => return Err(Error::Output { file: folder.into(), error }),
            }
        }
        Ok(made)
    }

    /// All went well: they stay.
    pub(crate) fn keep(self) {
        self.innermost_first.into_iter().for_each(Made::keep);
    }
}

fn is_missing(folder: &Path) -> bool {
    let unnamed = folder.as_os_str().is_empty();
    !unnamed && matches!(fs::metadata(folder), Err(error) if error.kind() == io::ErrorKind::NotFound)
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

    #[test]
    fn folders_of_two_runs_at_once_are_made() {
        for _ in 0..200 {
            let folder = tempfile::tempdir().unwrap();
            let deep = folder.path().join("a/b/c");
            let both = std::sync::Barrier::new(2);
            let make = || {
                both.wait();
                MadeFolders::make(&deep).map(MadeFolders::keep)
            };
            let made =
                std::thread::scope(|scope| [scope.spawn(make), scope.spawn(make)].map(|run| run.join().unwrap()));
            assert!(made.iter().all(Result::is_ok), "{made:?}");
        }
    }
}
