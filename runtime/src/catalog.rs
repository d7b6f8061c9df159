//! Everything that the operations work on: the containers, the file types that use them, and the grammar of IDs.

use crate::container::Container;
use crate::ids::IdGrammar;
use crate::placement::{Holds, SectionRule};
use crate::wrapper::Wrapper;

/// What a tool knows. One static value, generated from the schemas.
#[derive(Debug, Clone, Copy)]
pub struct Catalog {
    /// The containers, in the order in which input is tried against them.
    pub containers: &'static [&'static dyn Container],
    /// The formats that hold a container, compressed, in the order in which input is tried against them.
    pub wrappers: &'static [&'static dyn Wrapper],
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
    /// Whether the container is text, so that its marks may stand anywhere in a file.
    pub text: bool,
    /// Alignment of code objects in bytes where the user gives none.
    pub default_alignment: u64,
    /// Forms of the type that cannot be handled yet.
    pub not_yet: &'static [NotYet],
    /// Usual end of a file name, with its dot; empty if there is none.
    pub suffix: &'static str,
    /// The first release of the original tool that knows the type; `None` if all do.
    pub since: Option<&'static str>,
}

/// A form that is known and refused, rather than written wrongly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotYet {
    /// Why, for people.
    pub why: &'static str,
    /// For which input.
    pub when: When,
    /// What cannot be done with it.
    pub doing: Doing,
}

/// What is done with a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doing {
    /// It is read.
    Reading,
    /// It is written.
    Writing,
    /// It is read or written.
    Anything,
}

/// Which input a [`NotYet`] speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// Any input.
    Always,
    /// Input that begins with one of these.
    StartsWith(&'static [&'static [u8]]),
}

impl NotYet {
    /// Whether it speaks of `doing`.
    pub fn concerns(&self, doing: Doing) -> bool {
        self.doing == doing || self.doing == Doing::Anything
    }

    /// Whether input that begins with `head` has the form that is refused.
    pub fn applies_to(&self, head: &[u8]) -> bool {
        match self.when {
            When::Always => true,
            When::StartsWith(magics) => magics.iter().any(|magic| head.starts_with(magic)),
        }
    }
}

impl FileType {
    /// Why input that begins with `head` is refused as this type when `doing` that, if it is.
    pub fn refuses(&self, head: &[u8], doing: Doing) -> Option<&'static str> {
        let refused = |not_yet: &&NotYet| not_yet.concerns(doing) && not_yet.applies_to(head);
        self.not_yet.iter().find(refused).map(|not_yet| not_yet.why)
    }
}

impl Catalog {
    /// The file type called `name`.
    pub fn file_type(&self, name: &str) -> Option<&'static FileType> {
        self.file_types.iter().find(|file_type| file_type.name == name)
    }

    /// The container that input beginning with `head` is in.
    pub fn recognise(&self, head: &[u8]) -> Option<&'static dyn Container> {
        recognise(self.containers, head)
    }

    /// The format of a compressed container that input beginning with `head` is in.
    pub fn wrapper(&self, head: &[u8]) -> Option<&'static dyn Wrapper> {
        self.wrappers.iter().find(|wrapper| wrapper.recognises(head)).copied()
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

/// The one of `containers` that input beginning with `head` is in. A mark at its very start counts before one further down, which
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
