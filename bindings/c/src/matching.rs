//! Which entry serves a GPU best, and why.

use offload_bundle::OffloadFile;

use crate::error::{Error, Failure};
use crate::foreign::{Chars, Held, Out};
use crate::guard::{make, or};
use crate::input::text;
use crate::opened::{Bundle, Entry, File};
use crate::status::Status;
use crate::verdict::{Reason, Reasons};

/// The entry that serves a GPU best, and why. The caller frees it.
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

/// The IDs of entries, for an error.
fn ids<'f>(entries: impl Iterator<Item = offload_bundle::Entry<'f>>) -> impl Iterator<Item = String> {
    entries.filter_map(|entry| entry.id().ok().map(str::to_owned))
}

/// The entry of a file that serves `target` best: that of a GPU, as its driver names it (`gfx90a:sramecc+:xnack-`, `sm_90`), or a whole bundle
/// entry ID. `OB_STATUS_NOT_FOUND` where none does; the error names those that there are. The caller frees `*found`.
///
/// A program can hold one bundle a translation unit, and needs the code objects of all of them: `ob_bundle_best_match` gives that of each.
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

/// The same among the entries of one bundle.
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

/// The entry. It can be used until the file is closed.
#[unsafe(no_mangle)]
pub extern "C" fn ob_match_entry(found: Held<Match>) -> Entry {
    found.get().map_or(Entry::NONE, |best| best.entry)
}

/// How many reasons there are why it may serve: at least one.
#[unsafe(no_mangle)]
pub extern "C" fn ob_match_reason_count(found: Held<Match>) -> usize {
    found.get().map_or(0, |best| best.reasons.len())
}

/// One of them, from 0. Its texts stay until the match is freed; they are empty where there is none with this number.
#[unsafe(no_mangle)]
pub extern "C" fn ob_match_reason(found: Held<Match>, number: usize) -> Reason {
    Reasons::to_row(found.get().map(|best| &best.reasons), number)
}

/// How many other entries would do: the best of every other bundle, and those of the same bundle that are as specific.
#[unsafe(no_mangle)]
pub extern "C" fn ob_match_other_count(found: Held<Match>) -> usize {
    found.get().map_or(0, |best| best.others.len())
}

/// One of them, from 0, in file order; where there is none, an entry without a file.
#[unsafe(no_mangle)]
pub extern "C" fn ob_match_other(found: Held<Match>, number: usize) -> Entry {
    let other = found.get().and_then(|best| best.others.get(number).copied());
    other.unwrap_or(Entry::NONE)
}

/// Frees a match. Null is nothing.
#[unsafe(no_mangle)]
pub extern "C" fn ob_match_free(found: Option<Box<Match>>) {
    or((), || drop(found));
}
