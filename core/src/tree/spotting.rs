//! Computation of spots, for the generator and tests.

use alloc::vec::Vec;

use super::expression::{Expression, Formula};
use super::spot::{Amount, Fixed, Spot};
use super::tables::{Attr, Extent, Holds, Order, Repeat, Rule};
use crate::bytes::Width;

type Known<'a> = (&'a str, u16, Width);

/// Sets the spots of the fields and instances of a record.
pub fn give_spots<'a>(fields: &mut [Attr<'a>], instances: &mut [Attr<'a>]) {
    let mut known: Vec<Known<'a>> = Vec::new();
    let mut at = Some(0_u16);
    for attr in fields {
        attr.spot = Spot { start: at.map_or(Amount::Unknown, |at| Amount::Is(at.into())), len: len_of(attr, &known) };
        if let (Some(at), Some(width)) = (at, attr.width()) {
            known.push((attr.name, at, width));
        }
        at = at.and_then(|at| match attr.spot.len {
            Amount::Is(len) if attr.is_plain() => at.checked_add(u16::try_from(len).ok()?),
            _ => None,
        });
    }
    for attr in instances {
        let start = attr.pos.as_ref().filter(|_| attr.is_there());
        attr.spot = Spot { start: start.map_or(Amount::Unknown, |pos| amount(pos, &known)), len: len_of(attr, &known) };
    }
}

fn len_of(attr: &Attr<'_>, known: &[Known<'_>]) -> Amount {
    match (&attr.holds, &attr.repeat) {
        _ if !attr.is_there() => Amount::Unknown,
        (_, Repeat::Count(count)) => amount(count, known),
        (_, Repeat::ToEnd | Repeat::Until(_)) => Amount::Unknown,
        (Holds::Fixed(bytes), _) => Amount::Is(crate::bytes::length(bytes)),
        (Holds::Unsigned(width, Order::Little | Order::Big), _) => Amount::Is(u64::from(*width)),
        (Holds::Bytes(extent) | Holds::Text(_, extent), _) if extent.is_whole() && attr.valid.is_empty() => {
            extent.size.as_ref().map_or(Amount::Unknown, |size| amount(size, known))
        }
        (Holds::Switch(switch), _) => amount(&switch.on, known),
        _ => Amount::Unknown,
    }
}

fn amount(formula: &Formula<'_>, known: &[Known<'_>]) -> Amount {
    match formula.of {
        Expression::Number(number) => u64::try_from(number).map_or(Amount::Unknown, Amount::Is),
        Expression::Own(name) => {
            let found = known.iter().find(|(known, ..)| *known == name);
            found.map_or(Amount::Unknown, |(_, at, width)| Amount::At(*at, *width))
        }
        _ => Amount::Unknown,
    }
}

impl Attr<'_> {
    #[inline]
    pub(crate) fn is_there(&self) -> bool {
        self.condition.is_none() && self.stream.is_none()
    }

    #[inline]
    pub(crate) fn width(&self) -> Option<Width> {
        self.number_width().filter(|_| self.is_plain())
    }

    #[inline]
    pub(crate) fn number_width(&self) -> Option<Width> {
        Some(match self.holds {
            Holds::Unsigned(1, _) => Width::U8,
            Holds::Unsigned(2, Order::Little) => Width::U16Le,
            Holds::Unsigned(2, Order::Big) => Width::U16Be,
            Holds::Unsigned(4, Order::Little) => Width::U32Le,
            Holds::Unsigned(4, Order::Big) => Width::U32Be,
            Holds::Unsigned(8, Order::Little) => Width::U64Le,
            Holds::Unsigned(8, Order::Big) => Width::U64Be,
            _ => return None,
        })
    }

    #[inline]
    pub(crate) fn is_plain(&self) -> bool {
        self.is_there() && self.is_once()
    }

    #[inline]
    pub(crate) fn is_once(&self) -> bool {
        matches!(self.repeat, Repeat::Once)
    }
}

impl Extent<'_> {
    #[inline]
    pub(crate) fn is_whole(&self) -> bool {
        self.terminator.is_empty() && self.pad.is_none() && !self.is_zlib
    }
}

impl Fixed {
    /// Returns the leading fixed fields. `fields` must have spots. The field `len` with the file length requires
    /// evaluation.
    pub fn of(fields: &[Attr<'_>], len: Option<&str>) -> Self {
        let mut fixed = Self::NONE;
        for attr in fields {
            let rules = |rule: &Rule<'_>| matches!(rule, Rule::Range(..) | Rule::Among(..) | Rule::Bits(_));
            let Holds::Unsigned(width, Order::Little | Order::Big) = &attr.holds else {
                break;
            };
            if !attr.is_plain() || !attr.valid.iter().all(rules) || len == Some(attr.name) || fixed.count == u8::MAX {
                break;
            }
            fixed.is_checked |= attr.valid.iter().any(|rule| !matches!(rule, Rule::Bits(_)));
            fixed.count = fixed.count.saturating_add(1);
            fixed.len = fixed.len.saturating_add(u16::from(*width));
        }
        let mut rest = fields.iter().skip(fixed.count.into());
        fixed.is_simple = fixed.count > 0 && rest.all(|attr| fixed.is_sized(attr));
        fixed
    }

    fn is_sized(&self, attr: &Attr<'_>) -> bool {
        let is_told = match attr.spot.len {
            Amount::Unknown => false,
            Amount::Is(_) => true,
            Amount::At(at, width) => u64::from(at).saturating_add(width.len()) <= u64::from(self.len),
        };
        match &attr.holds {
            Holds::Bytes(extent) | Holds::Text(_, extent) => is_told && attr.is_plain() && !extent.is_apart,
            _ => false,
        }
    }
}
