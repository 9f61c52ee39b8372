//! Advice to the system about memory, which never changes what the memory contains.
//!
//! With small pages, most look-ups in a table of many megabytes also miss the processor's address translation: searches took 5 % longer.

#![cfg_attr(target_os = "linux", allow(unsafe_code, reason = "advice about memory takes its address"))]

/// glibc returns an allocation of this size to the system when it is freed. A smaller one may stay with the thread that made it, so that after a
/// while every search thread would keep its share. What is not written to takes no memory.
pub(crate) const RETURNED_BYTES: usize = 33 * 1024 * 1024;

#[cfg(target_os = "linux")]
mod advice {
    use std::ffi::c_void;
    use std::mem::MaybeUninit;
    use std::ops::Range;

    use rustix::mm::{Advice, madvise};

    use crate::eval;

    /// Asks for large pages. Only memory that has not been written can get them at once.
    pub(crate) fn prefer_large<T>(memory: &[MaybeUninit<T>]) {
        let range = memory.as_ptr_range();
        if let Some((start, length)) = whole_pages(range.start.cast()..range.end.cast()) {
            // A system without large pages works as well.
            // SAFETY: these pages lie within `memory`, and the advice does not change what they contain.
            let _ = unsafe { madvise(start, length, Advice::LinuxHugepage) };
        }
    }

    /// Gives back the memory of the packed weights, which are needed once. The system reads them again from the program's file if they are needed
    /// again.
    pub(crate) fn release_packed_weights() {
        if let Some((start, length)) = whole_pages(eval::PACKED.as_ptr_range()) {
            // SAFETY: these pages lie within a constant, which nothing writes, so that the program's file has the same bytes.
            let _ = unsafe { madvise(start, length, Advice::LinuxDontNeed) };
        }
    }

    fn whole_pages(range: Range<*const u8>) -> Option<(*mut c_void, usize)> {
        let page = rustix::param::page_size();
        let (start, end) = ((range.start as usize).next_multiple_of(page), range.end as usize / page * page);
        (start < end).then(|| (start as *mut c_void, end - start))
    }
}

#[cfg(not(target_os = "linux"))]
mod advice {
    use std::mem::MaybeUninit;

    pub(crate) fn prefer_large<T>(_: &[MaybeUninit<T>]) {}

    pub(crate) fn release_packed_weights() {}
}

pub(crate) use advice::{prefer_large, release_packed_weights};
