//! Reports as text or JSON: one file an operation.

mod advice;
mod bundle;
mod compress;
mod convert;
mod counted;
mod details;
mod extract;
mod formats;
mod inspect;
mod json;
mod json_pieces;
mod list;
mod notes;
mod pack;
mod printer;
mod settings;
mod shown;
mod size;
mod sizes;
mod supports;
mod table;
mod target;
#[cfg(test)]
mod tests;
mod unbundle;
mod unpack;
mod verify;

pub(crate) use advice::advised;
pub(crate) use bundle::bundle;
pub(crate) use compress::compressed;
pub(crate) use convert::convert;
pub(crate) use extract::extract;
pub(crate) use formats::formats;
pub(crate) use inspect::inspect;
pub(crate) use list::list;
pub(crate) use notes::{say_external_code, say_request_notes, warn};
pub(crate) use pack::pack;
pub(crate) use printer::Printer;
pub(crate) use settings::{ERROR, HEADING, LITERAL, Settings, VALID};
pub(crate) use size::size;
pub(crate) use supports::supports;
pub(crate) use target::{canonical_ids, compatibility, parsed_ids};
pub(crate) use unbundle::unbundle;
pub(crate) use unpack::unpack;
pub(crate) use verify::verify;
