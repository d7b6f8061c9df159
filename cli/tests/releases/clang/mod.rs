//! clang as the client: whatever it compiles and links with the drop-in in the place of its own bundler is what it makes with that.

// A failing test is meant to panic.
#![allow(clippy::unwrap_used)]
#![cfg(unix)]

mod cases;
mod finding;
mod mixing;
mod workshop;

use offload_bundle_testing::releases::RELEASES;
use offload_bundle_testing::tools::living;

/// Whether compiler and bundler of `release` are asked.
fn is_asked(release: &str) -> bool {
    living(&format!("clang-{release}")) && living(&format!("clang-offload-bundler-{release}"))
}

/// The releases whose compiler and bundler are asked.
fn asked() -> Vec<&'static str> {
    RELEASES.into_iter().filter(|release| is_asked(release)).collect()
}
