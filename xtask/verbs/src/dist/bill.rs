//! The bill of materials of the tool in the CycloneDX format: packages, versions, licences.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::linked::find_linked;
use super::release::{Made, Release, Stop};
use crate::files;
use crate::python::environment::run;

const PACKAGE: &str = "cargo-cyclonedx@0.5.9";
const FOLDER: &str = "cli";
const FILE: &str = "bill";

/// Makes the bill for all systems together.
pub fn bill(release: &Release) -> Result<Vec<Made>, Stop> {
    let Release { checkout, version, .. } = release;
    let tools = release.tools();
    let program = tools
        .join("bin")
        .join(format!("cargo-cyclonedx{}", std::env::consts::EXE_SUFFIX));
    if !program.exists() {
        let installed = run(Command::new("cargo")
            .args(["install", "--debug", "--locked", "--quiet", PACKAGE, "--root"])
            .arg(&tools));
        installed.map_err(|error| Stop::Skipped(format!("{PACKAGE} cannot be installed: {error}")))?;
    }
    // cargo-cyclonedx writes next to the sources of every package.
    let copy = checkout.copy(&release.work().join("sources"))?;
    let mut cyclonedx = Command::new(program);
    cyclonedx.args(["cyclonedx", "--quiet", "--format=json", "--spec-version=1.5", "--target=all", "--no-build-deps"]);
    cyclonedx
        .arg(format!("--override-filename={FILE}"))
        .arg("--manifest-path")
        .arg(copy.root.join(FOLDER).join("Cargo.toml"));
    run(cyclonedx
        .env("SOURCE_DATE_EPOCH", checkout.time.to_string())
        .current_dir(&copy.root))?;
    let text = files::read(&copy.root.join(FOLDER).join(FILE).with_extension("json"))?;
    let mut bill =
        serde_json::from_str(&in_no_place(&text, &copy.root)).map_err(|error| format!("{PACKAGE}: {error}"))?;
    keep(&mut bill, &find_linked(&checkout.root, "offload-bundle-cli", "all")?);
    let text = serde_json::to_string_pretty(&bill).map_err(|error| error.to_string())?;
    Ok(vec![(
        format!("offload-bundle-{version}.cdx.json"),
        (text + "\n").into_bytes(),
    )])
}

/// Linked ones only: macros and features of tests are listed too.
fn keep(bill: &mut Value, linked: &BTreeSet<(String, String)>) {
    let word = |value: &Value, key: &str| value.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let mut gone = BTreeSet::new();
    if let Some(components) = bill.get_mut("components").and_then(Value::as_array_mut) {
        components.retain(|component| {
            let stays = linked.contains(&(word(component, "name"), word(component, "version")));
            if !stays {
                gone.insert(word(component, "bom-ref"));
            }
            stays
        });
    }
    if let Some(dependencies) = bill.get_mut("dependencies").and_then(Value::as_array_mut) {
        dependencies.retain(|dependency| !gone.contains(&word(dependency, "ref")));
        for dependency in dependencies {
            if let Some(on) = dependency.get_mut("dependsOn").and_then(Value::as_array_mut) {
                on.retain(|on| on.as_str().is_none_or(|on| !gone.contains(on)));
            }
        }
    }
}

fn in_no_place(text: &str, root: &Path) -> String {
    let root = root.to_string_lossy();
    text.replace(&format!("file://{root}/"), "file:///")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_begin_at_repository_root() {
        let text = "\"path+file:///a/b/cli#tool@1 bin\", \"https://a/b/\"";
        assert_eq!(
            in_no_place(text, Path::new("/a/b")),
            "\"path+file:///cli#tool@1 bin\", \"https://a/b/\""
        );
    }

    #[test]
    fn unlinked_packages_are_omitted() {
        let mut bill = serde_json::json!({
            "components": [
                { "bom-ref": "a", "name": "clap", "version": "4" },
                { "bom-ref": "b", "name": "proptest", "version": "1" },
            ],
            "dependencies": [
                { "ref": "tool", "dependsOn": ["a", "b"] },
                { "ref": "b", "dependsOn": ["a"] },
            ],
        });
        keep(&mut bill, &BTreeSet::from([("clap".to_owned(), "4".to_owned())]));
        let expected = serde_json::json!({
            "components": [{ "bom-ref": "a", "name": "clap", "version": "4" }],
            "dependencies": [{ "ref": "tool", "dependsOn": ["a"] }],
        });
        assert_eq!(bill, expected);
    }
}
