//! Nothing is built; only the features of what procedural macros depend on count.

fn main() {}
