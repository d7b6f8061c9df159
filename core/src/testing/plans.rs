//! What must hold of every plan: it says where the contents are before a byte is written, and there they are.
// For tests only: what does not hold panics.
#![allow(clippy::panic)]

use alloc::format;
use alloc::vec::Vec;
use core::fmt::Debug;

use proptest::strategy::Strategy;
use proptest::test_runner::TestCaseError;

use super::id_texts::same;
use super::runner::{failed, runner};
use crate::bytes::{Bytes, Place, length};
use crate::describe::{Describer, Field, FieldValue, Shape};
use crate::error::WriteError;
use crate::plan::{Piece, Plan};
use crate::tree::Tree;

/// The plan of a value has the length of the file, and each content at a place where the table shows bytes of the file.
pub fn plans<T: Debug>(
    values: &impl Strategy<Value = T>,
    plan: impl for<'v> Fn(&'v T) -> Result<Plan<'v>, WriteError>,
    tree: &'static Tree<'static>,
) {
    let checked = runner(256).run(values, |value| {
        let plan = plan(&value).map_err(failed)?;
        let bytes = plan.to_bytes().map_err(failed)?;
        agrees(&plan, &bytes)?;
        let mut shown = Contents::default();
        tree.describe(Bytes::new(&bytes), &mut shown).map_err(failed)?;
        // The table also shows bytes that are where they come, such as the rest of the file; a plan has places for the others alone.
        for place in &plan.places {
            let stands = |shown: &Place| (shown.ofs, shown.len) == (place.ofs, place.len);
            let Some(index) = shown.0.iter().position(stands) else {
                return Err(failed(format!("no content stands where one was planned: {place:?}")));
            };
            // Each stands for one: empty contents may share a place.
            shown.0.swap_remove(index);
        }
        Ok(())
    });
    if let Err(broken) = checked {
        panic!("{broken}");
    }
}

/// The lengths and places of a plan are those of the file `bytes`.
pub(super) fn agrees(plan: &Plan<'_>, bytes: &[u8]) -> Result<(), TestCaseError> {
    same(&plan.len(), &length(bytes), "the length of the file")?;
    let lens = plan.pieces.iter().map(|piece| match piece {
        Piece::Bytes(bytes) => length(bytes),
        Piece::Fill { len, .. } | Piece::Content { len, .. } => *len,
    });
    same(&lens.sum(), &plan.len(), "the lengths of all pieces")?;
    let mut behind = 0;
    for place in &plan.places {
        let follows = place.ofs >= behind && place.end() <= plan.len();
        same(&follows, &true, "contents follow each other within the file")?;
        behind = place.end();
    }
    Ok(())
}

/// The places of the bytes that are not looked into.
#[derive(Default)]
struct Contents(Vec<Place>);

impl Describer for Contents {
    fn begin(&mut self, _name: &'static str, _shape: Shape) {}

    fn item(&mut self, _index: u64) {}

    fn field(&mut self, field: Field<'_>) {
        if let FieldValue::Opaque(len) = field.value {
            self.0.push(Place { ofs: field.offset, len });
        }
    }

    fn end(&mut self) {}
}
