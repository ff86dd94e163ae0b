use ndarray::Array2;

/// The inverse of a symmetric positive definite matrix: `[N, N]`, by Gauss-Jordan elimination, which needs no pivots here.
pub(super) fn positive_definite_inverse(matrix: &Array2<f64>) -> Array2<f64> {
    let size = matrix.nrows();
    let mut left = matrix.clone();
    let mut right = Array2::eye(size);
    for pivot in 0..size {
        let scale = 1.0 / left[[pivot, pivot]];
        for column in 0..size {
            left[[pivot, column]] *= scale;
            right[[pivot, column]] *= scale;
        }
        for row in (0..size).filter(|&row| row != pivot) {
            let factor = left[[row, pivot]];
            for column in 0..size {
                left[[row, column]] -= factor * left[[pivot, column]];
                right[[row, column]] -= factor * right[[pivot, column]];
            }
        }
    }
    right
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;

    #[test]
    fn a_matrix_times_its_inverse_is_the_identity() {
        let matrix = array![[4.0, 1.0, 0.5], [1.0, 3.0, -1.0], [0.5, -1.0, 2.0]];
        let product = matrix.dot(&positive_definite_inverse(&matrix));
        for ((row, column), value) in product.indexed_iter() {
            let expected = if row == column { 1.0 } else { 0.0 };
            assert!((value - expected).abs() < 1e-12);
        }
    }
}
