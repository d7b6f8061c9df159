//! A writer of bundles in text formats.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::delimiters::Delimiters;
use super::tables::TextFormat;
use super::{END_MARKER, LINE_BREAK, START_MARKER};
use crate::bytes::{Bytes, length};
use crate::error::{Path, WriteError, WriteProblem};
use crate::plan::{Content, Plan};

/// An entry to write.
#[derive(Debug, Clone, Copy)]
pub struct NewText<'a> {
    /// The field for both markers.
    pub field: &'a str,
    /// The content. It must not contain the lead of a marker. The caller must check external content for both leads.
    pub content: &'a Content<'a>,
}

/// Lays out the file. `parameters` are the values of the format's parameters, in order.
///
/// # Errors
///
/// Returns an error if the entries could not be read back.
pub fn plan<'a>(
    format: &TextFormat<'static>,
    parameters: &[&[u8]],
    entries: &[NewText<'a>],
) -> Result<Plan<'a>, WriteError> {
    let delimiters = format.delimiters(parameters);
    check(format, &delimiters, parameters, entries)?;
    let mut plan = Plan::new();
    for (index, entry) in (0..).zip(entries) {
        plan.bytes(delimiters.start.with(entry.field));
        let end = plan.len().checked_add(entry.content.len());
        plan.content(entry.content.borrowed());
        let marker = delimiters.end.with(entry.field);
        let end = end.and_then(|end| end.checked_add(length(&marker)));
        plan.bytes(marker);
        if end != Some(plan.len()) {
            let path = Path::from("entries").index(index).field(format.content.name);
            return Err(WriteError::new(path, WriteProblem::Overflow));
        }
    }
    Ok(plan)
}

fn check(
    format: &TextFormat<'static>,
    delimiters: &Delimiters,
    parameters: &[&[u8]],
    entries: &[NewText<'_>],
) -> Result<(), WriteError> {
    for (name, value) in format.parameters.iter().zip(parameters) {
        if matches!(Bytes::new(value).find(0, LINE_BREAK.as_bytes()), Ok(Some(_))) {
            return Err(unreadable(*name, "it holds a line break"));
        }
    }
    let (start, end) = (&delimiters.start.lead, &delimiters.end.lead);
    if start.starts_with(end) || end.starts_with(start) {
        return Err(unreadable("entries", "one marker begins as the other does"));
    }
    if entries.is_empty() {
        return Err(unreadable("entries", "a bundle needs at least one entry"));
    }
    for (index, entry) in (0..).zip(entries) {
        let path = |field| Path::from("entries").index(index).field(field);
        if let Err(why) = format.field_text(entry.field.as_bytes()) {
            return Err(unreadable(path(format.field.name), why));
        }
        let first = entries.first().filter(|_| index > 0);
        if first.is_some_and(|first| first.field == entry.field) {
            let why = "the first entry has it, so here another bundle would begin";
            return Err(unreadable(path(format.field.name), why));
        }
        let Content::Inline(content) = entry.content else {
            continue;
        };
        for (lead, words) in [(start, START_MARKER), (end, END_MARKER)] {
            if let Ok(Some(at)) = Bytes::new(content).find(0, lead) {
                let why = format!("it holds {words} at byte {at:#x}");
                return Err(unreadable(path(format.content.name), &why));
            }
        }
    }
    Ok(())
}

fn unreadable(path: impl Into<Path>, why: &str) -> WriteError {
    WriteError::new(path, WriteProblem::Unreadable { why: String::from(why) })
}

/// Returns the `entries` that can be written, for tests and fuzzing. Content with a marker is truncated before it.
pub fn writable(
    format: &TextFormat<'static>,
    parameters: &[&[u8]],
    entries: Vec<(String, Vec<u8>)>,
) -> Vec<(String, Vec<u8>)> {
    let delimiters = format.delimiters(parameters);
    let mut kept: Vec<(String, Vec<u8>)> = Vec::new();
    for (field, mut content) in entries {
        let known = kept.iter().any(|(known, _)| *known == field);
        if known || format.field_text(field.as_bytes()).is_err() {
            continue;
        }
        for lead in [&delimiters.start.lead, &delimiters.end.lead] {
            let found = Bytes::new(&content).find(0, lead).ok().flatten();
            if let Some(at) = found.and_then(|at| usize::try_from(at).ok()) {
                content.truncate(at);
            }
        }
        kept.push((field, content));
    }
    kept
}
