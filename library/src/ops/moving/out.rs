//! Moves code out of files: of one, of those of a folder, or of those in a zip archive.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use offload_bundle_core::container::Container;
use offload_bundle_core::registry::Registry;
use offload_bundle_core::toc::{TocReader, TocScheme};
use offload_bundle_core::walked::Packing;

use super::below::each_below;
use super::leaving::{Destination, Found, Leaving, reference};
use super::made::Made;
use super::placed::Placed;
use super::told::report_moved;
use crate::error::Error;
use crate::file_name::FileName;
use crate::input::{Input, InputFile, STANDARD};
use crate::object::RepackFault;
use crate::ops::choice::{Choice, Filters};
use crate::ops::context::Context;
use crate::ops::rewrite::{self, Rezip, Task, why_it_stays};
use crate::package::{self, Keeping, PackageFault};
use crate::report::{ConvertReport, Integer, LeftFile, MovedCode};
use crate::request::{ArchiveScheme, ConvertRequest};
use crate::rewrite_fault::RewriteFault;

/// How much of a file is looked at to tell whether it is an archive, in bytes.
const HEAD: u64 = 64;
/// Why a file stays that only has the debug information of another.
const NO_CODE: &str = "its sections for device code are empty, as in a file of debug information";
/// Why a file stays that is none.
const NO_LIBRARY: &str = "it is no library or program whose code can be moved";
/// Why a file stays whose code is for other targets.
const NOT_MEANT: &str = "nothing in it is for what is to be moved";
/// Why a file stays whose code can have no name in an archive.
const NOT_TEXT: &str = "its path is no text, which archives need";

/// Moves the code of the input to archives of the format of `container`.
///
/// # Errors
///
/// Those of [`crate::ops::convert`].
pub(in crate::ops) fn move_out(
    registry: &Registry,
    request: &ConvertRequest,
    container: &'static dyn Container,
    format: &TocReader,
    context: &mut Context<'_>,
) -> Result<ConvertReport, Error> {
    let (Some((rule, section)), true) = (reference(registry), format.table.frames.packing == Packing::Zstd) else {
        let error = offload_bundle_core::error::WriteError::read_only(container.title());
        return Err(Error::Write { file: request.input.name(), error });
    };
    let mut from = From::new(registry, request)?;
    let archive = match &request.archive {
        Some(name) => name.clone(),
        None => from.usual_name().unwrap_or_default(),
    };
    if !rule.may_be_called(&archive) {
        return Err(request.input.refuse(RewriteFault::ArchiveName { name: archive }));
    }
    let filters = Filters::new(&request.targets, &[]);
    let destination =
        Destination { registry, options: &request.scan, id: format.table.id, rule, section, archive: &archive };
    let scheme = request.scheme.map_or(TocScheme::Frames, ArchiveScheme::scheme);
    let mut moving = Moving {
        destination,
        choice: Choice::new(registry.ids, &filters),
        installed: BTreeMap::new(),
        files: Vec::new(),
        already: Vec::new(),
        left: Vec::new(),
        first: None,
    };
    from.each(&mut moving)?;
    moving.finish((request, container), (format, scheme), from, context)
}

/// What code is moved out of.
enum From<'r> {
    /// A file by itself.
    File(Arc<Input>, Task<'r>),
    /// The files of a folder.
    Folder(PathBuf),
    /// The files in a package.
    Package(Box<Rezip<'r>>, Task<'r>),
}

impl<'r> From<'r> {
    fn new(registry: &'r Registry, request: &'r ConvertRequest) -> Result<Self, Error> {
        if let InputFile::Path(path) = &request.input
            && path.is_dir()
        {
            return match (request.in_place || request.dry_run, &request.output) {
                (true, None) => Ok(Self::Folder(path.clone())),
                _ => Err(request.input.refuse(RewriteFault::FolderInPlace)),
            };
        }
        let input = package::open(registry, &request.input, &request.scan)?;
        let asked = (request.output.as_deref(), request.in_place, request.dry_run);
        let task = Task::new((&request.input, &input), &request.scan, asked)?;
        if rewrite::is_package(registry, &input)? {
            let task = task.dropping_signatures(request.drop_signatures);
            return Ok(Self::Package(Box::new(Rezip::open(registry, &task, &input)?), task));
        }
        // Archives are beside the file.
        let is_standard = task.output.as_deref().is_some_and(|path| path.as_os_str() == STANDARD);
        match is_standard {
            true => Err(request.input.refuse(RewriteFault::NoFolder)),
            false => Ok(Self::File(input, task)),
        }
    }

    /// What archives are called where nothing is said: as the file is before its first dot, and a package before its version.
    fn usual_name(&self) -> Option<String> {
        let (name, ends): (&Path, &[char]) = match self {
            Self::File(input, task) => (task.output.as_deref().unwrap_or(input.name().as_path()), &['.']),
            Self::Folder(path) => return Some(std::fs::canonicalize(path).ok()?.file_name()?.to_str()?.to_owned()),
            Self::Package(rezip, _) => (rezip.package().name().as_path(), &['.', '-']),
        };
        let name = name.file_name()?.to_str()?;
        name.split(ends).find(|part| !part.is_empty()).map(str::to_owned)
    }

    /// Shows each file.
    fn each(&mut self, moving: &mut Moving<'_>) -> Result<(), Error> {
        match self {
            Self::File(input, task) => {
                let path = task.output.as_deref().unwrap_or(input.name().as_path());
                let name = path.file_name().unwrap_or_default().as_encoded_bytes().to_vec();
                moving.add(&Placed::new(name), input)?;
                match moving.already.is_empty() || task.in_place || task.output.is_none() {
                    true => Ok(()),
                    // Alone it would not find its code from elsewhere.
                    false => Err(input.refuse(RewriteFault::MovedBefore)),
                }
            }
            Self::Folder(folder) => each_below(folder, &mut |path, input| {
                let within = path.strip_prefix(&*folder).unwrap_or(path);
                let steps: Vec<&[u8]> = within.iter().map(|step| step.as_encoded_bytes()).collect();
                moving.add_found(&Placed::new(steps.join(&b'/')), &input)
            }),
            Self::Package(rezip, _) => {
                rezip.files(Keeping::Objects, &mut |path, file| {
                    // Archives come beside it.
                    let leads_out = |step: &[u8]| matches!(step, b"" | b"." | b"..") || step.contains(&b'\\');
                    if path.split(|byte| *byte == b'/').any(leads_out) {
                        let (file, fault) = (file.name().clone(), PackageFault::NameLeadsOut);
                        return Err(Error::Package { file, fault });
                    }
                    moving.add_found(&Placed::in_package(path), &file)
                })
            }
        }
    }
}

/// Why a file stays whose code no loader would find in an archive.
pub(super) fn is_no_library(error: &Error) -> Option<&'static str> {
    let fault = match error {
        Error::Rewrite { fault: RewriteFault::NotRepackable(fault), .. } => fault,
        Error::Rewrite { fault: RewriteFault::NotMoved { .. }, .. } => return Some(NO_LIBRARY),
        Error::Rewrite { fault: RewriteFault::NotText, .. } => return Some(NOT_TEXT),
        _ => return None,
    };
    match fault {
        RepackFault::Form { .. } | RepackFault::NotLinked => Some(NO_LIBRARY),
        RepackFault::NoBits { .. } => Some(NO_CODE),
        _ => None,
    }
}

/// What has been moved so far.
struct Moving<'m> {
    destination: Destination<'m>,
    choice: Choice<'m>,
    /// The folders that folders of archives come into, by where they are once they are installed.
    installed: BTreeMap<Vec<u8>, String>,
    /// The files whose code leaves.
    files: Vec<Leaving>,
    /// Those whose code has left before.
    already: Vec<FileName>,
    left: Vec<LeftFile>,
    /// Why the first of these stays.
    first: Option<Error>,
}

impl Moving<'_> {
    /// Moves the code of `input`, which is at `placed`.
    fn add(&mut self, placed: &Placed, input: &Arc<Input>) -> Result<(), Error> {
        match Leaving::decide(&self.destination, input, placed, &mut self.choice)? {
            Found::Leaving(leaving) => {
                let root = &leaving.root;
                let known = self
                    .installed
                    .entry(placed.installed().to_vec())
                    .or_insert_with(|| root.clone());
                if known != root {
                    let [first, second] = [known, root].map(|root| match root.as_str() {
                        "" => "./".into(),
                        root => root.into(),
                    });
                    return Err(input.refuse(RewriteFault::SameFolder { first, second }));
                }
                self.files.push(*leaving);
            }
            Found::Left => self.already.push(input.name().clone()),
            Found::NothingMeant => {
                let why = NOT_MEANT;
                self.left.push(LeftFile { file: input.name().clone(), why });
            }
        }
        Ok(())
    }

    /// The same of a file among others, which stays as it is where it is none that code can be moved out of.
    fn add_found(&mut self, placed: &Placed, input: &Arc<Input>) -> Result<(), Error> {
        // Archives have code that was moved before.
        let container = self.destination.registry.recognise(&input.window(0, HEAD)?);
        if container.is_some_and(|container| container.toc().is_some()) {
            return Ok(());
        }
        match self.add(placed, input) {
            Ok(()) | Err(Error::NotABundle { .. }) => Ok(()),
            Err(error) => match why_it_stays(&error).or_else(|| is_no_library(&error)) {
                Some(why) => {
                    self.left.push(LeftFile { file: input.name().clone(), why });
                    self.first.get_or_insert(error);
                    Ok(())
                }
                None => Err(error),
            },
        }
    }

    /// Writes everything.
    fn finish(
        self,
        (request, container): (&ConvertRequest, &'static dyn Container),
        (format, scheme): (&TocReader, TocScheme),
        from: From<'_>,
        context: &mut Context<'_>,
    ) -> Result<ConvertReport, Error> {
        let Self { destination, choice, files, already, left, first, .. } = self;
        let nothing_meant = files.is_empty() && already.is_empty();
        if nothing_meant && left.iter().all(|left| left.why != NOT_MEANT) {
            let nothing = Error::NotABundle { file: request.input.name(), kind: None };
            return Err(first.unwrap_or(nothing));
        }
        let (targets, notes) = match files.is_empty() && !already.is_empty() {
            true => (Vec::new(), Vec::new()),
            false => choice.finish(&request.input)?,
        };
        let mut made = Made { destination, format, scheme, files, archives: Vec::new() };
        let (output, size_before, written) = match from {
            From::File(input, task) => {
                let output = task.output.as_ref().map(FileName::from);
                (output, input.len(), made.write_file((&input, &task), context)?)
            }
            From::Folder(folder) => {
                let sizes = made.files.iter().map(|leaving| leaving.file.input.len());
                let before = sizes.fold(0, u64::saturating_add);
                let written = made.write_folder(&folder, request.dry_run, context)?;
                (Some(folder.into()), before, written)
            }
            From::Package(rezip, task) => {
                let (output, before) = (task.output.as_ref().map(FileName::from), rezip.package().len());
                (output, before, made.write_package(*rezip, &task, context)?)
            }
        };
        let warnings = made
            .files
            .iter()
            .flat_map(|leaving| leaving.file.warnings.clone())
            .collect();
        let moved = MovedCode {
            size_before: Integer(size_before),
            targets,
            files: written.files,
            archives: written.archives,
            already,
            left,
            notes,
        };
        Ok(report_moved(
            request,
            container.name(),
            (output, written.size),
            warnings,
            moved,
        ))
    }
}
