//! `cargo xtask trees`: random read-only schemas and random files: both readers must agree.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use offload_bundle_codegen::Source;
use offload_bundle_codegen::foreign::{self, Foreign};

use crate::files;
use crate::kaitai::both::{self, Subject};
use crate::kaitai::same::Agreement;
use crate::kaitai::tools::Tools;
use crate::schemas::{Draw, Language, count_and_seed, general, schema};

const USAGE: &str = "usage: cargo xtask trees [--count N] [--seed N]
  --count N   how many schemas: 48 where nothing is said
  --seed N    others than those of seed 1";
const COUNT: u64 = 48;
const FILES: usize = 16;
const LONGEST: usize = 80;

pub fn run(words: &[&str]) -> Result<(), String> {
    let (count, seed, rest) = count_and_seed(words, COUNT, USAGE)?;
    if !rest.is_empty() {
        return Err(USAGE.to_owned());
    }
    let folder = files::root().join("target/trees");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let (accepted, refused) = find_accepted(count, seed, &folder)?;
    eprintln!("{count} schemas from seed {seed}: {} accepted", accepted.len());
    for (problem, times) in refused {
        eprintln!("  {times} refused: expected {problem}");
    }
    // Most random schemas should be valid.
    if u64::try_from(accepted.len()).unwrap_or(0) * 2 < count {
        return Err("the generator refuses most schemas".to_owned());
    }
    match Tools::unless_missing(&files::root())? {
        Some(tools) => compare(&tools, &folder, &accepted),
        None => Ok(()),
    }
}

struct Accepted {
    schema: PathBuf,
    foreign: Foreign,
    files: Vec<PathBuf>,
}

fn find_accepted(count: u64, seed: u64, folder: &Path) -> Result<(Vec<Accepted>, BTreeMap<String, usize>), String> {
    let (mut accepted, mut refused) = (Vec::new(), BTreeMap::new());
    for index in 0..count {
        let mut draw = Draw::new(seed.wrapping_mul(1_000_003).wrapping_add(index));
        let (text, _) = schema(&mut draw, Language::ReadOnly, usize::try_from(index).unwrap_or(0));
        let source = Source { name: format!("{index}.ksy"), text };
        let schema = folder.join(&source.name);
        files::write_if_different(&schema, &source.text)?;
        match foreign::read(std::slice::from_ref(&source)) {
            Ok(foreign) => {
                let beside = folder.join(index.to_string());
                let files = make_up(&mut draw, &beside)?;
                accepted.push(Accepted { schema, foreign, files });
            }
            Err(problems) => {
                for problem in problems.into_iter().take(1) {
                    let what = format!("{}, found {} in {index}.ksy", general(&problem.expected), problem.found);
                    *refused.entry(what).or_insert(0) += 1;
                }
            }
        }
    }
    Ok((accepted, refused))
}

/// Numbers are small, so that counts fit.
fn make_up(draw: &mut Draw, folder: &Path) -> Result<Vec<PathBuf>, String> {
    let failed = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
    let mut written = Vec::new();
    let mut bytes: Vec<u8> = Vec::new();
    for index in 0..FILES {
        if index % 4 == 0 {
            let len = draw.below(LONGEST + 1);
            bytes = (0..len).map(|_| byte(draw)).collect();
        } else if draw.chance(30) {
            bytes.truncate(draw.below(bytes.len() + 1));
        } else {
            let place = draw.below(bytes.len());
            let with = if draw.chance(20) { u8::MAX } else { byte(draw) };
            bytes
                .iter_mut()
                .skip(place)
                .take(1 + draw.below(9))
                .for_each(|byte| *byte = with);
        }
        let path = folder.join(format!("{index}.bin"));
        fs::write(&path, &bytes).map_err(|error| failed(&path, error))?;
        written.push(path);
    }
    Ok(written)
}

fn byte(draw: &mut Draw) -> u8 {
    let limit = match draw.below(10) {
        0..=5 => 5,
        6 | 7 => 128,
        _ => 256,
    };
    u8::try_from(draw.below(limit)).unwrap_or(0)
}

fn compare(tools: &Tools, folder: &Path, accepted: &[Accepted]) -> Result<(), String> {
    let subjects = accepted
        .iter()
        .map(|Accepted { schema, foreign, files, .. }| Subject { schema, foreign, files });
    let subjects: Vec<Subject<'_>> = subjects.collect();
    let (mut all, mut same, mut sound, mut differ) = (0_usize, 0_usize, 0_usize, Vec::new());
    let mut unknown = BTreeMap::<&str, usize>::new();
    let read = both::compare(tools, folder, &subjects, &mut |number, path, found| {
        all += 1;
        sound += usize::from(found.ours.is_ok());
        match found.agreement {
            Agreement::Same => same += 1,
            Agreement::Unknown => {
                *unknown
                    .entry(found.ours.err().unwrap_or("by Kaitai's reader"))
                    .or_default() += 1
            }
            Agreement::Differ => {
                let schema = accepted.get(number).map(|tried| tried.schema.display().to_string());
                differ.push(format!(
                    "{} of {}:\n{found}",
                    path.display(),
                    schema.unwrap_or_default()
                ));
            }
        }
    })?;
    let mut refused = 0_usize;
    for (tried, message) in accepted.iter().zip(read) {
        if let Some(message) = message {
            refused += 1;
            let message = message.lines().take(2).collect::<Vec<_>>().join(" ");
            eprintln!(
                "not compared, since the Kaitai compiler refuses {}: {message}",
                tried.schema.display()
            );
        }
    }
    eprintln!("{same} of {all} files read equal, {sound} accepted");
    for (why, times) in unknown {
        eprintln!("  {times} given up: {why}");
    }
    match differ.as_slice() {
        [] if refused * 4 > accepted.len() => Err("the Kaitai compiler refuses many schemas".to_owned()),
        [] if sound * 10 < all => Err("hardly any file is accepted, so that little was compared".to_owned()),
        [] => Ok(()),
        some => Err(format!(
            "{}\nours and Kaitai's reader differ on {} files",
            some.join("\n"),
            some.len()
        )),
    }
}
