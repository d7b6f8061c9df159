//! Lists.

use alloc::vec::Vec;

use super::expression::Formula;
use super::frame::{Holder, Slot};
use super::reading::{Reading, Site};
use super::scope::Scope;
use super::tables::{Attr, Holds, Repeat};
use super::value::{Item, Value};
use super::work::size;
use crate::error::{Problem, ReadError};

impl<'b> Reading<'b> {
    pub(crate) fn items(&mut self, attr: &'static Attr<'static>, site: Site, list: usize) -> Result<(), ReadError> {
        let count = match &attr.repeat {
            Repeat::Count(count) => Some(self.measure(&Scope::new(site.frame), count, site)?),
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

    /// Items are not stored, and items of an instance are not read.
    pub(crate) fn pass_over(
        &mut self,
        attr: &'static Attr<'static>,
        site: Site,
        count: &'static Formula<'static>,
    ) -> Result<(), ReadError> {
        let count = self.measure(&Scope::new(site.frame), count, site)?;
        let (start, at) = (self.stream(site.stream)?.at, self.here(site.stream));
        let found = |count, len| Slot::Found(Item { value: Value::Passed(start, count), at, len });
        if attr.pos.is_some() {
            self.set(site.frame, site.slot, found(count, 0));
            return Ok(());
        }
        let mark = self.mark();
        let record = match attr.holds {
            Holds::Record(record, [], None) => self.tree.record(record).map(|known| known.record),
            _ => None,
        };
        let mut index = 0;
        while index < count {
            if let Some(record) = record {
                index = index.saturating_add(self.skim(record, site.stream, count.saturating_sub(index))?);
            }
            if index >= count {
                break;
            }
            let item = self.pass_item(attr, Site { index: Some(index), ..site });
            self.release(mark);
            if let Err(error) = item {
                // The count includes the bad item, so that its valid part is shown.
                self.set(site.frame, site.slot, found(index.saturating_add(1), 0));
                return Err(error);
            }
            index = index.saturating_add(1);
        }
        let len = self.stream(site.stream)?.at.saturating_sub(start);
        self.set(site.frame, site.slot, found(count, len));
        Ok(())
    }

    pub(crate) fn pass_item(
        &mut self,
        attr: &'static Attr<'static>,
        site: Site,
    ) -> Result<Option<Item<'b>>, ReadError> {
        let item = match &attr.holds {
            Holds::Record(record, [], None) => self.pass_record(*record, site),
            _ => self.item(attr, site),
        };
        item.map_err(|error| self.place_error(error, site.frame, attr.name, site.index))
    }

    fn pass_record(&mut self, record: usize, site: Site) -> Result<Option<Item<'b>>, ReadError> {
        let Some(known) = self.tree.record(record) else {
            return Err(self.fault(Problem::Missing { expected: "a record".into() }));
        };
        let name = self.frame(site.frame)?.attr(site.slot).map_or("", |attr| attr.name);
        let holder = Holder { frame: site.frame, name, index: site.index };
        let id = self.open(known, Some(holder), Vec::new(), site.stream)?;
        self.fill(id)?;
        Ok(None)
    }

    fn one_of(&mut self, attr: &'static Attr<'static>, site: Site, list: usize) -> Result<bool, ReadError> {
        // Vectors grow by more than one item at a time.
        self.pay(size::<Item<'_>>(2))?;
        let item = self.item(attr, site)?;
        if let (Some(item), Some(items)) = (&item, self.lists.get_mut(list)) {
            match items.last_mut() {
                // The record was added before its fields.
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
