//! kpack archives with rows of one mebibyte.

use offload_bundle_testing::kpack::{Archive, Row, Scheme, Value};

const TARGET: &str = "gfx906";
const LEN: u64 = 1 << 20;

pub fn shared_frame(n: usize) -> Vec<u8> {
    let mut made = archive(1);
    let rows = made.toc.at("toc").items();
    let (_, row) = rows.remove(0);
    rows.extend((0..n).map(|number| (number.to_string(), row.clone())));
    made.bytes()
}

pub fn wrong_lengths(n: usize) -> Vec<u8> {
    let mut made = archive(n);
    for (_, row) in made.toc.at("toc").items() {
        *row.at(TARGET).at("original_size") = Value::Number(LEN - 1);
    }
    made.bytes()
}

fn archive(n: usize) -> Archive {
    let names: Vec<String> = (0..n).map(|number| number.to_string()).collect();
    let code = vec![b'.'; LEN as usize];
    let entry = [(TARGET, &code[..])];
    let rows: Vec<Row<'_>> = names.iter().map(|name| (name.as_str(), &entry[..])).collect();
    Archive::new(Scheme::Zstd, &[TARGET], &rows)
}
