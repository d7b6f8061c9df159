//! Items for `offload-bundle-rewrite`. Other crates must not use them: any release may change them.

pub mod input {
    pub use crate::file_error::Named;
    pub use crate::input::assembled::{InputPiece, assemble, plan_pieces};
    pub use crate::input::find::first_not_zero;
    pub use crate::input::find::same_bytes;
    pub use crate::input::reader::PartReader;
}

pub mod messages {
    pub use crate::refusal::of_version;
}

pub mod object {
    pub use crate::object::source::Ranges;
    pub use crate::object::source::{Source, records, size};
    pub use crate::object::{kind, sections};
    pub use crate::refusal::{no_bits, not_repackable};

    pub mod coff {
        pub use crate::object::coff::file::{FileSection, image_sections};
        pub use crate::object::coff::image_header;
        pub use crate::object::coff::symbols::SymbolForm;
    }

    pub mod elf {
        pub use crate::object::elf::file::{Content, ElfFile, FileSection, read_kind};
        pub use crate::object::elf::form::{Form, Header};
    }
}

pub mod ops {
    pub use crate::ops::check::{check_requested, refuse_unsound};
    pub use crate::ops::compress::bare::{compress as compress_bare, decompress as decompress_bare};
    pub use crate::ops::compress::{compression_for_runtime, newest, not_read, open_first};
    pub use crate::ops::compression::ReusePolicy;
    pub use crate::ops::compression::{CompressionChoice, write_compressed};
    pub use crate::ops::context::Task;
    pub use crate::ops::selection::Selection;
}

pub mod output {
    pub use crate::output::file::ActiveInput;
    pub use crate::output::file::{Output, OutputPart};
    pub use crate::output::staged::Sink;
}

pub mod package {
    pub use crate::package::stop::{Stop, damaged, encrypted};
    pub use crate::package::walk::{of_stop, open, within};
    #[cfg(feature = "packages")]
    pub use crate::package::zip::{Bytes, failed};
    #[cfg(feature = "packages")]
    pub use crate::package::zip_files::{zip_files, zip_names};
    pub use crate::package::{HEAD, form};
}

pub mod scan {
    pub use crate::scan::found::{FoundBundle, FoundEnvelope, Scan};
    pub use crate::scan::region::Form;
    pub use crate::scan::region::RegionKind;
    pub use crate::scan::search::bare;
    pub use crate::scan::search::scan;
}

pub mod system {
    pub use crate::system::{spool, unnamed_file};
}

pub mod turns {
    pub use crate::progress::{in_turns, threads};
}

pub mod walk {
    pub use crate::walk::refuse_rereading;
}
