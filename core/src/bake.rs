//! Printing of tables as Rust constants, for cases that a derived `databake::Bake` does not cover.

use alloc::format;
use alloc::string::String;

use databake::TokenStream;

/// A table with its own static. It bakes as the name of that static.
pub trait Shared {
    /// Returns the name of the static.
    fn constant(&self) -> String;

    /// Returns the initialiser of the static.
    fn definition(&self, env: &databake::CrateEnv) -> TokenStream;
}

/// Implements [`Shared`] with a static named `$prefix` and the name of the table.
macro_rules! bake_by_name {
    ($type:ident, $prefix:literal, { $($field:ident),* }) => {
        crate::bake::bake_by_name!(@impl $type, $prefix, [$($field),*] { $($field: #$field),* });
    };
    ($type:ident, $prefix:literal, $new:ident($($field:ident),*)) => {
        crate::bake::bake_by_name!(@impl $type, $prefix, [$($field),*] ::$new($(#$field),*));
    };
    (@impl $type:ident, $prefix:literal, [$($field:ident),*] $($made:tt)*) => {
        impl crate::bake::Shared for $type<'_> {
            fn constant(&self) -> alloc::string::String {
                alloc::format!("{}_{}", $prefix, self.name.replace('-', "_").to_uppercase())
            }

            fn definition(&self, env: &databake::CrateEnv) -> databake::TokenStream {
                $( let $field = databake::Bake::bake(&self.$field, env); )*
                databake::quote! { offload_bundle_core::ids::tables::$type $($made)* }
            }
        }

        impl databake::Bake for $type<'_> {
            fn bake(&self, _env: &databake::CrateEnv) -> databake::TokenStream {
                crate::bake::tokens(&crate::bake::Shared::constant(self))
            }
        }

        crate::bake::borrows_nothing!($type<'_>);
    };
}
pub(crate) use bake_by_name;

/// Makes a type store its borrowed values in separate statics.
macro_rules! borrows_nothing {
    ($type:ty) => {
        impl databake::BakeSize for $type {
            fn borrows_size(&self) -> usize {
                0
            }
        }
    };
}
pub(crate) use borrows_nothing;

pub(crate) fn tokens(text: &str) -> TokenStream {
    text.parse().unwrap_or_default()
}

pub(crate) fn hex(number: u32) -> TokenStream {
    tokens(&format!("{number:#x}"))
}

/// A table that bakes as the initialiser of its static.
#[derive(Debug, Clone, Copy)]
pub struct Definition<'t, T>(pub &'t T);

impl<T: Shared> databake::Bake for Definition<'_, T> {
    fn bake(&self, env: &databake::CrateEnv) -> TokenStream {
        self.0.definition(env)
    }
}
