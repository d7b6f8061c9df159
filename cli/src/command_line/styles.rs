//! The colours of help and of mistakes.

use clap::builder::Styles;

use crate::print::{ERROR, HEADING, LITERAL, VALID};

/// The colours of help and of mistakes.
pub(super) const STYLES: Styles = Styles::plain()
    .header(HEADING)
    .usage(HEADING)
    .literal(LITERAL)
    .error(ERROR)
    .invalid(ERROR)
    .valid(VALID);
