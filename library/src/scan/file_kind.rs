//! Tells what a file is that is no bundle, and what to do with it.

use offload_bundle_core::placement::{ContentKind, ObjectFormat};
use offload_bundle_core::plain::PlainFormat;
use offload_bundle_core::registry::Registry;

use crate::archive::Members;
use crate::file_error::FileError;
use crate::file_kind::{Advice, FileKind};
use crate::input::{Input, KEPT_HEAD};
use crate::object::elf_header;

/// What the sections of an object file say of device code.
#[derive(Debug, Default)]
pub(crate) struct LookedFor {
    /// Names of sections that would hold bundles; none if the file is no object file whose sections are read.
    pub(crate) sections: Vec<String>,
    /// Sections with device code in another form: name, and what is there.
    pub(crate) others: Vec<(String, &'static str)>,
    /// Where else bundles were looked for.
    pub(crate) searched: SearchedFor,
    /// Members of an archive that are not looked into, of each kind some names.
    pub(crate) members: Vec<String>,
}

/// Where bundles were looked for besides sections that are known to hold some.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SearchedFor {
    #[default]
    Nowhere,
    /// In what a program loads as data.
    InLoaded,
    /// In the whole file.
    Everywhere,
}

impl FileKind {
    /// What `input` is, in which `looked_for` was not found.
    pub(crate) fn recognize(
        registry: &Registry,
        input: &Input,
        looked_for: &LookedFor,
    ) -> Result<Option<Self>, FileError> {
        let head = input.head(KEPT_HEAD)?;
        if let Some(format) = registry.plain(&head) {
            return Ok(Some(Self::without_code(format)));
        }
        let Some(kind) = registry.content_or_text(&head) else {
            // Its sections have been read all the same.
            let object = Self { name: "object", description: "an object file".into(), advice: None };
            let has_sections = !looked_for.sections.is_empty() || !looked_for.others.is_empty();
            return Ok(has_sections.then(|| object.without(looked_for)));
        };
        let plain = Self { name: kind.name, description: kind.doc.into(), advice: kind.advice.map(Advice::OfKind) };
        Ok(Some(match target(registry, kind, &head) {
            Target::CodeObject(code_object) => code_object,
            Target::Machine(machine) => plain.with(&format!(" for {machine}")).without(looked_for),
            Target::Unknown if kind.archive => match count_members(input)? {
                Some(1) => plain.with(" of 1 member").without_members(looked_for),
                Some(members) => plain
                    .with(&format!(" of {members} members"))
                    .without_members(looked_for),
                None => plain,
            },
            Target::Unknown => plain.without(looked_for),
        }))
    }

    /// A file in a known format that holds no code objects.
    fn without_code(format: &PlainFormat) -> Self {
        Self { name: format.name, description: format.title.into(), advice: Some(Advice::LookAtFields) }
    }

    fn with(mut self, more: &str) -> Self {
        self.description.push_str(more);
        self
    }

    /// With the members that were not looked into.
    fn without_members(self, looked_for: &LookedFor) -> Self {
        match looked_for.members.as_slice() {
            [] => self,
            members => self.with(&format!("; not looked into: {}", members.join(", "))),
        }
    }

    /// With the sections in which nothing was found.
    fn without(self, looked_for: &LookedFor) -> Self {
        let others = looked_for.others.iter();
        let others: Vec<String> = others
            .map(|(section, what)| format!("{what} in the section {section}"))
            .collect();
        match (looked_for.sections.as_slice(), others.as_slice()) {
            ([], []) => self,
            (sections, []) => {
                let sections = sections.join(", ");
                match looked_for.searched {
                    SearchedFor::Everywhere => self.with(" without bundles"),
                    SearchedFor::Nowhere => self.with(&format!(" without bundles in any of the sections {sections}")),
                    SearchedFor::InLoaded => {
                        let kind = self.with(&format!(
                            " without bundles in any of the sections {sections}, and in other data that programs load"
                        ));
                        Self { advice: kind.advice.or(Some(Advice::SearchTheRest)), ..kind }
                    }
                }
            }
            (_, others) => self.with(&format!(" with {}, which cannot be read yet", others.join(" and "))),
        }
    }
}

/// What a file is for.
enum Target {
    /// A processor that IDs name.
    CodeObject(FileKind),
    /// A machine.
    Machine(String),
    /// An unknown one.
    Unknown,
}

fn target(registry: &Registry, kind: &ContentKind<'static>, head: &[u8]) -> Target {
    if let Some(machine) = kind.machine(head) {
        return Target::Machine(machine.into());
    }
    let header = elf_header(head).filter(|_| kind.object == Some(ObjectFormat::Elf));
    let found = header
        .map(|header| registry.ids.header_target(&header))
        .unwrap_or_default();
    match (found.machine, found.target, kind.code_object) {
        (Some(machine), Some(target), Some(code_object)) => Target::CodeObject(FileKind {
            name: kind.name,
            description: format!("{} for {target} ({machine})", code_object.doc),
            advice: Some(Advice::OfKind(code_object.advice)),
        }),
        (Some(machine), ..) => Target::Machine(machine.into()),
        (None, ..) => Target::Unknown,
    }
}

/// How many members the archive `input` has; none if that cannot be told.
fn count_members(input: &Input) -> Result<Option<usize>, FileError> {
    let Some(mut members) = Members::open(input)? else {
        return Ok(None);
    };
    let mut count: usize = 0;
    while let Some(member) = members.next()? {
        if member.is_err() {
            return Ok(None);
        }
        count = count.saturating_add(1);
    }
    Ok(Some(count))
}
