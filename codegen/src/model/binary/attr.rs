//! Fields and parts.

use super::enums::Enum;
use super::kind::Kind;
use super::rules::{Link, Valid, Write};
use crate::condition::Condition;
use crate::expr::Expr;
use crate::formula::Formula;
use crate::model::layout::{self, Align, Docs, OfTyped, Repeat};
use crate::problem::{Problems, quote};
use crate::spanned::{Span, Spanned};

/// A field (in `seq`) or a part elsewhere (in `instances`).
#[derive(Debug, Clone)]
pub struct Attr {
    pub id: Spanned<String>,
    pub span: Span,
    pub kind: Spanned<Kind>,
    pub size: Option<Spanned<Expr>>,
    /// Whether it extends to the end of the file.
    pub size_eos: Option<Spanned<bool>>,
    pub encoding: Option<Spanned<String>>,
    pub repeat: Option<Spanned<Expr>>,
    pub condition: Option<Spanned<Condition>>,
    pub names: Option<Spanned<String>>,
    pub valid: Option<Spanned<Valid>>,
    pub pos: Option<Spanned<Expr>>,
    pub docs: Docs,
    /// The source of a number; without it, the caller.
    pub write: Option<Spanned<Write>>,
    /// The default in builders.
    pub default: Option<Spanned<u64>>,
    /// Whether unnamed values are accepted.
    pub open: Option<Spanned<bool>>,
    /// Whether the enum names bits, which can be combined.
    pub flags: Option<Spanned<bool>>,
    /// A work limit against hostile input.
    pub limit: Option<Spanned<u64>>,
    pub grammar: Option<Spanned<String>>,
    pub align: Option<Spanned<Align>>,
    pub area: Option<Spanned<String>>,
    /// The fill byte of the gap before it.
    pub fill: Option<u8>,
}

impl Attr {
    /// `encoding` is the default encoding of the layout.
    pub(super) fn new(attr: &layout::Attr, encoding: Option<&Spanned<String>>, problems: &mut Problems) -> Self {
        let layout::Attr { id, span, holds, bytes, names, valid, write, align, docs, .. } = attr.clone();
        let OfTyped { default, open, flags, limit, grammar, area, fill } = attr.typed.clone();
        if let Some(io) = attr.io.as_ref().filter(|io| io.text != "_root._io") {
            let hint = "offsets count from the start of the file";
            problems.add(io, "`_root._io`", quote(&io.text), hint);
        }
        let mut sum =
            |formula: &Option<Spanned<Formula>>| formula.as_ref().map(|formula| Expr::parse(formula, problems));
        let (size, pos) = (sum(&bytes.size), sum(&attr.pos));
        let kind = Kind::of(&holds, problems);
        let is_text = matches!(kind.value, Kind::Str | Kind::Strz);
        Self {
            id,
            span,
            kind,
            size,
            size_eos: bytes.size_eos,
            encoding: attr.encoding.as_ref().or(encoding.filter(|_| is_text)).cloned(),
            repeat: count(&attr.repeat, problems),
            condition: attr
                .condition
                .as_ref()
                .and_then(|condition| Condition::parse(condition, problems)),
            names,
            valid: valid.map(|rules| Valid::new(&rules, problems)),
            pos,
            docs,
            write: write.and_then(|write| Write::parse(&write, problems)),
            default,
            open,
            flags,
            limit,
            grammar,
            align,
            area,
            fill,
        }
    }

    pub fn measure(&self, link: Link) -> Option<&Spanned<Expr>> {
        match link {
            Link::Count => self.repeat.as_ref(),
            Link::Size => self.size.as_ref(),
            Link::Offset => self.pos.as_ref(),
        }
    }

    /// `None` if the caller provides it.
    pub fn write_source(&self) -> Option<&Spanned<Write>> {
        self.write.as_ref().filter(|write| write.value != Write::Given)
    }

    pub fn is_digest(&self) -> bool {
        let is_sum = |write: &Spanned<Write>| matches!(write.value, Write::Sum(..));
        self.kind.value == Kind::Bytes && self.write.as_ref().is_some_and(is_sum)
    }

    pub fn is_number(&self) -> bool {
        matches!(self.kind.value, Kind::Number(..))
    }

    pub fn is_text(&self) -> bool {
        matches!(self.kind.value, Kind::Str | Kind::Strz)
    }

    pub fn is_constant(&self) -> bool {
        [&self.size, &self.repeat]
            .into_iter()
            .flatten()
            .any(|expr| expr.constant().is_some())
    }

    pub fn is_named_by(&self, named: &Enum) -> bool {
        self.names.as_ref().is_some_and(|names| names.value == named.id.value)
    }

    pub fn is_open(&self) -> bool {
        self.open.as_ref().is_some_and(|open| open.value)
    }

    pub fn is_flags(&self) -> bool {
        self.flags.as_ref().is_some_and(|flags| flags.value)
    }

    pub fn to_end(&self) -> bool {
        self.size_eos.as_ref().is_some_and(|flag| flag.value)
    }
}

/// The number of items of a list, if known before reading.
fn count(repeat: &Spanned<Repeat>, problems: &mut Problems) -> Option<Spanned<Expr>> {
    let (found, hint) = match &repeat.value {
        Repeat::Once => return None,
        Repeat::Count(count) => return Some(Expr::parse(count, problems)),
        Repeat::ToEnd => (
            "`eos`",
            "a list that ends with the file is not supported: take its bytes, with `size-eos: true` and without `type`",
        ),
        Repeat::Until(_) => (
            "`until`",
            "a list that ends at a certain record is not supported, unless a field says how many there are: \
             `repeat: expr` and `repeat-expr`",
        ),
    };
    problems.refuse(repeat, "`repeat: expr`", found, hint)
}
