//! A tool without a known name: a program in a build tree, or a description in a file.

use std::path::Path;

use clap::ArgMatches;
use offload_bundle_conformance::embedded;
use offload_bundle_conformance::testee::Adapter;

pub(crate) fn is_a_file(word: &str) -> bool {
    word.ends_with(".yaml")
}

/// The program path is relative to the file.
pub(crate) fn read_description(file: &str) -> Result<Adapter, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let mut adapter: Adapter = serde_yaml::from_str(&text).map_err(|error| format!("{file}: {error}"))?;
    if adapter.program.contains('/') {
        let folder = Path::new(file).parent().unwrap_or(Path::new(""));
        adapter.program = absolute(&folder.join(&adapter.program));
    }
    Ok(adapter)
}

/// With the known tool whose expectations apply, if the release is known.
pub(crate) fn own_tool(matches: &ArgMatches, path: &str) -> Result<(Adapter, Option<String>), String> {
    let file_name = Path::new(path)
        .file_name()
        .map(|name| name.to_string_lossy().into_owned());
    let name = file_name.ok_or_else(|| format!("--program {path}: the path lacks a file name"))?;
    let emulated = matches.get_one::<String>("emulate").unwrap_or(&name);
    let release = matches.get_one::<u32>("release").copied();
    let (mut adapter, is_near) = match is_a_file(emulated) {
        true => (read_description(emulated)?, false),
        false => nearest(embedded::adapters()?, emulated, release)?,
    };
    let expected_as = is_near.then(|| adapter.name.clone());
    adapter.name = name;
    // The shell finds a bare name, unless a file here has that name.
    let is_bare = Path::new(path).components().count() == 1 && !path.starts_with('.') && !Path::new(path).exists();
    adapter.program = if is_bare {
        path.to_owned()
    } else {
        absolute(Path::new(path))
    };
    adapter.variable = None;
    Ok((adapter, expected_as))
}

/// The newest without a release. Also returns whether the release is known.
fn nearest(adapters: Vec<Adapter>, name: &str, release: Option<u32>) -> Result<(Adapter, bool), String> {
    let named: Vec<String> = adapters.iter().map(|adapter| adapter.name.clone()).collect();
    let (tool, said) = parts(name);
    let release = release.or(said);
    let distance = |adapter: &Adapter| {
        let known = parts(&adapter.name).1.unwrap_or_default();
        // A tie selects the older release, because it assumes no newer features.
        release.map_or((u32::MAX.saturating_sub(known), 0), |release| {
            (known.abs_diff(release), known)
        })
    };
    let near = adapters
        .into_iter()
        .filter(|adapter| adapter.name == name || parts(&adapter.name).0 == tool);
    let near = near.min_by_key(|adapter| (release.is_none() && adapter.name != name, distance(adapter)));
    near.map(|adapter| (adapter, release.is_some())).ok_or_else(|| {
        format!(
            "unknown tool {name:?}; choose a known tool with --emulate: {}",
            named.join(", ")
        )
    })
}

fn parts(name: &str) -> (&str, Option<u32>) {
    match name.rsplit_once('-').map(|(tool, release)| (tool, release.parse())) {
        Some((tool, Ok(release))) => (tool, Some(release)),
        _ => (name, None),
    }
}

fn absolute(path: &Path) -> String {
    // Some programs depend on the name of the link.
    let path = std::path::absolute(path).unwrap_or_else(|_| path.into());
    path.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_release_is_emulated() {
        let near = |name, release| {
            let (adapter, is_near) = nearest(embedded::adapters().unwrap(), name, release).unwrap();
            (adapter.name, is_near)
        };
        let bundler = |release: &str| format!("clang-offload-bundler-{release}");
        assert_eq!(near("clang-offload-bundler", None), (bundler("22"), false));
        assert_eq!(near("clang-offload-bundler", Some(18)), (bundler("19"), true));
        assert_eq!(near("clang-offload-bundler", Some(15)), (bundler("14"), true));
        assert_eq!(near("clang-offload-bundler-23", None), (bundler("22"), true));
        assert_eq!(near("clang-offload-bundler-14", None), (bundler("14"), true));
        assert_eq!(near("offload-bundle-cli", None), ("offload-bundle-cli".into(), false));
        let unknown = nearest(embedded::adapters().unwrap(), "bundler", None).unwrap_err();
        assert!(
            unknown.contains("--emulate") && unknown.contains("llvm-offload-binary-22"),
            "{unknown}"
        );
    }
}
