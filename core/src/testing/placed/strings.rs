//! Checks that a string table contains exactly the referenced texts, in the order of LLVM.

use alloc::collections::VecDeque;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::later::Waiting;
use crate::bytes::length;

pub(super) fn table<'w>(bytes: &'w [u8], start: u64, texts: VecDeque<Waiting<'w>>) -> Result<u64, String> {
    let mut found = texts
        .iter()
        .map(|text| text.text(bytes))
        .collect::<Result<Vec<_>, _>>()?;
    let byte = |at: u64| usize::try_from(at).ok().and_then(|at| bytes.get(at)).copied();
    if byte(start) != Some(0) {
        return Err(format!("the string table at byte {start} does not begin with a NUL"));
    }
    // Among texts with the same end, the longest comes first.
    found.sort_by_key(|(offset, text)| (offset.saturating_add(length(text)), *offset));
    let mut end = start.saturating_add(1);
    let mut previous: Option<&[u8]> = None;
    for (offset, text) in found {
        let behind = offset.saturating_add(length(text));
        if text.is_empty() && offset == start
            || previous.is_some() && behind.saturating_add(1) == end && !text.is_empty()
        {
            continue;
        }
        if offset != end || text.is_empty() {
            return Err(format!("a text of the string table is at byte {offset}, not {end}"));
        }
        if byte(behind) != Some(0) {
            return Err(format!("the text at byte {offset} does not end with a NUL"));
        }
        if let Some(previous) = previous {
            let in_order = previous.iter().rev().gt(text.iter().rev());
            if !in_order || previous.ends_with(text) {
                return Err(format!("the text at byte {offset} is out of order"));
            }
        }
        previous = Some(text);
        end = behind.saturating_add(1);
    }
    Ok(end)
}
