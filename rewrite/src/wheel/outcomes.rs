//! The results for the files of a package.

use std::sync::Arc;

use offload_bundle::input::Input;
use offload_bundle::internal::package::{HEAD, form};
use offload_bundle::internal::scan::bare;
use offload_bundle::report::{Integer, Outcome, UnchangedFile};
use offload_bundle::{Error, FileKind, Refusal};
use offload_bundle_core::error::WriteProblem;
use offload_bundle_core::registry::Registry;

#[derive(Debug, Default)]
pub(super) struct Outcomes {
    /// With bundles.
    left: Vec<UnchangedFile>,
    /// The reason for the first.
    first: Option<Error>,
    is_meant: bool,
}

impl Outcomes {
    /// Returns whether the file changed; fails unless it can stay unchanged.
    pub(super) fn add(
        &mut self,
        registry: &Registry,
        (input, packed_size): (&Arc<Input>, u64),
        outcome: Result<bool, Error>,
    ) -> Result<bool, Error> {
        let mut leave = |why, format| {
            let mut left = UnchangedFile::default();
            left.file = input.name().clone();
            left.size = Integer(input.len());
            left.packed_size = Integer(packed_size);
            left.format = format;
            left.reason = why;
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
                    // It may contain a requested file.
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
                // A missing match explains more than a read-only format.
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

    /// Fails if no file matched the request.
    pub(super) fn into_left(self, registry: &Registry, package: &Input) -> Result<Vec<UnchangedFile>, Error> {
        if self.is_meant {
            return Ok(self.left);
        }
        let content = registry.content(&package.head(HEAD as u64)?);
        let left = self.left.first();
        let left = left.map_or_else(String::new, |left| format!("; {}: {}", left.file, left.reason));
        let kind = content.map(|content| {
            let description = format!("{} without bundles that can be changed{left}", content.doc);
            FileKind::new(content.name, description)
        });
        Err(self
            .first
            .unwrap_or(Error::NotABundle { file: package.name().clone(), kind }))
    }
}

/// If it may: nothing in it matches, or its format is read-only.
pub(crate) fn why_it_stays(error: &Error) -> Option<&'static str> {
    match error {
        Error::NothingFits { .. } | Error::NothingKept { .. } => Some("nothing in it matches"),
        Error::NotFound { .. } | Error::NoBundle { .. } => Some("no entry in it is selected"),
        Error::NotLinked { .. } => Some("it is not linked"),
        Error::Write { error, .. } if matches!(error.problem, WriteProblem::ReadOnly { .. }) => {
            Some("its format is read-only")
        }
        Error::Inside { .. } => Some("its bundles are inside an object file or archive"),
        _ => None,
    }
}

pub(super) fn other_package(what: &str) -> Refusal {
    Refusal::new("other-package", format!("changing {what} is not supported")).hint(
        "unpack it, change the library, and pack it again: `tar -x` and `tar -c`, `dpkg-deb -R` and `dpkg-deb -b`, `cph extract` and `cph create`",
    )
}
