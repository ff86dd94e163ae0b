//! The normal distribution.

/// The 0.975 quantile: 95 % lie within it on both sides.
pub(super) const Z_95: f64 = 1.959_963_984_540_054;

/// The probability that a standard normal variable is below `z`.
pub(super) fn normal_cdf(z: f64) -> f64 {
    libm::erfc(-z / std::f64::consts::SQRT_2) / 2.0
}
