//! The suite's data is part of the program: what is new or gone in these folders makes a new program.

fn main() {
    for folder in ["cases", "expectations", "fixtures", "testees"] {
        println!("cargo::rerun-if-changed={folder}");
    }
}
