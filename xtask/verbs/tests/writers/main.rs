//! The faults of writers that `cargo xtask prove` tries are faults of the writers that there are.

use std::fs;
use std::path::Path;

mod faults;

use faults::FAULTS;

#[test]
fn every_fault_changes_what_stands_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    let root = root.expect("the package is in a folder of xtask");
    for fault in FAULTS {
        let text = fs::read_to_string(root.join(fault.file)).expect("the file is there");
        let (file, what, from) = (fault.file, fault.what, fault.from);
        assert!(
            text.contains(from),
            "{what}: {file} no longer holds {from:?}: change the table with it"
        );
        assert_ne!(from, fault.to, "{what}");
    }
}
