//! Measures compressing and decompressing: `packing FILE [FROM [LEN [LEVEL]]]` compresses a range of a file (bytes; the whole
//! file if not given), and then decompresses it to eight files, with and without checking the digest. Wall-clock seconds of each.

#![allow(clippy::arithmetic_side_effects)]

use offload_bundle_runtime::files::{Input, Output, Part, copy, write_all};
use offload_bundle_runtime::packing::{Compression, Packing, compress};
use offload_bundle_runtime::{Codec, Method, Place, Promise};
use std::{env, error::Error, fs, io, path::Path, sync::Arc, time::Instant};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().collect();
    let number = |index: usize| -> Result<Option<u64>, Box<dyn Error>> {
        Ok(arguments.get(index).map(|text| text.parse()).transpose()?)
    };
    let input = Input::open(arguments.get(1).ok_or("which file?")?)?;
    let ofs = number(2)?.unwrap_or(0);
    let len = number(3)?.unwrap_or(input.len()).min(input.len().saturating_sub(ofs));
    let level = arguments.get(4).map(|text| text.parse()).transpose()?;
    for codec in [Codec::Zstd, Codec::Zlib] {
        measure(&input, Place { ofs, len }, codec, level)?;
    }
    Ok(())
}

fn measure(input: &Input, place: Place, codec: Codec, level: Option<i32>) -> Result<(), Box<dyn Error>> {
    let folder = env::temp_dir().join(format!("packing-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let result = measure_in(&folder, input, place, codec, level);
    fs::remove_dir_all(&folder)?;
    result
}

fn measure_in(
    folder: &Path,
    input: &Input,
    place: Place,
    codec: Codec,
    level: Option<i32>,
) -> Result<(), Box<dyn Error>> {
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let start = Instant::now();
    let settings = Compression { codec, level, unpacked_len: Some(place.len) };
    let compressed = compress(&mut |out| copy(input, place, out, "compressed", &mut ()), &settings)?;
    let whole = compressed.bytes.whole();
    let output = Output::range(&path("packed"), &compressed.bytes, whole);
    write_all(&[output], &mut io::sink(), &mut ())?;
    let seconds = start.elapsed().as_secs_f64();
    println!("{codec:?} compress + MD5 + write: {seconds:.3} s, {} bytes", whole.len);

    let outer = Arc::new(Input::open(&path("packed"))?);
    for verify in [true, false] {
        let promise = |value| Promise { value, offset: 0, path: "" };
        let packing = || Packing {
            method: Method { name: "", number: 0, codec },
            place: outer.whole(),
            open_ended: false,
            len: Some(promise(outer.len())),
            header_len: 0,
            unpacked_len: promise(place.len),
            digest: promise(compressed.packed.digest.leading()),
            verify,
            data_path: "data".into(),
        };
        let start = Instant::now();
        Input::unpacked("first", Arc::clone(&outer), packing()).window(0, 4096)?;
        let first = start.elapsed().as_secs_f64();
        let start = Instant::now();
        let inner = Input::unpacked("inner", Arc::clone(&outer), packing());
        let parts = (0..8).map(|n| {
            let step = inner.len() / 8;
            let place = Place { ofs: step * n, len: step };
            Output { path: path(&format!("unpacked{n}")), parts: vec![Part::Range { input: &inner, place }] }
        });
        write_all(&parts.collect::<Vec<_>>(), &mut io::sink(), &mut ())?;
        let seconds = start.elapsed().as_secs_f64();
        for n in 0..8 {
            fs::remove_file(path(&format!("unpacked{n}")))?;
        }
        println!("{codec:?} decompress + write, verify {verify}: {seconds:.3} s; the first 4096 bytes: {first:.6} s");
    }
    Ok(())
}
