//! Properties of interpreted formats on any bytes: time and output are linear, errors have an offset, and a window
//! gives the same result as the file.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use offload_bundle_codegen::foreign::{self, Foreign};
use offload_bundle_core::bytes::{Bytes, length};
use offload_bundle_core::describe::{Describer, Field, Shape};
use offload_bundle_core::tree::Tree;

use crate::binary::windows;

// `SCHEMAS`: the text of each schema by file name.
include!(concat!(env!("OUT_DIR"), "/schemas.rs"));

static FORMATS: LazyLock<Vec<Foreign>> = LazyLock::new(|| {
    let texts: BTreeMap<&str, &str> = SCHEMAS.iter().copied().collect();
    let load = |name: &str| texts.get(name).map(|text| String::from(*text));
    let read = texts.keys().map(|name| foreign::read(&foreign::sources(name, load)));
    read.map(|read| match read {
        Ok(foreign) => foreign,
        Err(problems) => panic!("a schema is refused: {problems:?}"),
    })
    .collect()
});

/// The last byte selects the format.
pub fn read(bytes: &[u8]) {
    let Some((chosen, bytes)) = bytes.split_last() else {
        return;
    };
    let format = usize::from(*chosen)
        .checked_rem(FORMATS.len())
        .and_then(|index| FORMATS.get(index));
    if let Some(format) = format {
        whole(bytes, format.tree());
        windows(bytes, |bytes| format.tree().describe(bytes, &mut Lines(0)).err());
    }
}

fn whole(bytes: &[u8], tree: &'static Tree<'static>) {
    let mut lines = Lines(0);
    if let Err(error) = tree.describe(Bytes::new(bytes), &mut lines) {
        assert!(!error.path.is_empty(), "an error without a path: {error}");
        assert!(error.offset <= length(bytes), "an error outside of the file: {error}");
    }
    let most = length(bytes).saturating_mul(64).saturating_add(1 << 16);
    assert!(lines.0 <= most, "{} lines for {} bytes", lines.0, bytes.len());
}

struct Lines(u64);

impl Describer for Lines {
    fn begin(&mut self, _name: &'static str, _shape: Shape) {
        self.0 = self.0.saturating_add(1);
    }
    fn item(&mut self, _index: u64) {
        self.0 = self.0.saturating_add(1);
    }
    fn field(&mut self, _field: Field<'_>) {
        self.0 = self.0.saturating_add(1);
    }
    fn end(&mut self) {}
}
