//! `inspect`: the bytes of each input explained field by field, as they are read: nothing but what is shown next is kept.

mod json;
mod subjects;
mod text;

use std::sync::Arc;

use offload_bundle_core::describe::{Describer, Nobody};
use offload_bundle_core::error::{ReadError, Stop};
use serde_json::Value;

use self::subjects::{Subject, subjects};
use super::check::refuse_rereading;
use crate::error::OpError;
use crate::file_error::{FileError, damage};
use crate::input::{Input, WindowReader};
use crate::ops::{Outcome, Session};
use crate::request::InspectRequest;
use crate::scan::{Located, Scan, scan};

/// Shows every field of every bundle of every input, and of what bundles are wrapped in. [`Outcome::No`] if an input is no bundle. A
/// damaged input is shown as far as it can be read, which is [`Outcome::Partly`].
///
/// As JSON: a list with one object an input: `file`, `bundles`, `warnings`, and `error` (`code`, `message`) where it is damaged or no
/// bundle. A bundle is `input` (what its offsets count in: the file, or what an envelope in it holds), `section` (the one it stands in,
/// or null), `offset`, `format`, `rows`, `value` (its canonical value), and `error` (`code`, `offset`, `path`, `message`) where its
/// fields could not all be read or are not what is declared; an envelope is shown as a bundle is, before those that it holds. A row
/// is `path`, `offset`, `len`, `value`, `meaning`, and `number` and `error` where there is one. Offsets and lengths are in bytes.
///
/// # Errors
///
/// An input or an output that the system refuses; damage is no error.
pub fn inspect(session: &mut Session<'_>, request: &InspectRequest) -> Result<Outcome, OpError> {
    refuse_rereading(&request.inputs)?;
    let mut scans = Vec::new();
    for file in &request.inputs {
        let input = file.open()?;
        scans.push(match scan(session.registry, &input, &request.scan) {
            Err(error @ OpError::NotABundle { .. }) => (input, Err(error)),
            other => (input, Ok(other?)),
        });
    }
    let json = session.json;
    let mut print = Print { session, text: String::new(), failed: None };
    let mut outcome = Outcome::Yes;
    let mut messages = Vec::new();
    if json {
        print.push("[");
    }
    for (index, (input, scan)) in scans.iter().enumerate() {
        if json {
            print.push(if index == 0 { "\n" } else { ",\n" });
        }
        match scan {
            Err(error) => {
                if json {
                    json::not_a_bundle(&mut print, input.name(), error);
                }
                messages.push(format!("{error}"));
                outcome = outcome.max(Outcome::No);
            }
            Ok(scan) => outcome = outcome.max(show(&mut print, input, scan, json, &mut messages)?),
        }
    }
    if json {
        print.push("\n]\n");
    }
    print.finish()?;
    messages.iter().for_each(|line| session.message(line));
    Ok(outcome)
}

/// Shows one input. The lines about what is wrong with it are added to `messages`.
fn show(
    print: &mut Print<'_, '_>,
    input: &Arc<Input>,
    scan: &Scan,
    json: bool,
    messages: &mut Vec<String>,
) -> Result<Outcome, OpError> {
    if json {
        json::begin_file(print, input.name());
    }
    let mut broken: Vec<Located> = Vec::new();
    let subjects = subjects(scan, input);
    let mut look = Look { last: None };
    for (index, subject) in subjects.iter().enumerate() {
        let errors = if json {
            json::subject(print, &mut look, index, subject)?
        } else {
            text::subject(print, &mut look, subject)?
        };
        broken.extend(errors);
    }
    // What the scan has found is shown as it stands, and once.
    let known: Vec<Located> = scan.findings().collect();
    broken.retain(|located| !known.contains(located));
    let malformed = scan
        .malformed()
        .or_else(|| broken.first().cloned().map(Located::into_error));
    if json {
        json::end_file(print, &warnings(input.name(), scan, &broken), malformed.as_ref());
    }
    let outcome = match malformed {
        Some(error) => {
            messages.push(format!("{error}"));
            Outcome::Partly
        }
        None => {
            messages.extend(known.iter().map(Located::as_warning));
            Outcome::Yes
        }
    };
    messages.extend(
        scan.external_code
            .iter()
            .map(|external_code| external_code.as_note(input.name())),
    );
    Ok(outcome)
}

/// The findings of the scan and those of a closer look, as JSON.
fn warnings(name: &str, scan: &Scan, broken: &[Located]) -> Value {
    let mut warnings = super::list::warnings(name, scan);
    if let Some(list) = warnings.as_array_mut() {
        list.extend(broken.iter().map(|located| super::list::warning(name, located)));
    }
    warnings
}

/// Shows a part to a describer.
///
/// # Errors
///
/// What is wrong with the first field that cannot be read.
type Describe<'d> = dyn Fn(&mut dyn Describer) -> Result<(), Stop> + 'd;

/// Calls `show` with what describes the part, once, when enough of the input is in view. The result is what is wrong with the part.
fn described<'p>(
    look: &mut Look<'p>,
    subject: &'p Subject<'p>,
    show: &mut dyn FnMut(&Describe<'_>),
) -> Result<Vec<Located>, OpError> {
    let mut errors = Vec::new();
    match damage(show_fields(look.at(subject.input), subject, show))? {
        Ok(error) => errors.extend(error.map(|error| Located::new(subject.input, error))),
        Err(damage) => errors.push(damage.into()),
    }
    errors.extend(subject.error.map(|error| Located::new(subject.input, error.clone())));
    if let Some(decompressed) = subject.holds
        && let Err(damage) = damage(decompressed.verify())?
    {
        errors.push(damage.into());
    }
    errors.dedup();
    Ok(errors)
}

/// Calls `show` for the part. The result is what is wrong with its fields.
fn show_fields(
    reader: &mut WindowReader<'_>,
    subject: &Subject<'_>,
    show: &mut dyn FnMut(&Describe<'_>),
) -> Result<Option<ReadError>, FileError> {
    // Nothing that is shown can be taken back, so the window grows before.
    let read = reader.read(subject.start, |bytes| subject.describe(bytes, &mut Nobody))?;
    let _ = reader.read(subject.start, |bytes| {
        show(&|describer| subject.describe(bytes, describer));
        Ok(())
    })?;
    Ok(read.err())
}

/// The look at what was looked at last, so that small parts that lie close together share a window.
struct Look<'p> {
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

/// Collects text, and prints it whenever there is enough.
struct Print<'p, 's> {
    session: &'p mut Session<'s>,
    text: String,
    failed: Option<OpError>,
}

/// How much is collected, in bytes.
const ENOUGH: usize = 64 << 10;

impl Print<'_, '_> {
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        if self.text.len() >= ENOUGH {
            self.flush();
        }
    }

    fn flush(&mut self) {
        if self.failed.is_none() {
            self.failed = self.session.print(&self.text).err();
        }
        self.text.clear();
    }

    /// Prints the rest.
    ///
    /// # Errors
    ///
    /// A write has failed, this one or one before.
    fn finish(mut self) -> Result<(), OpError> {
        self.flush();
        self.failed.map_or(Ok(()), Err)
    }
}
