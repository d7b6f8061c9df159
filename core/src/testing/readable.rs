//! Layouts that tests make.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::layout::{Keep, Layout};

struct Leaked;

impl Keep<'static> for Leaked {
    fn list<T: Copy>(&self, items: Vec<T>) -> &'static [T] {
        Box::leak(items.into_boxed_slice())
    }

    fn one<T: Copy>(&self, item: T) -> &'static T {
        Box::leak(Box::new(item))
    }
}

/// Returns the layout with the table that readers use.
pub fn readable(layout: &Layout<'static>) -> &'static Layout<'static> {
    let tree = Leaked.one(layout.to_tree(&Leaked, &|_, _| ""));
    Leaked.one(Layout { tree, ..*layout })
}
