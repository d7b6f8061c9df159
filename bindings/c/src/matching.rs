//! The best entry for a GPU, with reasons.

use offload_bundle::OffloadFile;

use crate::error::{Error, Failure};
use crate::foreign::{Chars, Held, Out};
use crate::guard::{make, or};
use crate::input::text;
use crate::opened::{Bundle, Entry, File};
use crate::status::Status;
use crate::verdict::{Reason, Reasons};

/// The best entry for a GPU, and the reasons. The caller frees it.
pub struct Match {
    entry: Entry,
    reasons: Reasons,
    others: Vec<Entry>,
}

impl Match {
    fn new(file: Held<File>, found: &offload_bundle::Match<'_>) -> Self {
        let others = found.others().iter();
        Self {
            entry: Entry::new(file, found.entry()),
            reasons: found
                .reasons()
                .iter()
                .map(|reason| (reason.rule, reason.text.as_str()))
                .collect(),
            others: others.map(|entry| Entry::new(file, *entry)).collect(),
        }
    }

    fn or_not_found(
        file: Held<File>,
        opened: &OffloadFile,
        target: &str,
        found: Option<offload_bundle::Match<'_>>,
        entries: impl Iterator<Item = String>,
    ) -> Result<Self, Failure> {
        found.map(|found| Self::new(file, &found)).ok_or_else(|| {
            let file = opened.name().clone();
            let (ids, stored) = (vec![target.to_owned()], entries.collect());
            offload_bundle::Error::NotFound { file, ids, stored, nearest: Vec::new() }.into()
        })
    }
}

fn ids<'f>(entries: impl Iterator<Item = offload_bundle::Entry<'f>>) -> impl Iterator<Item = String> {
    entries.filter_map(|entry| entry.id().ok().map(str::to_owned))
}

/// Finds the best entry of a file for `target`: the name of a GPU from its driver (`gfx90a:sramecc+:xnack-`, `sm_90`), or a bundle entry
/// ID. `OB_STATUS_NOT_FOUND` if no entry matches; the error lists the entries. The caller frees `*found`.
///
/// A program with several bundles, one for each translation unit, needs a code object from every unit: use `ob_bundle_best_match`.
#[unsafe(no_mangle)]
pub extern "C" fn ob_file_best_match(
    file: Held<File>,
    target: Chars,
    found: Out<Option<Box<Match>>>,
    error: Out<Option<Box<Error>>>,
) -> Status {
    make(found, error, || {
        let opened = File::file_of(&file).ok_or_else(|| Failure::null("the file"))?;
        let target = text(&target, "the target")?;
        Match::or_not_found(file, opened, target, opened.best_match(target)?, ids(opened.entries()))
    })
}

/// Finds the best entry of a bundle.
#[unsafe(no_mangle)]
pub extern "C" fn ob_bundle_best_match(
    bundle: Bundle,
    target: Chars,
    found: Out<Option<Box<Match>>>,
    error: Out<Option<Box<Error>>>,
) -> Status {
    make(found, error, || {
        let looked_into = bundle.find()?;
        let opened = File::file_of(&bundle.file).ok_or_else(|| Failure::null("the file"))?;
        let target = text(&target, "the target")?;
        Match::or_not_found(
            bundle.file,
            opened,
            target,
            looked_into.best_match(target)?,
            ids(looked_into.entries()),
        )
    })
}

/// The entry, valid until the file is closed.
#[unsafe(no_mangle)]
pub extern "C" fn ob_match_entry(found: Held<Match>) -> Entry {
    found.get().map_or(Entry::NONE, |best| best.entry)
}

/// Number of reasons for the match, at least 1.
#[unsafe(no_mangle)]
pub extern "C" fn ob_match_reason_count(found: Held<Match>) -> usize {
    found.get().map_or(0, |best| best.reasons.len())
}

/// Returns reason `number`, from 0. Its texts are valid until the match is freed, and empty if `number` is out of range.
#[unsafe(no_mangle)]
pub extern "C" fn ob_match_reason(found: Held<Match>, number: usize) -> Reason {
    Reasons::to_row(found.get().map(|best| &best.reasons), number)
}

/// Number of other matches: the best entry of every other bundle, and equally specific entries of the same bundle.
#[unsafe(no_mangle)]
pub extern "C" fn ob_match_other_count(found: Held<Match>) -> usize {
    found.get().map_or(0, |best| best.others.len())
}

/// Returns other match `number`, from 0, in file order, or an entry without a file if it is out of range.
#[unsafe(no_mangle)]
pub extern "C" fn ob_match_other(found: Held<Match>, number: usize) -> Entry {
    let other = found.get().and_then(|best| best.others.get(number).copied());
    other.unwrap_or(Entry::NONE)
}

/// Frees a match. Null has no effect.
#[unsafe(no_mangle)]
pub extern "C" fn ob_match_free(found: Option<Box<Match>>) {
    or((), || drop(found));
}
