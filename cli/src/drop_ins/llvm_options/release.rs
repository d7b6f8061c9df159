//! The release of a tool that is asked for, and the one that it behaves as for that.

use offload_bundle_core::options::DropIn;

use super::call::CommandLine;

/// A release of a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::drop_ins) struct Release {
    /// As it is asked for.
    pub(in crate::drop_ins) named: String,
    /// The one that the tool behaves as.
    pub(in crate::drop_ins) behaves_as: String,
}

impl Release {
    /// The release that the name asks for by which the tool is called; else the one that is `asked` for; else the usual one of that name.
    /// What is asked for and is no release that the tool knows stays as it is.
    pub(in crate::drop_ins) fn choose(tool: &DropIn<'_>, called: &CommandLine, asked: Option<&str>) -> Self {
        let usual = tool.usual_release(called.tool);
        let (named, behaves_as) = match (called.release, asked) {
            (Some(number), _) => (number.to_string(), tool.nearest(number)),
            (None, Some(asked)) => (asked.to_owned(), tool.behaves_as(asked).unwrap_or(asked)),
            (None, None) => (usual.to_owned(), usual),
        };
        Self { named, behaves_as: behaves_as.to_owned() }
    }
}
