//! Which records have builders that may borrow content: those that hold some, or records that do.

use offload_bundle_core::layout::Holds;

use crate::ir::binary::Record;
use crate::ir::layout;

/// Hands it on to the records around until nothing changes.
pub(super) fn spread(records: &mut [Record<'_>]) {
    for record in records.iter_mut() {
        let holds = |content: &Holds<'_>, is_part| match content {
            Holds::Content(_) => true,
            Holds::Bytes(_) => is_part,
            _ => false,
        };
        let mut members = record.members.iter();
        record.borrows = members.any(|member| holds(&member.holds, member.part.is_some()));
    }
    loop {
        let borrowing = records.iter().filter(|record| record.borrows).map(|record| record.id);
        let borrowing: Vec<&str> = borrowing.collect();
        let around = |record: &&mut Record<'_>| {
            let mut inner = record.members.iter().flat_map(|member| layout::records(&member.holds));
            !record.borrows && inner.any(|id| borrowing.contains(&id))
        };
        let mut found = records.iter_mut().filter(around).peekable();
        if found.peek().is_none() {
            return;
        }
        found.for_each(|record| record.borrows = true);
    }
}
