//! Code objects that C hands in, each for an entry.

use crate::error::Failure;
use crate::foreign::{List, Several};
use crate::input::{Input, text};

/// IDs, and what is given for each.
pub(crate) fn entries(ids: List, code_objects: Several<Input>, count: usize) -> Result<Vec<(String, Input)>, Failure> {
    let ids = ids.texts(count).ok_or_else(|| Failure::null("the list of IDs"))?;
    let code_objects = code_objects
        .get(count)
        .ok_or_else(|| Failure::null("the list of code objects"))?;
    let pairs = ids.iter().zip(code_objects);
    pairs
        .map(|(id, code_object)| Ok((text(id, "an ID")?.to_owned(), *code_object)))
        .collect()
}
