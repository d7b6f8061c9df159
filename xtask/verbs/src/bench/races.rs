//! The benchmarked operations, with a command per program.

use super::archives::{ARCHIVES, TARGETS};
use super::input::{BUNDLES, FAT_OBJECT, HOST_ID, HOST_OBJECT, Input};
use super::table::CLANG;

pub struct Contestant {
    pub name: &'static str,
    pub command: Vec<String>,
}

/// An operation and its contestants, the reference first.
pub struct Race {
    pub operation: &'static str,
    pub contestants: Vec<Contestant>,
}

impl Race {
    fn new(operation: &'static str, reference: &'static str, command: Vec<String>) -> Self {
        Self { operation, contestants: vec![Contestant { name: reference, command }] }
    }

    fn against(mut self, name: &'static str, program: Option<&str>, words: Vec<String>) -> Self {
        self.contestants
            .extend(program.map(|program| Contestant { name, command: [vec![program.to_owned()], words].concat() }));
        self
    }
}

pub fn all(input: &Input, ours: &str, theirs: Option<&str>, library: Option<&str>) -> Vec<Race> {
    let ids = input.ids();
    let parts = input.parts();
    let pairs = |stem: &str| {
        let pairs = ids.iter().zip(&parts);
        pairs.map(|(id, part)| format!("{id}={stem}{part}")).collect()
    };
    let each = |option: &str, stem: &str| {
        let files = parts.iter().map(|part| format!("{option}{stem}{part}"));
        files.collect::<Vec<_>>()
    };
    let all = format!("-targets={}", ids.join(","));
    let one = format!("-targets={}", ids[0]);
    let first = vec![format!("{}=out/one", ids[0])];
    let cat = || line(&["sh", "-c"], vec![format!("cat {} > out/bundle", parts.join(" "))]);
    let cp = || line(&["cp"], [parts.clone(), vec!["out".to_owned()]].concat());
    let nothing = || line(&["true"], vec![]);

    let bundle = line(&["bundle", "-t", "bc", "-o", "out/bundle"], pairs(""));
    let their_bundle = line(&["-type=bc", &all, "-output=out/bundle"], each("-input=", ""));
    let with = |words: &[String], word: &str| [words.to_vec(), vec![word.to_owned()]].concat();
    let unbundle = |file: &str, wanted: Vec<String>| line(&["unbundle", file], wanted);
    let their_unbundle = |file: &str, targets: &str, outputs: Vec<String>| {
        line(&["-type=bc", "-unbundle", targets, &format!("-input={file}")], outputs)
    };
    let list = |file: &str| line(&["list", file], vec![]);
    let their_list = |file: &str| line(&["-type=bc", "-list", &format!("-input={file}")], vec![]);
    let to_one = || vec!["-output=out/one".to_owned()];

    let mut races = vec![
        Race::new("bundle", "cat", cat())
            .against("ours", Some(ours), bundle.clone())
            .against(CLANG, theirs, their_bundle.clone()),
        Race::new("bundle, compressed", "cat", cat())
            .against("ours", Some(ours), with(&bundle, "--compress"))
            .against(CLANG, theirs, with(&their_bundle, "-compress")),
        Race::new("unbundle all", "cp", cp())
            .against("ours", Some(ours), unbundle("bundle", pairs("out/")))
            .against(CLANG, theirs, their_unbundle("bundle", &all, each("-output=", "out/"))),
        // Ours checks the digest, theirs does not.
        Race::new("  from compressed", "cp", cp())
            .against("ours", Some(ours), unbundle("packed", pairs("out/")))
            .against(CLANG, theirs, their_unbundle("packed", &all, each("-output=", "out/"))),
        Race::new("decompress", "cp", line(&["cp", "bundle", "out/bundle"], vec![])).against(
            "ours",
            Some(ours),
            line(&["decompress", "packed", "-o", "out/bundle"], vec![]),
        ),
        Race::new("unbundle one", "cp", line(&["cp", &parts[0], "out"], vec![]))
            .against("ours", Some(ours), unbundle("bundle", first.clone()))
            .against(CLANG, theirs, their_unbundle("bundle", &one, to_one())),
        Race::new("  from compressed", "cp", line(&["cp", &parts[0], "out"], vec![]))
            .against("ours", Some(ours), unbundle("packed", first))
            .against(CLANG, theirs, their_unbundle("packed", &one, to_one())),
    ];
    let [fat, their_fat] = objects(input, ours, theirs);
    races.extend([fat, their_fat]);
    for (operation, file) in [("list", "bundle"), ("list compressed", "packed"), (BUNDLES, "many")] {
        races.push(
            Race::new(operation, "true", nothing())
                .against("ours", Some(ours), list(file))
                .against(CLANG, theirs, their_list(file)),
        );
    }
    for (operation, archive) in ARCHIVES
        .into_iter()
        .filter(|(_, file)| theirs.is_some() || *file == "small.a")
    {
        let wanted = TARGETS
            .iter()
            .zip(["one", "two"])
            .map(|(id, output)| format!("{id}=out/{output}"));
        let targets = format!("-targets={}", TARGETS.join(","));
        let input = format!("-input={archive}");
        let outputs = ["-output=out/one", "-output=out/two"].map(str::to_owned).into();
        races.push(
            Race::new(operation, "cp", line(&["cp", archive, "out"], vec![]))
                .against(
                    "ours",
                    Some(ours),
                    line(&["unbundle", "-t", "a", archive], wanted.collect()),
                )
                .against(
                    CLANG,
                    theirs,
                    line(&["-type=a", "-unbundle", &targets, &input], outputs),
                ),
        );
    }
    races
        .extend(library.map(|library| {
            Race::new("list the library", "true", nothing()).against("ours", Some(ours), list(library))
        }));
    races
}

fn objects(input: &Input, ours: &str, theirs: Option<&str>) -> [Race; 2] {
    let parts = input.parts();
    let targets = format!("-targets={HOST_ID},{}", input.ids().join(","));
    let files = || std::iter::once(HOST_OBJECT.to_owned()).chain(parts.iter().cloned());
    let cat = vec![format!("cat {HOST_OBJECT} {} > out/fat.o", parts.join(" "))];
    let bundle = line(&["bundle", "-t", "o", "-o", "out/fat.o"], input.pairs_with_host());
    let inputs = files().map(|file| format!("-input={file}")).collect();
    let their_bundle = line(&["-type=o", &targets, "-output=out/fat.o"], inputs);
    let ids = std::iter::once(HOST_ID.to_owned()).chain(input.ids());
    let pairs = ids.zip(files()).map(|(id, file)| format!("{id}=out/{file}")).collect();
    let unbundle = line(&["unbundle", FAT_OBJECT], pairs);
    let outputs = files().map(|file| format!("-output=out/{file}")).collect();
    let input = format!("-input={FAT_OBJECT}");
    let their_unbundle = line(&["-type=o", "-unbundle", &targets, &input], outputs);
    let cp = line(&["cp", HOST_OBJECT], [parts.clone(), vec!["out".to_owned()]].concat());
    [
        Race::new("bundle into an object", "cat", line(&["sh", "-c"], cat))
            .against("ours", Some(ours), bundle)
            .against(CLANG, theirs, their_bundle),
        Race::new("unbundle an object", "cp", cp)
            .against("ours", Some(ours), unbundle)
            .against(CLANG, theirs, their_unbundle),
    ]
}

fn line(start: &[&str], rest: Vec<String>) -> Vec<String> {
    start.iter().map(|word| (*word).to_owned()).chain(rest).collect()
}
