//! The registry of formats.

use crate::container::Container;
use crate::envelope::Envelope;
use crate::ids::Grammar;
use crate::placement::{self, ContentKind, EmbeddingRule, Holds, ImageRule, MachineRule, RuntimeRule, SectionRule};
use crate::plain::PlainFormat;

/// All formats. The generator emits one static value from the schemas.
#[derive(Debug, Clone, Copy)]
pub struct Registry {
    /// The containers, in the order of recognition.
    pub containers: &'static [&'static dyn Container],
    /// The compressed formats, in the order of recognition.
    pub envelopes: &'static [&'static dyn Envelope],
    /// The formats without code objects.
    pub plain: &'static [PlainFormat],
    /// The formats of sections with pointers to containers. Input is never recognised as these.
    pub hosts: &'static [PlainFormat],
    /// The file types.
    pub file_types: &'static [FileType],
    /// The sections with device code in object files, in display order.
    pub sections: &'static [SectionRule<'static>],
    /// The images that linked programs register.
    pub images: &'static [ImageRule<'static>],
    /// The compressed versions that runtimes read, by ascending release.
    pub runtimes: &'static [RuntimeRule<'static>],
    /// The kinds of object files that embed containers.
    pub embeddings: &'static [EmbeddingRule<'static>],
    /// The machines of new object files. The first is the default.
    pub machines: &'static [MachineRule<'static>],
    /// The kinds of files, by first bytes.
    pub contents: &'static [ContentKind<'static>],
    /// The grammar of bundle entry IDs.
    pub ids: &'static Grammar<'static>,
}

/// A file type with its container.
pub type FileType = placement::FileType<'static>;

impl Registry {
    /// Returns the file type called `name`.
    pub fn file_type(&self, name: &str) -> Option<&'static FileType> {
        self.file_types.iter().find(|file_type| file_type.name == name)
    }

    /// Returns the rule of the runtime of `release`, or `None` for releases before the first rule.
    pub fn runtime(&self, release: (u64, u64)) -> Option<&'static RuntimeRule<'static>> {
        self.runtimes.iter().rev().find(|rule| rule.since <= release)
    }

    /// Returns the container format of input that starts with `head`.
    pub fn recognise(&self, head: &[u8]) -> Option<&'static dyn Container> {
        recognise(self.containers, head)
    }

    /// Returns the compressed format of input that starts with `head`.
    pub fn envelope(&self, head: &[u8]) -> Option<&'static dyn Envelope> {
        self.envelopes
            .iter()
            .find(|envelope| envelope.recognises(head))
            .copied()
    }

    /// Returns the format without code objects of input that starts with `head`.
    pub fn plain(&self, head: &[u8]) -> Option<&'static PlainFormat> {
        self.plain.iter().find(|format| format.recognises(head))
    }

    /// Returns the section format called `name`.
    pub fn host(&self, name: &str) -> Option<&'static PlainFormat> {
        self.hosts.iter().find(|format| format.name == name)
    }

    /// Returns the kind of a file that starts with `head`, if its first bytes identify it.
    pub fn content(&self, head: &[u8]) -> Option<&'static ContentKind<'static>> {
        let mut contents = self.contents.iter();
        contents.find(|content| content.has_magic() && content.recognises(head))
    }

    /// Like [`Registry::content`], but also detects text, and files that are too short for any kind.
    pub fn content_or_text(&self, head: &[u8]) -> Option<&'static ContentKind<'static>> {
        let found = self.content(head);
        found.or_else(|| self.contents.iter().find(|content| content.recognises(head)))
    }

    /// Returns whether object files are searched for this type, because it has its own sections, or for any type if
    /// `None`.
    pub fn looks_into_objects(&self, file_type: Option<&FileType>) -> bool {
        file_type.is_none_or(|file_type| {
            let mut rules = self.sections.iter();
            rules.any(|rule| matches!(rule.holds, Holds::Entry(entry) if entry.file_type == file_type.name))
        })
    }

    /// Returns whether a file type stores text in `container`.
    pub fn is_text(&self, container: &dyn Container) -> bool {
        self.file_types
            .iter()
            .any(|file_type| file_type.text && file_type.container.name() == container.name())
    }
}

/// Returns the container format of input that starts with `head`. A delimiter at the very start has precedence over a
/// later one, which may be content.
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
