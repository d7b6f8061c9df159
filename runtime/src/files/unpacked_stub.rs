//! stub
use super::{FileError, Input};
use crate::bytes::Place;
use crate::wrapper::{Method, Promise};
use std::sync::Arc;
#[allow(missing_docs, missing_debug_implementations)]
pub struct Packing {
    pub method: Method,
    pub place: Place,
    pub open_ended: bool,
    pub len: Option<Promise>,
    pub header_len: u64,
    pub unpacked_len: Promise,
    pub digest: Promise,
    pub verify: bool,
}
impl Input {
    #[allow(missing_docs)]
    pub fn unpacked(name: &str, _outer: Arc<Input>, _packing: Packing) -> Input {
        Input::from_bytes(name, Default::default())
    }
    #[allow(missing_docs)]
    pub fn packed_len(&self) -> Result<Option<u64>, FileError> {
        Ok(None)
    }
    #[allow(missing_docs)]
    pub fn settle(&self) -> Result<(), FileError> {
        Ok(())
    }
}
