//! Packages of each form, made by writer crates or by hand.

#![allow(clippy::arithmetic_side_effects, clippy::cast_possible_truncation)]

use std::io::Write;

use rawzip::CompressionMethod;

pub(super) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

pub(super) fn bzip2(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

pub(super) fn xz(bytes: &[u8]) -> Vec<u8> {
    let mut options = lzma_rust2::XzOptions::with_preset(0);
    options.set_block_size(std::num::NonZero::new(1 << 16));
    let mut encoder = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

pub(super) fn zstd(bytes: &[u8]) -> Vec<u8> {
    zstd::stream::encode_all(bytes, 1).unwrap()
}

pub(super) fn tar(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (name, bytes) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        header.set_cksum();
        // The builder refuses names that leave the archive.
        if builder.append_data(&mut header, name, *bytes).is_err() {
            let field = &mut header.as_mut_bytes()[..name.len()];
            field.copy_from_slice(name.as_bytes());
            header.set_cksum();
            builder.append(&header, *bytes).unwrap();
        }
    }
    builder.into_inner().unwrap()
}

pub(super) fn zip(files: &[(&str, &[u8], CompressionMethod)]) -> Vec<u8> {
    let mut archive = rawzip::ZipArchiveWriter::new(Vec::new());
    for (name, bytes, method) in files {
        let (mut entry, config) = archive.new_file(name).compression_method(*method).start().unwrap();
        let descriptor = match *method {
            CompressionMethod::DEFLATE => {
                let encoder = flate2::write::DeflateEncoder::new(&mut entry, flate2::Compression::fast());
                let mut writer = config.wrap(encoder);
                writer.write_all(bytes).unwrap();
                let (encoder, descriptor) = writer.finish().unwrap();
                encoder.finish().unwrap();
                descriptor
            }
            CompressionMethod::ZSTD => {
                let encoder = zstd::stream::Encoder::new(&mut entry, 1).unwrap();
                let mut writer = config.wrap(encoder);
                writer.write_all(bytes).unwrap();
                let (encoder, descriptor) = writer.finish().unwrap();
                encoder.finish().unwrap();
                descriptor
            }
            _ => {
                let mut writer = config.wrap(&mut entry);
                writer.write_all(bytes).unwrap();
                writer.finish().unwrap().1
            }
        };
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap()
}

pub(super) fn cpio(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let end: [(&str, &[u8]); 1] = [("TRAILER!!!", b"")];
    for (name, content) in files.iter().chain(&end) {
        let numbers = [1, 0o100_644, 0, 0, 1, 0, content.len(), 0, 0, 0, 0, name.len() + 1, 0];
        bytes.extend(b"070701");
        numbers
            .iter()
            .for_each(|number| bytes.extend(format!("{number:08x}").into_bytes()));
        bytes.extend(name.as_bytes());
        bytes.push(0);
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        bytes.extend(*content);
        bytes.resize(bytes.len().next_multiple_of(4), 0);
    }
    bytes
}

pub(super) fn rpm(payload: &[u8]) -> Vec<u8> {
    let header = |entries: u32, data: &[u8]| {
        let mut header = vec![0x8e, 0xad, 0xe8, 1, 0, 0, 0, 0];
        header.extend(entries.to_be_bytes());
        header.extend((data.len() as u32).to_be_bytes());
        header.resize(header.len() + entries as usize * 16, 7);
        header.extend(data);
        header
    };
    let mut bytes = vec![0xed, 0xab, 0xee, 0xdb];
    bytes.resize(96, 0);
    bytes.extend(header(1, b"sig"));
    bytes.resize(bytes.len().next_multiple_of(8), 0);
    bytes.extend(header(2, b"facts"));
    bytes.extend(payload);
    bytes
}

/// A Debian package with the files `data` in the member `name`.
pub(super) fn deb(name: &str, data: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut builder = ar::Builder::new(&mut bytes);
    for (name, content) in [("debian-binary", &b"2.0\n"[..]), ("control.tar.xz", b"?"), (name, data)] {
        builder
            .append(&ar::Header::new(name.into(), content.len() as u64), content)
            .unwrap();
    }
    bytes
}
