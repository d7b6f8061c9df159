//! Resolved schemas. Only spelling is left to decide.

pub mod binary;
pub mod cli;
pub mod face;
pub mod ids;
pub mod layout;
pub mod names;
pub mod placement;
pub mod text;

#[derive(Debug, Clone, Default)]
pub struct Project<'a> {
    pub texts: Vec<text::TextFormat<'a>>,
    pub placement: Option<placement::Placement<'a>>,
    pub ids: Option<ids::Ids<'a>>,
    pub cli: Option<cli::Cli<'a>>,
    pub formats: Vec<binary::Format<'a>>,
}
