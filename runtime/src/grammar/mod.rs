//! What a generated ID grammar stands on: reading by recursive descent, word tables, and rules that are data.
//!
//! Nothing here knows a word, a separator or a message: a generated [`Grammar`] holds them all.

pub mod captures;
pub mod code_object;
pub mod compatibility;
pub mod composition;
pub mod input;
pub mod picking;
pub mod spelling;
pub mod style;
pub mod template;
pub mod validity;
pub mod words;

pub use captures::{Captured, Captures};
pub use code_object::{FeatureBits, FlagLayout, Machine};
pub use compatibility::{Compares, FeatureTable, Rule, WordRule};
pub use composition::{CompositionRule, Finds};
pub use input::Input;
pub use picking::{Aspects, ByItself};
pub use spelling::{Among, Fill, Spelling};
pub use style::{Case, Condition, Cut, How, Is, Outcome, Style, Tail};
pub use words::{FeatureKind, Kind, Processor, Table, Word, Words};

use alloc::string::String;

use crate::ids::{ContentKind, ParseError, StyleError};

/// A rule of a grammar: reads at the current place, says whether it fits.
pub type RuleFn = fn(&mut Input<'_>) -> bool;

/// An ID grammar with its tables and rules.
#[derive(Debug, Clone, Copy)]
pub struct Grammar {
    /// Reads a whole ID.
    pub entry: RuleFn,
    /// Reads any text at all, cut into fields: what is left to look at where `entry` fails.
    pub unchecked: RuleFn,
    /// The parts, in the order of the schema.
    pub parts: &'static [PartKind],
    /// Which parts play a role in the rules.
    pub roles: Roles,
    /// The kinds.
    pub kinds: &'static [Kind],
    /// The processors.
    pub processors: &'static [Processor],
    /// The canonical spelling.
    pub canonical: Spelling,
    /// The styles.
    pub styles: &'static [Style],
    /// What may not stand side by side in one bundle.
    pub composition: &'static [CompositionRule],
    /// Which stored entry serves which request, in order.
    pub compatibility: &'static [Rule],
    /// How an unknown triple is shown.
    pub triple: Spelling,
    /// What a code object can be.
    pub contents: &'static [ContentKind],
    /// What ELF headers call architectures.
    pub machines: &'static [Machine],
    /// What the flags in ELF headers say.
    pub flags: &'static [FlagLayout],
    /// The parts that entries can be picked by.
    pub aspects: Aspects,
}

/// One part that a grammar captures.
#[derive(Debug, Clone, Copy)]
pub struct PartKind {
    /// Name in the schema.
    pub name: &'static str,
    /// What it means, for people.
    pub meaning: &'static str,
    /// The words it may hold, where there is a table.
    pub words: Option<&'static Words>,
    /// Reads a word that is known without standing in the table.
    pub also_known: Option<RuleFn>,
}

/// Names of the parts that play a role in the rules.
#[derive(Debug, Clone, Copy)]
pub struct Roles {
    /// Which runtime the entry is for.
    pub kind: &'static str,
    /// What must be known for a triple to be valid.
    pub architecture: &'static str,
    /// The processor.
    pub processor: &'static str,
    /// A feature's name; occurs any number of times, each before its sign.
    pub feature: &'static str,
    /// A feature's sign.
    pub sign: &'static str,
    /// The sign of a feature that is on.
    pub on: &'static str,
    /// The sign of a feature that is off.
    pub off: &'static str,
    /// A processor with its features, as a placeholder of templates.
    pub target: &'static str,
    /// One feature with its sign, as a template of `feature` and `sign`.
    pub feature_template: &'static str,
}

impl Grammar {
    /// Reads a whole ID. Errors: where the text leaves the grammar.
    pub fn read<'a>(&self, id: &'a str) -> Result<Captures<'a>, ParseError> {
        Input::read(id, self.entry)
    }

    /// The part named `name`.
    pub fn part(&self, name: &str) -> Option<&'static PartKind> {
        self.parts.iter().find(|part| part.name == name)
    }

    /// The primary spelling of `text` as the part `name`, where it is a listed word.
    pub fn primary(&self, name: &str, text: &str) -> Option<&'static str> {
        self.part(name)?.words?.primary(text)
    }

    /// The spelling of `id` in the style called `style`. Errors: as [`crate::ids::IdGrammar::restyle`].
    pub fn restyle(&self, id: &str, style: &str) -> Result<String, StyleError> {
        match self.styles.iter().find(|known| known.name == style) {
            Some(style) => style.write(self, id),
            None => Err(StyleError::Unknown { style: String::from(style) }),
        }
    }

    /// The processor called `name`, by its primary or an alternative name.
    pub fn processor(&self, name: &str) -> Option<&'static Processor> {
        self.processors.iter().find(|processor| processor.is_called(name))
    }

    /// The kind called `name`.
    pub fn kind(&self, name: &str) -> Option<&'static Kind> {
        self.kinds.iter().find(|kind| kind.name == name)
    }
}
