//! Files that are not rewritten.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use offload_bundle::input::Input;
use offload_bundle::internal::scan::scan;
use offload_bundle::request::ScanRequest;
use offload_bundle_formats::registry::REGISTRY;

use crate::holder::{Edit, Holder};

#[test]
fn read_only_formats_are_not_rewritten() {
    let bytes = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../library/tests/cuda/plain.fatbin")).unwrap();
    let input = Arc::new(Input::from_bytes("in", bytes));
    let scan = scan(&REGISTRY, &input, &ScanRequest::default()).unwrap();
    let error = Holder::find(&scan, &input, Edit::Any).err().unwrap();
    assert_eq!(error.to_string(), "in: a CUDA fat binary can be read, but not written");
}
