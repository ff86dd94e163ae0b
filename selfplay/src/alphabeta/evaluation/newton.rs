/// Keeps parameters finite whose input is always 0, or tells results apart without fail: a normal prior of variance 1.
const RIDGE: f64 = 1.0;

/// The fit ends when no parameter changes by more than this.
const TOLERANCE: f64 = 1e-9;

/// The most steps of a fit; the loss is convex, and a handful is enough.
const MAX_STEPS: usize = 50;

/// Logistic regression of `N` parameters by Newton's method, also known as iteratively reweighted least squares
/// (P. `McCullagh` and J. Nelder, "Generalized linear models", 1989).
pub(super) struct LogisticRegression<const N: usize> {
    parameters: [f64; N],
}

/// Gradient and Hessian of the loss, summed over observations.
pub(super) struct Sums<'a, const N: usize> {
    parameters: &'a [f64; N],
    gradient: [f64; N],
    /// Lower triangle.
    hessian: Box<[[f64; N]; N]>,
}

impl<const N: usize> Default for LogisticRegression<N> {
    fn default() -> Self {
        Self { parameters: [0.0; N] }
    }
}

impl<const N: usize> LogisticRegression<N> {
    pub(super) const fn parameters(&self) -> &[f64; N] {
        &self.parameters
    }

    /// Finds the parameters that fit best and returns the number of steps. `observe` adds every observation to the sums,
    /// each time that it is called.
    pub(super) fn fit(&mut self, observe: impl Fn(&mut Sums<'_, N>)) -> usize {
        for step in 1..=MAX_STEPS {
            let mut sums = Sums::new(&self.parameters);
            observe(&mut sums);
            let change = sums.newton_step();
            for (parameter, change) in self.parameters.iter_mut().zip(&change) {
                *parameter -= change;
            }
            if change.iter().all(|change| change.abs() <= TOLERANCE) {
                return step;
            }
        }
        MAX_STEPS
    }
}

impl<'a, const N: usize> Sums<'a, N> {
    fn new(parameters: &'a [f64; N]) -> Self {
        let mut sums = Self {
            parameters,
            gradient: parameters.map(|parameter| RIDGE * parameter),
            hessian: Box::new([[0.0; N]; N]),
        };
        for index in 0..N {
            sums.hessian[index][index] = RIDGE;
        }
        sums
    }

    /// Adds an observation: its inputs, and 1 for a success, 0 for a failure or what lies between.
    pub(super) fn add(&mut self, inputs: &[f64; N], success: f64) {
        let logit: f64 = inputs
            .iter()
            .zip(self.parameters)
            .map(|(input, parameter)| input * parameter)
            .sum();
        let probability = 1.0 / (1.0 + (-logit).exp());
        let curvature = probability * (1.0 - probability);
        for (row, &input) in inputs.iter().enumerate() {
            if input == 0.0 {
                continue;
            }
            self.gradient[row] += input * (probability - success);
            let weight = curvature * input;
            for (sum, &other) in self.hessian[row][..=row].iter_mut().zip(inputs) {
                *sum += weight * other;
            }
        }
    }

    /// The solution of `hessian · step = gradient`, by the decomposition of A.-L. Cholesky.
    fn newton_step(mut self) -> [f64; N] {
        let factor = &mut self.hessian;
        for row in 0..N {
            for column in 0..=row {
                let products = (0..column).map(|k| factor[row][k] * factor[column][k]);
                let rest = factor[row][column] - products.sum::<f64>();
                factor[row][column] = if row == column {
                    rest.sqrt()
                } else {
                    rest / factor[column][column]
                };
            }
        }
        let mut step = self.gradient;
        for row in 0..N {
            let known = (0..row).map(|k| factor[row][k] * step[k]).sum::<f64>();
            step[row] = (step[row] - known) / factor[row][row];
        }
        for row in (0..N).rev() {
            let known = (row + 1..N).map(|k| factor[k][row] * step[k]).sum::<f64>();
            step[row] = (step[row] - known) / factor[row][row];
        }
        step
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gradient_is_zero_at_the_fit() {
        // Successes where x is large, with exceptions; a constant input stands for the intercept.
        let observations = [
            (0.5, 0.0),
            (1.0, 0.0),
            (1.5, 1.0),
            (2.0, 0.0),
            (2.5, 0.5),
            (3.0, 1.0),
            (4.0, 1.0),
        ];
        let mut regression = LogisticRegression::<2>::default();
        let observe = |sums: &mut Sums<'_, 2>| {
            for &(x, success) in &observations {
                sums.add(&[1.0, x], success);
            }
        };
        let steps = regression.fit(observe);
        assert!(steps < 10, "{steps}");
        let mut sums = Sums::new(regression.parameters());
        observe(&mut sums);
        assert!(
            sums.gradient.iter().all(|slope| slope.abs() < 1e-9),
            "{:?}",
            sums.gradient
        );
        assert!(regression.parameters()[1] > 0.0);
    }

    #[test]
    fn an_input_that_is_always_zero_gets_no_weight() {
        let mut regression = LogisticRegression::<2>::default();
        regression.fit(|sums| sums.add(&[0.0, 1.0], 1.0));
        assert_eq!(regression.parameters()[0], 0.0);
    }
}
