//! Links in documents lead to existing files.

use super::Finding;
use super::tree::Tree;

pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (path, text) in tree
        .below("")
        .filter(|(path, _)| path.ends_with(".md") && !path.starts_with("generated/"))
    {
        for (index, line) in text.lines().enumerate() {
            let broken = targets(line).filter(|target| !tree.has(&resolve(path, target)));
            findings.extend(
                broken.map(|target| Finding::at(path, index, format!("links to {target}, which is not there"))),
            );
        }
    }
    findings
}

fn targets(line: &str) -> impl Iterator<Item = &str> {
    let links = line
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split([')', '#']).next());
    links.filter(|target| !target.is_empty() && !target.contains("://"))
}

fn resolve(from: &str, target: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            ".." => drop(parts.pop()),
            "." | "" => {}
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_relative_to_document() {
        assert_eq!(resolve("schemas/README.md", "../README.md"), "README.md");
        assert_eq!(resolve("README.md", "schemas/"), "schemas");
        assert_eq!(
            targets("[a](b.md#c), [d](https://e) and [f](g)").collect::<Vec<_>>(),
            ["b.md", "g"]
        );
    }
}
