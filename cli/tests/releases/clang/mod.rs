//! clang as the client: its outputs with the drop-in equal those with its own bundler.

// A failing test is meant to panic.
#![allow(clippy::unwrap_used)]
#![cfg(unix)]

mod cases;
mod finding;
mod mixing;
mod workshop;

use offload_bundle_testing::releases::RELEASES;
use offload_bundle_testing::tools::living;

fn is_asked(release: &str) -> bool {
    living(&format!("clang-{release}")) && living(&format!("clang-offload-bundler-{release}"))
}

fn asked() -> Vec<&'static str> {
    RELEASES.into_iter().filter(|release| is_asked(release)).collect()
}
