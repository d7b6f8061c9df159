//! A made-up text container: `\n%begin ID\n`, the content, `\n%end\n`, once for every entry.

use offload_bundle_core::attributes::Attributes;
use offload_bundle_core::bytes::{Bytes, Place, length};
use offload_bundle_core::container::{Bundle, Container, Forbidden, NewEntry, PlanOptions, StoredEntry};
use offload_bundle_core::describe::Describer;
use offload_bundle_core::error::{Path, Problem, ReadError, Stop, WriteError};
use offload_bundle_core::plan::{Content, Plan};
use offload_bundle_core::text::{Delimiter, Delimiters};

const BEGIN: &[u8] = b"\n%begin ";
const END: &[u8] = b"\n%end\n";

#[derive(Debug)]
pub(super) struct Written;

impl Container for Written {
    fn name(&self) -> &'static str {
        "written"
    }

    fn title(&self) -> &'static str {
        "written container"
    }

    fn magic_len(&self) -> u64 {
        length(BEGIN)
    }

    fn delimiters(&self) -> Option<Delimiters> {
        let delimiter = |lead: &[u8]| Delimiter { lead: lead.to_vec() };
        Some(Delimiters { start: delimiter(BEGIN), end: delimiter(b"\n%end") })
    }

    fn recognises(&self, head: &[u8]) -> bool {
        memchr::memmem::find(head, BEGIN).is_some()
    }

    fn read(&self, bytes: Bytes<'_>) -> Result<Bundle, Stop> {
        let whole = bytes.take(0, bytes.len())?;
        let find = |from: usize, needle: &[u8]| {
            let at = whole.get(from..).and_then(|rest| memchr::memmem::find(rest, needle));
            at.map(|at| at.saturating_add(from))
        };
        let mut entries = Vec::new();
        let mut at = 0_usize;
        while let Some(begin) = find(at, BEGIN) {
            let id = begin.saturating_add(BEGIN.len());
            let missing = |at: usize, expected: &str| {
                let expected = expected.into();
                ReadError::new(bytes.absolute(at as u64), Problem::Missing { expected })
            };
            let line = find(id, b"\n").ok_or_else(|| missing(id, "the end of the line"))?;
            let content = line.saturating_add(1);
            let end = find(line, END).ok_or_else(|| missing(begin, "a line %end"))?;
            let len = end.saturating_sub(content) as u64;
            entries.push(StoredEntry {
                index: entries.len() as u64,
                id: Ok(std::string::String::from_utf8_lossy(whole.get(id..line).unwrap_or_default()).into()),
                id_offset: bytes.absolute(id as u64),
                place: Ok(Place { ofs: bytes.absolute(content as u64), len }),
                path: Path::from("entries").index(entries.len() as u64),
                ofs_field: "",
                ofs_offset: bytes.absolute(begin as u64),
                attributes: Attributes::default(),
            });
            at = end.saturating_add(END.len());
        }
        Ok(Bundle { start: bytes.origin(), frame_len: 0, len: at as u64, version: None, entries })
    }

    fn describe(&self, bytes: Bytes<'_>, _describer: &mut dyn Describer) -> Result<(), Stop> {
        self.read(bytes).map(|_| ())
    }

    fn plan(&self, entries: &[NewEntry<'_>], _options: PlanOptions) -> Result<Plan<'static>, WriteError> {
        let mut plan = Plan::new();
        for entry in entries {
            plan.bytes([BEGIN, entry.id.as_bytes(), b"\n"].concat());
            plan.content(Content::External(entry.len));
            plan.bytes(END);
        }
        Ok(plan)
    }

    fn forbidden(&self) -> Vec<Forbidden> {
        [(BEGIN, "a line %begin"), (END, "a line %end")]
            .map(|(bytes, what)| Forbidden { bytes: bytes.into(), what })
            .into()
    }

    fn padding(&self) -> Option<u8> {
        None
    }
}
