//! Binary layouts: a documented subset of Kaitai Struct, with keys of our own that begin with `-`.

mod attr;
mod enums;
mod kind;
mod refused;
mod rules;
mod said;
mod spec;

pub use attr::Attr;
pub use enums::{Enum, Member};
pub use kind::{Endian, Kind};
pub use rules::{Align, Link, Valid, Write};
pub use said::Said;
pub use spec::{ContainerKeys, Docs, Opt, Spec, Type};
