//! Guides with commands that change a checkout are followed in a copy of the repository.

use std::process::Command;

use offload_bundle_testing::pages::{Needs, Page};

use crate::scratch::Scratch;

#[test]
fn guides_show_what_a_checkout_prints() {
    // The copies are compiled one after the other.
    crate::scratch();
    for page in Page::all() {
        let needs = match page.changes_checkout() {
            true => [Needs::Checkout, Needs::Shell, Needs::Tool].as_slice(),
            false => [Needs::Checkout].as_slice(),
        };
        if !page.has_console(needs) {
            continue;
        }
        let copy = Scratch::copy("guides");
        // The copy lacks some fixtures, which pages show.
        copy.verb(&["codegen"]);
        let mut shell = Command::new("sh");
        copy.prepare(&mut shell);
        page.run(needs, shell);
    }
}
