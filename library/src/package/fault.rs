//! Why a package, or a file in it, is not looked into.

/// Why a package, or a file in it, is not looked into. The other files of the package are.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum PackageFault {
    /// It is encrypted.
    #[error("encrypted: unpack the package with its password, and give the files that were in it")]
    Encrypted,
    /// It is compressed by a method that is not known here.
    #[error(
        "compressed by the method number {0}, which cannot be read here: unpack the package, and give the files that were in it"
    )]
    UnknownMethod(u16),
    /// Its name has `..`, a root or a NUL in it.
    #[error("the name leads out of the package, so the file is not looked into")]
    NameLeadsOut,
    /// The package, or what it is compressed in, is damaged or cut off.
    #[error("damaged package: {0}")]
    DamagedPackage(String),
    /// The files of the package have more bytes than may be unpacked.
    #[error("unpacked, the package holds more than {0} bytes, which is the limit")]
    #[strum(serialize = "more-than-allowed")]
    MoreThanAllowed(u64),
    /// The list of its files is too long.
    #[error(
        "expected a list of files of at most {most} bytes, found {len}: unpack the package, and change the files that were in it"
    )]
    LongList {
        /// How many bytes it has.
        len: u64,
        /// How many are read.
        most: u64,
    },
    /// The package holds no file of this name.
    #[error("no such file in the package")]
    NoSuchFile,
    /// It is a package in a package in a package, and so on.
    #[error("packages in packages are looked into {0} deep, and this is one more")]
    NestedTooDeep(usize),
}

impl PackageFault {
    /// A stable word for the kind of fault.
    pub fn code(&self) -> &'static str {
        self.into()
    }
}
