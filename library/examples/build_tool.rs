//! A build tool: bundles the code objects of a folder, one for each GPU, and compresses the bundle.
//!
//! `cargo run --example build_tool -- FOLDER app.hipfb`: the folder holds files such as `gfx90a.co`.

use std::error::Error;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use offload_bundle::request::CompressionRequest;
use offload_bundle::{BundleBuilder, TargetId};

/// Makes the bundle `output` of the code objects in `folder`. Returns how many there are.
pub(crate) fn build(folder: &Path, output: &Path) -> Result<usize, Box<dyn Error>> {
    let mut bundle = BundleBuilder::new().entry("host-x86_64-unknown-linux-gnu-", b"");
    let code_objects = code_objects(folder)?;
    for path in &code_objects {
        let name = path.file_stem().and_then(OsStr::to_str).unwrap_or_default();
        let target = TargetId::parse(name)?;
        bundle = bundle.entry_from_file(format!("hipv4-amdgcn-amd-amdhsa--{target}"), path);
    }
    bundle
        .alignment(4096)
        .compressed(&CompressionRequest::default())
        .write(output)?;
    Ok(code_objects.len())
}

/// The files in `folder` that end in `.co`, by name.
fn code_objects(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let files = fs::read_dir(folder)?.map(|file| file.map(|file| file.path()));
    let mut files = files.collect::<Result<Vec<PathBuf>, _>>()?;
    files.retain(|path| path.extension() == Some(OsStr::new("co")));
    files.sort();
    Ok(files)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, folder, output] = arguments.as_slice() else {
        return Err("usage: build_tool FOLDER OUTPUT".into());
    };
    let count = build(Path::new(folder), Path::new(output))?;
    println!("{output}: {count} code objects");
    Ok(())
}
