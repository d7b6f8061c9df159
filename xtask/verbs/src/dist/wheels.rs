//! The wheel of the Python module, which contains the tool.

use std::fs;

use super::build::{Builder, add_rust_for};
use super::release::{Made, Release, Stop};
use crate::python::systems::System;
use crate::python::wheel::{self, Kind};

pub fn wheel(release: &Release, system: &'static System) -> Result<Vec<Made>, Stop> {
    let builder = Builder::install(&release.work())?;
    add_rust_for(system.triple, &release.checkout)?;
    let mut maturin = builder.call("maturin", &release.checkout)?;
    maturin.arg("build").arg("--target-dir").arg(&release.build);
    let root = &release.checkout.root;
    let wheel = wheel::build(
        root,
        &release.build.join("python"),
        builder.programs(),
        Kind::For(system),
        &mut maturin,
    )?;
    let name = wheel.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let bytes = fs::read(&wheel).map_err(|error| format!("{}: {error}", wheel.display()))?;
    Ok(vec![(name, bytes)])
}
