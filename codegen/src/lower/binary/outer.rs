//! What records must be told of the records around them: fields of `_root` and `_parent`, options, and whether they hold content.

use std::collections::BTreeSet;

use crate::expr::{Expr, Path, Scope};
use crate::ir::binary::{Record, What};
use crate::model::binary::Align;

/// Fills in what each record needs, and hands needs on to the records around it until nothing changes.
pub(super) fn spread(records: &mut [Record<'_>]) {
    for record in records.iter_mut() {
        own_needs(record);
    }
    // To the outermost record, `_root` is itself.
    if let Some(root) = records.first_mut() {
        root.needs_to_read.clear();
        root.needs_to_write.clear();
    }
    loop {
        let before = records.to_vec();
        for (index, record) in records.iter_mut().enumerate() {
            let indices: Vec<usize> = record.contents().flat_map(What::records).collect();
            for inner in indices.into_iter().filter_map(|inner| before.get(inner)) {
                let root = |needs: &BTreeSet<Path>| -> Vec<Path> {
                    needs.iter().filter(|path| path.scope == Scope::Root).cloned().collect()
                };
                if index != 0 {
                    record.needs_to_read.extend(root(&inner.needs_to_read));
                    record.needs_to_write.extend(root(&inner.needs_to_write));
                }
                record.options.extend(inner.options.iter().cloned());
                record.borrows |= inner.borrows;
            }
        }
        let same = |(a, b): (&Record, &Record)| {
            a.needs_to_read == b.needs_to_read
                && a.needs_to_write == b.needs_to_write
                && a.options == b.options
                && a.borrows == b.borrows
        };
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
            What::Sized(sized) => record.needs_to_read.extend(outer(&sized.len.expr)),
            What::List(list) => record.needs_to_read.extend(outer(&list.count.expr)),
            What::Compressed(compressed) => {
                record.borrows = true;
                let len = compressed.len.iter();
                record.needs_to_read.extend(len.flat_map(|len| outer(&len.expr)));
            }
            What::Number(number) => record
                .needs_to_write
                .extend(number.source.expressions().flat_map(outer)),
            _ => {}
        }
    }
    for part in &record.parts {
        record.needs_to_read.extend(outer(&part.pos.expr));
        if let Align::Option(option) = &part.align {
            record.options.insert(option.clone());
        }
        record.borrows |= matches!(&part.what, What::Sized(sized) if sized.encoding.is_none());
    }
}
