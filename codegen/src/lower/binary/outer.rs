//! What records must be told of the records around them to be read: fields of `_root` and `_parent`; and whether they hold content.

use crate::expr::{Expr, Path, Scope};
use crate::ir::binary::{Record, What};

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
            let indices: Vec<usize> = record.contents().flat_map(What::records).collect();
            for inner in indices.into_iter().filter_map(|inner| before.get(inner)) {
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
    let outer = |expr: &Expr| -> Vec<Path> {
        let fields = expr.fields().into_iter();
        fields.filter(|path| path.scope != Scope::Own).cloned().collect()
    };
    let fields = record.fields.iter().map(|field| &field.what);
    for what in fields.chain(record.parts.iter().map(|part| &part.what)) {
        match what {
            What::Sized(sized) => record.needs.extend(outer(&sized.len.expr)),
            What::List(list) => record.needs.extend(outer(&list.count.expr)),
            What::Compressed(compressed) => {
                record.borrows = true;
                let len = compressed.len.iter();
                record.needs.extend(len.flat_map(|len| outer(&len.expr)));
            }
            _ => {}
        }
    }
    for part in &record.parts {
        record.needs.extend(outer(&part.pos.expr));
        record.borrows |= matches!(&part.what, What::Sized(sized) if sized.encoding.is_none());
    }
}
