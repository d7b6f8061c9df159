//! Lowers extents, encodings and processing of bytes.

use offload_bundle_core::tree::{Charset, Extent, Process};

use super::Lowering;
use super::kinds::Of;
use crate::formula::{Formula, Term, TermKind, parse};
use crate::model::binary::Attr;
use crate::problem::{Problems, quote};
use crate::spanned::Spanned;

pub(super) const AMOUNT: (&str, fn(&Of) -> bool) = ("a whole number", |of| *of == Of::Number);

impl<'a> Lowering<'a, '_> {
    /// `ends` is the default terminator. `None` without an extent.
    pub(super) fn extent(&self, scope: usize, attr: &Attr, ends: &[u8], problems: &mut Problems) -> Option<Extent<'a>> {
        let said = &attr.bytes;
        let size = said
            .size
            .as_ref()
            .map(|size| self.formula_of(scope, size, AMOUNT, problems));
        let own = said.terminator.as_ref().map(|terminator| terminator.0.as_slice());
        let terminator = own.unwrap_or(ends);
        if size.is_some() && attr.to_end() {
            problems.add(&attr.id, "`size` or `size-eos`", "both", "remove one");
        }
        let process = said
            .process
            .as_ref()
            .and_then(|process| self.process(scope, process, problems));
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
            include: said.include,
            consume: said.consume.unwrap_or(true),
            must_end: said.eos_error.unwrap_or(true),
            pad: said.pad_right,
            process,
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

    /// A word, or a word with an expression in parentheses.
    fn process(&self, scope: usize, said: &Spanned<String>, problems: &mut Problems) -> Option<Process<'a>> {
        let (word, told) = match said.split_once('(') {
            Some((word, told)) => (word.trim(), told.trim_end().strip_suffix(')')),
            None => (said.trim(), None),
        };
        let told = match told.map(parse) {
            Some(Ok(term)) => Some(term),
            Some(Err(mistake)) => {
                let found = format!("{} at character {} in the parentheses", mistake.found, mistake.column);
                problems.add(said, mistake.expected, found, "write an expression");
                return None;
            }
            None => None,
        };
        let formula = |term: Term, problems: &mut Problems| {
            let text = said
                .split_once('(')
                .map_or("", |(_, told)| told.trim_end().trim_end_matches(')'));
            let formula = Formula { term, text: text.to_owned() };
            self.formula(scope, &said.with(formula), problems).0
        };
        match (word, told) {
            ("zlib", None) => Some(Process::Zlib),
            ("xor", Some(key)) => Some(Process::Xor(formula(key, problems))),
            ("rol", Some(by)) => Some(Process::RotateLeft(formula(by, problems))),
            ("ror", Some(by)) => Some(Process::RotateRight(formula(by, problems))),
            (word, Some(Term { kind: TermKind::Number(_), .. }) | None) if ["xor", "rol", "ror"].contains(&word) => {
                problems.add(
                    said,
                    format!("`{word}` with an expression in parentheses"),
                    quote(said),
                    "say with what",
                );
                None
            }
            _ => {
                let hint = "other compressed bytes are opaque; remove `type`";
                problems.refuse(said, "`zlib`, `xor(…)`, `rol(…)` or `ror(…)`", quote(said), hint)
            }
        }
    }
}
