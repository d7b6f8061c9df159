//! The systems of a release.

use super::archive::{self, Files};

#[derive(Debug)]
pub struct Target {
    /// The target triple.
    pub triple: &'static str,
    /// Debian's name of the processor, if there is a package.
    pub debian: Option<&'static str>,
    /// The licence file of the linked C library, below Zig's folder.
    pub c_library: Option<&'static str>,
    /// Runs its programs on other machines.
    pub emulator: Option<&'static str>,
}

pub const TARGETS: [Target; 5] = [
    Target {
        triple: "x86_64-unknown-linux-musl",
        debian: Some("amd64"),
        c_library: Some("musl/COPYRIGHT"),
        emulator: Some("qemu-x86_64"),
    },
    Target {
        triple: "aarch64-unknown-linux-musl",
        debian: Some("arm64"),
        c_library: Some("musl/COPYRIGHT"),
        emulator: Some("qemu-aarch64"),
    },
    Target { triple: "x86_64-pc-windows-gnu", debian: None, c_library: Some("mingw/COPYING"), emulator: Some("wine") },
    Target { triple: "x86_64-apple-darwin", debian: None, c_library: None, emulator: None },
    Target { triple: "aarch64-apple-darwin", debian: None, c_library: None, emulator: None },
];

impl Target {
    fn is_windows(&self) -> bool {
        self.triple.contains("-windows-")
    }

    pub fn is_here(&self) -> bool {
        let system = std::env::consts::OS.replace("macos", "darwin");
        self.triple.starts_with(std::env::consts::ARCH) && self.triple.contains(&system)
    }

    pub fn program(&self) -> &'static str {
        if self.is_windows() {
            "offload-bundle.exe"
        } else {
            "offload-bundle"
        }
    }

    pub fn folder(&self, version: &str) -> String {
        format!("offload-bundle-{version}-{}", self.triple)
    }

    pub fn archive_name(&self, version: &str) -> String {
        let suffix = if self.is_windows() { "zip" } else { "tar.gz" };
        format!("{}.{suffix}", self.folder(version))
    }

    pub fn archive(&self, files: &Files, time: u64) -> Result<Vec<u8>, String> {
        match self.is_windows() {
            true => archive::zip(files, time),
            false => archive::tar_gz(files, time),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn archives_are_called_after_version_and_system() {
        let names: Vec<String> = TARGETS.iter().map(|target| target.archive_name("1.2.3")).collect();
        assert_eq!(names[0], "offload-bundle-1.2.3-x86_64-unknown-linux-musl.tar.gz");
        assert_eq!(names[2], "offload-bundle-1.2.3-x86_64-pc-windows-gnu.zip");
    }
}
