//! Slice access to lists of a schema.

use std::ops::Deref;

use super::{Entries, OneOrMore};

macro_rules! lists {
    ($($name:ident),*) => { $(
        impl<T> Deref for $name<T> {
            type Target = [T];

            fn deref(&self) -> &[T] {
                &self.0
            }
        }

        impl<'e, T> IntoIterator for &'e $name<T> {
            type Item = &'e T;
            type IntoIter = std::slice::Iter<'e, T>;

            fn into_iter(self) -> Self::IntoIter {
                self.0.iter()
            }
        }
    )* };
}

lists!(Entries, OneOrMore);
