//! Compressed bundles of an input, decompressed to see whether they hold what they promise.

use crate::error::Error;
use crate::report::Compression;
use crate::scan::Scan;
use crate::system::Started;

/// What every compressed bundle of an input is compressed in, each decompressed and checked against what it promises.
pub(super) fn verify_compressed(scan: &Scan) -> Result<Vec<Compression>, Error> {
    let compressed = scan
        .bundles
        .iter()
        .filter_map(|found| Some((found, found.envelope.as_deref()?)));
    let verified = compressed.map(|(found, envelope)| {
        let started = Started::now();
        found.input.verify()?;
        Ok(Compression { took: started.elapsed(), ..Compression::new(envelope) })
    });
    verified.collect()
}
