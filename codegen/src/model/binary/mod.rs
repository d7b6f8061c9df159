//! Binary layouts: a documented subset of Kaitai Struct, with keys of our own that begin with `-`.

mod attr;
mod enums;
mod kind;
mod refused;
mod rules;
mod said;
mod spec;
mod wrapper;

pub use attr::Attr;
pub use enums::{Codec, Enum, Member};
pub use kind::{Endian, Kind};
pub use rules::{Align, Fact, Link, Valid, Write};
pub use said::Said;
pub use spec::{ContainerKeys, Docs, Opt, Spec, Type};
pub use wrapper::WrapperKeys;
