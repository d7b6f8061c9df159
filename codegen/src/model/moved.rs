//! What sections of object files say of device code that was moved out of them, or point at.

use offload_bundle_core::placement as core;

use crate::reading::mapping;
use crate::spanned::Spanned;

mapping! {
    /// How a section says where the code is that was moved out of the file: a map of MessagePack.
    pub struct Reference as "where moved code is" => for<'a> core::ReferenceRule<'a> {
        /// The key of the list of paths.
        pub paths: Spanned<String>,
        /// The key of the name of the code there.
        pub name: Spanned<String>,
        /// What is in a path for a target.
        pub target: Spanned<String>,
        /// How much is read, in bytes.
        pub at_most: Spanned<u64>,
        /// What is between the name and the number of a unit.
        pub unit: Spanned<String>,
        /// The sections whose code it is.
        pub of: Option<Spanned<String>>,
        /// Where archives are put: `*` is replaced by their name.
        pub archive: Option<Spanned<String>>,
        /// The ID of the entry that bundles have for the host.
        pub host: Option<Spanned<String>>,
        pub environment: Environment,
    }
}

mapping! {
    /// The environment variables that loaders look at.
    pub struct Environment as "the environment of loaders" => for<'a> core::LoaderEnvironment<'a> {
        /// Lists archives that are taken instead.
        pub instead: Spanned<String>,
        /// Lists archives that are taken before.
        pub before: Spanned<String>,
        /// With which none is taken.
        pub off: Spanned<String>,
    }
}

mapping! {
    /// The records in a section of pointers.
    pub struct Wrappers as "the records of pointers" => for<'a> core::WrapperRule<'a> {
        /// The length of each, in bytes.
        pub size: Spanned<u64>,
        /// Where in each the address of a container is, in eight bytes.
        pub pointer: Spanned<u64>,
        /// What one begins with whose code is in the file.
        pub embedded: Option<Spanned<Vec<u8>>>,
        /// What one begins with whose code was moved out of the file.
        pub moved: Spanned<Vec<u8>>,
        /// Where in such a one the number of its unit is, in four bytes.
        pub unit: Option<Spanned<u64>>,
        /// How many bytes of a container that is not compressed loaders read to find what is in it.
        pub table: Option<Spanned<u64>>,
    }
}
