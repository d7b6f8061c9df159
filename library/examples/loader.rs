//! A loader: takes from each bundle of a program the code object that serves a GPU best, and says why.
//!
//! `cargo run --example loader -- libapp.so gfx90a:sramecc+:xnack-`

use std::error::Error;

/// The code objects in the file at `path` that the GPU `target` is to run: one from each bundle that has any.
pub(crate) fn load(path: &str, target: &str) -> Result<Vec<Vec<u8>>, Box<dyn Error>> {
    let file = offload_bundle::open(path)?;
    let mut code_objects = Vec::new();
    for bundle in file.bundles() {
        if let Some(best) = bundle.best_match(target)? {
            eprintln!("{}: {} bytes, {:?}", best.id()?, best.len()?, best.reasons());
            code_objects.push(best.bytes()?.to_vec());
        }
    }
    Ok(code_objects)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, path, target] = arguments.as_slice() else {
        return Err("usage: loader FILE TARGET-ID".into());
    };
    for code_object in load(path, target)? {
        println!("{} bytes", code_object.len());
    }
    Ok(())
}
