//! Binary schemas that say `-reader-only` or `-writer`: what Kaitai Struct can say of where fields are.

mod attr;
mod enums;
mod foreign;
mod holds;
mod order;
mod record;
mod top;
mod valid;
mod write;

pub use attr::{Attr, Repeat};
pub use enums::{Enum, Member};
pub use holds::{Holds, Number, NumberKind};
pub use order::{Endian, Order};
pub use record::Record;
pub use top::Spec;
pub use valid::Valid;
pub use write::{Target, Write};
