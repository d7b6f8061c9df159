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

/// Lets a type that is [`Shared`] bake as the name of its static.
macro_rules! bake_by_name {
    ($type:ident) => {
        impl databake::Bake for $type<'_> {
            fn bake(&self, _env: &databake::CrateEnv) -> databake::TokenStream {
                crate::bake::tokens(&crate::bake::Shared::constant(self))
            }
        }

        impl databake::BakeSize for $type<'_> {
            fn borrows_size(&self) -> usize {
                0
            }
        }
    };
}
pub(crate) use bake_by_name;

/// `PREFIX_NAME_OF_IT`.
pub(crate) fn constant(prefix: &str, name: &str) -> String {
    format!("{prefix}_{}", name.replace('-', "_").to_uppercase())
}

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
