//! Reports panics with message and position.

use wasm_bindgen::prelude::wasm_bindgen;

use crate::browser::tell_fault;

/// Runs when the program is loaded.
#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|panicked| tell_fault(&panicked.to_string())));
}
