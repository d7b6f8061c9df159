//! A grammar of IDs, resolved.

/// A grammar.
#[derive(Debug, Clone)]
pub struct Grammar {
    /// Name of the schema file.
    pub source: String,
    /// The module's name.
    pub module: String,
    /// Title for people.
    pub title: String,
    /// Name of the type that implements the grammar.
    pub type_name: String,
    /// What the IDs are.
    pub doc: Doc,
    /// The types of an ID, a triple, a target ID and a feature.
    pub types: [TypeName; 4],
    /// What the rules capture.
    pub parts: Vec<Part>,
    /// Which part plays which role.
    pub roles: Roles,
    /// Sets of characters that rules use.
    pub classes: Vec<Class>,
    /// The rules.
    pub rules: Vec<Rule>,
    /// The rule that reads any text.
    pub unchecked: String,
    /// The kinds.
    pub kinds: Vec<Kind>,
    /// The word tables.
    pub words: Vec<Words>,
    /// The features: name and meaning.
    pub features: Vec<(String, String)>,
    /// The processors, in order.
    pub processors: Vec<Processor>,
    /// The canonical spelling.
    pub canonical: Spelling,
    /// How an unknown triple is shown.
    pub triple: Spelling,
    /// The styles.
    pub styles: Vec<Style>,
    /// The composition rules.
    pub composition: Vec<Composition>,
    /// The compatibility rules.
    pub compatibility: Vec<Comparison>,
}

/// A description with the section of the source document that it stands on.
#[derive(Debug, Clone, Default)]
pub struct Doc {
    /// The description.
    pub text: String,
    /// The section.
    pub source: Option<String>,
}

/// A generated type.
#[derive(Debug, Clone)]
pub struct TypeName {
    /// Its name.
    pub name: String,
    /// The rule that reads one; empty for a feature, which is read with its target ID.
    pub rule: String,
    /// What it is.
    pub doc: Doc,
}

/// Something that rules capture.
#[derive(Debug, Clone)]
pub struct Part {
    /// Its name.
    pub name: String,
    /// What it means.
    pub meaning: String,
    /// The words it may hold.
    pub table: Option<TableRef>,
    /// The rule that reads a word that is known without being listed.
    pub also_known: Option<String>,
}

/// A table of words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TableRef {
    /// The kinds.
    Kinds,
    /// The features.
    Features,
    /// The processors.
    Processors,
    /// A table by name.
    Words(String),
}

/// Which part plays which role.
#[derive(Debug, Clone)]
pub struct Roles {
    /// Which runtime an entry is for.
    pub kind: String,
    /// The first field of a triple, which every triple has.
    pub first_field: String,
    /// Its other fields.
    pub other_fields: Vec<String>,
    /// The field that must be known.
    pub architecture: String,
    /// The processor.
    pub processor: String,
    /// A feature's name.
    pub feature: String,
    /// A feature's sign.
    pub sign: String,
    /// The sign of a feature that must be on.
    pub on: String,
    /// The sign of a feature that must be off.
    pub off: String,
    /// Placeholder for a processor with its features.
    pub target: String,
    /// One feature with its sign.
    pub feature_template: String,
}

/// A set of characters.
#[derive(Debug, Clone)]
pub struct Class {
    /// Its name.
    pub name: String,
    /// First and last character of each range.
    pub ranges: Vec<(char, char)>,
    /// Whether it is all other characters.
    pub others: bool,
}

/// A rule.
#[derive(Debug, Clone)]
pub struct Rule {
    /// Its name.
    pub name: String,
    /// What it reads.
    pub doc: Doc,
    /// What fits it.
    pub is: Expression,
}

/// What fits at a place of the text.
#[derive(Debug, Clone)]
pub enum Expression {
    /// All of these.
    Sequence(Vec<Expression>),
    /// The first that fits.
    FirstOf(Vec<Expression>),
    /// A text.
    Literal(String),
    /// The end.
    End,
    /// A rule.
    Rule(String),
    /// Captured as a part.
    Part(String, Box<Expression>),
    /// Characters of a class.
    Chars {
        /// The class.
        class: String,
        /// How many at least.
        at_least: u64,
        /// How errors call it.
        called: String,
    },
    /// The longest word of a table.
    Word {
        /// The table.
        table: TableRef,
        /// How errors call it.
        called: String,
    },
    /// This or nothing.
    Optional(Box<Expression>),
    /// As often as it fits.
    Repeat(Box<Expression>),
    /// Fits but is not read.
    Ahead(Box<Expression>),
    /// Does not fit.
    Not(Box<Expression>),
    /// A part's text again.
    Same(String),
    /// A part's last text is new.
    Distinct {
        /// The part.
        part: String,
        /// How errors call that.
        called: String,
    },
}

/// A kind.
#[derive(Debug, Clone)]
pub struct Kind {
    /// Its name.
    pub name: String,
    /// Its group.
    pub group: String,
    /// Whether it marks the host's entry.
    pub host: bool,
    /// Whether it needs no host entry.
    pub alone: bool,
    /// The releases that know it.
    pub releases: Vec<String>,
    /// What it is.
    pub doc: String,
}

/// A table of words.
#[derive(Debug, Clone)]
pub struct Words {
    /// Its name.
    pub name: String,
    /// What it lists.
    pub doc: String,
    /// Whether anything may follow a word.
    pub open: bool,
    /// Primary names with their other names.
    pub words: Vec<(String, Vec<String>)>,
}

/// A processor.
#[derive(Debug, Clone)]
pub struct Processor {
    /// Its primary name.
    pub name: String,
    /// Alternative names.
    pub also: Vec<String>,
    /// The features that it lets one choose.
    pub features: Vec<String>,
    /// Its number in the flags of an ELF file.
    pub elf_machine: Option<u64>,
    /// The generic processor whose code also runs on it.
    pub family: Option<String>,
    /// The architectures that have it.
    pub architectures: Vec<String>,
    /// The releases whose compiler knows it, where not all do.
    pub releases: Vec<String>,
}

/// A spelling.
#[derive(Debug, Clone)]
pub struct Spelling {
    /// The template.
    pub template: String,
    /// What stands for parts.
    pub fills: Vec<Fill>,
}

/// What stands for a part.
#[derive(Debug, Clone)]
pub struct Fill {
    /// The part.
    pub part: String,
    /// What is written.
    pub gives: String,
    /// Whether only where it is missing or empty.
    pub only_empty: bool,
    /// Where.
    pub only: Vec<Among>,
}

/// A part that holds one of some words.
#[derive(Debug, Clone)]
pub struct Among {
    /// The part.
    pub part: String,
    /// The words.
    pub words: Vec<String>,
}

/// A style.
#[derive(Debug, Clone)]
pub struct Style {
    /// Its name.
    pub name: String,
    /// What it does.
    pub doc: String,
    /// How.
    pub how: How,
}

/// What a style does with an argument.
#[derive(Debug, Clone)]
pub enum How {
    /// Nothing.
    AsGiven,
    /// The canonical spelling.
    Canonical,
    /// Cuts it.
    Cut(Box<Cut>),
}

/// How an argument is cut.
#[derive(Debug, Clone)]
pub struct Cut {
    /// Where.
    pub separator: String,
    /// Into which parts.
    pub into: Vec<String>,
    /// Into how many at least.
    pub at_least: u64,
    /// The refusal of fewer.
    pub too_few: String,
    /// What begins the features.
    pub mark: String,
    /// The part that takes the processor's name.
    pub name: String,
    /// The placeholder that takes the features.
    pub features: String,
    /// The words that make what follows the last separator the name.
    pub last_if: Option<Vec<String>>,
    /// The cases.
    pub cases: Vec<Case>,
}

/// What comes of some arguments.
#[derive(Debug, Clone)]
pub struct Case {
    /// Conditions, by part.
    pub when: Vec<(String, Is)>,
    /// What comes of it.
    pub outcome: Outcome,
}

/// What holds of a part.
#[derive(Debug, Clone)]
pub enum Is {
    /// No such piece.
    Absent,
    /// One of these words, by any of its names.
    In(Vec<String>),
    /// None of these words, by any of its names.
    NotIn(Vec<String>),
    /// One of these texts.
    TextIn(Vec<String>),
    /// None of these texts.
    TextNotIn(Vec<String>),
    /// A listed word of this part.
    ListedAs(String),
}

/// What a style makes of an argument.
#[derive(Debug, Clone)]
pub enum Outcome {
    /// A spelling.
    Writes(Spelling),
    /// A refusal.
    Invalid(String),
    /// A silent loss.
    Loses(String),
}

/// A composition rule.
#[derive(Debug, Clone)]
pub struct Composition {
    /// Its name.
    pub id: String,
    /// The parts that must agree for a feature left open to count; absent: equal canonical spellings count.
    pub same: Option<Vec<String>>,
    /// The conflict in words.
    pub because: String,
    /// Section of the source document.
    pub source: Option<String>,
}

/// A compatibility rule.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// Its name.
    pub id: String,
    /// What it compares.
    pub compares: Compares,
    /// The reason where both agree.
    pub agrees: String,
    /// The reason where they differ.
    pub differs: String,
    /// How a missing part or a feature left open is shown.
    pub nothing: String,
    /// Section of the source document.
    pub source: Option<String>,
}

/// What a compatibility rule compares.
#[derive(Debug, Clone)]
pub enum Compares {
    /// The whole texts.
    Text,
    /// Whether both can be read.
    Readable,
    /// Whether processors have the named features.
    OwnFeatures,
    /// One part.
    Word(WordRule),
    /// Which signs each stored sign serves; nothing is a feature that is left open.
    Features(Vec<(Option<String>, Vec<Option<String>>)>),
}

/// How one part is compared.
#[derive(Debug, Clone)]
pub struct WordRule {
    /// The part.
    pub part: String,
    /// What a missing part counts as.
    pub missing: Option<String>,
    /// What an unlisted word counts as.
    pub unlisted: Option<String>,
    /// Whether words of one group agree.
    pub by_group: bool,
    /// Where the part does not matter.
    pub ignored: Vec<Among>,
    /// The reason where the stored one is the family of the asked one.
    pub family: String,
}
