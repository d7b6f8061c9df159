//! Room on a disk: asked for before bytes are written, and shared between files where the file system can.

#[cfg(not(any(target_os = "linux", target_os = "android")))]
mod elsewhere;
#[cfg(any(target_os = "linux", target_os = "android"))]
mod linux;

#[cfg(not(any(target_os = "linux", target_os = "android")))]
pub(super) use elsewhere::{clone, reserve, reserve_to_overwrite, share, shares};
#[cfg(any(target_os = "linux", target_os = "android"))]
pub(super) use linux::{clone, reserve, reserve_to_overwrite, share, shares};
