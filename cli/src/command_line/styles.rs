//! Colours of help and of usage errors.

use clap::builder::Styles;

use crate::print::{ERROR, HEADING, LITERAL, VALID};

pub(super) const STYLES: Styles = Styles::plain()
    .header(HEADING)
    .usage(HEADING)
    .literal(LITERAL)
    .error(ERROR)
    .invalid(ERROR)
    .valid(VALID);
