//! Lowers extents, encodings and processing of bytes.

use offload_bundle_core::tree::{Charset, Extent};

use super::Lowering;
use super::kinds::Of;
use crate::model::binary::Attr;
use crate::problem::{Problems, quote};

pub(super) const AMOUNT: (&str, fn(&Of) -> bool) = ("a whole number", |of| *of == Of::Number);

impl<'a> Lowering<'a, '_> {
    /// `ends` is the default terminator.
    pub(super) fn extent(&self, scope: usize, attr: &Attr, ends: &[u8], problems: &mut Problems) -> Option<Extent<'a>> {
        let said = &attr.bytes;
        let size = said
            .size
            .as_ref()
            .map(|size| self.formula_of(scope, size, AMOUNT, problems));
        let own = said.terminator.as_ref().map(|end| std::slice::from_ref(&end.value));
        let terminator = own.unwrap_or(ends);
        if size.is_some() && attr.to_end() {
            problems.add(&attr.id, "`size` or `size-eos`", "both", "remove one");
        }
        if let Some(process) = said.process.as_ref().filter(|process| process.value != "zlib") {
            let hint = "other compressed bytes are opaque; remove `type`";
            problems.add_word(process, "`zlib`", hint);
        }
        if size.is_none() && !attr.to_end() && terminator.is_empty() {
            if let Some(process) = &said.process {
                let hint = "add `size:`, `size-eos: true` or `terminator:`";
                problems.add(process, "the size of what is unpacked", "none", hint);
            }
            return None;
        }
        Some(Extent {
            size,
            to_end: attr.to_end(),
            terminator: self.arena.bytes(terminator),
            must_end: said.eos_error.unwrap_or(true),
            pad: said.pad_right,
            is_zlib: said.process.is_some(),
            is_apart: false,
        })
    }

    pub(super) fn required_extent(
        &self,
        scope: usize,
        attr: &Attr,
        ends: &[u8],
        problems: &mut Problems,
    ) -> Extent<'a> {
        self.extent(scope, attr, ends, problems).unwrap_or_else(|| {
            // A misunderstood type or key may define the extent.
            if self.doubts.at(&attr.holds) {
                return Extent::TO_END;
            }
            let hint = "add `size:` with a number or an expression, `size-eos: true`, `terminator:`, or `type:`";
            problems.add(&attr.id, "the size of text or bytes", "none", hint);
            Extent::TO_END
        })
    }

    pub(super) fn charset(&self, scope: usize, attr: &Attr, problems: &mut Problems) -> Charset {
        let around = || {
            self.known
                .around(scope)
                .find_map(|known| known.record.unless_said()?.encoding.as_ref())
        };
        let Some(said) = attr.encoding.as_ref().or_else(around) else {
            let hint = "add `encoding:` to it or to `meta`, such as UTF-8 or ASCII";
            problems.add(&attr.id, "the encoding of text", "none", hint);
            return Charset::Utf8;
        };
        Charset::named(said).unwrap_or_else(|| {
            let expected =
                "`UTF-8`, `ASCII`, `UTF-16LE`, `UTF-16BE`, `ISO-8859-1`, `windows-1251`, `windows-1252` or `IBM437`";
            let hint = "other encodings are not supported: take the text as bytes, without `type`";
            problems.add(said, expected, quote(said), hint);
            Charset::Utf8
        })
    }
}
