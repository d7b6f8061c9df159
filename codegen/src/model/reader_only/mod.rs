//! Binary schemas that say `-reader-only`: what Kaitai Struct can say of where fields are. Nothing of it has to be turned round by a writer.

mod attr;
mod enums;
mod foreign;
mod formula;
mod holds;
mod order;
mod record;
mod top;
mod valid;

pub use attr::{Attr, Repeat};
pub use enums::{Enum, Member};
pub use formula::{Formula, TypeName};
pub use holds::{Holds, Number, NumberKind};
pub use order::{Endian, Order};
pub use record::Record;
pub use top::Spec;
pub use valid::Valid;
