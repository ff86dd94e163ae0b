use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

/// The generator that every seeded part of the library uses.
///
/// xoshiro256++ 1.0 of D. Blackman and S. Vigna, "Scrambled linear pseudorandom number generators" (2021).
pub type GameRng = Xoshiro256PlusPlus;

/// The random stream with number `index` of a seed: the same arguments give the same stream, on every machine.
///
/// Seed and index are mixed by the finalizer of `SplitMix64` (G. Steele, D. Lea, C. Flood, 2014), so that neighbouring
/// indices give unrelated streams.
pub fn stream(seed: u64, index: u64) -> GameRng {
    GameRng::seed_from_u64(derive_seed(seed, index))
}

/// A new seed from a seed and an index, for generators below generators.
pub const fn derive_seed(seed: u64, index: u64) -> u64 {
    const GOLDEN_RATIO: u64 = 0x9e37_79b9_7f4a_7c15;
    mix(mix(seed.wrapping_add(GOLDEN_RATIO)) ^ index.wrapping_mul(GOLDEN_RATIO))
}

const fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}
