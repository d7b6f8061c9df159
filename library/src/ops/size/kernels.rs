//! The rows of what code objects consist of.

use std::collections::BTreeMap;

use offload_bundle_core::bytes::Place;
use offload_bundle_core::registry::Registry;

use super::rows::Key;
use crate::error::Error;
use crate::file_error::damage;
use crate::input::Input;
use crate::natural_order::Natural;
use crate::ops::{code_object, kernel_names};
use crate::report::CodePart;

/// Looks into code objects.
#[derive(Debug, Clone, Copy)]
pub(super) struct Kernels<'r> {
    pub(super) registry: &'r Registry,
    /// Whether kernels are called as they are in the file.
    pub(super) mangled: bool,
}

impl Kernels<'_> {
    /// What the code object at `place` of `input` consists of, in places of the input, each with what `number` says for its key; nothing
    /// where that is unknown. So many bytes may still be looked at: entries can share their bytes.
    pub(super) fn parts<T: Copy>(
        self,
        number: &mut dyn FnMut(Key) -> T,
        input: &Input,
        place: Place,
        left: &mut u64,
    ) -> Result<Vec<(Place, T)>, Error> {
        let Some(after) = left.checked_sub(place.len) else {
            return Ok(Vec::new());
        };
        *left = after;
        // Damage to compressed bytes is for those who check them to the end.
        let Ok(Some((bytes, machine))) = damage(code_object::elf(self.registry, input, place))? else {
            return Ok(Vec::new());
        };
        // Rows are not longer together than what they are of.
        let mut names = bytes.len();
        let mut known: BTreeMap<&str, T> = BTreeMap::new();
        let mut parts = Vec::new();
        for (part, what) in code_object::claims(&bytes, machine) {
            let row = match what {
                Err(part) => number(Key::of_part(part)),
                Ok(symbol) => match known.get(symbol) {
                    Some(row) => *row,
                    None => {
                        let row = number(self.kernel(symbol, &mut names));
                        known.insert(symbol, row);
                        row
                    }
                },
            };
            let (start, end) = (part.ofs.min(place.len), part.end().min(place.len));
            let ofs = place.ofs.saturating_add(start);
            parts.push((Place { ofs, len: end.saturating_sub(start) }, row));
        }
        Ok(parts)
    }

    /// What the row of the kernel with this symbol is of. Where names would be longer than `left`, it is one piece of code of many.
    fn kernel(self, symbol: &str, left: &mut usize) -> Key {
        let name = match self.mangled {
            true => symbol.to_owned(),
            false => kernel_names::demangle(symbol),
        };
        let Some(after) = left.checked_sub(name.len()) else {
            return Key::of_part(CodePart::OtherCode);
        };
        *left = after;
        Key { kernel: Some(Natural(name)), ..Key::default() }
    }
}
