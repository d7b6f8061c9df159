//! Package and compression formats.

/// A package or compression format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub enum PackageForm {
    /// A zip archive, such as a Python wheel or a Conda package.
    Zip,
    /// A tar archive.
    Tar,
    /// A cpio archive with hexadecimal numbers.
    Cpio,
    /// An RPM package: headers, then a compressed cpio archive.
    Rpm,
    /// A Debian package: an `ar` archive with compressed tar archives.
    Deb,
    /// Compressed with gzip.
    Gzip,
    /// Compressed with bzip2.
    Bzip2,
    /// Compressed with xz.
    Xz,
    /// Compressed with Zstandard.
    Zstd,
}
