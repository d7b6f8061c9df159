//! The drop-in for clang-offload-packager and llvm-offload-binary.

mod containers;
mod differences;
mod files;
mod lines;
mod reading;

use crate::scene::Tool;

/// The tool of each release, by the name that it has in it.
const TOOLS: [Tool; 3] = [
    Tool { name: "clang-offload-packager", release: "16" },
    Tool { name: "clang-offload-packager", release: "19" },
    Tool { name: "llvm-offload-binary", release: "22" },
];

/// The tool of `release`, which is one of theirs.
fn tool(release: &str) -> Tool {
    let mut tools = TOOLS.into_iter();
    tools.find(|tool| tool.release == release).unwrap()
}
