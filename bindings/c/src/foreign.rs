//! What C hands in, as values of Rust: all unsafe code of this crate. Everything here relies on the contract at the head of the header: a
//! pointer is null or points at what its type says, for as long as the header says.
//!
//! Each type here is a pointer with a meaning. In the header it is the pointer.

use std::ffi::{CStr, c_char};
use std::mem::MaybeUninit;
use std::sync::Arc;

use offload_bundle::input::{InputBytes, Window};
use offload_bundle::{Entry, Error, OffloadFile};

/// A text that C hands in, which ends with a zero byte.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct Chars(*const c_char);

impl Chars {
    /// Its bytes, without the zero; none where it is null.
    pub(crate) fn bytes(&self) -> Option<&[u8]> {
        match self.0.is_null() {
            true => None,
            // SAFETY: it is not null, so C promises a text with a zero at its end that stays as it is during the call.
            false => Some(unsafe { CStr::from_ptr(self.0) }.to_bytes()),
        }
    }
}

/// A place in which C waits for a result; null where it does not care.
#[repr(transparent)]
pub struct Out<T>(*mut MaybeUninit<T>);

impl<T> Out<T> {
    /// Whether C does not care.
    pub(crate) fn is_null(&self) -> bool {
        self.0.is_null()
    }

    /// Puts `value` there. What was there is not looked at: it need not be a value yet.
    pub(crate) fn put(self, value: T) {
        if !self.0.is_null() {
            // SAFETY: it is not null, so C promises room for a `T` that no one else uses during the call.
            unsafe { self.0.write(MaybeUninit::new(value)) }
        }
    }
}

/// Something of this library to which C holds a pointer.
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
        // SAFETY: it is null, or C promises that what was given to it under this pointer has not been freed.
        unsafe { self.0.as_ref() }
    }
}

/// Bytes that C hands in, to be read where they are.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct Data(*const u8);

/// Those bytes, as long as C keeps them.
struct Borrowed {
    data: *const u8,
    size: usize,
}

// SAFETY: the bytes are only read, and C promises that no one writes to them meanwhile; so any thread may read them.
unsafe impl Send for Borrowed {}
// SAFETY: as above: there is nothing but reading.
unsafe impl Sync for Borrowed {}

impl AsRef<[u8]> for Borrowed {
    fn as_ref(&self) -> &[u8] {
        // SAFETY: `Data::share` has checked pointer and size; C promises that so many bytes are there and stay as they are until all that
        // looks at them is freed.
        unsafe { std::slice::from_raw_parts(self.data, self.size) }
    }
}

impl Data {
    /// The `size` bytes there, which are not copied; none where there is a null in place of some, or more than memory can have.
    pub(crate) fn share(self, size: usize) -> Option<InputBytes> {
        is_slice(self.0, size).then(|| InputBytes::shared(Borrowed { data: self.0, size }))
    }

    pub(crate) fn is_null(self) -> bool {
        self.0.is_null()
    }
}

/// Room for bytes that C hands in. They need have no value yet.
#[repr(transparent)]
pub struct Room(*mut u8);

impl Room {
    /// Has `fill` fill the first `size` bytes of it, which are zeros before. None where there is a null in place of some.
    pub(crate) fn fill<T>(self, size: usize, fill: impl FnOnce(&mut [u8]) -> T) -> Option<T> {
        if size == 0 {
            return Some(fill(&mut []));
        }
        if !is_slice(self.0, size) {
            return None;
        }
        // SAFETY: C promises room for `size` bytes that no one else uses during the call; once they are zeros they are values.
        Some(fill(unsafe {
            self.0.write_bytes(0, size);
            std::slice::from_raw_parts_mut(self.0, size)
        }))
    }
}

/// Whether there can be `count` values at `pointer`.
fn is_slice<T>(pointer: *const T, count: usize) -> bool {
    let size = count.checked_mul(size_of::<T>());
    let fits = size.is_some_and(|size| isize::try_from(size).is_ok());
    !pointer.is_null() && pointer.is_aligned() && fits
}

/// A code object in view, with the file that it is of: so it can be let go of after the file.
pub(crate) struct CodeObject {
    // Dropped before the file.
    window: Window<'static>,
    _file: Arc<OffloadFile>,
}

impl CodeObject {
    /// The code object of the entry that `find` finds in `file`; none where it finds none.
    pub(crate) fn find(
        file: &Arc<OffloadFile>,
        find: impl for<'f> FnOnce(&'f OffloadFile) -> Option<Entry<'f>>,
    ) -> Result<Option<Self>, Error> {
        let Some(entry) = find(file) else {
            return Ok(None);
        };
        let window: Window<'_> = entry.bytes()?;
        // SAFETY: the window looks at bytes that the opened file owns, or shows. That lies on the heap, does not change, and lives as long as
        // the `Arc` beside the window, which is dropped after it. `bytes` lends the window for no longer than it lives.
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

    /// What C would hand in.
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

    /// What `call` returns, and what it puts into a place in which `before` is.
    pub(crate) fn asked<T, R>(before: T, call: impl FnOnce(Out<T>) -> R) -> (R, T) {
        let mut place = MaybeUninit::new(before);
        let returned = call(Out(&mut place));
        // SAFETY: there was a value before the call, and it can only have put another there.
        (returned, unsafe { place.assume_init() })
    }

    /// The text at `text`, which is not null.
    pub(crate) fn read(text: *const c_char) -> String {
        let bytes = Chars(text).bytes().map(<[u8]>::to_vec);
        String::from_utf8(bytes.unwrap_or_default()).unwrap_or_default()
    }

    /// The `size` bytes at `data`, or none where it is null.
    pub(crate) fn shown(data: *const u8, size: usize) -> Vec<u8> {
        match Data(data).share(size) {
            // SAFETY: what is tested has given them, and has not been freed.
            Some(_) => unsafe { std::slice::from_raw_parts(data, size) }.to_vec(),
            None => Vec::new(),
        }
    }

    // What C may use from several threads at once.
    const fn is_shared<T: Send + Sync>() {}
    const _: () = is_shared::<crate::opened::File>();
    const _: () = is_shared::<crate::bytes::Bytes>();
    const _: () = is_shared::<crate::error::Error>();
    const _: () = is_shared::<crate::target::Target>();
    const _: () = is_shared::<crate::verdict::Verdict>();

    #[test]
    fn a_null_is_nothing() {
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
    fn texts_are_read_up_to_their_zero() {
        assert_eq!(Chars::from_c_str(c"one").bytes(), Some(&b"one"[..]));
    }

    #[test]
    fn bytes_are_shown_where_they_are() {
        let bytes: &'static [u8] = b"borrowed";
        let shown = Borrowed { data: bytes.as_ptr(), size: bytes.len() };
        assert!(std::ptr::eq(shown.as_ref(), bytes));
    }

    #[test]
    fn room_is_zeros_before_it_is_filled() {
        let mut room = [7; 4];
        let seen = Room::new(&mut room).fill(3, |bytes| {
            let seen = bytes.to_vec();
            bytes.fill(1);
            seen
        });
        assert_eq!((seen.as_deref(), room), (Some(&[0, 0, 0][..]), [1, 1, 1, 7]));
    }

    #[test]
    fn a_result_is_put_into_room_without_a_value() {
        let mut place = MaybeUninit::uninit();
        Out(&mut place).put(Some(Box::new(5)));
        // SAFETY: it has just been written.
        assert_eq!(unsafe { place.assume_init() }, Some(Box::new(5)));
    }

    #[test]
    fn a_code_object_stays_after_its_file() {
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
