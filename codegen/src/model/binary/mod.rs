//! Binary layouts: a documented subset of Kaitai Struct, with keys of our own that begin with `-`.

mod attr;
mod enums;
mod refused;
mod said;
mod spec;

pub use attr::{Align, Attr, Endian, Kind, Link, Valid, Write};
pub use enums::{Enum, Member};
pub use said::Said;
pub use spec::{ContainerKeys, Docs, Opt, Spec, Type};
