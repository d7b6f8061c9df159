//! Properties of all plans: the places of contents are right before writing.
// Test code: a violated property panics.
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

/// Checks that a plan has the length of the file, and that each content is at a place where the table shows bytes.
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
        // The table also shows inline bytes, such as the rest of the file, which a plan does not list.
        for place in &plan.places {
            let stands = |shown: &Place| (shown.ofs, shown.len) == (place.ofs, place.len);
            let Some(index) = shown.0.iter().position(stands) else {
                return Err(failed(format!("no content is at the planned place {place:?}")));
            };
            // Empty contents may share a place, so remove each match.
            shown.0.swap_remove(index);
        }
        Ok(())
    });
    if let Err(broken) = checked {
        panic!("{broken}");
    }
}

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
