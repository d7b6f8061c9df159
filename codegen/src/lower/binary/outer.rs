//! What records must be told of the records around them to be read: fields of `_root` and `_parent`; and whether they hold content.

use offload_bundle_core::layout::Holds;

use crate::expr::Scope;
use crate::ir::binary::Record;
use crate::ir::layout;

/// Fills in what each record needs, and hands needs on to the records around it until nothing changes.
pub(super) fn spread(records: &mut [Record<'_>]) {
    for record in records.iter_mut() {
        own_needs(record);
    }
    // To the outermost record, `_root` is itself.
    if let Some(root) = records.first_mut() {
        root.needs.clear();
    }
    loop {
        let before = records.to_vec();
        for (index, record) in records.iter_mut().enumerate() {
            let ids = record.members.iter().flat_map(|member| layout::records(&member.holds));
            for inner in ids.filter_map(|id| before.iter().find(|inner| inner.id == id)) {
                let root = inner.needs.iter().filter(|path| path.scope == Scope::Root);
                if index != 0 {
                    record.needs.extend(root.cloned());
                }
                record.borrows |= inner.borrows;
            }
        }
        let same = |(a, b): (&Record, &Record)| a.needs == b.needs && a.borrows == b.borrows;
        if before.iter().zip(records.iter()).all(same) {
            return;
        }
    }
}

fn own_needs(record: &mut Record) {
    for member in &record.members {
        let fields = member
            .measures()
            .flat_map(|measure| layout::fields(&measure.expression));
        record.needs.extend(fields.filter(|path| path.scope != Scope::Own));
        record.borrows |= match member.holds {
            Holds::Content(_) => true,
            Holds::Bytes(_) => member.part.is_some(),
            _ => false,
        };
    }
}
