//! What has become of the files of a package, each of which is rewritten by itself: some stay as they are, if others are meant.

use std::sync::Arc;

use offload_bundle::input::Input;
use offload_bundle::internal::package::{HEAD, form};
use offload_bundle::internal::scan::bare;
use offload_bundle::report::{Integer, LeftFile, Outcome};
use offload_bundle::{Error, FileKind, Refusal};
use offload_bundle_core::error::WriteProblem;
use offload_bundle_core::registry::Registry;

/// What has become of files so far.
#[derive(Debug, Default)]
pub(super) struct Outcomes {
    /// Those that have bundles and stay as they are.
    left: Vec<LeftFile>,
    /// Why the first of them does.
    first: Option<Error>,
    is_meant: bool,
}

impl Outcomes {
    /// Adds what came of the file `input`, which takes so many bytes in the package, and tells whether it has changed.
    ///
    /// # Errors
    ///
    /// That of the outcome, unless the file can stay as it is.
    pub(super) fn add(
        &mut self,
        registry: &Registry,
        (input, packed_size): (&Arc<Input>, u64),
        outcome: Result<bool, Error>,
    ) -> Result<bool, Error> {
        let mut leave = |why, format| {
            let mut left = LeftFile::default();
            left.file = input.name().clone();
            left.size = Integer(input.len());
            left.packed_size = Integer(packed_size);
            left.format = format;
            left.why = why;
            self.left.push(left);
        };
        match outcome {
            Ok(has_changed) => {
                self.is_meant = true;
                return Ok(has_changed);
            }
            Err(Error::NotABundle { .. }) => {
                if form(registry, input)?.is_some() {
                    leave("it is a package in a package", None);
                    // What is meant may be in it.
                    let refuse = || input.refuse(other_package("a package in a package"));
                    self.first.get_or_insert_with(refuse);
                } else if bare(registry, input)?.is_some() {
                    leave("it is a code object by itself", None);
                }
            }
            Err(error) => {
                let Some(why) = why_it_stays(&error) else {
                    return Err(error);
                };
                let format = match &error {
                    Error::Write { error, .. } => match error.problem {
                        WriteProblem::ReadOnly { title } => Some(title),
                        _ => None,
                    },
                    _ => None,
                };
                leave(why, format);
                // That nothing is meant tells more than that a form is only read.
                let fits_not = |error: &Error| error.outcome() == Outcome::Negative;
                if self
                    .first
                    .as_ref()
                    .is_none_or(|known| fits_not(&error) && !fits_not(known))
                {
                    self.first = Some(error);
                }
            }
        }
        Ok(false)
    }

    /// The files of `package` that stay as they are.
    ///
    /// # Errors
    ///
    /// No other is meant.
    pub(super) fn into_left(self, registry: &Registry, package: &Input) -> Result<Vec<LeftFile>, Error> {
        if self.is_meant {
            return Ok(self.left);
        }
        let content = registry.content(&package.head(HEAD as u64)?);
        let left = self.left.first();
        let left = left.map_or_else(String::new, |left| format!("; {}: {}", left.file, left.why));
        let kind = content.map(|content| {
            let description = format!("{} without bundles that can be changed{left}", content.doc);
            FileKind::new(content.name, description)
        });
        Err(self
            .first
            .unwrap_or(Error::NotABundle { file: package.name().clone(), kind }))
    }
}

/// Why a file in an archive stays as it is where rewriting it fails so: it has nothing that is meant, or is only read.
pub(crate) fn why_it_stays(error: &Error) -> Option<&'static str> {
    match error {
        Error::NothingFits { .. } | Error::NothingKept { .. } => Some("nothing in it is for what is to be kept"),
        Error::NotFound { .. } | Error::NoBundle { .. } => Some("no entry in it is meant"),
        Error::NotLinked { .. } => Some("it is not linked"),
        Error::Write { error, .. } if matches!(error.problem, WriteProblem::ReadOnly { .. }) => {
            Some("its form is read, and not written")
        }
        Error::Inside { .. } => Some("its bundles lie within an object file or an archive"),
        _ => None,
    }
}

/// The package, which is `what`, is of a form that is read, and not changed.
pub(super) fn other_package(what: &str) -> Refusal {
    Refusal::new("other-package", format!("changing {what} is not supported")).hint(
        "unpack it, change the library, and pack it again: `tar -x` and `tar -c`, `dpkg-deb -R` and `dpkg-deb -b`, `cph extract` and `cph create`",
    )
}
