//! From the model of a dialect to the tables of `core`: what values of the one become in the other.

use offload_bundle_core::ids::tables::Bits;
use offload_bundle_core::options::Completion;
use offload_bundle_core::placement::{ObjectFormat, PackageForm};
use offload_bundle_core::severity::Severity;

use super::{Entries, OneOrMore, Prose};
use crate::arena::Arena;
use crate::spanned::Spanned;

/// What a table of the type `T` is filled from. What has been checked fits; what does not is as large as it can be.
pub trait Fill<'a, T> {
    /// The table, or a part of it.
    fn fill(&'a self, arena: &'a Arena) -> T;
}

/// Values that are the same in a table.
macro_rules! same {
    ($($of:ty),*) => { $(
        impl Fill<'_, $of> for $of {
            fn fill(&self, _arena: &Arena) -> Self {
                *self
            }
        }
    )* };
}

same!(bool, u8, u64, Severity, ObjectFormat, PackageForm, Completion);

/// Numbers that are narrower in a table.
macro_rules! narrower {
    ($($of:ty),*) => { $(
        impl Fill<'_, $of> for u64 {
            fn fill(&self, _arena: &Arena) -> $of {
                <$of>::try_from(*self).unwrap_or(<$of>::MAX)
            }
        }
    )* };
}

narrower!(u8, u16, u32, usize);

impl Fill<'_, u16> for u8 {
    fn fill(&self, _arena: &Arena) -> u16 {
        (*self).into()
    }
}

impl Fill<'_, Bits> for u64 {
    fn fill(&self, arena: &Arena) -> Bits {
        Bits(self.fill(arena))
    }
}

impl<'a> Fill<'a, &'a str> for String {
    fn fill(&'a self, _arena: &'a Arena) -> &'a str {
        self
    }
}

impl<'a> Fill<'a, &'a str> for Prose {
    fn fill(&'a self, _arena: &'a Arena) -> &'a str {
        self
    }
}

impl<'a, M: Fill<'a, T>, T> Fill<'a, T> for Spanned<M> {
    fn fill(&'a self, arena: &'a Arena) -> T {
        self.value.fill(arena)
    }
}

impl<'a, M: Fill<'a, T>, T> Fill<'a, Option<T>> for Option<M> {
    fn fill(&'a self, arena: &'a Arena) -> Option<T> {
        self.as_ref().map(|value| value.fill(arena))
    }
}

/// Text that may be absent, and is empty then.
impl<'a, M: Fill<'a, &'a str>> Fill<'a, &'a str> for Option<M> {
    fn fill(&'a self, arena: &'a Arena) -> &'a str {
        self.as_ref().map_or("", |text| text.fill(arena))
    }
}

/// Lists, however they are written.
macro_rules! lists {
    ($($of:ident),*) => { $(
        impl<'a, M: Fill<'a, T>, T: Copy + 'a> Fill<'a, &'a [T]> for $of<M> {
            fn fill(&'a self, arena: &'a Arena) -> &'a [T] {
                arena.list(self.iter().map(|item| item.fill(arena)))
            }
        }
    )* };
}

lists!(Vec, OneOrMore, Entries);

/// An absent list is empty.
impl<'a, M: Fill<'a, &'a [u8]>> Fill<'a, &'a [u8]> for Option<M> {
    fn fill(&'a self, arena: &'a Arena) -> &'a [u8] {
        self.as_ref().map_or(&[], |bytes| bytes.fill(arena))
    }
}

impl<'a, A: Fill<'a, C>, B: Fill<'a, D>, C, D> Fill<'a, (C, D)> for (A, B) {
    fn fill(&'a self, arena: &'a Arena) -> (C, D) {
        (self.0.fill(arena), self.1.fill(arena))
    }
}
