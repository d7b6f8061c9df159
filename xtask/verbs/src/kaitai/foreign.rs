//! `cargo xtask kaitai --foreign DIR`: tries schemas by other people, prints why some are refused, and compares the readers on sample
//! files.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use offload_bundle_codegen::Problem;
#[cfg(test)]
use offload_bundle_codegen::Source;
use offload_bundle_codegen::foreign::{self, Foreign};

use super::both::{Subject, compare};
use super::damage;
use super::same::Agreement;
use super::tools::Tools;
use crate::files;

/// In bytes.
const DAMAGED: usize = 160;
const COPIES: usize = 160;
/// Longest sample, because Python is slow.
const LONGEST: u64 = 1 << 20;

struct Tried {
    name: String,
    read: Result<Foreign, Vec<Problem>>,
    samples: Vec<PathBuf>,
}

#[derive(Debug, Default, PartialEq, Eq)]
enum Compared {
    #[default]
    Not,
    /// With Kaitai's reason.
    Refused(String),
    Read(Read),
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Read {
    files: usize,
    sound: usize,
    /// One reader gave up; samples never count.
    unknown: usize,
    differ: Vec<String>,
}

/// Tries all schemas below `folder`. Without `tools` nothing is compared. `all` requires both compilers to accept every schema.
pub fn run(folder: &Path, tools: Option<&Tools>, all: bool) -> Result<(), String> {
    let names = files::below(folder)?;
    let schemas = names.iter().filter(|name| name.ends_with(".ksy"));
    let tried: Vec<Tried> = schemas.map(|name| try_schema(folder, name, &names)).collect();
    let mut compared = match tools {
        Some(tools) => compare_all(folder, tools, &tried)?,
        None => BTreeMap::new(),
    };
    let mut tally = Tally { all, ..Tally::default() };
    for tried in &tried {
        let compared = compared.remove(tried.name.as_str()).unwrap_or_default();
        let read = tried.read.as_ref().map(|foreign| foreign.undocumented);
        println!("{}: {}", tried.name, tally.add(&tried.name, read, compared));
    }
    tally.end()
}

#[derive(Debug, Default)]
struct Tally {
    all: bool,
    schemas: usize,
    accepted: usize,
    undocumented: usize,
    compared: usize,
    equal: usize,
    reasons: BTreeMap<String, usize>,
    findings: Vec<String>,
}

impl Tally {
    /// `read`: fields without `doc`, or problems. Returns messages.
    fn add(&mut self, name: &str, read: Result<usize, &Vec<Problem>>, compared: Compared) -> String {
        self.schemas += 1;
        let undocumented = match read {
            Ok(undocumented) => undocumented,
            Err(problems) => {
                let said = problems.first().map(|first| {
                    *self.reasons.entry(reason(first)).or_default() += 1;
                    let Problem { file, span, expected, found, .. } = first;
                    format!("refused: {file}:{}: expected {expected}, found {found}", span.line)
                });
                return self.wrong(name, said.unwrap_or_else(|| "refused".to_owned()));
            }
        };
        self.accepted += 1;
        self.undocumented += undocumented;
        match compared {
            Compared::Not => "accepted; not compared".to_owned(),
            Compared::Refused(why) => self.wrong(name, format!("accepted; refused by the Kaitai compiler: {why}")),
            Compared::Read(Read { files, sound, unknown, differ }) => {
                self.compared += 1;
                self.equal += usize::from(differ.is_empty());
                let not_known = if unknown > 0 {
                    format!(", {unknown} given up")
                } else {
                    String::new()
                };
                let said = format!(
                    "accepted; {files} files read by both, {sound} accepted, {} differ{not_known}",
                    differ.len()
                );
                self.findings.extend(differ);
                said
            }
        }
    }

    fn wrong(&mut self, name: &str, said: String) -> String {
        if self.all {
            self.findings.push(format!("{name}: {said}"));
        }
        said
    }

    /// Fails on differences.
    fn end(self) -> Result<(), String> {
        let mut reasons: Vec<(String, usize)> = self.reasons.into_iter().collect();
        reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        for (reason, count) in &reasons {
            println!("{count:4} refused for: {reason}");
        }
        let Self { accepted, schemas, equal, compared, undocumented, .. } = self;
        println!(
            "{accepted} of {schemas} schemas accepted; {equal} of {compared} files read equally by both; {undocumented} records and fields lack a `doc`"
        );
        match self.findings.as_slice() {
            [] if schemas == 0 => Err("the folder contains no schemas".to_owned()),
            [] => Ok(()),
            some => Err(format!(
                "{}\n{} findings: refused schemas, and files that our reader and Kaitai's read differently",
                some.join("\n"),
                some.len()
            )),
        }
    }
}

fn compare_all<'t>(folder: &Path, tools: &Tools, all: &'t [Tried]) -> Result<BTreeMap<&'t str, Compared>, String> {
    let mut accepted = Vec::new();
    for tried in all {
        let Ok(foreign) = &tried.read else { continue };
        let copies = tools.folder().join("foreign").join(tried.name.replace('/', "_"));
        let files = with_copies(&tried.samples, &copies)?;
        accepted.push((tried, foreign, folder.join(&tried.name), files));
    }
    let subjects = accepted
        .iter()
        .map(|(_, foreign, schema, files)| Subject { schema, foreign, files });
    let subjects: Vec<Subject<'_>> = subjects.collect();
    let mut reads: BTreeMap<usize, Read> = BTreeMap::new();
    let refused = compare(tools, folder, &subjects, &mut |number, path, found| {
        let read = reads.entry(number).or_default();
        read.files += 1;
        read.sound += usize::from(found.is_sound());
        let tried = accepted.get(number).map(|(tried, ..)| *tried);
        let is_sample = tried.is_some_and(|tried| tried.samples.iter().any(|sample| sample == path));
        match found.agreement {
            Agreement::Same => {}
            // A limit may stop a damaged file, but not a sample.
            Agreement::Unknown if !is_sample => read.unknown += 1,
            Agreement::Unknown | Agreement::Differ => {
                let name = tried.map_or("", |tried| &tried.name);
                read.differ.push(format!("{name}: {}\n{found}", path.display()));
            }
        }
    })?;
    let refused = refused.into_iter().enumerate();
    let outcomes = refused.map(|(number, refused)| match (refused, reads.remove(&number)) {
        (Some(why), _) => Compared::Refused(why),
        (None, Some(read)) => Compared::Read(read),
        (None, None) => Compared::Not,
    });
    let names = accepted.iter().map(|(tried, ..)| tried.name.as_str());
    Ok(names.zip(outcomes).collect())
}

fn with_copies(samples: &[PathBuf], copies: &Path) -> Result<Vec<PathBuf>, String> {
    let mut all = samples.to_vec();
    let failed = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    fs::create_dir_all(copies).map_err(|error| failed(copies, error))?;
    for (index, sample) in samples.iter().enumerate() {
        let bytes = fs::read(sample).map_err(|error| failed(sample, error))?;
        if bytes.len() > DAMAGED {
            continue;
        }
        let count = damage::all(&bytes).count();
        for (name, damaged) in damage::all(&bytes).step_by(count.div_ceil(COPIES).max(1)) {
            let path = copies.join(format!("{index}-{name}"));
            fs::write(&path, damaged).map_err(|error| failed(&path, error))?;
            all.push(path);
        }
    }
    Ok(all)
}

/// Without names, for counting.
fn reason(problem: &Problem) -> String {
    let key = problem
        .span
        .path
        .rsplit('/')
        .find(|step| step.parse::<u32>().is_err())
        .unwrap_or_default();
    let found = match problem.found.split_once(" at character") {
        Some((_, _)) => "",
        None => &problem.found,
    };
    format!(
        "`{key}`: expected {}{}{found}",
        problem.expected,
        if found.is_empty() { "" } else { ", found " }
    )
}

fn try_schema(folder: &Path, name: &str, names: &[String]) -> Tried {
    let sources = foreign::sources(name, |name| fs::read_to_string(folder.join(name)).ok());
    // Samples are next to the schema, in a folder with its name, or in `samples/`.
    let (around, stem) = name
        .trim_end_matches(".ksy")
        .rsplit_once('/')
        .unwrap_or(("", name.trim_end_matches(".ksy")));
    let around = if around.is_empty() {
        String::new()
    } else {
        format!("{around}/")
    };
    let before = [format!("{around}{stem}."), format!("{around}{stem}/"), format!("{around}samples/{stem}/")];
    let samples = names.iter().filter(|other| {
        let beside = before.iter().any(|before| other.starts_with(before.as_str()));
        beside && !other.ends_with(".ksy") && !other.ends_with(".json")
    });
    let samples = samples.map(|sample| folder.join(sample));
    let short = samples.filter(|path| fs::metadata(path).is_ok_and(|metadata| metadata.len() <= LONGEST));
    Tried { name: name.to_owned(), read: foreign::read(&sources), samples: short.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused() -> Vec<Problem> {
        let source = Source { name: "a.ksy".to_owned(), text: "meta: {id: a}\nseq: 1\n".to_owned() };
        foreign::read(&[source]).unwrap_err()
    }

    fn is_wrong(all: bool, read: Result<usize, &Vec<Problem>>, compared: Compared) -> bool {
        let mut tally = Tally { all, ..Tally::default() };
        tally.add("a.ksy", read, compared);
        tally.end().is_err()
    }

    #[test]
    fn differences_and_refusals_are_findings() {
        let read = |differ: &[&str]| {
            let differ = differ.iter().map(ToString::to_string).collect();
            Compared::Read(Read { files: 3, sound: 2, unknown: 0, differ })
        };
        for all in [false, true] {
            assert!(!is_wrong(all, Ok(0), read(&[])));
            assert!(is_wrong(all, Ok(0), read(&["a.ksy: 1"])));
            assert_eq!(is_wrong(all, Err(&refused()), Compared::Not), all);
            assert_eq!(is_wrong(all, Ok(0), Compared::Refused("a type".to_owned())), all);
        }
        assert!(Tally::default().end().is_err());
    }

    #[test]
    fn refused_schema_is_not_equal() {
        let mut tally = Tally::default();
        tally.add("a.ksy", Ok(0), Compared::Refused("a type".to_owned()));
        tally.add("b.ksy", Ok(0), Compared::Read(Read::default()));
        assert_eq!((tally.accepted, tally.compared, tally.equal), (2, 1, 1));
    }
}
