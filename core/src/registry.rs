//! The registry of formats: the containers, the file types that use them, and the grammar of IDs.

use crate::container::Container;
use crate::envelope::Envelope;
use crate::ids::Grammar;
use crate::placement::{self, ContentKind, Holds, ImageRule, RuntimeRule, SectionRule};
use crate::plain::PlainFormat;

/// The formats that a tool knows: one static value, generated from the schemas.
#[derive(Debug, Clone, Copy)]
pub struct Registry {
    /// The containers, in the order in which input is matched against them.
    pub containers: &'static [&'static dyn Container],
    /// The formats of compressed containers, in the order in which input is matched against them.
    pub envelopes: &'static [&'static dyn Envelope],
    /// The formats without code objects.
    pub plain: &'static [PlainFormat],
    /// The formats of sections that point at containers. No input is detected as one.
    pub hosts: &'static [PlainFormat],
    /// The file types that a user can name.
    pub file_types: &'static [FileType],
    /// The sections of object files that hold device code, in the order in which they are shown.
    pub sections: &'static [SectionRule<'static>],
    /// The images that linked programs register.
    pub images: &'static [ImageRule<'static>],
    /// What runtimes read, in the order of their releases.
    pub runtimes: &'static [RuntimeRule<'static>],
    /// The kinds of files, by their first bytes.
    pub contents: &'static [ContentKind<'static>],
    /// The grammar of bundle entry IDs.
    pub ids: &'static Grammar<'static>,
}

/// A kind of file that a user can name, and its container.
pub type FileType = placement::FileType<'static>;

impl Registry {
    /// Returns the file type called `name`.
    pub fn file_type(&self, name: &str) -> Option<&'static FileType> {
        self.file_types.iter().find(|file_type| file_type.name == name)
    }

    /// Returns what the runtime of `release` reads, or `None` if it is older than all known ones.
    pub fn runtime(&self, release: (u64, u64)) -> Option<&'static RuntimeRule<'static>> {
        self.runtimes.iter().rev().find(|rule| rule.since <= release)
    }

    /// Returns the container format of input that begins with `head`.
    pub fn recognise(&self, head: &[u8]) -> Option<&'static dyn Container> {
        recognise(self.containers, head)
    }

    /// Returns the compressed format of input that begins with `head`.
    pub fn envelope(&self, head: &[u8]) -> Option<&'static dyn Envelope> {
        self.envelopes
            .iter()
            .find(|envelope| envelope.recognises(head))
            .copied()
    }

    /// Returns the format without code objects of input that begins with `head`.
    pub fn plain(&self, head: &[u8]) -> Option<&'static PlainFormat> {
        self.plain.iter().find(|format| format.recognises(head))
    }

    /// Returns the format called `name` that shows sections.
    pub fn host(&self, name: &str) -> Option<&'static PlainFormat> {
        self.hosts.iter().find(|format| format.name == name)
    }

    /// Returns the kind of a file that begins with `head`, if its first bytes identify it.
    pub fn content(&self, head: &[u8]) -> Option<&'static ContentKind<'static>> {
        let mut contents = self.contents.iter();
        contents.find(|content| content.has_magic() && content.recognises(head))
    }

    /// Like [`Registry::content`], but also detects text, and files that are too short to be anything.
    pub fn content_or_text(&self, head: &[u8]) -> Option<&'static ContentKind<'static>> {
        let found = self.content(head);
        found.or_else(|| self.contents.iter().find(|content| content.recognises(head)))
    }

    /// Returns whether object files are searched for this type, or for any type if none is given: whether some sections are its own form.
    pub fn looks_into_objects(&self, file_type: Option<&FileType>) -> bool {
        file_type.is_none_or(|file_type| {
            let mut rules = self.sections.iter();
            rules.any(|rule| matches!(rule.holds, Holds::Entry(entry) if entry.file_type == file_type.name))
        })
    }

    /// Returns whether some file type stores text in `container`.
    pub fn is_text(&self, container: &dyn Container) -> bool {
        self.file_types
            .iter()
            .any(|file_type| file_type.text && file_type.container.name() == container.name())
    }
}

/// Returns the one of `containers` for input that begins with `head`. A delimiter at its very start has precedence over a later one, which
/// may be part of a content.
pub fn recognise(containers: &[&'static dyn Container], head: &[u8]) -> Option<&'static dyn Container> {
    let starts = |container: &&&'static dyn Container| {
        let len = usize::try_from(container.magic_len()).unwrap_or(usize::MAX);
        container.recognises(head.get(..len).unwrap_or(head))
    };
    let anywhere = |container: &&&'static dyn Container| container.recognises(head);
    containers
        .iter()
        .find(starts)
        .or_else(|| containers.iter().find(anywhere))
        .copied()
}
