//! What generated code uses of the runtime, one module for each kind of generated file.

/// For readers.
pub mod reading {
    pub use crate::{Bytes, Checked, Cursor, List, Number, Open, Place, ReadError, Span, Width};
}

/// For builders.
pub mod writing {
    pub use crate::list::count;
    pub use crate::writer::Placement;
    pub use crate::{Checked, Content, Open, PackedContent, Plan, Width, WriteError, Writer, length};
    pub use alloc::{string::String, vec::Vec};
}

/// For what turns read records into builders.
pub mod converting {
    pub use crate::list::collect;
    pub use crate::{PackedContent, ReadError};
    pub use alloc::vec::Vec;
}

/// For descriptions.
pub mod describing {
    pub use crate::cursor::Cursor;
    pub use crate::describe::{Describer, Field, Shape, list, list_up_to};
    pub use crate::{Bytes, Checked, Number, ReadError, Width};
}

/// For containers.
pub mod containing {
    pub use crate::describe::Describer;
    pub use crate::{
        Bundle, Bytes, Container, Content, Forbidden, NewEntry, Place, Plan, ReadError, StoredEntry, WriteError,
    };
    pub use alloc::{format, string::String, vec::Vec};
}

/// For formats that hold a container, compressed. What could share a name with a type of a schema is reached through its module.
pub mod wrapping {
    pub use crate::describe::Describer;
    pub use crate::wrapper::{self, Wrapper};
    pub use crate::{Bytes, PackedContent, Plan, ReadError, WriteError};
}

/// For strategies.
#[cfg(any(test, feature = "proptest"))]
pub mod generating {
    pub use crate::{Open, strategies};
    pub use proptest::prelude::{BoxedStrategy, Just, Strategy};
    pub use proptest::strategy::Union;
}
