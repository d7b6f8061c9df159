//! The built page in a real browser: `cargo xtask web --test` builds it and runs this.

mod page;
mod steps;
