//! How a part is read to be shown: through a window that grows.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use offload_bundle_core::bytes::Place;
use offload_bundle_core::describe::{Describer, NullDescriber};
use offload_bundle_core::error::{ReadError, Stop, ViewError};
use offload_bundle_core::walked::Walker;

use super::subjects::Subject;
use crate::error::Error;
use crate::file_error::{Damage, FileError, damage};
use crate::input::{Input, WindowReader};
use crate::scan::{Located, read_toc, view};

/// Shows a part to a describer.
///
/// # Errors
///
/// What is wrong with the first field that cannot be read.
pub(super) type Describe<'d> = dyn Fn(&mut dyn Describer) -> Result<(), Stop> + 'd;

/// Calls `show` with what describes the part, once, when enough of the input is in view. The result is what is wrong with the part.
pub(super) fn describe_part<'p>(
    look: &mut Look<'p>,
    subject: &Subject<'p>,
    show: &mut dyn FnMut(&Describe<'_>),
) -> Result<Vec<Located>, Error> {
    let mut errors = Vec::new();
    let located = |damage: Damage| Located { member: subject.input.member().cloned(), ..damage.into() };
    match damage(show_fields(look.at(subject.input), subject, show))? {
        Ok(error) => errors.extend(error.map(|error| Located::new(subject.input, error))),
        Err(damage) => errors.push(located(damage)),
    }
    errors.extend(subject.error.map(|error| Located::new(subject.input, error.clone())));
    if let Some(decompressed) = subject.holds
        && let Err(damage) = damage(decompressed.verify())?
    {
        errors.push(located(damage));
    }
    errors.dedup();
    Ok(errors)
}

/// Calls `show` for the part. The result is what is wrong with its fields.
fn show_fields<'p>(
    reader: &mut WindowReader<'p>,
    subject: &Subject<'p>,
    show: &mut dyn FnMut(&Describe<'_>),
) -> Result<Option<ReadError>, FileError> {
    if let Some(format) = subject.toc() {
        let toc = read_toc(reader, format, subject.start)?;
        show(&|describer| {
            toc.describe(describer);
            Ok(())
        });
        return Ok(toc.error);
    }
    if let Some(walked) = subject.walker() {
        return show_walked(reader, subject, walked, show);
    }
    let mut section;
    let reader = match subject.as_host() {
        Some(place) => {
            section = WindowReader::over(subject.input, place);
            &mut section
        }
        None => reader,
    };
    // Nothing that is shown can be taken back, so the window grows before.
    let delimiters = subject.delimiters();
    let read = reader.read_outlined(subject.start, delimiters.as_ref(), |bytes, offsets| {
        let read = subject.describe(bytes, &mut NullDescriber);
        let is_seen = !matches!(read, Err(Stop::NeedMore { .. }));
        if is_seen {
            show(&|describer| offsets.stop(subject.describe(bytes, &mut offsets.describer(describer))));
        }
        offsets.stop(read)
    })?;
    Ok(read.err())
}

/// The same of what is walked over, of which headers alone are looked at. They are kept, because they are shown more than once.
fn show_walked(
    reader: &mut WindowReader<'_>,
    subject: &Subject<'_>,
    walked: &Walker,
    show: &mut dyn FnMut(&Describe<'_>),
) -> Result<Option<ReadError>, FileError> {
    let (start, have) = (subject.start, reader.place().end().saturating_sub(subject.start));
    let mut kept: BTreeMap<u64, Vec<u8>> = BTreeMap::new();
    let mut keep = |place: Place| {
        let bytes = view(reader, start, place)?;
        let known = kept.entry(place.ofs).or_default();
        // An entry is looked at twice: at first so far as it says how long its header is.
        if known.len() < bytes.len() {
            *known = bytes.to_vec();
        }
        Ok::<_, FileError>(bytes)
    };
    let fault = match walked.walk(start, have, &mut keep, &mut NullDescriber) {
        Ok(_) => None,
        Err(ViewError::Unseen(error)) => return Err(error),
        Err(ViewError::Wrong(error)) => Some(error),
    };
    show(&|describer| {
        let mut again = |place: Place| {
            let bytes = kept.get(&place.ofs).map_or(&[][..], Vec::as_slice);
            let len = usize::try_from(place.len).unwrap_or(usize::MAX).min(bytes.len());
            Ok::<_, Stop>(Cow::Borrowed(bytes.get(..len).unwrap_or_default()))
        };
        walked.walk(start, have, &mut again, describer)?;
        Ok(())
    });
    Ok(fault)
}

/// The look at what was looked at last, so that small parts that lie close together share a window.
#[derive(Default)]
pub(in crate::ops) struct Look<'p> {
    last: Option<(&'p Arc<Input>, WindowReader<'p>)>,
}

impl<'p> Look<'p> {
    fn at(&mut self, input: &'p Arc<Input>) -> &mut WindowReader<'p> {
        let kept = self.last.take().filter(|(last, _)| Arc::ptr_eq(last, input));
        &mut self
            .last
            .insert(kept.unwrap_or_else(|| (input, WindowReader::new(input))))
            .1
    }
}
