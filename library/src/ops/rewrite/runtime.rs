//! What is compressed in a version that the runtime reads for which a file is written.

use super::content::as_before;
use super::unit::{Unit, UnitForm};
use crate::error::Error;
use crate::input::Input;
use crate::messages::{numbers, of_version};
use crate::ops::compression::CompressionChoice;
use crate::refusal::Refusal;
use crate::request::RuntimeRelease;

/// Gives each of `units` of `input` that is compressed a version that `runtime` reads; what it reads stays as it is.
///
/// # Errors
///
/// It reads none.
pub(in crate::ops) fn suit(
    runtime: Option<RuntimeRelease>,
    input: &Input,
    units: &mut [Unit<'_>],
) -> Result<(), Error> {
    let Some(runtime) = runtime else {
        return Ok(());
    };
    for unit in units.iter_mut().filter(|unit| !unit.goes()) {
        let Some(envelope) = unit.envelope() else { continue };
        let header = &envelope.header;
        if runtime.reads(envelope.format.name(), header.version) {
            continue;
        }
        let Some(version) = newest(runtime, envelope.format.versions()) else {
            return Err(input.refuse(not_read(runtime, envelope.format.title(), header.version)));
        };
        let choice = CompressionChoice { version: Some(version), ..as_before(input, envelope)? };
        unit.form = match unit.is_whole() {
            true => UnitForm::Headed(choice),
            false => UnitForm::Compressed(choice),
        };
    }
    Ok(())
}

/// The newest of `versions` that `runtime` reads.
pub(in crate::ops) fn newest(runtime: RuntimeRelease, versions: &[u64]) -> Option<u64> {
    let read = runtime.versions().iter().rev();
    read.copied().find(|version| versions.contains(version))
}

/// That `runtime` does not read a `format` of this version.
pub(in crate::ops) fn not_read(runtime: RuntimeRelease, format: &'static str, version: Option<u64>) -> Refusal {
    let known = match runtime.versions() {
        [] => "it reads none: leave bundles without compression".into(),
        versions => format!("it reads {}", numbers(versions)),
    };
    Refusal::new(
        "not-read",
        format!("{runtime} does not read a {format}{}; {known}", of_version(version)),
    )
}
