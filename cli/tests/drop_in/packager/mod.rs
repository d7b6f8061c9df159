//! The drop-in for clang-offload-packager and llvm-offload-binary.

mod containers;
mod differences;
mod files;
mod lines;
mod reading;

use crate::scene::Tool;

/// The tool of each release, by its name in that release.
const TOOLS: [Tool; 3] = [
    Tool { name: "clang-offload-packager", release: "16" },
    Tool { name: "clang-offload-packager", release: "19" },
    Tool { name: "llvm-offload-binary", release: "22" },
];

fn tool(release: &str) -> Tool {
    let mut tools = TOOLS.into_iter();
    tools.find(|tool| tool.release == release).unwrap()
}
