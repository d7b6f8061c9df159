//! Everything that the operations work on: the containers, the file types that use them, and the grammar of IDs.

use crate::container::Container;
use crate::envelope::Envelope;
use crate::ids::Grammar;
use crate::placement::{self, ContentKind, Holds, ImageRule, RuntimeRule, SectionRule};
use crate::plain::PlainFormat;

/// What a tool knows. One static value, generated from the schemas.
#[derive(Debug, Clone, Copy)]
pub struct Registry {
    /// The containers, in the order in which input is tried against them.
    pub containers: &'static [&'static dyn Container],
    /// The formats that hold a container, compressed, in the order in which input is tried against them.
    pub envelopes: &'static [&'static dyn Envelope],
    /// The formats that hold no code objects.
    pub plain: &'static [PlainFormat],
    /// The formats of what containers are in, such as libraries: contents and sections are shown by them, and no input is found to be one.
    pub hosts: &'static [PlainFormat],
    /// The file types a user can name.
    pub file_types: &'static [FileType],
    /// The sections of object files that hold device code, in the order in which they are shown.
    pub sections: &'static [SectionRule<'static>],
    /// The images that linked programs register.
    pub images: &'static [ImageRule<'static>],
    /// What runtimes read, in the order of their releases.
    pub runtimes: &'static [RuntimeRule<'static>],
    /// What files are, by their first bytes.
    pub contents: &'static [ContentKind<'static>],
    /// The grammar of bundle entry IDs.
    pub ids: &'static Grammar<'static>,
}

/// A kind of file that a user can name, and the container it is kept in.
pub type FileType = placement::FileType<'static>;

impl Registry {
    /// The file type called `name`.
    pub fn file_type(&self, name: &str) -> Option<&'static FileType> {
        self.file_types.iter().find(|file_type| file_type.name == name)
    }

    /// What the runtime of `release` reads; none where it is older than all that are known.
    pub fn runtime(&self, release: (u64, u64)) -> Option<&'static RuntimeRule<'static>> {
        self.runtimes.iter().rev().find(|rule| rule.since <= release)
    }

    /// The container that input beginning with `head` is in.
    pub fn recognise(&self, head: &[u8]) -> Option<&'static dyn Container> {
        recognise(self.containers, head)
    }

    /// The format of a compressed container that input beginning with `head` is in.
    pub fn envelope(&self, head: &[u8]) -> Option<&'static dyn Envelope> {
        self.envelopes
            .iter()
            .find(|envelope| envelope.recognises(head))
            .copied()
    }

    /// The format without code objects that input beginning with `head` is in.
    pub fn plain(&self, head: &[u8]) -> Option<&'static PlainFormat> {
        self.plain.iter().find(|format| format.recognises(head))
    }

    /// The format called so that contents or sections are shown by.
    pub fn host(&self, name: &str) -> Option<&'static PlainFormat> {
        self.hosts.iter().find(|format| format.name == name)
    }

    /// What a file is that begins with `head`, where its first bytes say so.
    pub fn content(&self, head: &[u8]) -> Option<&'static ContentKind<'static>> {
        let mut contents = self.contents.iter();
        contents.find(|content| content.has_magic() && content.recognises(head))
    }

    /// The same, or that it is text, or too short to be anything.
    pub fn content_or_text(&self, head: &[u8]) -> Option<&'static ContentKind<'static>> {
        let found = self.content(head);
        found.or_else(|| self.contents.iter().find(|content| content.recognises(head)))
    }

    /// Whether object files of this type, or of any if none is given, are looked into: whether some sections are its own form.
    pub fn looks_into_objects(&self, file_type: Option<&FileType>) -> bool {
        file_type.is_none_or(|file_type| {
            let mut rules = self.sections.iter();
            rules.any(|rule| matches!(rule.holds, Holds::Entry(entry) if entry.file_type == file_type.name))
        })
    }

    /// Whether some file type keeps text in `container`.
    pub fn is_text(&self, container: &dyn Container) -> bool {
        self.file_types
            .iter()
            .any(|file_type| file_type.text && file_type.container.name() == container.name())
    }
}

/// The one of `containers` that input beginning with `head` is in. A delimiter at its very start counts before one further down, which
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
