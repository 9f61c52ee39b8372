/// Asks the processor directly, as `is_x86_feature_detected!` trusts the build, and exits before any code for a newer processor runs.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub(crate) fn exit_if_too_old() {
    use std::arch::x86_64::__cpuid;

    // FMA, MOVBE, OSXSAVE, AVX and F16C; BMI1, AVX2 and BMI2; LZCNT: what x86-64-v3 adds.
    const LEAF_1_ECX: u32 = 1 << 12 | 1 << 22 | 1 << 27 | 1 << 28 | 1 << 29;
    const LEAF_7_EBX: u32 = 1 << 3 | 1 << 5 | 1 << 8;
    const LEAF_80000001_ECX: u32 = 1 << 5;

    let has_all = |given: u32, wanted: u32| given & wanted == wanted;
    let new_enough = __cpuid(0).eax >= 7
        && has_all(__cpuid(1).ecx, LEAF_1_ECX)
        && has_all(__cpuid(7).ebx, LEAF_7_EBX)
        && __cpuid(0x8000_0000).eax >= 0x8000_0001
        && has_all(__cpuid(0x8000_0001).ecx, LEAF_80000001_ECX);
    if !new_enough {
        eprintln!(
            "outflank: this program was built for processors with AVX2 and BMI2 (x86-64-v3), which this one lacks; \
             build it again with RUSTFLAGS=\"-C target-cpu=x86-64\""
        );
        std::process::exit(1);
    }
}

#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub(crate) fn exit_if_too_old() {}
