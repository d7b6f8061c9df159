//! Entries in as many containers as the version of a format needs for them, one after the other.

use std::path::Path;

use offload_bundle_core::bytes::Place;
use offload_bundle_core::container::{Container, NewEntry, PlanOptions};

use crate::error::Error;
use crate::input::Input;
use crate::output::Output;

/// Containers that are to be written one after the other.
pub(super) struct PlannedContainers<'a> {
    /// The file that they are.
    pub output: Output<'a>,
    /// First byte of each in the file.
    pub starts: Vec<u64>,
    /// Where the content of each entry is, in the order of the entries.
    pub places: Vec<PlannedPlace>,
}

/// Where the content of an entry is.
pub(super) struct PlannedPlace {
    /// Its container, by its position.
    pub container: usize,
    /// Its number in the container.
    pub entry: usize,
    /// Its place, from the start of the file.
    pub place: Place,
}

impl<'a> PlannedContainers<'a> {
    /// The containers that hold `entries` in this order, for the output `path`. The content of each begins in its input of `contents` at the
    /// byte that is beside that.
    ///
    /// # Errors
    ///
    /// What cannot be written.
    pub(super) fn plan(
        container: &dyn Container,
        options: PlanOptions,
        path: &Path,
        entries: &[NewEntry<'_>],
        contents: &[(&'a Input, u64)],
    ) -> Result<Self, Error> {
        let fail = |error| Error::Write { file: path.into(), error };
        let version = options.version.or(container.default_version());
        let most = usize::try_from(container.most_entries(version))
            .unwrap_or(usize::MAX)
            .max(1);
        let mut planned = Self { output: Output::empty(path), starts: Vec::new(), places: Vec::new() };
        let mut end = 0_u64;
        // A container without entries is one too.
        let none = entries.is_empty().then_some((entries, contents));
        let chunks = entries.chunks(most).zip(contents.chunks(most));
        for (number, (entries, contents)) in none.into_iter().chain(chunks).enumerate() {
            let plan = container.plan(entries, options).map_err(fail)?;
            let places = plan.places.iter().enumerate().map(|(entry, place)| PlannedPlace {
                container: number,
                entry,
                place: Place { ofs: end.saturating_add(place.ofs), len: place.len },
            });
            planned.places.extend(places);
            planned.starts.push(end);
            end = end.saturating_add(plan.len());
            planned
                .output
                .parts
                .extend(Output::from_plan_at(path, plan, contents).parts);
        }
        Ok(planned)
    }
}
