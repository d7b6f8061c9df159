//! The program: its commands, their arguments, examples and exit codes.

use super::{Json, Word};
use crate::mapping::Mapping;
use crate::problem::Problems;
use crate::yaml::Node;

/// The program.
#[derive(Debug, Clone)]
pub struct Program {
    /// Its name.
    pub name: String,
    /// One line on what it does.
    pub about: String,
    /// More on that.
    pub doc: String,
    /// What its exit codes mean.
    pub exit_codes: Vec<ExitCode>,
    /// Arguments that every command takes.
    pub arguments: Vec<Argument>,
    /// Its commands.
    pub commands: Vec<Command>,
}

/// What an exit code means.
#[derive(Debug, Clone)]
pub struct ExitCode {
    /// The outcome it stands for.
    pub outcome: Word,
    /// The number, 0 to 255.
    pub code: u8,
    /// When it is given.
    pub doc: String,
}

/// A command: it runs an operation, or it has commands of its own.
#[derive(Debug, Clone)]
pub struct Command {
    /// Its name.
    pub name: Word,
    /// The operation it runs.
    pub runs: Option<Word>,
    /// One line on what it does.
    pub about: String,
    /// More on that.
    pub doc: String,
    /// Its arguments; positional ones in their order.
    pub arguments: Vec<Argument>,
    /// What it prints where JSON is asked for.
    pub json: Option<Json>,
    /// Examples of its use.
    pub examples: Vec<Example>,
    /// Its own commands.
    pub commands: Vec<Command>,
}

/// An argument of a command.
#[derive(Debug, Clone)]
pub struct Argument {
    /// Its name: after two dashes, unless it is positional.
    pub name: Word,
    /// The field of the operation's request that it sets.
    pub sets: Word,
    /// Its name of one letter.
    pub short: Option<Word>,
    /// Whether it is told by its position instead of its name.
    pub positional: bool,
    /// What stands for its value in the help.
    pub value: Option<Word>,
    /// Whether its name may stand without a value.
    pub value_optional: bool,
    /// Whether the command needs it.
    pub required: bool,
    /// The value it has if none is given.
    pub default: Option<Word>,
    /// The argument without which this one makes no sense.
    pub needs: Option<Word>,
    /// The argument in whose absence this one is needed.
    pub required_unless: Option<Word>,
    /// What happens if none is given, where that is no value.
    pub default_doc: Option<String>,
    /// The help.
    pub help: String,
}

/// An example of a command's use.
#[derive(Debug, Clone)]
pub struct Example {
    /// The command line.
    pub run: Word,
    /// What it does.
    pub doc: String,
}

impl Program {
    pub(super) fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        let keys = ["name", "about", "doc", "exit-codes", "arguments", "commands"];
        let map = Mapping::open(node, "a program", &keys, problems)?;
        let name = map.required_text("name", problems);
        let about = map.required_text("about", problems);
        let doc = map.required_text("doc", problems);
        let exit_codes = exit_codes(&map, problems);
        let arguments = arguments(&map, problems);
        map.required("commands", problems)?;
        let commands = commands(&map, problems);
        Some(Self {
            name: name?.to_owned(),
            about: about?.to_owned(),
            doc: doc?.trim().to_owned(),
            exit_codes,
            arguments,
            commands,
        })
    }
}

/// The exit codes below the key `exit-codes`.
pub(super) fn exit_codes(map: &Mapping<'_>, problems: &mut Problems) -> Vec<ExitCode> {
    let mut codes = Vec::new();
    if map.required("exit-codes", problems).is_none() {
        return codes;
    }
    for (key, node) in map.entries("exit-codes", problems) {
        let Some(inner) = Mapping::open(node, "an exit code", &["code", "doc"], problems) else {
            continue;
        };
        let code = inner.required("code", problems).and_then(|node| {
            let number = node.number(problems)?;
            let code = u8::try_from(number).ok();
            if code.is_none() {
                problems.add(
                    node,
                    "an exit code from 0 to 255",
                    node.describe(),
                    "choose a smaller one",
                );
            }
            code
        });
        let doc = inner.required_text("doc", problems);
        if let (Some(code), Some(doc)) = (code, doc) {
            let outcome = Word { text: key.text.clone(), at: node.clone() };
            codes.push(ExitCode { outcome, code, doc: doc.to_owned() });
        }
    }
    codes
}

fn commands(map: &Mapping<'_>, problems: &mut Problems) -> Vec<Command> {
    map.list("commands", problems)
        .iter()
        .filter_map(|node| Command::read(node, problems))
        .collect()
}

fn arguments(map: &Mapping<'_>, problems: &mut Problems) -> Vec<Argument> {
    map.list("arguments", problems)
        .iter()
        .filter_map(|node| Argument::read(node, problems))
        .collect()
}

impl Command {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        let keys = ["name", "runs", "about", "doc", "arguments", "json", "examples", "commands"];
        let map = Mapping::open(node, "a command", &keys, problems)?;
        let name = Word::required(&map, "name", problems);
        let runs = Word::optional(&map, "runs", problems);
        let about = map.required_text("about", problems);
        let doc = map.required_text("doc", problems);
        let arguments = arguments(&map, problems);
        let json = map.get("json").and_then(|node| Json::read(node, problems));
        let commands = commands(&map, problems);
        let mut examples = Vec::new();
        for node in map.list("examples", problems) {
            examples.extend(Example::read(node, problems));
        }
        Some(Self {
            name: name?,
            runs,
            about: about?.to_owned(),
            doc: doc?.trim().to_owned(),
            arguments,
            json,
            examples,
            commands,
        })
    }
}

impl Argument {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        let keys = [
            "name",
            "sets",
            "short",
            "positional",
            "value",
            "value-optional",
            "required",
            "required-unless",
            "needs",
            "default",
            "default-doc",
            "help",
        ];
        let map = Mapping::open(node, "an argument", &keys, problems)?;
        let name = Word::required(&map, "name", problems);
        let sets = Word::required(&map, "sets", problems);
        let help = map.required_text("help", problems);
        let argument = Self {
            short: Word::optional(&map, "short", problems),
            positional: map.flag("positional", problems),
            value: Word::optional(&map, "value", problems),
            value_optional: map.flag("value-optional", problems),
            required: map.flag("required", problems),
            default: Word::optional(&map, "default", problems),
            needs: Word::optional(&map, "needs", problems),
            required_unless: Word::optional(&map, "required-unless", problems),
            default_doc: map.text("default-doc", problems).map(str::to_owned),
            name: name?,
            sets: sets?,
            help: help?.to_owned(),
        };
        Some(argument)
    }
}

impl Example {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        let map = Mapping::open(node, "an example", &["run", "doc"], problems)?;
        let run = Word::required(&map, "run", problems);
        let doc = map.required_text("doc", problems);
        Some(Self { run: run?, doc: doc?.to_owned() })
    }
}
