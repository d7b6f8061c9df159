//! A library or program with other bundles.

use std::collections::BTreeSet;

use object::elf::{ELFDATA2MSB, ET_REL, FileHeader32, FileHeader64};
use object::{Endianness, FileKind};
use offload_bundle::Error;
use offload_bundle::input::Input;
use offload_bundle::internal::input::InputPiece;
use offload_bundle::internal::object::{Source, kind};
use offload_bundle_core::bytes::Place;

use super::elf::{LinkedElf, Where};
use super::held::{Asked, Held};
use super::pe::PeImage;

const SHIFT: &str = "shift";

pub(crate) enum Repack {
    Linked(Box<LinkedElf>),
    Image(Box<PeImage>),
}

pub(crate) struct Repacked {
    pub(crate) pieces: Vec<InputPiece>,
    pub(crate) way: &'static str,
    pub(crate) places: Vec<Place>,
    /// `None` if it stays.
    pub(crate) start: Option<u64>,
}

impl Repack {
    pub(crate) fn read(asked: Asked<'_>) -> Result<Self, Error> {
        let mut source = Source::new(asked.input);
        match kind(&mut source)? {
            Some(FileKind::Pe32 | FileKind::Pe64) => PeImage::read(asked).map(|image| Self::Image(image.into())),
            _ => LinkedElf::read(asked).map(|linked| Self::Linked(linked.into())),
        }
    }

    pub(crate) fn wrapper_count(&self) -> usize {
        match self {
            Self::Linked(linked) => linked.wrapper_count(),
            Self::Image(image) => image.wrapper_count(),
        }
    }

    /// No pointers to them are known.
    pub(crate) fn unreached(&self) -> &BTreeSet<usize> {
        match self {
            Self::Linked(linked) => linked.unreached(),
            Self::Image(image) => image.unreached(),
        }
    }

    pub(crate) fn table_len(&self) -> Option<u64> {
        self.held().table_len()
    }

    fn held(&self) -> &Held {
        match self {
            Self::Linked(linked) => linked.held(),
            Self::Image(image) => image.held(),
        }
    }

    pub(crate) fn address(&self) -> u64 {
        match self {
            Self::Linked(linked) => linked.address(),
            Self::Image(image) => image.address(),
        }
    }

    /// `places` are relative to `content`.
    pub(crate) fn with(&self, content: Vec<InputPiece>, places: &[Place], may: Where) -> Result<Repacked, Error> {
        let pieces = match self {
            Self::Image(image) => image.with(content, places)?,
            Self::Linked(linked) => {
                let mut made = linked.with(content, places, may)?;
                let pieces = std::mem::take(&mut made.pieces);
                return Ok(Repacked { pieces, way: made.way.into(), places: made.places, start: Some(made.start) });
            }
        };
        Ok(Repacked { pieces, way: SHIFT, places: self.held().in_file(places), start: None })
    }
}

pub(crate) fn is_unlinked(input: &Input) -> Result<bool, Error> {
    let mut source = Source::new(input);
    let (order, kind) = match kind(&mut source)? {
        Some(FileKind::Coff | FileKind::CoffBig) => return Ok(true),
        Some(FileKind::Elf32) => {
            let header: FileHeader32<Endianness> = source.structure(0, "header")?;
            (header.e_ident.data, header.e_type)
        }
        Some(FileKind::Elf64) => {
            let header: FileHeader64<Endianness> = source.structure(0, "header")?;
            (header.e_ident.data, header.e_type)
        }
        _ => return Ok(false),
    };
    let endian = match order {
        ELFDATA2MSB => Endianness::Big,
        _ => Endianness::Little,
    };
    Ok(kind.get(endian) == ET_REL)
}
