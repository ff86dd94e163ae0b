use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use pyo3::prelude::*;

use crate::errors::value_error;

/// A rule set by its name.
#[pyclass(frozen, eq, module = "kumalak", from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rules {
    pub(crate) inner: kumalak_env::Rules,
}

#[pymethods]
impl Rules {
    /// The rule set called `name`: standard, bestemshe or qozdatu.
    #[new]
    #[pyo3(signature = (name = "standard"))]
    fn new(name: &str) -> PyResult<Self> {
        let inner = name.parse().map_err(value_error)?;
        Ok(Self { inner })
    }

    /// Pits of each side.
    #[getter]
    fn pits(&self) -> usize {
        self.inner.pits()
    }

    /// Stones in each pit at the start.
    #[getter]
    fn stones(&self) -> usize {
        self.inner.stones()
    }

    /// Stones on the whole board.
    #[getter]
    fn total_stones(&self) -> usize {
        self.inner.total_stones()
    }

    /// Number of different values of each observation column: 23 numbers, the sizes of embedding tables.
    #[getter]
    fn observation_vocabulary(&self) -> Vec<usize> {
        kumalak_env::observation_vocabulary(&self.inner).to_vec()
    }

    /// The name.
    #[getter]
    fn name(&self) -> &'static str {
        kumalak_env::Rules::PRESETS
            .iter()
            .find(|(_, rules)| *rules == self.inner)
            .map(|&(name, _)| name)
            .expect("Python makes rule sets by name alone")
    }

    fn __repr__(&self) -> String {
        format!("Rules({:?})", self.name())
    }

    fn __hash__(&self) -> u64 {
        hash_of(&self.inner)
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> (Py<PyAny>, (&'static str,)) {
        (slf.get_type().into_any().unbind(), (slf.get().name(),))
    }
}

/// The rules that a function was given, or the standard game.
pub(crate) fn rules_or_standard(rules: Option<Rules>) -> kumalak_env::Rules {
    rules.map_or(kumalak_env::Rules::STANDARD, |rules| rules.inner)
}

pub(crate) fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
