//! Parts of an ELF file that share bytes.

use offload_bundle_core::error::Path;

use super::WholeElf;
use super::range::{Part, Range};
use crate::code_fault::CodeFault;

impl WholeElf {
    /// Tells of every part that begins within one before it.
    pub(super) fn find_overlaps(&mut self) {
        let mut ranges = std::mem::take(&mut self.ranges);
        ranges.sort_unstable_by_key(|range| (range.place.ofs, range.part));
        let mut furthest: Option<Range> = None;
        for range in ranges {
            let Some(before) = furthest else {
                furthest = Some(range);
                continue;
            };
            if range.place.ofs < before.place.end() {
                let (at, field) = match range.part {
                    Part::Header => (0, ""),
                    Part::Segments => (self.form.at().e_phoff, "e_phoff"),
                    Part::Sections => (self.form.at().e_shoff, "e_shoff"),
                    Part::Section(index) => (
                        self.sections.header(index).saturating_add(self.form.at().sh_offset),
                        "sh_offset",
                    ),
                };
                let path = match range.part {
                    Part::Section(_) => range.part.path().field(field),
                    _ => Path::from(field),
                };
                let (ofs, end) = (range.place.ofs, before.place.end());
                self.faults.add(
                    at,
                    path,
                    CodeFault::Overlap { ofs, end, first_path: before.part.path() },
                );
            }
            if range.place.end() > before.place.end() {
                furthest = Some(range);
            }
        }
    }
}
