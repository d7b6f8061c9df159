//! A loader: takes from each bundle of a program the code object that serves a GPU best.
//!
//! `cargo run --example loader -- libapp.so gfx90a:sramecc+:xnack-`

/// The code objects in the file at `path` that the GPU `target` is to run: one from each bundle that has any.
pub(crate) fn load(path: &str, target: &str) -> Result<Vec<Vec<u8>>, offload_bundle::Error> {
    let mut code_objects = Vec::new();
    for bundle in offload_bundle::open(path)?.bundles() {
        if let Some(best) = bundle.best_match(target)? {
            eprintln!("{}: {} bytes", best.id()?, best.len()?);
            code_objects.push(best.bytes()?.to_vec());
        }
    }
    Ok(code_objects)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let (path, target) = words.next().zip(words.next()).ok_or("usage: loader FILE TARGET-ID")?;
    Ok(load(&path, &target).map(|code_objects| println!("code objects: {}", code_objects.len()))?)
}
