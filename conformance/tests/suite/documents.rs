//! Documents and examples use existing options.

use std::path::Path;

use offload_bundle_conformance::command_line::command_line;
use serde_json::Value;

const PROGRAM: &str = "offload-bundle-conformance";

fn read(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

/// Panics unless the program accepts the words of `line`, split as a shell splits them.
fn check(line: &str) {
    let words: Vec<String> = line
        .split('\'')
        .enumerate()
        .flat_map(|(number, part)| match number % 2 {
            0 => part.split_whitespace().map(String::from).collect(),
            _ => vec![part.to_string()],
        })
        .collect();
    if let Err(error) = command_line().try_get_matches_from(&words)
        && error.use_stderr()
    {
        panic!("{line}: {error}");
    }
}

#[test]
fn workflows_build_the_suite_once_and_ask_with_options_that_exist() {
    for name in ["workflow", "llvm-premerge", "cmake", "pytest"] {
        let workflow: Value = serde_yaml::from_str(&read(&format!("examples/{name}.yml"))).unwrap();
        let jobs = workflow["jobs"].as_object().unwrap().values();
        let steps: Vec<&Value> = jobs.flat_map(|job| job["steps"].as_array().unwrap()).collect();
        for step in &steps {
            assert!(step["uses"].is_string() != step["run"].is_string(), "{name}: {step}");
        }
        let runs = |start: &str| -> Vec<&Value> {
            let begins = |step: &&&Value| step["run"].as_str().is_some_and(|line| line.starts_with(start));
            steps.iter().filter(begins).copied().collect()
        };
        let [install] = runs("cargo install ")[..] else {
            panic!("{name}: not one build")
        };
        assert!(install["run"].as_str().unwrap().ends_with(PROGRAM), "{name}");
        let cache = steps.iter().find(|step| {
            step["uses"]
                .as_str()
                .is_some_and(|uses| uses.starts_with("actions/cache@"))
        });
        let id = cache.expect("the program is kept")["id"].as_str().unwrap();
        assert_eq!(
            install["if"],
            format!("steps.{id}.outputs.cache-hit != 'true'"),
            "{name}"
        );
        let asked = runs(PROGRAM);
        asked.iter().for_each(|step| check(step["run"].as_str().unwrap()));
        assert_eq!(
            asked.len(),
            usize::from(["workflow", "llvm-premerge"].contains(&name)),
            "{name}"
        );
    }
}

#[test]
fn cmake_and_pytest_ask_with_options_that_exist() {
    let text = read("examples/cmake/CMakeLists.txt");
    let (_, words) = text.split_once("COMMAND ${CONFORMANCE}").unwrap();
    let words = words
        .trim()
        .trim_end_matches(')')
        .replace(['\n', '$', '<', '>', '{', '}'], " ");
    check(&format!(
        "{PROGRAM} {}",
        words
            .replace("TARGET_FILE:", "")
            .replace(" CMAKE_", "CMAKE_")
            .replace(" /", "/")
    ));
    let text = read("examples/test_conformance.py");
    assert!(
        ["--pipe", "--expectations", "--json"]
            .iter()
            .all(|option| text.contains(&format!("\"{option}\"")))
    );
}

#[test]
fn readme_options_exist() {
    let pages = ["README.md", "findings.md", "../README.md", "../docs/guides/test-a-bundler.md"];
    let texts = pages.map(read).concat();
    let lines = texts
        .lines()
        .map(|line| line.trim().split(" #").next().unwrap_or_default());
    let lines = lines.filter_map(|line| match line.strip_prefix("cargo xtask conformance") {
        Some(rest) => Some(format!("{PROGRAM}{rest}")),
        None => line.starts_with(&format!("{PROGRAM} ")).then(|| line.to_string()),
    });
    let mut lines: Vec<String> = lines.collect();
    let cell = |line: &str| Some(line.strip_prefix("| `")?.split_once('`')?.0.to_string());
    let cells = texts
        .lines()
        .filter_map(cell)
        .filter(|line| line.starts_with(&format!("{PROGRAM} ")));
    lines.extend(cells);
    assert!(lines.len() > 20, "{} command lines", lines.len());
    lines.iter().for_each(|line| check(line));
}
