//! An environment variable that the program or a tool heeds.

use crate::reading::mapping;
use crate::spanned::Spanned;

mapping! {
    pub struct Variable as "an environment variable" {
        pub name: Spanned<String>,
        pub doc: String,
    }
}
