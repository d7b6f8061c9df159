//! The parts of a release, made and skipped separately.

use super::build::Builder;
use super::release::{Made, Release, Stop};
use super::target::{TARGETS, Target};
use super::{bill, c_package, contents, deb, licences, page, trial, wheels};
use crate::python::systems::{SYSTEMS, System};

#[derive(Debug, Clone, Copy)]
pub enum Part {
    Tool(&'static Target),
    Wheel(&'static System),
    C(&'static str),
    Page,
    Bill,
}

impl Part {
    pub fn all() -> Vec<Self> {
        let tools = TARGETS.iter().map(Self::Tool);
        let wheels = SYSTEMS.iter().map(Self::Wheel);
        let libraries = c_package::TARGETS.into_iter().map(Self::C);
        tools
            .chain(wheels)
            .chain(libraries)
            .chain([Self::Page, Self::Bill])
            .collect()
    }

    /// The parts for `targets` with matching names; empty lists select all.
    pub fn choose(targets: &[String], words: &[String]) -> Result<Vec<Self>, String> {
        let all = Self::all();
        let mut known: Vec<&str> = all.iter().filter_map(Self::triple).collect();
        known.sort_unstable();
        known.dedup();
        if let Some(other) = targets.iter().find(|target| !known.contains(&target.as_str())) {
            return Err(format!(
                "{other}: no part of a release is for this target; known targets: {}",
                known.join(", ")
            ));
        }
        let of_target = |part: &Self| {
            part.triple()
                .is_some_and(|triple| targets.iter().any(|target| target == triple))
        };
        let of_word = |part: &Self| words.iter().any(|word| part.name().contains(word));
        let parts: Vec<Self> = all
            .into_iter()
            .filter(|part| (targets.is_empty() || of_target(part)) && (words.is_empty() || of_word(part)))
            .collect();
        match parts.is_empty() {
            true => {
                let names: Vec<String> = Self::all().iter().map(Self::name).collect();
                Err(format!(
                    "no part of a release is called so; there are {}",
                    names.join(", ")
                ))
            }
            false => Ok(parts),
        }
    }

    pub fn triple(&self) -> Option<&'static str> {
        match self {
            Self::Tool(target) => Some(target.triple),
            Self::Wheel(system) => Some(system.triple),
            Self::C(triple) => Some(triple),
            Self::Page | Self::Bill => None,
        }
    }

    /// The name in messages.
    pub fn name(&self) -> String {
        match self {
            Self::Tool(target) => format!("the tool for {}", target.triple),
            Self::Wheel(system) => format!("the wheel for {}", system.triple),
            Self::C(triple) => format!("the C library for {triple}"),
            Self::Page => "the browser page".to_owned(),
            Self::Bill => "the bill of materials".to_owned(),
        }
    }

    pub fn make(&self, release: &Release) -> Result<Vec<Made>, Stop> {
        match self {
            Self::Tool(target) => tool(release, target),
            Self::Wheel(system) => wheels::wheel(release, system),
            Self::C(triple) => c_package::package(release, triple),
            Self::Page => page::page(release),
            Self::Bill => bill::bill(release),
        }
    }
}

/// Tested; with the Debian package if supported.
fn tool(release: &Release, target: &Target) -> Result<Vec<Made>, Stop> {
    let Release { checkout, version, build, .. } = release;
    let builder = Builder::install(&release.work())?;
    let path = builder.tool(checkout, target, build)?;
    if let Some(untried) = trial::try_out(&checkout.root, &builder, target, &path, &release.work())? {
        eprintln!(
            "skipped: running what was built for {}, because {untried}",
            target.triple
        );
    }
    let program = std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let linked = licences::Linked { package: "offload-bundle-cli", triple: target.triple, c_library: target.c_library };
    let licences = licences::files(&checkout.root, &linked, &builder.zig()?)?;
    let shared = release.shared()?;
    let mut made = Vec::new();
    if let Some(processor) = target.debian {
        let package = deb::package(version, processor, program.clone(), shared, &licences, checkout.time)?;
        made.push((deb::name(version, processor), package));
    }
    let files = contents::in_folder(&target.folder(version), shared, &licences, (target.program(), program));
    made.push((target.archive_name(version), target.archive(&files, checkout.time)?));
    Ok(made)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(targets: &[&str], words: &[&str]) -> Result<Vec<String>, String> {
        let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        let parts = Part::choose(&owned(targets), &owned(words))?;
        Ok(parts.iter().map(Part::name).collect())
    }

    #[test]
    fn words_select_parts_of_system() {
        let musl = "x86_64-unknown-linux-musl";
        let both = [format!("the tool for {musl}"), format!("the wheel for {musl}")];
        assert_eq!(names(&[musl], &[]).unwrap(), both);
        assert_eq!(names(&[musl], &["tool"]).unwrap(), both[..1]);
        assert_eq!(
            names(&[], &["page", "bill"]).unwrap(),
            ["the browser page", "the bill of materials"]
        );
        assert_eq!(names(&[], &[]).unwrap().len(), Part::all().len());
    }

    #[test]
    fn unknown_part_is_refused_with_list() {
        assert!(
            names(&["sparc-sun-solaris"], &[])
                .unwrap_err()
                .contains("aarch64-apple-darwin")
        );
        assert!(names(&[], &["snap"]).unwrap_err().contains("the bill of materials"));
    }
}
