//! Bundles leave the file, or come back: wrappers begin otherwise then, and say which unit they stand for.

use std::collections::BTreeMap;

use super::LinkedElf;
use super::turn::Turn;
use crate::error::Error;
use crate::object::RepackFault;
use crate::object::elf::each::{LENGTH, VALUE};
use crate::object::held::Target;
use crate::object::source::Source;

impl LinkedElf {
    /// All bundles leave: everything leads to what comes in their place, in a section that is called `name`. Each wrapper says so, and by
    /// the number of its bundle which unit it is.
    pub(super) fn turn_out(&self, name: &'static str) -> Result<Turn, Error> {
        let pointers = &self.pointers;
        let mut turn = Turn { names: vec![(self.image.held.section, name)], ..Turn::none(pointers) };
        for target in &mut turn.targets {
            if let Target::Bundle(bundle) = target {
                *bundle = 0;
            }
        }
        turn.wrapped.iter_mut().for_each(|bundle| *bundle = 0);
        turn.lengths.iter_mut().for_each(|length| *length = (0, None));
        // Only what led to the first bundle still leads to where something is.
        for fixed in &pointers.fixed {
            if fixed.bundle > 0 {
                let fault = RepackFault::Relocation { offset: fixed.at, kind: fixed.kind };
                return Err(self.image.held.error(fault));
            }
        }
        let mut source = Source::new(&self.image.held.input);
        for (wrapper, bundle) in pointers.wrappers.iter().zip(&pointers.wrapped) {
            let rule = wrapper.rule;
            let begins = source.view(wrapper.at, rule.size)?.starts_with(rule.embedded);
            let Some(unit) = rule.unit.filter(|_| begins && !rule.embedded.is_empty()) else {
                return Err(self.image.held.error(RepackFault::Wrapper { offset: wrapper.at }));
            };
            turn.bytes.push((wrapper.at, rule.moved.to_vec()));
            let at = wrapper.at.saturating_add(unit);
            let number = u32::try_from(*bundle).unwrap_or(u32::MAX);
            turn.bytes.push((at, number.to_le_bytes().to_vec()));
        }
        Ok(turn)
    }

    /// The opposite: the wrapper number `n` leads to the bundle `bundles[n]`, and the section is called `name`.
    pub(super) fn turn_in(&self, bundles: &[usize], name: &'static str) -> Result<Turn, Error> {
        let (image, pointers) = (&self.image, &self.pointers);
        let mut names = vec![(image.held.section, name)];
        // One that had the code before it was moved has no bytes now. Without its first character the name is in the table too.
        let tail = name.get(1..).unwrap_or(name);
        names.extend(image.find_named(name)?.into_iter().map(|position| (position, tail)));
        let mut turn = Turn { names, wrapped: bundles.to_vec(), ..Turn::none(pointers) };
        let of_wrappers: BTreeMap<u64, usize> = pointers
            .wrappers
            .iter()
            .zip(bundles)
            .map(|(wrapper, bundle)| (wrapper.address, *bundle))
            .collect();
        let single = bundles.iter().all(|bundle| *bundle == 0);
        let mut of_symbols: BTreeMap<u64, usize> = BTreeMap::new();
        for (symbol, address) in &pointers.by_symbol {
            let Some(bundle) = of_wrappers.get(address) else {
                continue;
            };
            if *of_symbols.entry(*symbol).or_insert(*bundle) != *bundle {
                return Err(image.held.error(RepackFault::Unclear { offset: *symbol }));
            }
        }
        for (field, target) in pointers.fields.iter().zip(&mut turn.targets) {
            let Target::Bundle(bundle) = target else { continue };
            let known = match field.holder {
                Some(address) => of_wrappers.get(&address),
                None => of_symbols.get(&field.at),
            };
            *bundle = match known {
                Some(known) => *known,
                // A symbol that no wrapper is by is that of the section's start.
                None if single || field.holder.is_none() => 0,
                None => return Err(image.held.error(RepackFault::Unclear { offset: field.at })),
            };
        }
        if let (false, Some(fixed)) = (single, pointers.fixed.first()) {
            return Err(image
                .held
                .error(RepackFault::Relocation { offset: fixed.at, kind: fixed.kind }));
        }
        for (length, turned) in pointers.lengths.iter().zip(&mut turn.lengths) {
            let symbol = length.at.saturating_sub(LENGTH).saturating_add(VALUE);
            turned.0 = of_symbols.get(&symbol).copied().unwrap_or(0);
        }
        let mut source = Source::new(&image.held.input);
        for wrapper in &pointers.wrappers {
            let rule = wrapper.rule;
            let begins = source.view(wrapper.at, rule.size)?.starts_with(rule.moved);
            let Some(unit) = rule.unit.filter(|_| begins && !rule.embedded.is_empty()) else {
                return Err(image.held.error(RepackFault::Wrapper { offset: wrapper.at }));
            };
            turn.bytes.push((wrapper.at, rule.embedded.to_vec()));
            turn.bytes.push((wrapper.at.saturating_add(unit), vec![0; 4]));
        }
        Ok(turn)
    }

    /// The number of the unit of each wrapper.
    ///
    /// # Errors
    ///
    /// A wrapper has none.
    pub(crate) fn units(&self) -> Result<Vec<u64>, Error> {
        let mut source = Source::new(&self.image.held.input);
        let mut units = Vec::new();
        for wrapper in &self.pointers.wrappers {
            let rule = wrapper.rule;
            let refused = || self.image.held.error(RepackFault::Wrapper { offset: wrapper.at });
            let record = source.view(wrapper.at, rule.size)?;
            let at = rule.unit.and_then(|at| usize::try_from(at).ok());
            let at = at.filter(|_| record.starts_with(rule.moved)).ok_or_else(refused)?;
            let number = self.image.file.form.number_at(record, at).ok_or_else(refused)?;
            units.push(number.into());
        }
        Ok(units)
    }
}
