//! `worker.js` owns the files and collects saved bytes.

use std::io::{self, Write};

use offload_bundle::input::RandomAccess;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Fills `into` with the bytes from `ofs` on of the worker's file `number`. Returns false on failure.
    #[wasm_bindgen(js_name = readFile)]
    fn read_file(number: u32, ofs: u64, into: &mut [u8]) -> bool;

    #[wasm_bindgen(js_name = takeBytes)]
    fn take_bytes(bytes: &[u8]);

    #[wasm_bindgen(js_name = tellFault)]
    pub(crate) fn tell_fault(text: &str);
}

/// Read in slices.
#[derive(Debug)]
pub(crate) struct ChosenFile {
    pub(crate) number: u32,
    pub(crate) size: u64,
}

impl RandomAccess for ChosenFile {
    fn size(&self) -> u64 {
        self.size
    }

    fn read_at(&self, ofs: u64, into: &mut [u8]) -> io::Result<()> {
        match read_file(self.number, ofs, into) {
            true => Ok(()),
            false => Err(io::Error::other(
                "the browser cannot read it: it has changed or gone since it was chosen, so choose it again",
            )),
        }
    }
}

#[derive(Debug)]
pub(crate) struct Saved;

impl Write for Saved {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        take_bytes(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
