//! A loader that has a program in memory: finds the code object that a GPU runs, and copies nothing that is not compressed.
//!
//! `cargo run --example in_memory -- libapp.so gfx90a:sramecc+:xnack-`

use std::error::Error;
use std::sync::Arc;

use offload_bundle::OpenOptions;

/// Gives `load` the code object that the GPU `target` is to run, if there is one in the bytes of a library or program.
pub(crate) fn with_code_object<T>(
    program: Arc<[u8]>,
    target: &str,
    load: impl FnOnce(&[u8]) -> T,
) -> Result<Option<T>, offload_bundle::Error> {
    let file = OpenOptions::new().open_bytes(program)?;
    match file.best_match(target)? {
        Some(best) => Ok(Some(load(&best.bytes()?))),
        None => Ok(None),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, path, target] = arguments.as_slice() else {
        return Err("usage: in_memory FILE TARGET-ID".into());
    };
    match with_code_object(std::fs::read(path)?.into(), target, <[u8]>::len)? {
        Some(length) => println!("{length} bytes"),
        None => println!("nothing for {target}"),
    }
    Ok(())
}
