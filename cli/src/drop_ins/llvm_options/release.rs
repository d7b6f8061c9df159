//! The requested release, and the one to emulate.

use offload_bundle_core::options::DropIn;

use super::call::CommandLine;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::drop_ins) struct Release {
    /// As requested.
    pub(in crate::drop_ins) named: String,
    pub(in crate::drop_ins) behaves_as: String,
}

impl Release {
    /// In the program name, else `asked`, else the default of that name. An unknown release stays.
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
