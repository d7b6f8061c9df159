//! Sets the soname of the ELF library, which changes with the major version only.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let of_target = |name: &str| std::env::var(name).unwrap_or_default();
    let has_sonames = of_target("CARGO_CFG_TARGET_FAMILY") == "unix" && of_target("CARGO_CFG_TARGET_VENDOR") != "apple";
    if has_sonames {
        let major = of_target("CARGO_PKG_VERSION_MAJOR");
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,liboffload_bundle.so.{major}");
    }
}
