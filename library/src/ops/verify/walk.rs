//! Code objects in the order in which they lie in an input, each looked at to its end in a few reads.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use offload_bundle_core::bytes::Place;
use offload_bundle_core::placement::ObjectFormat;
use offload_bundle_core::registry::Registry;

use crate::error::Error;
use crate::file_error::damage;
use crate::input::{HEAD, Input, WindowReader};
use crate::object::{Look, WholeElf};

/// As long as a look lies no further back than this, in bytes, it is done at once: so much is held of what was decompressed.
const BACK: u64 = 1 << 20;
/// What may be looked at besides the bytes of the input, in bytes. Without overlaps no byte of a table is looked at twice.
const MORE: u64 = 1 << 20;

/// A code object that has been looked at.
pub(super) struct CodeObject<'c> {
    /// Its first bytes, at most 64.
    pub(super) head: &'c [u8],
    /// What was found in it, if it is an ELF file with a header that can be read.
    pub(super) elf: Option<&'c WholeElf>,
    /// Whether it was not looked at to its end.
    pub(super) cut_short: bool,
}

/// One that is looked at.
struct Begun {
    place: Place,
    head: Vec<u8>,
    elf: Option<Box<WholeElf>>,
    cut_short: bool,
    /// How many looks are still to come.
    looks: usize,
}

/// The next look at one: where it begins in the input, the number of the code object, and the look; none for the first one.
type Next = Reverse<(u64, usize, Option<Look>)>;

/// Shows each of the code objects at `places` of `input`, which are ordered by where they begin, with its number. If the input is
/// damaged, only what lies before is shown.
pub(super) fn each(
    registry: &Registry,
    input: &Input,
    places: impl Iterator<Item = Place>,
    show: &mut dyn FnMut(usize, CodeObject<'_>),
) -> Result<(), Error> {
    let begun = |place| Begun { place, head: Vec::new(), elf: None, cut_short: false, looks: 1 };
    let mut objects: Vec<Begun> = places.map(begun).collect();
    let first = objects.iter().enumerate();
    let mut now: BinaryHeap<Next> = first
        .map(|(number, begun)| Reverse((begun.place.ofs, number, None)))
        .collect();
    let mut later: BinaryHeap<Next> = BinaryHeap::new();
    let mut reader = WindowReader::new(input);
    let mut budget = input.len().saturating_mul(2).saturating_add(MORE);
    // What lies behind is looked at in a second turn: all of it from the start once more, and not one after the other.
    loop {
        let Some(Reverse((at, number, look))) = now.pop() else {
            if later.is_empty() {
                break;
            }
            std::mem::swap(&mut now, &mut later);
            continue;
        };
        let Some(begun) = objects.get_mut(number) else { continue };
        begun.looks = begun.looks.saturating_sub(1);
        let mut next = Vec::new();
        let len = look.map_or(HEAD.min(begun.place.len), |look| look.len);
        match budget.checked_sub(if look.is_some() { len } else { 0 }) {
            None => begun.cut_short = true,
            Some(left) => {
                budget = left;
                let Ok(bytes) = damage(reader.view(at, len))? else {
                    return Ok(());
                };
                let bytes = bytes.get(..usize::try_from(len).unwrap_or(usize::MAX)).unwrap_or(bytes);
                next = begun.seen(registry, look, bytes);
            }
        }
        // What follows from all that was seen, as far as it was.
        if begun.looks == 0 && next.is_empty() && !begun.cut_short {
            next = begun.elf.as_mut().map_or_else(Vec::new, |elf| elf.go_on());
        }
        for next in next {
            let ofs = begun.place.ofs.saturating_add(next.ofs);
            let turn = if ofs.saturating_add(BACK) >= at {
                &mut now
            } else {
                &mut later
            };
            turn.push(Reverse((ofs, number, Some(next))));
            begun.looks = begun.looks.saturating_add(1);
        }
        if begun.looks == 0 {
            let Begun { head, elf, cut_short, .. } = begun;
            show(number, CodeObject { head, elf: elf.as_deref(), cut_short: *cut_short });
            (begun.head, begun.elf) = (Vec::new(), None);
        }
    }
    Ok(())
}

impl Begun {
    /// Takes the bytes that were looked at. The result is what is to be looked at then.
    fn seen(&mut self, registry: &Registry, look: Option<Look>, bytes: &[u8]) -> Vec<Look> {
        match (look, &mut self.elf) {
            (Some(look), Some(elf)) => elf.seen(look, bytes),
            (Some(_), None) => Vec::new(),
            (None, _) => {
                self.head = bytes.to_vec();
                let content = registry.content(bytes).and_then(|content| content.object);
                if content != Some(ObjectFormat::Elf) {
                    return Vec::new();
                }
                let machine = |number| registry.ids.machine(number);
                let Some((elf, looks)) = WholeElf::begin(self.place.len, bytes, machine) else {
                    return Vec::new();
                };
                self.elf = Some(Box::new(elf));
                looks
            }
        }
    }
}
