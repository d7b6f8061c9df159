//! Everything that the operations work on: the containers, the file types that use them, and the grammar of IDs.

use crate::container::Container;
use crate::envelope::Envelope;
use crate::ids::IdGrammar;
use crate::placement::{Holds, SectionRule};

/// What a tool knows. One static value, generated from the schemas.
#[derive(Debug, Clone, Copy)]
pub struct Registry {
    /// The containers, in the order in which input is tried against them.
    pub containers: &'static [&'static dyn Container],
    /// The formats that hold a container, compressed, in the order in which input is tried against them.
    pub envelopes: &'static [&'static dyn Envelope],
    /// The file types a user can name.
    pub file_types: &'static [FileType],
    /// The sections of object files that hold device code, in the order in which they are shown.
    pub sections: &'static [SectionRule],
    /// The grammar of bundle entry IDs.
    pub ids: &'static dyn IdGrammar,
}

/// A kind of file that a user can name, and the container it is kept in.
#[derive(Debug, Clone, Copy)]
pub struct FileType {
    /// The name on the command line.
    pub name: &'static str,
    /// What such files are, for people.
    pub title: &'static str,
    /// How their contents are bundled.
    pub container: &'static dyn Container,
    /// Whether the container is text, so that its delimiters may stand anywhere in a file.
    pub text: bool,
    /// Alignment of code objects in bytes where the user gives none.
    pub default_alignment: u64,
    /// Forms of the type that cannot be handled yet.
    pub unsupported: &'static [Unsupported],
    /// Usual end of a file name, with its dot; empty if there is none.
    pub suffix: &'static str,
    /// The first release of the original tool that knows the type; `None` if all do.
    pub since: Option<&'static str>,
}

/// A form that is known and refused, rather than written wrongly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unsupported {
    /// Why, for people.
    pub why: &'static str,
    /// For which input.
    pub when: Matcher,
    /// What cannot be done with it.
    pub direction: Direction,
}

/// What is done with a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// It is read.
    Reading,
    /// It is written.
    Writing,
    /// It is read or written.
    Both,
}

/// Which input a [`Unsupported`] speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Matcher {
    /// Any input.
    Always,
    /// Input that begins with one of these.
    StartsWith(&'static [&'static [u8]]),
}

impl Unsupported {
    /// Whether it speaks of `direction`.
    pub fn concerns(&self, direction: Direction) -> bool {
        self.direction == direction || self.direction == Direction::Both
    }

    /// Whether input that begins with `head` has the form that is refused.
    pub fn applies_to(&self, head: &[u8]) -> bool {
        match self.when {
            Matcher::Always => true,
            Matcher::StartsWith(magics) => magics.iter().any(|magic| head.starts_with(magic)),
        }
    }
}

impl FileType {
    /// Why input that begins with `head` is refused as this type when `direction` that, if it is.
    pub fn refuses(&self, head: &[u8], direction: Direction) -> Option<&'static str> {
        let refused = |unsupported: &&Unsupported| unsupported.concerns(direction) && unsupported.applies_to(head);
        self.unsupported.iter().find(refused).map(|unsupported| unsupported.why)
    }
}

impl Registry {
    /// The file type called `name`.
    pub fn file_type(&self, name: &str) -> Option<&'static FileType> {
        self.file_types.iter().find(|file_type| file_type.name == name)
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
