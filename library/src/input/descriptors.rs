//! How many files are open at a time: a system gives a process few descriptors, and users name many files.

use std::collections::VecDeque;
use std::fs::File;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// So many files stay open between looks at them. Systems give 256 descriptors at least, and others want some.
const MOST: usize = 32;

/// The descriptors that are kept, by when they were opened.
static KEPT: Mutex<VecDeque<Weak<Descriptor>>> = Mutex::new(VecDeque::new());

/// The descriptor of a file, if it is open.
#[derive(Debug, Default)]
pub(super) struct Descriptor(Mutex<Option<Arc<File>>>);

impl Descriptor {
    /// The open file.
    pub(super) fn get(&self) -> Option<Arc<File>> {
        lock(&self.0).clone()
    }

    /// Keeps `file` open, until so many others have been opened that it is closed.
    pub(super) fn keep(self: &Arc<Self>, file: Arc<File>) {
        *lock(&self.0) = Some(file);
        let mut kept = lock(&KEPT);
        kept.retain(|other| other.strong_count() > 0 && !std::ptr::eq(other.as_ptr(), Arc::as_ptr(self)));
        kept.push_back(Arc::downgrade(self));
        while kept.len() > MOST {
            if let Some(oldest) = kept.pop_front().and_then(|oldest| oldest.upgrade()) {
                *lock(&oldest.0) = None;
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A thread that panicked changed all or nothing.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
