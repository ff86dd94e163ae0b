//! Arrays that Python hands in, checked once for all boards.

use numpy::{
    Element, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn, PyUntypedArray,
    PyUntypedArrayMethods, dtype,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// A C-contiguous, writable array with this type and shape.
pub(crate) fn writable<'py, T: Element>(
    array: &Bound<'py, PyAny>,
    name: &str,
    shape: &[usize],
) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    let Ok(typed) = array.cast::<PyArrayDyn<T>>() else {
        return Err(unexpected::<T>(array, name, shape));
    };
    if typed.shape() != shape || !typed.is_c_contiguous() {
        return Err(unexpected::<T>(array, name, shape));
    }
    typed
        .try_readwrite()
        .map_err(|error| PyValueError::new_err(format!("{name} cannot be written to: {error}")))
}

fn unexpected<T: Element>(array: &Bound<'_, PyAny>, name: &str, shape: &[usize]) -> PyErr {
    let wanted = format!(
        "{name} must be a C-contiguous array of {} with shape {shape:?}",
        dtype::<T>(array.py())
    );
    match array.cast::<PyUntypedArray>() {
        Ok(found) => {
            let order = if found.is_c_contiguous() {
                ""
            } else {
                ", not C-contiguous"
            };
            PyValueError::new_err(format!(
                "{wanted}, got {} with shape {:?}{order}",
                found.dtype(),
                found.shape()
            ))
        }
        Err(_) => PyTypeError::new_err(format!("{wanted}, got {}", type_name(array))),
    }
}

/// The numbers of anything that NumPy takes for an array of whole numbers, row by row, and its shape.
pub(crate) fn whole_numbers(array: &Bound<'_, PyAny>, name: &str) -> PyResult<(Vec<i64>, Vec<usize>)> {
    let numpy = array.py().import("numpy")?;
    let array = numpy.call_method1("asarray", (array,))?;
    let untyped = array.cast::<PyUntypedArray>()?;
    // NumPy takes an empty list for floats.
    if untyped.len() > 0 && !matches!(untyped.dtype().kind(), b'i' | b'u') {
        return Err(PyTypeError::new_err(format!(
            "{name} must hold whole numbers, got {}",
            untyped.dtype()
        )));
    }
    let shape = untyped.shape().to_vec();
    let wide = array.call_method1("astype", (dtype::<i64>(array.py()),))?;
    let wide = wide.cast_into::<PyArrayDyn<i64>>()?;
    let numbers = wide.try_readonly()?.as_array().iter().copied().collect();
    Ok((numbers, shape))
}

/// The truth values of anything that NumPy takes for an array of them with so many entries.
pub(crate) fn booleans(array: &Bound<'_, PyAny>, name: &str, entries: usize) -> PyResult<Vec<bool>> {
    let numpy = array.py().import("numpy")?;
    let array = numpy.call_method1("asarray", (array,))?;
    let untyped = array.cast::<PyUntypedArray>()?;
    let wanted = format!("{name} must be an array of bool with shape [{entries}]");
    if untyped.dtype().kind() != b'b' {
        return Err(PyTypeError::new_err(format!("{wanted}, got {}", untyped.dtype())));
    }
    if untyped.shape() != [entries] {
        return Err(PyValueError::new_err(format!(
            "{wanted}, got shape {:?}",
            untyped.shape()
        )));
    }
    let typed = array.cast::<PyArrayDyn<bool>>()?;
    Ok(typed.try_readonly()?.as_array().iter().copied().collect())
}

/// A whole number from `least` on.
pub(crate) fn whole_number(number: &Bound<'_, PyAny>, name: &str, least: usize) -> PyResult<usize> {
    let index = number.py().import("operator")?.call_method1("index", (number,));
    let Ok(index) = index else {
        return Err(PyTypeError::new_err(format!(
            "{name} must be a whole number, got {}",
            type_name(number)
        )));
    };
    match index.extract::<usize>() {
        Ok(found) if found >= least => Ok(found),
        _ => Err(PyValueError::new_err(format!(
            "{name} must be a whole number from {least} on, got {index}"
        ))),
    }
}

pub(crate) fn type_name(object: &Bound<'_, PyAny>) -> String {
    let name = object.get_type().name();
    name.map_or_else(|_| "another object".to_owned(), |name| name.to_string())
}
