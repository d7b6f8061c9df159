//! Rewrites the members of an archive, each by itself.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;

use offload_bundle_core::registry::Registry;

use super::content::parts;
use super::outcomes::Outcomes;
use super::packed::{PackageChange, RewrittenPackage};
use super::task::Task;
use crate::archive::{ChangedMembers, Members, check_members, with_members};
use crate::error::Error;
use crate::file_name::FileName;
use crate::input::{Input, InputPiece, LastBlock};
use crate::object::unsound;
use crate::ops::context::Context;
use crate::output::Output;
use crate::report::LeftFile;
use crate::rewrite_fault::RewriteFault;

/// Rewrites the members of `archive` by `each`. Those that have nothing of what is meant stay as they are, if others have. Order, names, dates
/// and modes stay, and symbol tables follow.
///
/// # Errors
///
/// Those of `each`; the archive is damaged, or thin; nothing in it has what is meant.
pub(super) fn rewrite_archive(
    registry: &Registry,
    task: &Task<'_>,
    archive: &Arc<Input>,
    context: &mut Context<'_>,
    each: &mut dyn PackageChange,
) -> Result<RewrittenPackage, Error> {
    let (changed, left) = change_members(registry, task, archive, context, each)?;
    let pieces = match changed.is_empty() {
        true => vec![InputPiece::Range(Arc::clone(archive), archive.whole())],
        false => with_members(archive, &changed, &BTreeSet::new())?,
    };
    let size = InputPiece::total(&pieces);
    if task.writes(!changed.is_empty()) {
        let output = Output::new(task.path(archive), parts(&pieces)).with_mode_of(archive);
        let output = output.changed_in_place(task.in_place);
        let mut checked = |written: &Arc<Input>| match check_members(archive, &changed, written)? {
            Some(what) if !changed.is_empty() => Err(unsound(written, what)),
            _ => Ok(()),
        };
        task.write(&output, context, &mut checked)?;
    }
    Ok(RewrittenPackage { size, left })
}

/// The members that change, and those that have bundles and stay.
fn change_members(
    registry: &Registry,
    task: &Task<'_>,
    archive: &Arc<Input>,
    context: &mut Context<'_>,
    each: &mut dyn PackageChange,
) -> Result<(ChangedMembers, Vec<LeftFile>), Error> {
    let made = RefCell::default();
    let mut changed = ChangedMembers::new();
    let mut outcomes = Outcomes::default();
    let last = Arc::<LastBlock>::default();
    let Some(mut members) = Members::open(archive)? else {
        return Ok((ChangedMembers::new(), Vec::new()));
    };
    if members.is_thin() {
        return Err(archive.refuse(RewriteFault::Thin));
    }
    while let Some(member) = members.next()? {
        let member = member.map_err(|error| Error::Read { file: archive.name().into(), error: error.error })?;
        let Some(place) = member.content else { continue };
        let shown = archive.name().of_member(&FileName::from_stored(member.name));
        let input = Arc::new(Input::part(shown, archive, place, &last));
        let outcome = each.rewrite(&task.within(&made), &input, context);
        if outcomes.add(registry, &input, outcome)? {
            let made = made.borrow_mut().take();
            changed.extend(made.map(|made| (member.offset, (Arc::clone(&made), made.whole()))));
        }
    }
    let left = outcomes.into_left(registry, archive)?;
    each.finish(archive)?;
    Ok((changed, left))
}
