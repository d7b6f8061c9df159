//! An environment variable that the program or a tool heeds.

use offload_bundle_core::options as core;

use crate::reading::mapping;
use crate::spanned::Spanned;

mapping! {
    pub struct Variable as "an environment variable" => for<'a> core::Variable<'a> {
        pub name: Spanned<String>,
        pub doc: String,
    }
}
