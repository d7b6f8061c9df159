//! Properties of containers: entries are within the file, and can be rewritten and found again.

use offload_bundle_core::bytes::{Bytes, length};
use offload_bundle_core::container::Container;
use offload_bundle_core::testing::{ORIGIN, write_again};

use crate::binary::windowed;

pub fn container(bytes: &[u8], container: &dyn Container) {
    let whole = container.read(Bytes::new(bytes).at_origin(ORIGIN));
    windowed(bytes, &whole, |window| container.read(window.at_origin(ORIGIN)));
    let Ok(bundle) = whole else { return };
    assert_eq!(bundle.start, ORIGIN);
    let end = ORIGIN.saturating_add(length(bytes));
    let entries = bundle.entries.iter();
    let mut places = entries.filter_map(|entry| entry.place.as_ref().ok());
    assert!(places.all(|place| ORIGIN <= place.ofs && place.end() <= end));
    assert!(bundle.start.saturating_add(bundle.len) <= end && bundle.frame_len <= bundle.len);
    write_again(container, &bundle, bytes, 1);
}
