//! Arguments from C as Rust values: all unsafe code of this crate. It relies on the contract at the top of the header: a pointer is null or
//! valid for its type, for as long as the header says.
//!
//! Each type here is a pointer, and is a plain pointer in the header.

use std::ffi::{CStr, c_char};
use std::mem::MaybeUninit;
use std::sync::Arc;

use offload_bundle::input::{InputBytes, Window};
use offload_bundle::{Entry, Error, OffloadFile};

/// A zero-terminated text from C.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct Chars(*const c_char);

impl Chars {
    /// The bytes without the zero; `None` for null.
    pub(crate) fn bytes(&self) -> Option<&[u8]> {
        match self.0.is_null() {
            true => None,
            // SAFETY: it is not null, so C guarantees a zero-terminated text that does not change during the call.
            false => Some(unsafe { CStr::from_ptr(self.0) }.to_bytes()),
        }
    }
}

/// A pointer to a result; null if the caller ignores it.
#[repr(transparent)]
pub struct Out<T>(*mut MaybeUninit<T>);

impl<T> Out<T> {
    pub(crate) fn is_null(&self) -> bool {
        self.0.is_null()
    }

    /// Does not read the old value, which may be uninitialised.
    pub(crate) fn put(self, value: T) {
        if !self.0.is_null() {
            // SAFETY: it is not null, so C guarantees space for a `T` that no one else uses during the call.
            unsafe { self.0.write(MaybeUninit::new(value)) }
        }
    }
}

/// An object of this library, owned by C.
#[repr(transparent)]
pub struct Held<T>(*const T);

impl<T> Clone for Held<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Held<T> {}

impl<T> Held<T> {
    pub(crate) const NULL: Self = Self(std::ptr::null());

    pub(crate) fn get(&self) -> Option<&T> {
        // SAFETY: it is null, or C guarantees that the object has not been freed.
        unsafe { self.0.as_ref() }
    }
}

/// Bytes owned by C.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct Data(*const u8);

/// With the lifetime that C guarantees.
struct Borrowed {
    data: *const u8,
    size: usize,
}

// SAFETY: the bytes are only read, and C guarantees that no one writes them, so any thread may read them.
unsafe impl Send for Borrowed {}
// SAFETY: as above, all access is reading.
unsafe impl Sync for Borrowed {}

impl AsRef<[u8]> for Borrowed {
    fn as_ref(&self) -> &[u8] {
        // SAFETY: `Data::share` has checked pointer and size; C guarantees that the bytes exist and do not change until all their users are
        // freed.
        unsafe { std::slice::from_raw_parts(self.data, self.size) }
    }
}

impl Data {
    /// `None` for null with a size, or a size beyond the address space.
    pub(crate) fn share(self, size: usize) -> Option<InputBytes> {
        is_slice(self.0, size).then(|| InputBytes::shared(Borrowed { data: self.0, size }))
    }

    /// `None` as in `share`, and for null.
    pub(crate) fn slice(&self, size: usize) -> Option<&[u8]> {
        // SAFETY: pointer and size are checked; C guarantees that the bytes exist and do not change during the call.
        is_slice(self.0, size).then(|| unsafe { std::slice::from_raw_parts(self.0, size) })
    }

    pub(crate) fn is_null(self) -> bool {
        self.0.is_null()
    }
}

/// Uninitialised space from C.
#[repr(transparent)]
pub struct Room(*mut u8);

impl Room {
    /// Zeroes the first `size` bytes before. `None` for null with a size.
    pub(crate) fn fill<T>(self, size: usize, fill: impl FnOnce(&mut [u8]) -> T) -> Option<T> {
        if size == 0 {
            return Some(fill(&mut []));
        }
        if !is_slice(self.0, size) {
            return None;
        }
        // SAFETY: C guarantees space for `size` bytes that no one else uses during the call; zeroing initialises them.
        Some(fill(unsafe {
            self.0.write_bytes(0, size);
            std::slice::from_raw_parts_mut(self.0, size)
        }))
    }
}

/// Whether `count` values can exist at `pointer`.
fn is_slice<T>(pointer: *const T, count: usize) -> bool {
    let size = count.checked_mul(size_of::<T>());
    let fits = size.is_some_and(|size| isize::try_from(size).is_ok());
    !pointer.is_null() && pointer.is_aligned() && fits
}

/// With its file, so that it outlives the closed file.
pub(crate) struct CodeObject {
    // Dropped before the file.
    window: Window<'static>,
    _file: Arc<OffloadFile>,
}

impl CodeObject {
    pub(crate) fn find(
        file: &Arc<OffloadFile>,
        find: impl for<'f> FnOnce(&'f OffloadFile) -> Option<Entry<'f>>,
    ) -> Result<Option<Self>, Error> {
        let Some(entry) = find(file) else {
            return Ok(None);
        };
        let window: Window<'_> = entry.bytes()?;
        // SAFETY: the window borrows bytes owned or borrowed by the opened file. The file is on the heap, does not change, and lives as
        // long as the `Arc` next to the window, which is dropped later. `bytes` lends the window for its own lifetime only.
        let window = unsafe { std::mem::transmute::<Window<'_>, Window<'static>>(window) };
        Ok(Some(Self { window, _file: Arc::clone(file) }))
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.window
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Arguments as C passes them.
    impl Chars {
        pub(crate) const NULL: Self = Self(std::ptr::null());

        pub(crate) fn from_c_str(text: &'static CStr) -> Self {
            Self(text.as_ptr())
        }
    }

    impl<T> Out<T> {
        pub(crate) const NULL: Self = Self(std::ptr::null_mut());
    }

    impl<T> Held<T> {
        pub(crate) fn new(held: &T) -> Self {
            Self(held)
        }
    }

    impl Data {
        pub(crate) const NULL: Self = Self(std::ptr::null());

        pub(crate) fn new(bytes: &[u8]) -> Self {
            Self(bytes.as_ptr())
        }
    }

    impl Room {
        pub(crate) const NULL: Self = Self(std::ptr::null_mut());

        pub(crate) fn new(bytes: &mut [u8]) -> Self {
            Self(bytes.as_mut_ptr())
        }
    }

    /// Also returns the value written over `before`.
    pub(crate) fn asked<T, R>(before: T, call: impl FnOnce(Out<T>) -> R) -> (R, T) {
        let mut place = MaybeUninit::new(before);
        let returned = call(Out(&mut place));
        // SAFETY: it was initialised before the call, which can only replace the value.
        (returned, unsafe { place.assume_init() })
    }

    /// The text is not null.
    pub(crate) fn read(text: *const c_char) -> String {
        let bytes = Chars(text).bytes().map(<[u8]>::to_vec);
        String::from_utf8(bytes.unwrap_or_default()).unwrap_or_default()
    }

    /// Empty for null.
    pub(crate) fn shown(data: *const u8, size: usize) -> Vec<u8> {
        match Data(data).share(size) {
            // SAFETY: the tested function returned them, and they have not been freed.
            Some(_) => unsafe { std::slice::from_raw_parts(data, size) }.to_vec(),
            None => Vec::new(),
        }
    }

    // Types that C may share between threads.
    const fn is_shared<T: Send + Sync>() {}
    const _: () = is_shared::<crate::opened::File>();
    const _: () = is_shared::<crate::bytes::Bytes>();
    const _: () = is_shared::<crate::error::Error>();
    const _: () = is_shared::<crate::target::Target>();
    const _: () = is_shared::<crate::verdict::Verdict>();

    #[test]
    fn null_pointers_are_ignored() {
        assert!(Chars::NULL.bytes().is_none());
        assert!(Data::NULL.share(0).is_none() && Data::NULL.share(7).is_none());
        assert!(Held::<u8>::NULL.get().is_none());
        assert_eq!(Room::NULL.fill(0, |bytes| bytes.len()), Some(0));
        assert_eq!(Room::NULL.fill(1, |bytes| bytes.len()), None);
        Out::<u8>::NULL.put(7);
    }

    #[test]
    fn more_than_memory_can_have_is_refused() {
        let few = b"few";
        assert!(Data::new(few).share(usize::MAX).is_none());
        assert!(Data::new(few).share(isize::MAX.unsigned_abs() + 1).is_none());
        assert_eq!(Room::new(&mut [0; 3]).fill(usize::MAX, |bytes| bytes.len()), None);
    }

    #[test]
    fn texts_end_at_zero_byte() {
        assert_eq!(Chars::from_c_str(c"one").bytes(), Some(&b"one"[..]));
    }

    #[test]
    fn borrowed_bytes_are_not_copied() {
        let bytes: &'static [u8] = b"borrowed";
        let shown = Borrowed { data: bytes.as_ptr(), size: bytes.len() };
        assert!(std::ptr::eq(shown.as_ref(), bytes));
    }

    #[test]
    fn space_is_zeroed_before_filling() {
        let mut room = [7; 4];
        let seen = Room::new(&mut room).fill(3, |bytes| {
            let seen = bytes.to_vec();
            bytes.fill(1);
            seen
        });
        assert_eq!((seen.as_deref(), room), (Some(&[0, 0, 0][..]), [1, 1, 1, 7]));
    }

    #[test]
    fn result_overwrites_uninitialised_space() {
        let mut place = MaybeUninit::uninit();
        Out(&mut place).put(Some(Box::new(5)));
        // SAFETY: it has just been written.
        assert_eq!(unsafe { place.assume_init() }, Some(Box::new(5)));
    }

    #[test]
    fn code_object_outlives_closed_file() {
        let bundle = offload_bundle::BundleBuilder::new()
            .entry("host-x86_64-unknown-linux-gnu-", b"")
            .entry("hip-amdgcn-amd-amdhsa--gfx906", b"code")
            .to_bytes();
        let file = bundle.and_then(OffloadFile::from_bytes).map(Arc::new).unwrap();
        let code = CodeObject::find(&file, |file| file.bundle(0)?.entry(1))
            .unwrap()
            .unwrap();
        assert!(
            CodeObject::find(&file, |file| file.bundle(1)?.entry(1))
                .unwrap()
                .is_none()
        );
        drop(file);
        assert_eq!(code.bytes(), b"code");
    }
}
