//! How packages keep the files in them.

/// How a package keeps the files in it, or what a file is compressed with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub enum PackageForm {
    /// A zip archive: wheels of Python and packages of Conda are such.
    Zip,
    /// A tar archive.
    Tar,
    /// A cpio archive with numbers in hexadecimal digits.
    Cpio,
    /// A package of RPM: headers, then a compressed cpio archive.
    Rpm,
    /// A package of Debian: an archive of `ar` with compressed tar archives.
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
