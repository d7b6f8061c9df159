//! `-###` prints the commands of the releases, and writes nothing.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use offload_bundle::input::InputFile;
use offload_bundle::report::{BundleReport, ListedFile, UnbundleReport};
use offload_bundle_core::placement::{Holds, SectionRule};

use super::driver::Driver;

const OBJCOPY: &str = "llvm-objcopy";
/// As that program spells them.
const FLAGS: &str = "readonly,exclude";
/// Removes the host's object file.
const STRIPPING: u32 = 19;

impl Driver<'_> {
    pub(super) fn show_bundling(&mut self, report: &BundleReport) {
        let Some(rule) = self.section_rule(report.format) else {
            return;
        };
        let prefix = rule.pattern.fixed_part();
        let is_host = |id: &str| self.registry.ids.is_host(id);
        let mut words = vec![self.objcopy()];
        let mut host = String::new();
        for (entry, input) in report.entries.iter().zip(&self.inputs) {
            let name = format!("{prefix}{}", entry.id);
            let given = show(input);
            let file = if is_host(&entry.id) { temporary() } else { given.clone() };
            if is_host(&entry.id) {
                host = given;
            }
            words.push(format!("--add-section={name}={file}"));
            words.push(format!("--set-section-flags={name}={FLAGS}"));
        }
        words.extend(["--".to_owned(), host, report.output.to_string()]);
        self.show(&words);
    }

    pub(super) fn show_unbundling(&mut self, report: &UnbundleReport, listed: &ListedFile) {
        let release = self.release.behaves_as.parse::<u32>();
        let strips = release.is_ok_and(|release| release >= STRIPPING);
        let hosts = report.outputs.iter().filter(|output| {
            let id = output.requested.as_deref().unwrap_or_default();
            output.entry.is_some() && self.registry.ids.is_host(id)
        });
        let formats = hosts.filter_map(|output| listed.bundles.get(output.bundle?).map(|bundle| bundle.format));
        let rules: Vec<_> = formats.filter_map(|format| self.section_rule(format)).collect();
        for rule in rules.into_iter().filter(|_| strips) {
            let pattern = format!("--remove-section={}.*", rule.pattern.fixed_part());
            let words = [self.objcopy(), "--regex".into(), pattern, "--".into(), report.file.to_string(), temporary()];
            self.show(&words);
        }
    }

    fn section_rule(&self, format: &str) -> Option<&'static SectionRule<'static>> {
        let mut rules = self.registry.sections.iter();
        rules.find(|rule| rule.name == format && matches!(rule.holds, Holds::Entry(_)))
    }

    fn show(&mut self, words: &[String]) {
        let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
        self.say(&quoted.join(" "));
    }

    /// Next to the tool, else on the `PATH`.
    fn objcopy(&self) -> String {
        let own = Path::new(self.program).parent().map(Path::to_path_buf);
        let own = own.filter(|folder| folder.as_os_str() != OsStr::new(""));
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = own.into_iter().chain(std::env::split_paths(&path));
        let found = folders
            .map(|folder: PathBuf| folder.join(OBJCOPY))
            .find(|program| program.is_file());
        found.map_or_else(|| OBJCOPY.to_owned(), |program| program.display().to_string())
    }
}

fn show(input: &InputFile) -> String {
    input.name().to_string()
}

/// A name like the releases' temporary files.
fn temporary() -> String {
    let number = std::process::id() & 0x00ff_ffff;
    let name = format!("clang-offload-bundler-{number:06x}.tmp");
    std::env::temp_dir().join(name).display().to_string()
}
