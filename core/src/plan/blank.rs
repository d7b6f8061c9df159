//! Reserved room for numbers that are computed later.

use super::pieces::Reserved;
use crate::bytes::{Checked, Width};
use crate::error::Path;

#[derive(Debug, Clone)]
pub(crate) struct Blank {
    pub(super) reserved: Reserved,
    pub(super) width: Width,
    pub(super) path: Path,
    pub(super) plus: Checked,
    pub(super) minus: Checked,
    pub(super) expression: &'static str,
    pub(super) bounds: (u64, u64),
}

#[derive(Debug, Clone)]
pub(crate) enum SumRoom {
    Number(Blank),
    Digest(Reserved),
}

impl Blank {
    pub(super) fn new(reserved: Reserved, width: Width, path: Path) -> Self {
        let (plus, minus) = (Checked::from(0), Checked::from(0));
        Self { reserved, width, path, plus, minus, expression: "", bounds: (0, u64::MAX) }
    }

    #[must_use]
    pub(crate) fn shifted(self, plus: impl Into<Checked>, minus: impl Into<Checked>, expression: &'static str) -> Self {
        Self { plus: plus.into(), minus: minus.into(), expression, ..self }
    }

    #[must_use]
    pub(crate) fn within(self, min: u64, max: u64) -> Self {
        Self { bounds: (min, max), ..self }
    }
}
