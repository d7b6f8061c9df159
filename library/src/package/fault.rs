//! Why a package, or a file in it, is not searched.

/// Why a package, or a file in it, is not searched. The other files of the package are.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum PackageFault {
    /// The file is encrypted.
    #[error("encrypted: unpack the package with its password, and give the files that were in it")]
    Encrypted,
    /// The file is compressed by an unknown method.
    #[error(
        "compressed by the method number {0}, which cannot be read here: unpack the package, and give the files that were in it"
    )]
    UnknownMethod(u16),
    /// The name of the file has `..`, a root or a NUL in it.
    #[error("the name leads out of the package, so the file is not looked into")]
    NameLeadsOut,
    /// The package, or its compression, is damaged or truncated.
    #[error("damaged package: {0}")]
    DamagedPackage(String),
    /// The files of the package have more bytes than may be unpacked.
    #[error("unpacked, the package holds more than {0} bytes, which is the limit")]
    #[strum(serialize = "more-than-allowed")]
    MoreThanAllowed(u64),
    /// The file list of the package is too long.
    #[error(
        "expected a list of files of at most {most} bytes, found {len}: unpack the package, and change the files that were in it"
    )]
    LongList {
        /// The length of the list, in bytes.
        len: u64,
        /// The maximum that is read, in bytes.
        most: u64,
    },
    /// The package holds no file of this name.
    #[error("no such file in the package")]
    NoSuchFile,
    /// The package is nested in too many packages.
    #[error("packages in packages are looked into {0} deep, and this is one more")]
    NestedTooDeep(usize),
}

impl PackageFault {
    /// Returns a stable word for the kind of fault.
    pub fn code(&self) -> &'static str {
        self.into()
    }
}
