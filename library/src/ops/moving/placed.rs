//! Where a file is among those that are converted, and which folder the folder of its archives is in.

/// The path of a file, as it is stored.
pub(super) struct Placed {
    path: Vec<u8>,
    /// How many of its bytes lead to the folder that the folder of its archives is in.
    root: usize,
    /// Where that folder is once the package is installed, as far as it tells folders apart.
    installed: Vec<u8>,
}

/// The end of the name of the folder of a wheel whose folders are installed to places of their own.
const DATA: &[u8] = b".data";
/// Those of them that are installed to where the other files of a wheel go.
const AMONG_OTHERS: [&[u8]; 2] = [b"purelib", b"platlib"];
/// Those that go elsewhere.
const ELSEWHERE: [&[u8]; 3] = [b"data", b"headers", b"scripts"];

impl Placed {
    /// A file whose archives come into a folder beside the first step of `path`.
    pub(super) fn new(path: Vec<u8>) -> Self {
        Self { path, root: 0, installed: Vec::new() }
    }

    /// A file in a package: its archives come into its outermost folder, which is the one that Python imports. In a wheel, folders for other
    /// files are around that, and gone once it is installed.
    pub(super) fn in_package(path: Vec<u8>) -> Self {
        let mut steps = path.split_inclusive(|byte| *byte == b'/');
        let mut next = || steps.next().and_then(|step| step.strip_suffix(b"/"));
        let length = |step: &[u8]| step.len().saturating_add(1);
        let (mut root, mut installed) = (0, Vec::new());
        let mut first = next();
        if let Some(data) = first.filter(|step| step.ends_with(DATA))
            && let Some(scheme) = next().filter(|step| AMONG_OTHERS.contains(step) || ELSEWHERE.contains(step))
        {
            root = length(data).saturating_add(length(scheme));
            if ELSEWHERE.contains(&scheme) {
                // No file of another place is in it.
                installed.extend([scheme, b"//"].concat());
            }
            first = next();
        }
        if let Some(step) = first {
            root = length(step).saturating_add(root);
            installed.extend(step);
        }
        Self { path, root, installed }
    }

    /// The path, and that of the folder with a slash behind it; nothing where the path is no text.
    pub(super) fn text(&self) -> Option<(&str, &str)> {
        let path = std::str::from_utf8(&self.path).ok()?;
        Some((path, path.get(..self.root)?))
    }

    /// How many folders below that folder it is.
    pub(super) fn deep(&self) -> usize {
        let below = self.path.iter().skip(self.root);
        below.filter(|byte| **byte == b'/').count()
    }

    pub(super) fn installed(&self) -> &[u8] {
        &self.installed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn archives_come_where_the_outermost_folder_is_installed() {
        for (path, root, deep, installed) in [
            ("lib.so", "", 0, ""),
            ("pkg/lib.so", "pkg/", 0, "pkg"),
            ("pkg/a/b/lib.so", "pkg/", 2, "pkg"),
            ("p-1.data/platlib/lib.so", "p-1.data/platlib/", 0, ""),
            ("p-1.data/purelib/pkg/a/lib.so", "p-1.data/purelib/pkg/", 1, "pkg"),
            ("p-1.data/data/lib/a/lib.so", "p-1.data/data/lib/", 1, "data//lib"),
            ("p-1.data/scripts/prog", "p-1.data/scripts/", 0, "scripts//"),
            ("p-1.data/other/lib.so", "p-1.data/", 1, "p-1.data"),
            ("p-1.data/platlib", "p-1.data/", 0, "p-1.data"),
            ("pkg/a.data/platlib/lib.so", "pkg/", 2, "pkg"),
        ] {
            let placed = Placed::in_package(path.into());
            assert_eq!(placed.text(), Some((path, root)), "{path}");
            assert_eq!(placed.deep(), deep, "{path}");
            assert_eq!(placed.installed(), installed.as_bytes(), "{path}");
        }
        assert_eq!(Placed::in_package(b"pkg\xff/lib.so".to_vec()).text(), None);
        assert_eq!(Placed::new(b"a/b/lib.so".to_vec()).deep(), 2);
    }
}
