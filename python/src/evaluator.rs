//! Networks and whatever else judges positions on the side of Python.

use kumalak_env::MAX_PITS;
use kumalak_selfplay::Evaluations;
use numpy::ndarray::{ArrayView2, Ix1, Ix2};
use numpy::{
    PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArray,
    PyUntypedArrayMethods, ToPyArray, dtype,
};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::EvaluatorError;

/// Results that have a probability: win, draw and loss.
const OUTCOMES: usize = 3;

/// A callable of Python that judges positions for a search: observations `[B, 23]`, uint8, in; policy logits `[B, 9]`,
/// probabilities of win, draw and loss `[B, 3]` and margins `[B]` out.
///
/// The search runs without the interpreter's lock and takes it for each call. What the callable raises ends the search and
/// is raised again by whoever started it.
pub(crate) struct PythonEvaluator {
    callable: Py<PyAny>,
}

impl PythonEvaluator {
    pub(crate) fn new(callable: Py<PyAny>) -> Self {
        Self { callable }
    }

    fn ask(
        &self,
        py: Python<'_>,
        observations: ArrayView2<'_, u8>,
        evaluations: &mut Evaluations,
    ) -> PyResult<()> {
        let batch = observations.nrows();
        let answer = self.callable.bind(py).call1((observations.to_pyarray(py),))?;
        let (policy_logits, outcome, margin) = parts(&answer)?;
        let policy_logits = floats(&policy_logits, "policy_logits", &[batch, MAX_PITS])?;
        let outcome = floats(&outcome, "outcome", &[batch, OUTCOMES])?;
        let margin = floats(&margin, "margin", &[batch])?;
        // The shapes were checked, so that the dimensions fit. Rows beyond the batch are not asked for.
        let rows = ..batch;
        for (to, from) in [
            (&mut evaluations.policy_logits, policy_logits),
            (&mut evaluations.outcome, outcome),
        ] {
            let from = from.as_array().into_dimensionality::<Ix2>();
            let from = from.expect("an array of two dimensions");
            to.slice_mut(numpy::ndarray::s![rows, ..]).assign(&from);
        }
        let margin = margin.as_array().into_dimensionality::<Ix1>();
        let margin = margin.expect("an array of one dimension");
        evaluations
            .margin
            .slice_mut(numpy::ndarray::s![rows])
            .assign(&margin);
        Ok(())
    }
}

impl kumalak_selfplay::Evaluator for PythonEvaluator {
    fn evaluate(
        &mut self,
        observations: ArrayView2<'_, u8>,
        evaluations: &mut Evaluations,
    ) -> Result<(), kumalak_selfplay::EvaluatorError> {
        Python::attach(|py| self.ask(py, observations, evaluations))
            .map_err(|raised| kumalak_selfplay::EvaluatorError(Box::new(raised)))
    }
}

type Parts<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>);

fn parts<'py>(answer: &Bound<'py, PyAny>) -> PyResult<Parts<'py>> {
    let parts = answer
        .cast::<PyTuple>()
        .ok()
        .and_then(|tuple| tuple.extract().ok());
    parts.ok_or_else(|| {
        let name = answer.get_type().name();
        let found = match answer.cast::<PyTuple>() {
            Ok(tuple) => format!("a tuple of {}", tuple.len()),
            Err(_) => name.map_or_else(|_| "another object".to_owned(), |name| name.to_string()),
        };
        EvaluatorError::new_err(format!(
            "an evaluator must return a tuple (policy_logits, outcome, margin), got {found}"
        ))
    })
}

/// The numbers of anything that NumPy takes for an array of floats with this shape.
fn floats<'py>(
    answer: &Bound<'py, PyAny>,
    name: &str,
    shape: &[usize],
) -> PyResult<PyReadonlyArrayDyn<'py, f32>> {
    let py = answer.py();
    let array = match answer.cast::<PyUntypedArray>() {
        Ok(array) => array.clone(),
        Err(_) => {
            let array = py.import("numpy")?.call_method1("asarray", (answer,))?;
            array.cast_into::<PyUntypedArray>()?
        }
    };
    if array.dtype().kind() != b'f' || array.shape() != shape {
        return Err(EvaluatorError::new_err(format!(
            "{name} must be an array of floats with shape {shape:?}, got {} with shape {:?}",
            array.dtype(),
            array.shape()
        )));
    }
    let array = match array.cast::<PyArrayDyn<f32>>() {
        Ok(array) => array.clone(),
        Err(_) => array
            .call_method1("astype", (dtype::<f32>(py),))?
            .cast_into::<PyArrayDyn<f32>>()?,
    };
    Ok(array.try_readonly()?)
}
