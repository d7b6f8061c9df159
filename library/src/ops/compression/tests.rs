//! Tests of compression without a stray magic.

use super::*;
use std::io::{Cursor, Seek, Write};

use offload_bundle_formats::registry::REGISTRY;

use crate::input::Input;

#[derive(Default)]
struct Counting {
    file: Cursor<Vec<u8>>,
    written: usize,
}

impl Write for Counting {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.written = self.written.saturating_add(bytes.len());
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Sink for Counting {
    fn cut(&mut self) -> io::Result<()> {
        let end = usize::try_from(self.file.position()).unwrap();
        self.file.get_mut().truncate(end);
        Ok(())
    }
}

#[test]
fn compressed_bytes_never_contain_the_magic() {
    let magic = REGISTRY.envelopes.iter().find_map(|envelope| envelope.magic()).unwrap();
    // Incompressible bytes, which are stored unchanged, with the magic also at the edges of the buffers.
    let mut state = 1_u64;
    let mut content: Vec<u8> = Vec::new();
    while content.len() < 3 << 20 {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        content.extend(&state.to_le_bytes()[4..]);
    }
    for at in [0, 1000, 70_000, (1 << 20) - 1, (2 << 20) - 3, content.len() - magic.len()] {
        content[at..at + magic.len()].copy_from_slice(magic);
    }
    let input = Input::from_bytes("in", content.clone());
    let plain = Output::range("out", &input, input.full_range());
    for method in ["zstd", "zlib"] {
        let mut choice = CompressionChoice::choose(&REGISTRY, &CompressionRequest::default()).unwrap();
        let methods = choice.envelope.methods();
        choice.method = *methods.iter().find(|known| known.name == method).unwrap();
        let mut sink = Counting::default();
        let report = write_compressed((&[], &plain), &choice, &mut sink, &mut ()).unwrap();
        let size = usize::try_from(report.size.0).unwrap();
        assert!(sink.written > size, "the first attempt holds it: {method}");
        let file = sink.file.into_inner();
        assert_eq!(file.len(), size);
        let found: Vec<usize> = memchr::memmem::find_iter(&file, magic).collect();
        assert_eq!(found, [0], "{method}");
        let stream = &file[size - usize::try_from(report.compressed_size.0).unwrap()..];
        let decompressed = match choice.method.codec {
            Codec::Zstd => zstd::decode_all(stream).unwrap(),
            Codec::Zlib => {
                let mut bytes = Vec::new();
                io::Read::read_to_end(&mut flate2::read::ZlibDecoder::new(stream), &mut bytes).unwrap();
                bytes
            }
        };
        assert!(decompressed == content, "{method}");
    }
}

impl Seek for Counting {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

#[test]
fn only_the_header_is_written_twice() {
    let choice = CompressionChoice::choose(&REGISTRY, &CompressionRequest::default()).unwrap();
    let content: Vec<u8> = (0..3_000_000_u32).flat_map(u32::to_le_bytes).collect();
    let input = Input::from_bytes("in", content.clone());
    let plain = Output::range("out", &input, input.full_range());
    let mut sink = Counting::default();
    sink.write_all(b"before").unwrap();
    let report = write_compressed((&[], &plain), &choice, &mut sink, &mut ()).unwrap();
    let size = usize::try_from(report.size.0).unwrap();
    let header = size - usize::try_from(report.compressed_size.0).unwrap();
    assert_eq!(sink.written, 6 + header + size);
    assert_eq!(sink.stream_position().unwrap(), 6 + report.size.0);
    let file = sink.file.into_inner();
    assert_eq!((&file[..6], file.len()), (&b"before"[..], 6 + size));
    assert_eq!(
        choice
            .envelope
            .read(offload_bundle_core::bytes::Bytes::new(&file[6..]))
            .unwrap()
            .digest
            .map(|digest| digest.value),
        report.digest.map(|digest| digest.0)
    );
}
