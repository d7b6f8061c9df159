//! Files without their code, and the archives that have it: written together, or none of them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use offload_bundle_core::toc::{TocReader, TocScheme};

use super::archives::{Code, MadeArchive, NewArchives};
use super::check::check_archives;
use super::leaving::{Destination, Leaving};
use crate::error::Error;
use crate::file_name::FileName;
use crate::input::{Input, InputPiece, assemble, plain_path};
use crate::ops::context::Context;
use crate::ops::rewrite::{Rezip, Task, parts};
use crate::output::{MadeFolders, OpenWritten, Output, write_all_checked};
use crate::package;
use crate::report::{Integer, MovedArchive, MovedFile};
use crate::rewrite_fault::RewriteFault;

/// What is to be written.
pub(super) struct Made<'m> {
    pub(super) destination: Destination<'m>,
    pub(super) format: &'m TocReader,
    pub(super) scheme: TocScheme,
    pub(super) files: Vec<Leaving>,
    /// The archives of one folder, each with its path, and their code objects. There are none as long as something may speak against them.
    pub(super) archives: Vec<(Vec<String>, Vec<MadeArchive>, Vec<Code>)>,
}

/// What was written, or would be.
pub(super) struct Written {
    /// How many bytes the output has: a file or package itself, of a folder what was changed in it.
    pub(super) size: u64,
    pub(super) files: Vec<MovedFile>,
    pub(super) archives: Vec<MovedArchive>,
}

impl Made<'_> {
    /// The path of the archive for `processor` below `root`.
    fn path(&self, root: &str, processor: &str) -> String {
        let Destination { rule, archive, .. } = self.destination;
        format!("{root}{}", rule.archive_of(archive, processor))
    }

    /// The paths of all archives that there are to be.
    fn paths(&self) -> BTreeSet<String> {
        let paths = self.files.iter().flat_map(|leaving| {
            leaving
                .processors()
                .map(|processor| self.path(&leaving.root, processor))
        });
        paths.collect()
    }

    /// Makes the archives. What there is no room for is told of `output`.
    fn gather(&mut self, output: &FileName) -> Result<(), Error> {
        let mut by_root: BTreeMap<&str, Vec<&Leaving>> = BTreeMap::new();
        for leaving in &self.files {
            by_root.entry(&leaving.root).or_default().push(leaving);
        }
        let mut made = Vec::new();
        for (root, files) in by_root {
            let mut archives = NewArchives::new(self.scheme);
            for leaving in files {
                leaving.gather(self.destination.rule, &mut archives)?;
            }
            let (archives, codes) = archives.finish(self.format, self.destination.archive, output)?;
            let paths = archives.iter().map(|archive| self.path(root, &archive.processor));
            made.push((paths.collect(), archives, codes));
        }
        self.archives = made;
        Ok(())
    }

    /// Writes the one file, and archives from its folder on.
    ///
    /// # Errors
    ///
    /// What the system says; an archive is there; what was written is not what it should be.
    pub(super) fn write_file(
        &mut self,
        (input, task): (&Arc<Input>, &Task<'_>),
        context: &mut Context<'_>,
    ) -> Result<Written, Error> {
        let path = task.path(input);
        // Loaders look from the folder that the file is really in.
        let real = std::fs::canonicalize(path.as_path()).unwrap_or_else(|_| path.as_path().to_path_buf());
        let root = match std::fs::symlink_metadata(path.as_path()) {
            Ok(found) if found.is_symlink() => real.parent().unwrap_or(Path::new("")).to_path_buf(),
            _ => path.as_path().parent().unwrap_or(Path::new("")).to_path_buf(),
        };
        if self.files.is_empty() {
            return Ok(Written { size: input.len(), files: Vec::new(), archives: Vec::new() });
        }
        let written = self.write_to(&root, &|_| path.clone(), task.dry_run, context)?;
        Ok(Written {
            size: written
                .files
                .iter()
                .map(|file| file.size.0)
                .fold(0, u64::saturating_add),
            ..written
        })
    }

    /// Writes the files of `folder` in their places, and archives from there on.
    ///
    /// # Errors
    ///
    /// As [`Made::write_file`].
    pub(super) fn write_folder(
        &mut self,
        folder: &Path,
        dry_run: bool,
        context: &mut Context<'_>,
    ) -> Result<Written, Error> {
        self.write_to(
            folder,
            &|leaving| plain_path(leaving.file.input.name().as_path()).into(),
            dry_run,
            context,
        )
    }

    fn write_to(
        &mut self,
        root: &Path,
        path: &dyn Fn(&Leaving) -> FileName,
        dry_run: bool,
        context: &mut Context<'_>,
    ) -> Result<Written, Error> {
        let place = |path: &str| path.split('/').fold(root.to_path_buf(), |path, step| path.join(step));
        for path in self.paths().iter().map(|path| place(path)) {
            if std::fs::symlink_metadata(&path).is_ok() {
                let fault = RewriteFault::ArchiveExists { archive: path.into() };
                return Err(Error::Rewrite { file: root.into(), fault });
            }
        }
        self.gather(&self.files.first().map_or_else(|| root.into(), path))?;
        let mut outputs = Vec::new();
        let mut folder = None;
        for (paths, archives, _) in &self.archives {
            for (path, archive) in paths.iter().zip(archives) {
                let path = place(path);
                folder = path.parent().map(Path::to_path_buf);
                outputs.push(Output::new(path, parts(&archive.pieces)).with_made_name(false));
            }
        }
        let archive_count = outputs.len();
        for leaving in &self.files {
            outputs.push(
                Output::new(path(leaving), parts(&leaving.file.repacked.pieces)).with_mode_of(&leaving.file.input),
            );
        }
        let written = Written {
            size: outputs.iter().map(Output::len).fold(0, u64::saturating_add),
            archives: self.report_archives(&|path| place(path).into()),
            files: self
                .files
                .iter()
                .map(|leaving| leaving.file.to_report(path(leaving)))
                .collect(),
        };
        if dry_run || outputs.is_empty() {
            return Ok(written);
        }
        let folders = folder.map(|folder| MadeFolders::make(&folder)).transpose()?;
        let mut checked = |open: &mut OpenWritten<'_>| {
            let archives = (0..archive_count).map(&mut *open).collect::<Result<Vec<_>, _>>()?;
            self.check_archives(&archives)?;
            drop(archives);
            for (leaving, number) in self.files.iter().zip(archive_count..) {
                leaving.check(self.destination.registry, &open(number)?)?;
            }
            Ok(())
        };
        context.split(|_, progress| write_all_checked(&outputs, progress, &mut checked))?;
        if let Some(folders) = folders {
            folders.keep();
        }
        Ok(written)
    }

    /// Writes the package `rezip` with archives among its files.
    ///
    /// # Errors
    ///
    /// As [`Made::write_file`]; the package is signed, or takes no files.
    pub(super) fn write_package(
        &mut self,
        mut rezip: Rezip<'_>,
        task: &Task<'_>,
        context: &mut Context<'_>,
    ) -> Result<Written, Error> {
        let paths = self.paths();
        paths.iter().try_for_each(|path| rezip.refuse_new(path))?;
        if !paths.is_empty() {
            rezip.refuse_signed(task)?;
        }
        let input = &Arc::clone(rezip.package());
        self.gather(&task.path(input))?;
        for (paths, archives, _) in &self.archives {
            for (path, archive) in paths.iter().zip(archives) {
                let name = package::within(input, path.as_bytes());
                rezip
                    .edit
                    .added
                    .push((path.clone().into_bytes(), join_pieces(&name, &archive.pieces)));
            }
        }
        for leaving in &self.files {
            let new = join_pieces(leaving.file.input.name(), &leaving.file.repacked.pieces);
            rezip.edit.changed.insert(leaving.file.name.clone().into_bytes(), new);
        }
        let archives: Vec<Arc<Input>> = rezip.edit.added.iter().map(|(_, input)| Arc::clone(input)).collect();
        self.check_archives(&archives)?;
        for leaving in &self.files {
            if let Some(written) = rezip.edit.changed.get(leaving.file.name.as_bytes()) {
                leaving.check(self.destination.registry, written)?;
            }
        }
        let size = rezip.write(task, context)?;
        Ok(Written {
            size,
            archives: self.report_archives(&|path| package::within(input, path.as_bytes())),
            files: self
                .files
                .iter()
                .map(|leaving| leaving.file.to_report(leaving.file.input.name().clone()))
                .collect(),
        })
    }

    /// Reads archives back.
    fn check_archives(&self, archives: &[Arc<Input>]) -> Result<(), Error> {
        let registry = self.destination.registry;
        let mut rest = archives;
        for (_, made, codes) in &self.archives {
            let (own, others) = rest.split_at_checked(made.len()).unwrap_or((rest, &[]));
            check_archives(registry, made, codes, own)?;
            rest = others;
        }
        Ok(())
    }

    fn report_archives(&self, name: &dyn Fn(&str) -> FileName) -> Vec<MovedArchive> {
        let archives = self
            .archives
            .iter()
            .flat_map(|(paths, archives, _)| paths.iter().zip(archives));
        let told = archives.map(|(path, archive)| MovedArchive {
            file: name(path),
            processor: Some(archive.processor.clone()),
            targets: archive.targets.clone(),
            size: Integer(archive.size),
            row_count: archive.rows.len(),
            code_object_count: archive.codes.len(),
            code_size: Integer(archive.code_size),
        });
        told.collect()
    }
}

/// What `pieces` are together.
fn join_pieces(name: &FileName, pieces: &[InputPiece]) -> Arc<Input> {
    Arc::new(assemble(name.clone(), pieces.iter().cloned()))
}
