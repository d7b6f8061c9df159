//! Compression versions for a target runtime.

use offload_bundle::Error;
use offload_bundle::input::Input;
use offload_bundle::internal::ops::{CompressionChoice, newest, not_read};
use offload_bundle::request::RuntimeRelease;

use super::content::as_before;
use super::unit::{Unit, UnitForm};

pub(crate) fn suit(runtime: Option<RuntimeRelease>, input: &Input, units: &mut [Unit<'_>]) -> Result<(), Error> {
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
