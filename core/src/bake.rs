//! How tables print themselves as Rust constants, where a derived `databake::Bake` would not do.

use alloc::format;
use alloc::string::String;

use databake::TokenStream;

/// A table that others refer to. It is in a static of its own, and bakes as the name of that static.
pub trait Shared {
    /// The name of the static.
    fn constant(&self) -> String;

    /// The expression that the static is set to.
    fn definition(&self, env: &databake::CrateEnv) -> TokenStream;
}

/// Lets a type of the tables of IDs be [`Shared`]: it bakes as the name of its static, which begins with `$prefix` and ends with the
/// table's own; and that is set to a struct of its fields, or to what its function makes of them.
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

/// What a type borrows is in statics of its own.
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

/// Text that is Rust.
pub(crate) fn tokens(text: &str) -> TokenStream {
    text.parse().unwrap_or_default()
}

/// A number as masks of bits and numbers of machines are written.
pub(crate) fn hex(number: u32) -> TokenStream {
    tokens(&format!("{number:#x}"))
}

/// Bakes as the expression that the static of a table is set to.
#[derive(Debug, Clone, Copy)]
pub struct Definition<'t, T>(pub &'t T);

impl<T: Shared> databake::Bake for Definition<'_, T> {
    fn bake(&self, env: &databake::CrateEnv) -> TokenStream {
        self.0.definition(env)
    }
}
