//! From given inputs to the files in folders and packages.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use offload_bundle_core::registry::Registry;

#[cfg(feature = "packages")]
use super::allowance::Allowance;
use super::stop::Stop;
use super::{HEAD, Reading, folder};
use crate::error::Error;
use crate::file_name::FileName;
use crate::input::{Identity, Input, InputFile, identity, plain_path};
use crate::refusal::Refusal;
use crate::request::{PathPattern, ScanRequest};

/// Most nested packages.
const DEEPEST: usize = 8;
/// Between a package and a path in it.
pub(super) const WITHIN: &str = "!";

pub(crate) struct Leaf {
    pub(crate) name: FileName,
    pub(crate) input: Result<Arc<Input>, Error>,
    /// In a folder or package, rather than given.
    pub(crate) found: bool,
    pub(crate) package: Option<FileName>,
    /// With its length in bytes.
    pub(crate) outermost: Option<(FileName, u64)>,
    /// In `outermost`, if directly in it and packed separately.
    pub(crate) packed_size: Option<u64>,
    /// Its file, or the file that contains it.
    pub(crate) file: Option<Identity>,
}

impl Leaf {
    fn new(name: FileName, input: Arc<Input>, found: bool) -> Self {
        let file = input.identity();
        Self { name, input: Ok(input), found, package: None, outermost: None, packed_size: None, file }
    }

    pub(super) fn failed(name: FileName, error: impl Into<Error>, file: Option<Identity>, found: bool) -> Self {
        Self { name, input: Err(error.into()), found, package: None, outermost: None, packed_size: None, file }
    }
}

pub(super) type Visit<'v> = dyn FnMut(Leaf) -> Result<(), Error> + 'v;

#[derive(Clone, Copy)]
pub(crate) struct Walk<'w> {
    registry: &'w Registry,
    exclude: &'w [PathPattern],
    /// Unpacked bytes, for each given input.
    limit: u64,
    /// Looks into packages. Folders are always walked.
    packages: bool,
    /// Visits a named package itself.
    as_is: bool,
}

impl<'w> Walk<'w> {
    /// Looks into packages unless `scan` names a file type; skips files that match `exclude`.
    pub(crate) fn new(registry: &'w Registry, scan: &ScanRequest, exclude: &'w [PathPattern]) -> Self {
        let limit = scan.max_size.map_or(u64::MAX, |size| size.0);
        Self { registry, exclude, limit, packages: scan.file_type.is_none(), as_is: false }
    }

    /// In order. Unreadable files come with their error.
    pub(crate) fn each(&self, inputs: &[InputFile], visit: &mut Visit<'_>) -> Result<(), Error> {
        inputs.iter().try_for_each(|input| self.one(input, visit))
    }

    fn reading(&self) -> Reading<'w> {
        Reading {
            registry: self.registry,
            #[cfg(feature = "packages")]
            allowance: Allowance::new(self.limit),
        }
    }

    fn one(&self, input: &InputFile, visit: &mut Visit<'_>) -> Result<(), Error> {
        let reading = self.reading();
        if let InputFile::Path(path) = input {
            if path.is_dir() {
                return self.folder(&reading, path, visit);
            }
            if let Some(package) = package_of(path) {
                return self.walk_named(&reading, &package, path, visit);
            }
        }
        match input.open_up_to(self.limit) {
            Ok(opened) => self.file(&reading, opened, Step::given(), visit),
            Err(error) => visit(Leaf::failed(input.name(), error, None, false)),
        }
    }

    fn folder(&self, reading: &Reading<'_>, folder: &Path, visit: &mut Visit<'_>) -> Result<(), Error> {
        folder::files(folder, &mut |path, error| {
            let within = path.strip_prefix(folder).unwrap_or(&path);
            if self.is_excluded(within) {
                return Ok(());
            }
            let opened = match error {
                Some(error) => Err(error),
                None => Input::open(plain_path(&path)),
            };
            match opened {
                Ok(opened) => self.file(reading, Arc::new(opened), Step { found: true, ..Step::given() }, visit),
                Err(error) => visit(Leaf::failed(path.clone().into(), error, identity(&path), true)),
            }
        })
    }

    /// Visits the file `path` in `package`, or the files in it.
    fn walk_named(
        &self,
        reading: &Reading<'_>,
        package: &Path,
        path: &Path,
        visit: &mut Visit<'_>,
    ) -> Result<(), Error> {
        let mut known = false;
        match Input::open(package) {
            Ok(opened) => {
                let step = Step { wanted: Some(path.as_os_str()), ..Step::given() };
                self.file(reading, Arc::new(opened), step, &mut |leaf| {
                    known = true;
                    visit(leaf)
                })?;
            }
            Err(error) => return visit(Leaf::failed(path.into(), error, identity(package), false)),
        }
        if !known {
            visit(Leaf::failed(path.into(), no_such_file(path), identity(package), false))?;
        }
        Ok(())
    }

    pub(super) fn file(
        &self,
        reading: &Reading<'_>,
        input: Arc<Input>,
        step: Step<'_>,
        visit: &mut Visit<'_>,
    ) -> Result<(), Error> {
        let name = input.name().clone();
        let form = match input.head(HEAD as u64) {
            Ok(head) => reading
                .form(&head)
                .filter(|_| self.packages && (step.wanted.is_some() || !self.as_is)),
            Err(error) => return visit(Leaf::failed(name, error, input.identity(), step.found)),
        };
        let Some(form) = form else {
            // Only packages contain files.
            return match step.wanted {
                Some(_) => Ok(()),
                None => visit(Leaf::new(name, input, step.found)),
            };
        };
        if step.depth == DEEPEST {
            let why = format!("packages are nested deeper than {DEEPEST} levels");
            let refusal = Refusal::new("nested-too-deep", why);
            let error = Error::Package { file: name.clone(), refusal };
            return visit(Leaf::failed(name, error, input.identity(), step.found));
        }
        self.package(reading, form, &input, step, visit)
    }

    #[cfg(not(feature = "packages"))]
    fn package(
        &self,
        _: &Reading<'_>,
        _: offload_bundle_core::placement::PackageForm,
        package: &Arc<Input>,
        step: Step<'_>,
        visit: &mut Visit<'_>,
    ) -> Result<(), Error> {
        let why = "a package, which this build of the library does not read";
        let refusal = Refusal::new("packages-not-built", why).hint("build offload-bundle with its feature `packages`");
        let name = package.name().clone();
        let error = of_stop(refusal.into(), &name);
        let leaf = Leaf::failed(name.clone(), error, package.identity(), step.found);
        visit(Leaf { package: Some(name), ..leaf })
    }

    /// `path` is in a folder or package.
    pub(super) fn is_excluded(&self, path: &Path) -> bool {
        self.exclude.iter().any(|pattern| pattern.matches(path))
    }
}

#[derive(Clone, Copy)]
pub(super) struct Step<'s> {
    /// Packages around.
    pub(super) depth: usize,
    /// Whether the next file is found, not given.
    pub(super) found: bool,
    pub(super) wanted: Option<&'s OsStr>,
}

impl<'s> Step<'s> {
    fn given() -> Self {
        Self { depth: 0, found: false, wanted: None }
    }
}

/// Returns the error for the file `name`.
pub fn of_stop(stop: Stop, name: &FileName) -> Error {
    match stop {
        Stop::Refused(refusal) => Error::Package { file: name.clone(), refusal },
        Stop::File(error) => error.into(),
        Stop::Visitor(error) => error,
    }
}

/// `None` if not in a package, or if `path` itself exists.
fn package_of(path: &Path) -> Option<PathBuf> {
    let bytes = path.as_os_str().as_encoded_bytes();
    let ends = bytes
        .iter()
        .enumerate()
        .filter(|(_, byte)| WITHIN.as_bytes() == [**byte]);
    let mut packages = ends.filter_map(|(end, _)| bytes.get(..end)).peekable();
    packages.peek()?;
    if path.symlink_metadata().is_ok() {
        return None;
    }
    let mut packages = packages.map(|package| FileName::from_stored(package.to_vec()));
    let package = packages.find(|package| package.as_path().is_file())?;
    Some(package.as_path().to_path_buf())
}

/// `None` if it leaves the package.
pub(super) fn clean(path: &[u8]) -> Option<Vec<u8>> {
    if path.starts_with(b"/") || path.contains(&0) {
        return None;
    }
    let steps = path
        .split(|byte| *byte == b'/')
        .filter(|step| !step.is_empty() && *step != b".");
    let steps: Vec<&[u8]> = steps.collect();
    let leads_out = |step: &&[u8]| step.split(|byte| *byte == b'\\').any(|step| step == b"..");
    match steps.is_empty() || steps.iter().any(leads_out) {
        true => None,
        false => Some(steps.join(&b'/')),
    }
}

/// Returns the name of the file `path` in `package`, normalised.
pub fn within(package: &Input, path: &[u8]) -> FileName {
    package
        .name()
        .of_packed(WITHIN, clean(path).unwrap_or_else(|| path.to_vec()))
}

/// Opens the file `input`, or the file in a package that it names. A package itself is not unpacked.
///
/// # Errors
///
/// Returns an error if the file cannot be opened, or if the package is damaged or does not contain it.
pub fn open(registry: &Registry, input: &InputFile, scan: &ScanRequest) -> Result<Arc<Input>, Error> {
    let walk = Walk { as_is: true, packages: true, ..Walk::new(registry, scan, &[]) };
    let InputFile::Path(path) = input else {
        return Ok(input.open_up_to(walk.limit)?);
    };
    let Some(package) = package_of(path) else {
        return Ok(input.open_up_to(walk.limit)?);
    };
    let mut found = None;
    walk.walk_named(&walk.reading(), &package, path, &mut |leaf| {
        found.get_or_insert(leaf.input);
        Ok(())
    })?;
    found.unwrap_or_else(|| Err(no_such_file(path)))
}

/// It may be in a package.
pub(crate) fn open_path(registry: &Registry, path: &Path, scan: &ScanRequest) -> Result<Arc<Input>, Error> {
    match package_of(path) {
        Some(_) => open(registry, &path.into(), scan),
        None => Ok(Arc::new(Input::open(plain_path(path))?)),
    }
}

fn no_such_file(path: &Path) -> Error {
    let refusal = Refusal::new("no-such-file", "no such file in the package");
    Error::Package { file: path.into(), refusal }
}
