//! The drop-in for clang-offload-packager and llvm-offload-binary.

mod containers;
mod differences;
mod files;
mod lines;
mod reading;

use std::sync::OnceLock;

use offload_bundle_testing::tools::present;

use crate::scene::Tool;

/// The tool of each release, by the name that it has in it.
const TOOLS: [Tool; 3] = [
    Tool { name: "clang-offload-packager", release: "16" },
    Tool { name: "clang-offload-packager", release: "19" },
    Tool { name: "llvm-offload-binary", release: "22" },
];

/// Those that are installed.
fn installed() -> &'static [Tool] {
    static INSTALLED: OnceLock<Vec<Tool>> = OnceLock::new();
    INSTALLED.get_or_init(|| TOOLS.into_iter().filter(|tool| present(&tool.program())).collect())
}

/// The tool of `release`, if it is installed.
fn tool(release: &str) -> Option<Tool> {
    installed().iter().find(|tool| tool.release == release).copied()
}
