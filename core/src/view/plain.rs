//! The short way to fields and parts: places and numbers that follow from the first numbers of a record.

use super::record::View;
use crate::bytes::{Place, length};
use crate::tree::{
    Attr, Binary, Expression, Extent, Formula, Holds, Record, Repeat, Source, decode, is_plain, is_plain_extent,
};

/// What a number of the record is, if it can be told in this way.
type Own<'a> = fn(View<'a>, &str) -> Option<u64>;

/// The short way: whatever is not plain, or not right, has no result here.
impl<'a> View<'a> {
    /// Where the field or part begins.
    #[inline]
    fn start(self, attr: &'static Attr<'static>) -> Option<u64> {
        if let Some(pos) = &attr.pos {
            return self.amount(pos, Self::own);
        }
        let mut at = self.frame.ofs;
        for before in self.record.fields {
            if core::ptr::eq(before, attr) {
                return Some(at);
            }
            at = at.checked_add(self.len(before)?)?;
        }
        None
    }

    /// How long a field is. Its size depends on the first numbers alone, so that each field is looked at once.
    #[inline]
    fn len(self, attr: &'static Attr<'static>) -> Option<u64> {
        match &attr.holds {
            _ if !is_plain(attr) => None,
            Holds::Fixed(bytes) => Some(length(bytes)),
            Holds::Unsigned(width, _) => Some(u64::from(*width)),
            Holds::Bytes(extent) | Holds::Text(_, extent) => self.amount(extent.size.as_ref()?, Self::first),
            _ => None,
        }
    }

    #[inline]
    fn amount(self, formula: &'static Formula<'static>, own: Own<'a>) -> Option<u64> {
        match &formula.of {
            Expression::Own(name) => own(self, name),
            of => u64::try_from(self.term(of, own)?).ok(),
        }
    }

    fn term(self, of: &Expression<'static>, own: Own<'a>) -> Option<i128> {
        match of {
            Expression::Number(number) => Some(*number),
            Expression::Own(name) => own(self, name).map(i128::from),
            Expression::Binary(Binary::Plus, left, right) => self.term(left, own)?.checked_add(self.term(right, own)?),
            Expression::Binary(Binary::Minus, left, right) => self.term(left, own)?.checked_sub(self.term(right, own)?),
            _ => None,
        }
    }

    /// The number in the field called `name`, if only numbers and fixed bytes are before it.
    #[inline]
    fn first(self, name: &str) -> Option<u64> {
        let mut at = self.frame.ofs;
        for attr in self.record.fields {
            let len = match attr.holds {
                Holds::Unsigned(..) if attr.is_called(name) => return self.decode(attr, at),
                Holds::Unsigned(width, _) => u64::from(width),
                Holds::Fixed(bytes) => length(bytes),
                _ => return None,
            };
            at = at.checked_add(len)?;
        }
        None
    }

    /// The number in the field called `name`.
    #[inline]
    pub(super) fn own(self, name: &str) -> Option<u64> {
        let later = || {
            let attr = self.record.fields.iter().find(|attr| attr.is_called(name))?;
            self.decode(attr, self.start(attr)?)
        };
        self.first(name).or_else(later)
    }

    #[inline]
    fn decode(self, attr: &'static Attr<'static>, at: u64) -> Option<u64> {
        let Holds::Unsigned(width, order) = attr.holds else {
            return None;
        };
        let shown = Source(self.bytes).shown(at, u64::from(width))?;
        is_plain(attr).then(|| decode(shown, order))
    }

    #[inline]
    pub(super) fn plain_place(self, attr: &'static Attr<'static>) -> Option<Place> {
        let (Holds::Bytes(extent) | Holds::Text(_, extent)) = &attr.holds else {
            return None;
        };
        let (ofs, have) = (self.start(attr)?, self.bytes.len());
        let place = match extent {
            Extent { size: Some(size), .. } => Place { ofs, len: self.amount(size, Self::own)? },
            Extent { to_end: true, .. } => Place { ofs, len: have.checked_sub(ofs)? },
            Extent { terminator: [0], include: false, pad: None, process: None, .. } if is_plain(attr) => {
                return self.bytes.terminated(ofs, attr.limit.unwrap_or(u64::MAX)).ok();
            }
            _ => return None,
        };
        let whole = Extent { is_apart: false, ..*extent };
        let is_here = is_plain(attr) && is_plain_extent(attr, &whole);
        let is_allowed = attr.limit.is_none_or(|limit| place.len <= limit);
        (is_here && is_allowed && place.ofs.checked_add(place.len)? <= have).then_some(place)
    }

    /// The record that a field or part holds, or each item of a list.
    pub(super) fn held(self, attr: &'static Attr<'static>) -> Option<&'static Record<'static>> {
        let holds = match &attr.holds {
            Holds::Switch(switch) => {
                let on = self.amount(&switch.on, Self::own)?;
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

    pub(super) fn plain_record(self, name: &str) -> Option<(&'static Record<'static>, u64)> {
        let attr = self.attr(name).filter(|attr| is_plain(attr))?;
        let at = self.start(attr).filter(|at| *at <= self.bytes.len())?;
        Some((self.held(attr)?, at))
    }

    /// Where the list begins, and how many items it has.
    pub(super) fn plain_list(self, name: &str) -> Option<(u64, u64)> {
        let attr = self.attr(name)?;
        let Repeat::Count(count) = &attr.repeat else {
            return None;
        };
        let count = self
            .amount(count, Self::own)
            .filter(|count| attr.limit.is_none_or(|limit| *count <= limit))?;
        let at = self.start(attr).filter(|at| *at <= self.bytes.len())?;
        (attr.condition.is_none() && attr.stream.is_none()).then_some((at, count))
    }
}
