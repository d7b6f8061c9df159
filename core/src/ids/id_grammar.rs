//! The grammar of bundle entry IDs, as operations see it.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::answers::{Conflict, IdPart, Invalid, Judgement, ParseError, Served, StyleError, Verdict};
use super::code_objects::{ElfHeader, HeaderTarget, Mismatch};
use super::component::{IdComponent, IdComponentError, IdComponents, UnknownName};
use super::made::entry_id;
use super::products::Product;
use super::serving::Serving;
use super::stored_code::StoredCode;
use super::tables::{Grammar, Machine, Style, Variants};
use super::variants::SaidProperty;

/// The grammar of bundle entry IDs as operations see it; generated from the grammar schema. Without state.
pub trait IdGrammar: Sync + fmt::Debug {
    /// The parts of an ID for people, in text order.
    ///
    /// # Errors
    ///
    /// The text leaves the grammar; the error says where.
    fn parts(&self, id: &str) -> Result<Vec<IdPart>, ParseError>;

    /// The canonical spelling.
    ///
    /// # Errors
    ///
    /// The text leaves the grammar; the error says where.
    fn canonical(&self, id: &str) -> Result<String, ParseError>;

    /// The spelling that `style` stores for the argument `id`.
    ///
    /// # Errors
    ///
    /// That style refuses the argument, or would lose or double a part of it.
    fn restyle(&self, id: &str, style: &str) -> Result<String, StyleError>;

    /// The styles.
    fn styles(&self) -> &'static [Style<'static>];

    /// The ID of what has this kind, triple and target, each as it is: a triple with fewer fields than there are gets empty ones. It
    /// need not follow the grammar.
    fn entry_id(&self, kind: &str, triple: &str, target: &str) -> String;

    /// The kind, the triple without empty fields at its end, and the processor with its features, or nothing, that an ID names.
    ///
    /// # Errors
    ///
    /// The text leaves the grammar; the error says where.
    fn components(&self, id: &str) -> Result<IdComponents, ParseError>;

    /// May the stored entry serve the request? Always with at least one reason.
    fn verdict(&self, stored: &str, asked: &str) -> Verdict;

    /// For each of `asked` those of `stored` that may serve it, by position: what [`IdGrammar::verdict`] says of every pair, without the
    /// reasons. Each ID is read once, and only those are compared that can agree.
    fn serving(&self, stored: &[&str], asked: &[&str]) -> Vec<Vec<Serving>>;

    /// Breaches of the composition rules among the entries of one bundle, by position of the later entry.
    fn composition(&self, ids: &[&str]) -> Vec<Conflict>;

    /// What the header of an ELF file says otherwise than the ID of the entry that it is the code object of. An ID that cannot be read
    /// says nothing.
    fn code_object(&self, id: &str, header: &ElfHeader) -> Vec<Mismatch>;

    /// What is known of ELF files whose header has the number `machine`.
    fn machine(&self, machine: u16) -> Option<&'static Machine<'static>>;

    /// What the metadata of a code object name as its triple and target, otherwise than the ID `id`: that of the ID, in words. An ID or a
    /// name that cannot be read says nothing.
    fn metadata_target(&self, id: &str, named: &str) -> Option<String>;

    /// What the header of an ELF file says that it is for.
    fn header_target(&self, header: &ElfHeader) -> HeaderTarget;

    /// The processor of an ID if it is not known, or else those of its features that this processor is not known to have. An ID that
    /// cannot be read names none.
    fn unknown_names(&self, id: &str) -> Vec<UnknownName>;

    /// The names of the composition rules.
    fn composition_rules(&self) -> Vec<&'static str>;

    /// What the entry is for, apart from the host; `None` for the host, and where the ID cannot be read.
    fn served(&self, id: &str) -> Option<Served>;

    /// Is this the host's entry?
    fn is_host(&self, id: &str) -> bool;

    /// The kind that the ID names; `None` where it cannot be read.
    fn kind_of(&self, id: &str) -> Option<String>;

    /// Must a bundle of these entries have one for the host?
    fn needs_host(&self, ids: &[&str]) -> bool;

    /// `id` with each of the other kinds whose entries may stand for it where a user asks for that.
    fn interchangeable(&self, id: &str) -> Vec<String>;

    /// What a tool must refuse in a request or a target argument.
    ///
    /// # Errors
    ///
    /// What is wrong, each fact by itself.
    fn validate(&self, id: &str) -> Result<(), Invalid>;

    /// As [`IdGrammar::validate`] for the tools whose rules these are: they refuse words that only others write.
    ///
    /// # Errors
    ///
    /// What is wrong, each fact by itself.
    fn validate_as_tools(&self, id: &str) -> Result<(), Invalid>;

    /// The canonical spelling of `id` and what is wrong with it, by reading it once.
    fn judge(&self, id: &str) -> Judgement;

    /// Whether `text` is a target ID by itself, and no whole ID.
    fn is_target(&self, text: &str) -> bool;

    /// The parts of a target ID for people, in text order.
    ///
    /// # Errors
    ///
    /// The text leaves the grammar; the error says where.
    fn target_parts(&self, target: &str) -> Result<Vec<IdPart>, ParseError>;

    /// The canonical spelling of a target ID.
    ///
    /// # Errors
    ///
    /// The text leaves the grammar; the error says where.
    fn canonical_target(&self, target: &str) -> Result<String, ParseError>;

    /// Whether what is for the target of `stored` may serve a request for that of `asked`: each is a whole ID or a target ID.
    fn target_verdict(&self, stored: StoredCode<'_>, asked: &str) -> Verdict;

    /// The canonical spelling of `id` with the target ID `target` in place of its own. None where one of them cannot be read.
    fn with_target(&self, id: &str, target: &str) -> Option<String>;

    /// Whether `text` can be asked for as the part `component`. The result is a processor that is not known: it can be asked for all
    /// the same, by its name.
    ///
    /// # Errors
    ///
    /// The text does not follow the grammar, or names something else that is unknown.
    fn check_component(&self, component: IdComponent, text: &str) -> Result<Option<UnknownName>, IdComponentError>;

    /// The ID of the code object with this header, around which there is no bundle; none where its processor is not known.
    fn bare_id(&self, header: &ElfHeader) -> Option<String> {
        let _ = header;
        None
    }

    /// Whether `target` is for the processors of a family, rather than for one.
    fn is_generic(&self, target: &str) -> bool {
        let _ = target;
        false
    }

    /// The products that people may mean by `name`, and their processors: those that are called just so, or else those whose names have
    /// its words and numbers in this order.
    fn products(&self, name: &str) -> Vec<Product> {
        let _ = name;
        Vec::new()
    }

    /// What a wheel with this code can say of its processor; nothing if there are no words for any of its architecture.
    fn said_property(&self, code: StoredCode<'_>) -> Option<SaidProperty> {
        let _ = code;
        None
    }

    /// The processor that code must run on where `said` is said, if that is enough.
    fn said_target<'s>(&self, said: &'s SaidProperty) -> Option<&'s str> {
        let _ = said;
        None
    }

    /// How wheels say which processors they are for.
    fn variants(&self) -> &'static [Variants<'static>] {
        &[]
    }

    /// Is what is stored one of those that a request for the part `asked` selects, whatever its other parts? It is if it runs on at least one
    /// device that is as asked for, by the rules of [`IdGrammar::verdict`] that are about that part and what they say of selecting:
    /// [`Verdict::loads`] tells, and how. Where it is, the reasons may be none.
    fn select(&self, stored: StoredCode<'_>, component: IdComponent, asked: &str) -> Verdict;

    /// The words that can be asked for as the part `component` by themselves, where they are listed: what people may mean.
    fn component_words(&self, component: IdComponent) -> Vec<&'static str>;
}

impl IdGrammar for Grammar<'static> {
    fn parts(&self, id: &str) -> Result<Vec<IdPart>, ParseError> {
        self.parts(id)
    }

    fn canonical(&self, id: &str) -> Result<String, ParseError> {
        self.canonical(id)
    }

    fn restyle(&self, id: &str, style: &str) -> Result<String, StyleError> {
        self.restyle(id, style)
    }

    fn styles(&self) -> &'static [Style<'static>] {
        self.styles
    }

    fn entry_id(&self, kind: &str, triple: &str, target: &str) -> String {
        entry_id(self.roles.triple.len(), kind, triple, target)
    }

    fn components(&self, id: &str) -> Result<IdComponents, ParseError> {
        let parts = self.read(id)?;
        Ok(IdComponents {
            kind: parts.required(self.roles.kind, id)?.into(),
            triple: self.triple.write(self, &parts).trim_end_matches('-').into(),
            target: self.target(&parts),
        })
    }

    fn verdict(&self, stored: &str, asked: &str) -> Verdict {
        self.verdict(stored, asked)
    }

    fn serving(&self, stored: &[&str], asked: &[&str]) -> Vec<Vec<Serving>> {
        self.serving(stored, asked)
    }

    fn composition(&self, ids: &[&str]) -> Vec<Conflict> {
        self.composition(ids)
    }

    fn code_object(&self, id: &str, header: &ElfHeader) -> Vec<Mismatch> {
        self.code_object(id, header)
    }

    fn machine(&self, machine: u16) -> Option<&'static Machine<'static>> {
        self.machines.iter().find(|known| known.number == machine)
    }

    fn metadata_target(&self, id: &str, named: &str) -> Option<String> {
        self.metadata_target(id, named)
    }

    fn header_target(&self, header: &ElfHeader) -> HeaderTarget {
        self.header_target(header)
    }

    fn unknown_names(&self, id: &str) -> Vec<UnknownName> {
        self.unknown_names(id)
    }

    fn composition_rules(&self) -> Vec<&'static str> {
        self.composition.iter().map(|rule| rule.id).collect()
    }

    fn served(&self, id: &str) -> Option<Served> {
        self.served(id)
    }

    fn is_host(&self, id: &str) -> bool {
        self.is_host(id)
    }

    fn kind_of(&self, id: &str) -> Option<String> {
        let parts = self.read(id).ok()?;
        parts.get(self.roles.kind).map(String::from)
    }

    fn needs_host(&self, ids: &[&str]) -> bool {
        self.needs_host(ids)
    }

    fn interchangeable(&self, id: &str) -> Vec<String> {
        self.interchangeable(id)
    }

    fn validate(&self, id: &str) -> Result<(), Invalid> {
        self.validate(id)
    }

    fn validate_as_tools(&self, id: &str) -> Result<(), Invalid> {
        self.validate_as_tools(id)
    }

    fn judge(&self, id: &str) -> Judgement {
        self.judge(id)
    }

    fn is_target(&self, text: &str) -> bool {
        self.is_target(text)
    }

    fn target_parts(&self, target: &str) -> Result<Vec<IdPart>, ParseError> {
        self.target_parts(target)
    }

    fn canonical_target(&self, target: &str) -> Result<String, ParseError> {
        self.canonical_target(target)
    }

    fn target_verdict(&self, stored: StoredCode<'_>, asked: &str) -> Verdict {
        self.target_verdict(stored, asked)
    }

    fn with_target(&self, id: &str, target: &str) -> Option<String> {
        self.with_target(id, target)
    }

    fn check_component(&self, component: IdComponent, text: &str) -> Result<Option<UnknownName>, IdComponentError> {
        self.check_component(component, text)
    }

    fn bare_id(&self, header: &ElfHeader) -> Option<String> {
        self.bare_id(header)
    }

    fn is_generic(&self, target: &str) -> bool {
        self.is_generic(target)
    }

    fn products(&self, name: &str) -> Vec<Product> {
        self.products(name)
    }

    fn said_property(&self, code: StoredCode<'_>) -> Option<SaidProperty> {
        self.said_property(code)
    }

    fn said_target<'s>(&self, said: &'s SaidProperty) -> Option<&'s str> {
        self.said_target(said)
    }

    fn variants(&self) -> &'static [Variants<'static>] {
        self.variants
    }

    fn select(&self, stored: StoredCode<'_>, component: IdComponent, asked: &str) -> Verdict {
        self.select(stored, component, asked)
    }

    fn component_words(&self, component: IdComponent) -> Vec<&'static str> {
        self.component_words(component)
    }
}
