//! Lists: how many items there are, and each of them.

use super::frame::Slot;
use super::reading::{Reading, Site};
use super::scope::Scope;
use super::tables::{Attr, Repeat};
use super::value::{Item, Value};
use super::work::size;
use crate::error::ReadError;

impl<'b> Reading<'b> {
    /// Reads the items of a list, up to the first that cannot be read.
    pub(super) fn items(&mut self, attr: &'static Attr<'static>, site: Site, list: usize) -> Result<(), ReadError> {
        let here = self.here(site.stream);
        let count = match &attr.repeat {
            Repeat::Count(count) => Some(self.amount(&Scope::new(site.frame), count, here)?),
            _ => None,
        };
        let start = self.stream(site.stream)?.at;
        for index in 0..count.unwrap_or(u64::MAX) {
            if let Repeat::ToEnd = attr.repeat
                && self.is_at_end(site.stream)?
            {
                break;
            }
            let site = Site { index: Some(index), ..site };
            let last = self.one_of(attr, site, list);
            let last = last.map_err(|error| self.place_error(error, site.frame, attr.name, Some(index)))?;
            if last {
                break;
            }
        }
        let len = self.stream(site.stream)?.at.saturating_sub(start);
        if let Some(Slot::Found(item)) = self
            .frames
            .get_mut(site.frame)
            .and_then(|frame| frame.slots.get_mut(site.slot))
        {
            item.len = len;
        }
        Ok(())
    }

    /// Reads an item. Whether it is the last.
    fn one_of(&mut self, attr: &'static Attr<'static>, site: Site, list: usize) -> Result<bool, ReadError> {
        // A list grows by more than an item at a time.
        self.pay(size::<Item<'_>>(2))?;
        let item = self.item(attr, site)?;
        if let (Some(item), Some(items)) = (&item, self.lists.get_mut(list)) {
            match items.last_mut() {
                // A record is in the list already.
                Some(Item { value: Value::Record(known), len, .. }) if matches!(item.value, Value::Record(id) if id == *known) =>
                {
                    *len = item.len;
                }
                _ => items.push(item.clone()),
            }
        }
        match &attr.repeat {
            Repeat::Until(until) => {
                let scope = Scope { frame: site.frame, item: item.as_ref().map(|item| &item.value), index: site.index };
                self.is_true(&scope, until)
            }
            _ => Ok(false),
        }
    }
}
