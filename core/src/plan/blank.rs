//! Reserved room for a number that becomes known later.

use super::pieces::Reserved;
use crate::bytes::{Checked, Width};
use crate::error::Path;

/// Reserved room for a number that is not known yet.
#[derive(Debug, Clone)]
pub(crate) struct Blank {
    pub(super) reserved: Reserved,
    pub(super) width: Width,
    pub(super) path: Path,
    pub(super) plus: Checked,
    pub(super) minus: Checked,
    /// The expression of the number, for errors.
    pub(super) expression: &'static str,
    /// The smallest and the largest number that the format allows.
    pub(super) bounds: (u64, u64),
}

/// Reserved room for a checksum.
#[derive(Debug, Clone)]
pub(crate) enum SumRoom {
    /// A number.
    Number(Blank),
    /// The bytes of a digest.
    Digest(Reserved),
}

impl Blank {
    pub(super) fn new(reserved: Reserved, width: Width, path: Path) -> Self {
        let (plus, minus) = (Checked::from(0), Checked::from(0));
        Self { reserved, width, path, plus, minus, expression: "", bounds: (0, u64::MAX) }
    }

    /// Sets the number to add and the number to subtract, with the `expression` for errors.
    #[must_use]
    pub(crate) fn shifted(self, plus: impl Into<Checked>, minus: impl Into<Checked>, expression: &'static str) -> Self {
        Self { plus: plus.into(), minus: minus.into(), expression, ..self }
    }

    /// Sets the smallest and the largest number that the format allows.
    #[must_use]
    pub(crate) fn within(self, min: u64, max: u64) -> Self {
        Self { bounds: (min, max), ..self }
    }
}
