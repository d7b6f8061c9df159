//! Reading of fields in order, and of instances on demand.

use alloc::vec::Vec;

use super::expression::Formula;
use super::frame::{Frame, Holder, Slot};
use super::reading::{Reading, Site};
use super::scope::Scope;
use super::tables::{Attr, Extent, Holds, Known, Repeat};
use super::value::{Item, Value};
use super::work::size;
use crate::bytes::length;
use crate::error::{Fault, Problem, ReadError, Step};

impl<'b> Reading<'b> {
    pub(crate) fn open(
        &mut self,
        Known { record, schema }: Known,
        holder: Option<Holder>,
        params: Vec<Value<'b>>,
        stream: usize,
    ) -> Result<usize, ReadError> {
        let id = self.frames.len();
        let slots = record.fields.len().saturating_add(record.instances.len());
        let sizes = [size::<Frame<'_>>(1), size::<Slot<'_>>(slots), size::<Value<'_>>(params.len())];
        self.pay(sizes.into_iter().fold(0, u64::saturating_add))?;
        // Expressions cannot refer to records of other schemas.
        let around = holder.and_then(|holder| self.frames.get(holder.frame));
        let around = around.filter(|around| core::ptr::eq(around.schema, schema));
        let parent = around.and(holder).map(|holder| holder.frame);
        let is_outermost = schema.records.first().is_some_and(|first| core::ptr::eq(first, record));
        let root = around.map_or(is_outermost.then_some(id), |around| around.root);
        let order = around.and_then(|around| around.order);
        let at = self.here(stream);
        let slots = self.room(slots);
        self.frames
            .push(Frame { record, schema, parent, root, holder, stream, at, order, params, slots, fixed: 0 });
        Ok(id)
    }

    pub(crate) fn fill(&mut self, id: usize) -> Result<(), ReadError> {
        let record = self.frame(id)?.record;
        self.deeper(|reading| {
            if let Some(endian) = &record.endian {
                let decided = reading.decide(&Scope::new(id), endian)?;
                if let Some(frame) = reading.frames.get_mut(id) {
                    frame.order = decided;
                }
            }
            for slot in reading.read_fixed(id)..record.fields.len() {
                if !reading.read_plain(id, slot) {
                    reading.read(id, slot)?;
                    reading.end_file(id, slot)?;
                }
            }
            Ok(())
        })
    }

    /// Truncates the file to its declared length.
    fn end_file(&mut self, id: usize, slot: usize) -> Result<(), ReadError> {
        let frame = self.frame(id)?;
        let Some(attr) = frame.attr(slot).filter(|attr| id == 0 && self.len == Some(attr.name)) else {
            return Ok(());
        };
        let Some(Slot::Found(Item { value: Value::Number(number), at, .. })) = frame.slots.get(slot) else {
            return Ok(());
        };
        let (len, at, have) = (
            u64::try_from(*number).unwrap_or(u64::MAX),
            *at,
            self.stream(0)?.of.len(),
        );
        if len > have {
            let error = ReadError::new(at, Problem::OutOfBounds { ofs: 0, len, have });
            return Err(self.place_error(error, id, attr.name, None));
        }
        let whole = self.stream(0)?;
        whole.of = whole.of.part(0, len);
        self.file.0 = self.file.0.cut(len);
        Ok(())
    }

    pub(crate) fn read(&mut self, frame: usize, slot: usize) -> Result<(), ReadError> {
        let Some(attr) = self.frame(frame)?.attr(slot) else {
            return Ok(());
        };
        if attr.pos.is_some() && self.read_plain(frame, slot) {
            return Ok(());
        }
        let read = self.deeper(|reading| {
            reading.set(frame, slot, Slot::Reading);
            let stream = reading.frame(frame)?.stream;
            let read = reading.attr(attr, Site { frame, slot, stream, index: None });
            read.map_err(|error| reading.keep_error(error, frame, slot))
        });
        read.map_err(|error| self.place_error(error, frame, attr.name, None))
    }

    fn keep_error(&mut self, error: ReadError, frame: usize, slot: usize) -> ReadError {
        let name = self
            .frames
            .get(frame)
            .and_then(|frame| frame.attr(slot))
            .map_or("", |attr| attr.name);
        let error = self.place_error(error, frame, name, None);
        let len = size::<Fault>(1).saturating_add(size::<Step>(error.path.steps().len()));
        // Paths use memory. Past the budget, the over-budget error is stored instead.
        let kept = match self.work.take(len) {
            Ok(()) => error.clone(),
            Err(problem) => ReadError::new(error.offset, problem),
        };
        let slots = self.frames.get_mut(frame).map(|frame| &mut frame.slots);
        if let Some(found) = slots.and_then(|slots| slots.get_mut(slot)) {
            let partial = match found {
                Slot::Found(item) => Some(item.clone()),
                _ => None,
            };
            *found = Slot::Failed(partial, kept);
        }
        error
    }

    fn attr(&mut self, attr: &'static Attr<'static>, mut site: Site) -> Result<(), ReadError> {
        let scope = Scope::new(site.frame);
        if let Some(condition) = &attr.condition
            && !self.is_true(&scope, condition)?
        {
            self.set(site.frame, site.slot, Slot::Absent);
            return Ok(());
        }
        if let Some(formula) = &attr.stream {
            site.stream = match self.compute(&scope, formula)? {
                Value::Stream(stream) => stream,
                other => return Err(self.unfit(formula.text, "a stream", &other)),
            };
        }
        let Some(pos) = &attr.pos else {
            return self.read_list(attr, site);
        };
        let back = self.stream(site.stream)?.at;
        let at = self.position(attr, pos, site)?;
        self.seek(site.stream, at)?;
        let read = self.read_list(attr, site);
        self.seek(site.stream, back)?;
        read
    }

    fn read_list(&mut self, attr: &'static Attr<'static>, site: Site) -> Result<(), ReadError> {
        if let Repeat::Once = attr.repeat {
            return match self.item(attr, site)? {
                Some(item) => {
                    self.set(site.frame, site.slot, Slot::Found(item));
                    Ok(())
                }
                None => {
                    self.set(site.frame, site.slot, Slot::Absent);
                    Ok(())
                }
            };
        }
        if let (true, Repeat::Count(count)) = (self.tree.is_lazy, &attr.repeat) {
            return self.pass_over(attr, site, count);
        }
        // The items before an error are shown, and later items can refer to earlier ones.
        let list = self.new_list(Vec::new())?;
        let at = self.here(site.stream);
        self.set(
            site.frame,
            site.slot,
            Slot::Found(Item { value: Value::List(list), at, len: 0 }),
        );
        self.items(attr, site, list)
    }

    /// `None` if no case of a switch fits.
    pub(crate) fn item(&mut self, attr: &'static Attr<'static>, site: Site) -> Result<Option<Item<'b>>, ReadError> {
        let (start, at) = self.begins(site, &attr.holds)?;
        let scope = Scope { frame: site.frame, item: None, index: site.index };
        let Some(value) = self.read_held(&scope, site, &attr.holds)? else {
            return Ok(None);
        };
        let value = match (attr.names, value) {
            // Expressions of lazy trees cannot distinguish enum values from numbers.
            (Some(names), Value::Number(number)) if !self.tree.is_lazy => Value::Named(names, number),
            (_, value) => value,
        };
        let len = match attr.holds {
            Holds::Value(_) => 0,
            _ => self.stream(site.stream)?.at.saturating_sub(start),
        };
        let item = Item { value, at, len };
        if !attr.valid.is_empty() {
            if site.index.is_none() {
                // Rules can refer to the field by name.
                self.set(site.frame, site.slot, Slot::Found(item.clone()));
            }
            self.valid(&scope, attr, &item)?;
        }
        Ok(Some(item))
    }

    /// In the stream and in the input. Bit-sized numbers start in the current byte; computed values at the record.
    fn begins(&mut self, site: Site, holds: &Holds<'_>) -> Result<(u64, u64), ReadError> {
        if let Holds::Value(_) = holds {
            return Ok((0, self.frame(site.frame)?.at));
        }
        let here = self.here(site.stream);
        let stream = self.stream(site.stream)?;
        let within = stream.left > 0 && matches!(holds, Holds::Bits(..) | Holds::Flag(_));
        let back = u64::from(within);
        Ok((stream.at.saturating_sub(back), here.saturating_sub(back)))
    }

    fn read_held(
        &mut self,
        scope: &Scope<'_, 'b>,
        site: Site,
        holds: &'static Holds<'static>,
    ) -> Result<Option<Value<'b>>, ReadError> {
        let (frame, stream) = (site.frame, site.stream);
        Ok(Some(match holds {
            Holds::Fixed(expected) => {
                let here = self.here(stream);
                let taken = self.take(stream, length(expected))?;
                let found = self.look(&taken)?;
                if found != *expected {
                    let found = found.to_vec();
                    return Err(ReadError::new(here, Problem::BadMagic { expected, found }));
                }
                Value::Bytes(taken)
            }
            Holds::Unsigned(len, order) => self.read_unsigned(frame, stream, *len, *order)?,
            Holds::Signed(len, order) => self.read_signed(frame, stream, *len, *order)?,
            Holds::Float(len, order) => self.float(frame, stream, *len, *order)?,
            Holds::Bits(count, order) => Value::Number(i128::from(self.bits(stream, *count, *order)?)),
            Holds::Flag(order) => Value::Flag(self.bits(stream, 1, *order)? != 0),
            Holds::Bytes(extent) => Value::Bytes(self.content(scope, site, extent)?),
            Holds::Text(charset, extent) => {
                let bits = self.content(scope, site, extent)?;
                match self.tree.is_lazy {
                    true => Value::Bytes(bits),
                    false => self.text(&bits, *charset)?,
                }
            }
            Holds::Value(formula) => self.compute(scope, formula)?,
            Holds::Record(record, told, extent) => self.record(scope, site, (*record, told, extent.as_ref()))?,
            Holds::Switch(switch) => match self.case(scope, switch)? {
                Some(Holds::Unknown(known)) => return Err(self.unknown(site.frame, &switch.on, known)),
                Some(holds) => return self.read_held(scope, site, holds),
                None => return Ok(None),
            },
            Holds::Unknown(_) => return Ok(None),
        }))
    }

    fn record(
        &mut self,
        scope: &Scope<'_, 'b>,
        site: Site,
        (record, told, extent): (usize, &'static [Formula<'static>], Option<&'static Extent<'static>>),
    ) -> Result<Value<'b>, ReadError> {
        let Some(record) = self.tree.record(record) else {
            return Err(self.fault(Problem::Missing { expected: "a record".into() }));
        };
        let mut params = Vec::with_capacity(told.len());
        for (formula, (_, names)) in told.iter().zip(record.record.params) {
            let value = self.compute(scope, formula)?;
            params.push(match (names, value) {
                (Some(names), Value::Number(number)) => Value::Named(*names, number),
                (_, value) => value,
            });
        }
        let at = self.here(site.stream);
        let stream = match extent {
            None => site.stream,
            Some(extent) => {
                let bits = self.content(scope, site, extent)?;
                self.new_stream(bits)?
            }
        };
        let name = self.frame(site.frame)?.attr(site.slot).map_or("", |attr| attr.name);
        let holder = Holder { frame: site.frame, name, index: site.index };
        let id = self.open(record, Some(holder), params, stream)?;
        let item = Item { value: Value::Record(id), at, len: 0 };
        // On an error, the valid part can be shown. Inner fields see the list without this item.
        if site.index.is_none() {
            self.set(site.frame, site.slot, Slot::Found(item));
            self.fill(id)?;
            return Ok(Value::Record(id));
        }
        let filled = self.fill(id);
        if let Some(Slot::Found(Item { value: Value::List(list), .. })) = self.frame(site.frame)?.slots.get(site.slot) {
            let list = *list;
            if let Some(items) = self.lists.get_mut(list) {
                items.push(item);
            }
        }
        filled?;
        Ok(Value::Record(id))
    }
}
