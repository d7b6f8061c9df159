//! The fast path to fields and parts at places determined by the first numbers of a record. Other or invalid fields
//! have no result here.

use super::record::View;
use crate::bytes::{Place, Width};
use crate::tree::{Amount, Attr, Binary, Expression, Extent, FileBytes, Formula, Holds, Record, Repeat, Spot};

impl<'a> View<'a> {
    #[inline]
    fn start(self, attr: &'static Attr<'static>) -> Option<u64> {
        match (&attr.pos, attr.spot.start) {
            (None, Amount::Is(ofs)) => self.frame.ofs.checked_add(ofs),
            (None, _) => self.start_after(attr),
            (Some(pos), start) => self.amount(start).or_else(|| self.computed(pos)),
        }
    }

    fn start_after(self, attr: &'static Attr<'static>) -> Option<u64> {
        let mut at = self.frame.ofs;
        for before in self.record.fields {
            if core::ptr::eq(before, attr) {
                return Some(at);
            }
            let is_sized = before.is_plain() && !matches!(before.holds, Holds::Switch(_));
            at = at.checked_add(self.amount(before.spot.len).filter(|_| is_sized)?)?;
        }
        None
    }

    #[inline]
    fn amount(self, amount: Amount) -> Option<u64> {
        match amount {
            Amount::Unknown => None,
            Amount::Is(number) => Some(number),
            Amount::At(ofs, width) => self.decode(self.frame.ofs.checked_add(ofs.into())?, width),
        }
    }

    #[inline]
    fn decode(self, at: u64, width: Width) -> Option<u64> {
        width.decode(FileBytes(self.bytes).shown(at, width.len())?)
    }

    fn computed(self, formula: &Formula<'static>) -> Option<u64> {
        u64::try_from(self.term(&formula.of)?).ok()
    }

    fn term(self, of: &Expression<'static>) -> Option<i128> {
        match of {
            Expression::Number(number) => Some(*number),
            Expression::Own(name) => {
                let attr = self.record.fields.iter().find(|attr| attr.is_called(name))?;
                self.plain_number(attr).map(i128::from)
            }
            Expression::Binary(Binary::Plus, left, right) => self.term(left)?.checked_add(self.term(right)?),
            Expression::Binary(Binary::Minus, left, right) => self.term(left)?.checked_sub(self.term(right)?),
            _ => None,
        }
    }

    pub(super) fn plain_number(self, attr: &'static Attr<'static>) -> Option<u64> {
        let width = attr.width()?;
        self.decode(self.start(attr)?, width)
    }

    #[inline]
    pub(super) fn plain_place(self, attr: &'static Attr<'static>) -> Option<Place> {
        let ofs = self.start(attr)?;
        let len = match self.amount(attr.spot.len) {
            Some(len) if !matches!(attr.holds, Holds::Switch(_)) => len,
            _ => return self.long_place(attr, ofs),
        };
        let is_allowed = attr.limit.is_none_or(|limit| len <= limit);
        (is_allowed && ofs.checked_add(len)? <= self.bytes.len()).then_some(Place { ofs, len })
    }

    fn long_place(self, attr: &'static Attr<'static>, ofs: u64) -> Option<Place> {
        let (Holds::Bytes(extent) | Holds::Text(_, extent)) = &attr.holds else {
            return None;
        };
        let (have, is_plain) = (self.bytes.len(), attr.is_plain() && attr.valid.is_empty());
        let len = match extent {
            _ if !is_plain => return None,
            Extent { terminator: [0], size: None, to_end: false, pad: None, is_zlib: false, .. } => {
                return self.bytes.terminated(ofs, attr.limit.unwrap_or(u64::MAX)).ok();
            }
            _ if !extent.is_whole() => return None,
            Extent { size: Some(size), .. } => self.computed(size)?,
            Extent { to_end: true, .. } => have.checked_sub(ofs)?,
            _ => return None,
        };
        let is_allowed = attr.limit.is_none_or(|limit| len <= limit);
        (is_allowed && ofs.checked_add(len)? <= have).then_some(Place { ofs, len })
    }

    pub(super) fn held(self, attr: &'static Attr<'static>) -> Option<&'static Record<'static>> {
        let holds = match &attr.holds {
            Holds::Switch(switch) => {
                let on = self.amount(attr.spot.len).or_else(|| self.computed(&switch.on))?;
                let is_it =
                    |when: &Formula<'_>| matches!(when.of, Expression::Number(number) if number == i128::from(on));
                let case = switch.cases.iter().find(|case| case.when.as_ref().is_some_and(is_it));
                &case?.holds
            }
            holds => holds,
        };
        match holds {
            Holds::Record(number, [], None) => self.tree.record(*number).map(|known| known.record),
            _ => None,
        }
    }

    pub(super) fn plain_record(self, attr: &'static Attr<'static>) -> Option<(&'static Record<'static>, u64)> {
        let at = self
            .start(attr)
            .filter(|at| *at <= self.bytes.len() && attr.is_plain())?;
        Some((self.held(attr)?, at))
    }

    pub(super) fn plain_list(self, attr: &'static Attr<'static>) -> Option<(u64, u64)> {
        let Repeat::Count(count) = &attr.repeat else {
            return None;
        };
        let Spot { len, .. } = attr.spot;
        let count = self
            .amount(len)
            .or_else(|| self.computed(count))
            .filter(|_| attr.is_there())?;
        let at = self.start(attr).filter(|at| *at <= self.bytes.len())?;
        attr.limit.is_none_or(|limit| count <= limit).then_some((at, count))
    }
}
