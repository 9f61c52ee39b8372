#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod avx2;
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "avx2"))))]
mod portable;
#[cfg(test)]
mod tests;

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub(crate) use avx2::{accumulate, output};
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub(crate) use portable::{accumulate, output};
