//! Observations as NumPy arrays.

use kumalak_env::{
    MAX_PITS, OPPONENT_KAZAN, OPPONENT_PITS, OPPONENT_TUZDIK, OWN_KAZAN, OWN_TUZDIK, Observation,
    ObservationKind, encode_planes, observation_scale, scale_observation,
};
use numpy::{IntoPyArray, PyArray1, PyArrayDyn, PyArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::errors::value_error;

/// Which observations are asked for: one array, or several by name.
#[derive(Clone)]
pub(crate) enum ObservationChoice {
    One(ObservationKind),
    Several(Vec<ObservationKind>),
}

impl ObservationChoice {
    pub(crate) fn parse(choice: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let Some(choice) = choice else {
            return Ok(Self::One(ObservationKind::Tokens));
        };
        if let Ok(name) = choice.cast::<PyString>() {
            return Ok(Self::One(name.to_str()?.parse().map_err(value_error)?));
        }
        let names = choice
            .extract::<Vec<String>>()
            .map_err(|_| PyTypeError::new_err("observation must be a name, or a list or tuple of names"))?;
        let mut kinds: Vec<ObservationKind> = Vec::new();
        for name in &names {
            let kind = name.parse().map_err(value_error)?;
            if kinds.contains(&kind) {
                return Err(PyValueError::new_err(format!("observation names {name:?} twice")));
            }
            kinds.push(kind);
        }
        if kinds.is_empty() {
            return Err(PyValueError::new_err("observation must name at least one kind"));
        }
        Ok(Self::Several(kinds))
    }

    /// The name, or a tuple of the names.
    pub(crate) fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Self::One(kind) => Ok(PyString::new(py, kind.name()).into_any()),
            Self::Several(kinds) => Ok(PyTuple::new(py, kinds.iter().map(|kind| kind.name()))?.into_any()),
        }
    }

    /// What is asked for: one array, or a dict of arrays.
    pub(crate) fn collect<'py>(
        &self,
        py: Python<'py>,
        array: impl Fn(ObservationKind) -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Self::One(kind) => array(*kind),
            Self::Several(kinds) => {
                let arrays = PyDict::new(py);
                for &kind in kinds {
                    arrays.set_item(kind.name(), array(kind)?)?;
                }
                Ok(arrays.into_any())
            }
        }
    }
}

/// The observation of one position, in its own shape.
pub(crate) fn observe<'py>(
    py: Python<'py>,
    position: &kumalak_env::Position,
    rules: &kumalak_env::Rules,
    occurrences: u32,
    kind: ObservationKind,
) -> PyResult<Bound<'py, PyAny>> {
    if kind == ObservationKind::Landing {
        let landing = position.landing_map(rules);
        return shaped(PyArray1::from_slice(py, landing.as_flattened()), &[], kind);
    }
    encode(py, rules, &[position.observation(occurrences)], kind)?.get_item(0)
}

/// The same position as the side that is not to move sees it.
pub(crate) fn seen_by_opponent(mut tokens: Observation) -> Observation {
    let (own, others) = tokens.split_at_mut(OPPONENT_PITS);
    own.swap_with_slice(&mut others[..MAX_PITS]);
    tokens.swap(OWN_KAZAN, OPPONENT_KAZAN);
    tokens.swap(OWN_TUZDIK, OPPONENT_TUZDIK);
    tokens
}

/// Observations of `K` boards in another encoding: `[K, …]`. Nobody is to move there, so landing maps are zeros.
pub(crate) fn encode<'py>(
    py: Python<'py>,
    rules: &kumalak_env::Rules,
    tokens: &[Observation],
    kind: ObservationKind,
) -> PyResult<Bound<'py, PyAny>> {
    let boards = [tokens.len()];
    match kind {
        ObservationKind::Tokens => shaped(PyArray1::from_slice(py, tokens.as_flattened()), &boards, kind),
        ObservationKind::Planes => {
            let mut planes = vec![[0; kumalak_env::PLANES_LEN]; tokens.len()];
            for (planes, tokens) in planes.iter_mut().zip(tokens) {
                encode_planes(rules, tokens, planes);
            }
            shaped(planes.into_flattened().into_pyarray(py), &boards, kind)
        }
        ObservationKind::Scaled => {
            let scale = observation_scale(rules);
            let mut scaled = vec![[0.0; kumalak_env::OBSERVATION_LEN]; tokens.len()];
            for (scaled, tokens) in scaled.iter_mut().zip(tokens) {
                scale_observation(tokens, &scale, scaled);
            }
            shaped(scaled.into_flattened().into_pyarray(py), &boards, kind)
        }
        ObservationKind::Landing => shaped(
            vec![0_u8; tokens.len() * kind.numbers()].into_pyarray(py),
            &boards,
            kind,
        ),
    }
}

/// A flat array in the shape of `boards` and then of the kind.
pub(crate) fn shaped<'py, T: numpy::Element>(
    flat: Bound<'py, PyArray1<T>>,
    boards: &[usize],
    kind: ObservationKind,
) -> PyResult<Bound<'py, PyAny>> {
    let shape = [boards, kind.shape()].concat();
    let array: Bound<'py, PyArrayDyn<T>> = flat.reshape(shape)?;
    Ok(array.into_any())
}
