//! Binary layouts: a documented subset of Kaitai Struct, with keys of our own that begin with `-`.

mod attr;
mod docs;
mod enums;
mod expression;
mod kind;
mod packed;
mod refused;
mod rules;
mod spec;
mod wrapper;

pub use attr::Attr;
pub use docs::Docs;
pub use enums::{Codec, Enum};
pub use kind::{Endian, Kind};
pub use rules::{Align, Fact, Link, Valid, Write};
pub use spec::{ContainerKeys, Opt, Spec, Type};
pub use wrapper::WrapperKeys;
