//! The commands measured on growing files.

use super::files::{DEVICE, HOST, Kind, Subject, id, with_processor};

#[derive(Clone, Copy)]
pub struct Case {
    pub name: &'static str,
    pub words: fn(usize) -> Vec<String>,
    pub code: i32,
}

pub fn cases(subject: &Subject) -> Vec<Case> {
    match subject.kind {
        Kind::Sound => reading().into_iter().chain(converting(0)).collect(),
        Kind::Object => reading(),
        Kind::Wrong { others, verify } => wrong(verify, others),
        Kind::Archive { code } => archive(code),
        Kind::Carved { code } => searching(code),
        Kind::Taken => taking(),
        Kind::TakenById => taking().into_iter().chain(taking_by_id()).collect(),
        Kind::Requested => requests(),
        Kind::Rewritten => rewriting(),
        Kind::Many => many(),
    }
}

fn case(name: &'static str, words: fn(usize) -> Vec<String>) -> Case {
    Case { name, words, code: 0 }
}

fn reading() -> Vec<Case> {
    vec![
        case("list", |n| on(&["list"], n)),
        case("list --json", |n| on(&["list", "--json"], n)),
        case("list --ids-only", |n| on(&["list", "--ids-only"], n)),
        case("verify", |n| on(&["verify", "--allow", "unknown-content"], n)),
        case("inspect", |n| on(&["inspect"], n)),
        case("extract --dry-run", |n| on(&["extract", "--dry-run", "-d", "out/d"], n)),
    ]
}

/// Findings for `verify`, and an error with exit code `code` for the others.
fn archive(code: i32) -> Vec<Case> {
    let split = case("unbundle -t a", |n| {
        let wanted = format!("{DEVICE}=out/a");
        [on(&["unbundle", "-t", "a"], n), vec![wanted]].concat()
    });
    let cases = reading().into_iter().chain([split]);
    cases.map(|case| with_code(case, code)).collect()
}

/// Findings for `verify`, and an error with exit code `code` for the others.
fn searching(code: i32) -> Vec<Case> {
    let cases = [
        case("list --carve", |n| on(&["list", "--carve"], n)),
        case("verify --carve", |n| {
            on(&["verify", "--carve", "--allow", "unknown-content"], n)
        }),
        case("extract --carve --dry-run", |n| {
            on(&["extract", "--carve", "--dry-run", "-d", "out/d"], n)
        }),
    ];
    cases.into_iter().map(|case| with_code(case, code)).collect()
}

fn with_code(case: Case, code: i32) -> Case {
    let is_found = case.name.starts_with("verify");
    Case { code: if is_found { code.min(1) } else { code }, ..case }
}

fn converting(code: i32) -> impl Iterator<Item = Case> {
    let cases = [
        case("decompress", |n| on(&["decompress", "-o", "out/plain"], n)),
        case("compress", |n| on(&["compress", "-o", "out/packed"], n)),
    ];
    cases.into_iter().map(move |case| Case { code, ..case })
}

/// `list` succeeds without looking into compressed bundles.
fn wrong(verify: i32, others: i32) -> Vec<Case> {
    let cases = [
        Case { code: verify, ..case("verify", |n| on(&["verify", "--allow", "unknown-content"], n)) },
        Case { code: others, ..case("inspect", |n| on(&["inspect"], n)) },
        Case { code: others, ..case("extract", |n| on(&["extract", "-d", "out/d"], n)) },
    ];
    cases.into_iter().chain(converting(others)).collect()
}

fn taking() -> Vec<Case> {
    vec![
        case("extract", |n| on(&["extract", "-d", "out/d"], n)),
        case("unbundle --all", |n| on(&["unbundle", "--all", "-d", "out/d"], n)),
    ]
}

fn taking_by_id() -> Vec<Case> {
    vec![
        case("unbundle ID=FILE …", |n| {
            let pairs = (0..n).map(|number| format!("{}=out/{number}", id(number)));
            on(&["unbundle"], n).into_iter().chain(pairs).collect()
        }),
        case("clang-offload-bundler -unbundle", |n| {
            let start = theirs((0..n).map(id)).into_iter();
            let input = [String::from("-unbundle"), format!("-input={n}")];
            start
                .chain(input)
                .chain((0..n).map(|number| format!("-output=out/{number}")))
                .collect()
        }),
        case("clang-offload-bundler -list", |n| {
            on(&["clang-offload-bundler", "-type=bc", "-list", "-input"], n)
        }),
    ]
}

fn rewriting() -> Vec<Case> {
    vec![case("replace ID=FILE", |n| {
        let pair = format!("{}={n}", id(n / 2));
        [on(&["replace", "-o", "out/replaced"], n), vec![pair]].concat()
    })]
}

fn requests() -> Vec<Case> {
    vec![
        case("unbundle ID=FILE …", |n| request("", n)),
        case("unbundle ID=FILE …, in another spelling", |n| request("unknown", n)),
    ]
}

fn request(environment: &str, n: usize) -> Vec<String> {
    let pairs = (0..n).map(|number| format!("{}=out/{number}", with_processor(environment, number)));
    on(&["unbundle"], n).into_iter().chain(pairs).collect()
}

fn many() -> Vec<Case> {
    vec![
        case("list", |n| each(&["list"], n, file)),
        case("verify", |n| each(&["verify", "--allow", "unknown-content"], n, file)),
        case("inspect", |n| each(&["inspect"], n, file)),
        case("extract", |n| each(&["extract", "-d", "out/d"], n, file)),
        case("compress", |n| each(&["compress", "-o", "out/packed"], n, file)),
        case("bundle", |n| each(&["bundle", "-t", "bc", "-o", "out/bundle"], n, pair)),
        case("bundle -t s", |n| {
            each(&["bundle", "-t", "s", "-o", "out/bundle"], n, pair)
        }),
        case("bundle --compress", |n| {
            each(&["bundle", "-t", "bc", "--compress", "-o", "out/bundle"], n, pair)
        }),
        case("clang-offload-bundler", |n| {
            let start = theirs(std::iter::once(HOST.to_owned()).chain((1..n).map(id)))
                .into_iter()
                .chain([String::from("-output=out/bundle")]);
            start
                .chain((0..n).map(|number| format!("-input={}", file(number))))
                .collect()
        }),
    ]
}

fn on(words: &[&str], n: usize) -> Vec<String> {
    words
        .iter()
        .map(|word| (*word).to_owned())
        .chain([n.to_string()])
        .collect()
}

fn each(words: &[&str], n: usize, word: fn(usize) -> String) -> Vec<String> {
    words
        .iter()
        .map(|word| (*word).to_owned())
        .chain((0..n).map(word))
        .collect()
}

fn file(number: usize) -> String {
    format!("file{number}")
}

fn pair(number: usize) -> String {
    match number {
        0 => format!("{HOST}={}", file(number)),
        _ => format!("{}={}", id(number), file(number)),
    }
}

fn theirs(ids: impl Iterator<Item = String>) -> Vec<String> {
    let targets = format!("-targets={}", ids.collect::<Vec<_>>().join(","));
    vec![String::from("clang-offload-bundler"), String::from("-type=bc"), targets]
}
