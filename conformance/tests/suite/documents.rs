//! The command lines that documents show have the options that there are.

use std::path::Path;

use offload_bundle_conformance::command_line::command_line;
use serde_json::Value;

const PROGRAM: &str = "offload-bundle-conformance";

fn read(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

/// Checks the words behind the name of the program, as a shell would read them.
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
fn the_workflow_is_yaml_and_its_options_exist() {
    let workflow: Value = serde_yaml::from_str(&read("examples/workflow.yml")).unwrap();
    let mut lines = Vec::new();
    for job in workflow["jobs"].as_object().unwrap().values() {
        for step in job["steps"].as_array().unwrap() {
            assert!(step["uses"].is_string() != step["run"].is_string(), "{step}");
            lines.extend(
                step["run"]
                    .as_str()
                    .map(|line| line.replace("${{ matrix.shard }}", "1")),
            );
        }
    }
    let shards = workflow["jobs"]["ask"]["strategy"]["matrix"]["shard"]
        .as_array()
        .unwrap()
        .len();
    let asked = lines.iter().filter(|line| line.starts_with(PROGRAM));
    asked.clone().for_each(|line| check(line));
    assert_eq!(asked.count(), 2);
    let all = lines.join("\n");
    assert!(
        all.contains(&format!("--shard 1/{shards} ")) && all.contains(&format!("shard-{shards}.json")),
        "{all}"
    );
}

#[test]
fn the_other_workflows_are_yaml_and_ask_with_options_that_exist() {
    for name in ["llvm-premerge", "cmake", "pytest"] {
        let workflow: Value = serde_yaml::from_str(&read(&format!("examples/{name}.yml"))).unwrap();
        let mut installs = false;
        for job in workflow["jobs"].as_object().unwrap().values() {
            for step in job["steps"].as_array().unwrap() {
                assert!(step["uses"].is_string() != step["run"].is_string(), "{name}: {step}");
                let line = step["run"].as_str().unwrap_or_default();
                installs |= line.starts_with("cargo install ") && line.ends_with(PROGRAM);
                if line.starts_with(PROGRAM) {
                    check(line);
                }
            }
        }
        assert!(installs, "{name}");
    }
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
fn the_options_that_the_readme_shows_exist() {
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
