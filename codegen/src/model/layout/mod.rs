//! Parsed binary schemas: Kaitai Struct with additional keys that begin with `-`. Both dialects share this parser:
//! typed layouts, with generated readers and writers, and interpreted ones, with `-reader-only`.

mod attr;
mod dialect;
mod docs;
mod enums;
mod holds;
mod known;
mod order;
mod record;
mod top;
mod valid;

pub use attr::{Align, Attr, OfTyped, Repeat, measures};
pub use dialect::{INTERPRETED, PARAMS, TYPED, has_own_keys};
pub use docs::Docs;
pub use enums::{Enum, Member, OfEntries};
pub use holds::{Holds, Number, NumberKind};
pub use known::{Known, STEP};
pub use order::{Endian, Order};
pub use record::Record;
pub use top::{OfTypedSpec, Spec};
pub use valid::{Rules, Valid};
