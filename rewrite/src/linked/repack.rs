//! A library or program with other bundles in the place of those that it has: what leads to them follows.

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

/// What is behind the bundles in the file follows them.
const SHIFT: &str = "shift";

/// A file whose bundles can be replaced.
pub(crate) enum Repack {
    /// An ELF library or program.
    Linked(Box<LinkedElf>),
    /// A library or program for Windows.
    Image(Box<PeImage>),
}

/// A file with other bundles.
pub(crate) struct Repacked {
    /// Its parts, one after the other.
    pub(crate) pieces: Vec<InputPiece>,
    /// How bytes left it or came into it.
    pub(crate) way: &'static str,
    /// Where each bundle is in it.
    pub(crate) places: Vec<Place>,
    /// Where the section with them begins in it; nothing where it stays.
    pub(crate) start: Option<u64>,
}

impl Repack {
    /// The file `input`, whose section with the content at `section` holds the bundles at `bundles`, in ascending order. Places
    /// count in the file.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] where something in it is not understood, [`Error::Read`] where it is damaged.
    pub(crate) fn read(asked: Asked<'_>) -> Result<Self, Error> {
        let mut source = Source::new(asked.input);
        match kind(&mut source)? {
            Some(FileKind::Pe32 | FileKind::Pe64) => PeImage::read(asked).map(|image| Self::Image(image.into())),
            _ => LinkedElf::read(asked).map(|linked| Self::Linked(linked.into())),
        }
    }

    /// How many wrappers point at bundles.
    pub(crate) fn wrapper_count(&self) -> usize {
        match self {
            Self::Linked(linked) => linked.wrapper_count(),
            Self::Image(image) => image.wrapper_count(),
        }
    }

    /// How many bytes at the start of a bundle that is not compressed loaders read to find its entries; nothing where they read all.
    pub(crate) fn table_len(&self) -> Option<u64> {
        self.held().table_len()
    }

    /// The section with the bundles.
    fn held(&self) -> &Held {
        match self {
            Self::Linked(linked) => linked.held(),
            Self::Image(image) => image.held(),
        }
    }

    /// The first address of the section with the bundles.
    pub(crate) fn address(&self) -> u64 {
        match self {
            Self::Linked(linked) => linked.address(),
            Self::Image(image) => image.address(),
        }
    }

    /// The file with other bundles: `content` comes in place of what the section has, with the bundles at `places` of it.
    ///
    /// # Errors
    ///
    /// They take more room than there is; they cannot be replaced.
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

/// Whether `input` is an object that is not linked.
///
/// # Errors
///
/// It cannot be read.
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
