//! The table that `list` shows: one row an entry, and no more columns than there is something to say in.

use offload_bundle_core::bytes::Place;
use offload_bundle_core::container::StoredEntry;

use super::printable;
use crate::ops::table::{Align, table};
use crate::scan::{FoundBundle, FoundEnvelope, Region, RegionKind, Scan};

/// What a column says of an entry, if anything.
type Cell = for<'s> fn(Listed<'s>) -> Option<String>;

/// One entry and where it is.
#[derive(Clone, Copy)]
struct Listed<'s> {
    number: usize,
    region: Option<&'s Region>,
    found: &'s FoundBundle,
    entry: &'s StoredEntry,
}

/// The columns. One that has nothing to say of any entry of a file is left out.
const COLUMNS: [(&str, Align, Cell); 9] = [
    ("bundle", Align::Right, |listed| Some(listed.number.to_string())),
    ("section", Align::Left, |listed| {
        listed.region?.kind.section().map(printable)
    }),
    ("start", Align::Right, |listed| {
        listed.start().map(|start| start.to_string())
    }),
    ("version", Align::Right, |listed| {
        Some(listed.envelope()?.header.version.to_string())
    }),
    ("method", Align::Left, |listed| {
        let method = listed.envelope()?.header.method.as_ref();
        Some(method.map_or(UNKNOWN, |method| method.name).into())
    }),
    ("packed", Align::Right, |listed| {
        Some(listed.envelope()?.len.to_string())
    }),
    ("offset", Align::Right, |listed| listed.place(|place| place.ofs)),
    ("size", Align::Right, |listed| listed.place(|place| place.len)),
    ("ID", Align::Left, |listed| {
        let id = listed.entry.id.as_ref();
        Some(id.map_or_else(|_| UNKNOWN.into(), |id| printable(id)))
    }),
];
/// Headings that stand over a file without any entry too.
const ALWAYS: [&str; 4] = ["bundle", "offset", "size", "ID"];
/// Stands for what cannot be told.
const UNKNOWN: &str = "?";
/// Stands for what there is not.
const NOTHING: &str = "-";

impl<'s> Listed<'s> {
    fn envelope(self) -> Option<&'s FoundEnvelope> {
        self.found.envelope.as_ref()
    }

    /// The first byte in the file, where the offset of the entry does not tell about where that is.
    fn start(self) -> Option<u64> {
        let by_itself =
            self.region.is_none_or(|region| region.kind == RegionKind::Whole) && self.found.envelope.is_none();
        (!by_itself).then(|| self.found.start())
    }

    fn place(self, number: impl Fn(&Place) -> u64) -> Option<String> {
        let place = self.entry.place.as_ref();
        Some(place.map_or_else(|_| UNKNOWN.into(), |place| number(place).to_string()))
    }
}

/// The entries of a scan as a table, under the name of the file if it is one of several.
pub(super) fn entries(name: &str, scan: &Scan, several: bool) -> String {
    let bundles = scan.bundles.iter().enumerate();
    let listed: Vec<Listed<'_>> = bundles
        .flat_map(|(number, found)| {
            let region = scan.regions.get(found.region);
            found
                .bundle
                .entries
                .iter()
                .map(move |entry| Listed { number, region, found, entry })
        })
        .collect();
    let mut columns: Vec<(Align, Vec<String>)> = Vec::new();
    for (heading, align, cell) in COLUMNS {
        let cells: Vec<Option<String>> = listed.iter().map(|listed| cell(*listed)).collect();
        if cells.iter().any(Option::is_some) || ALWAYS.contains(&heading) {
            let cells = cells.into_iter().map(|cell| cell.unwrap_or_else(|| NOTHING.into()));
            columns.push((align, std::iter::once(heading.to_string()).chain(cells).collect()));
        }
    }
    let aligns: Vec<Align> = columns.iter().map(|(align, _)| *align).collect();
    let rows: Vec<Vec<String>> = (0..=listed.len())
        .map(|row| {
            columns
                .iter()
                .filter_map(|(_, cells)| cells.get(row).cloned())
                .collect()
        })
        .collect();
    let table = table(&aligns, &rows);
    if several { format!("{name}:\n{table}\n") } else { table }
}
