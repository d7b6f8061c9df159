//! Builds nothing: the crate unifies features of procedural macros' dependencies.

fn main() {}
