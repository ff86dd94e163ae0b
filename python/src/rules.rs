use std::collections::hash_map::DefaultHasher;
use std::fmt::Write;
use std::hash::{Hash, Hasher};

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

use crate::errors::value_error;

/// A rule set: a named one, and switches in which it differs.
#[pyclass(frozen, eq, module = "kumalak", from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rules {
    pub(crate) inner: kumalak_env::Rules,
}

#[pymethods]
impl Rules {
    /// The rule set that `text` names, such as "bestemshe" or "standard,pits=5,stones=5", with the switches given as
    /// keywords changed; None for a repetition or ply cap means that there is none.
    #[new]
    #[pyo3(signature = (text = "standard", **switches), text_signature = "(text='standard', *, pits=..., stones=..., \
        tuzdik=..., last_pit=..., same_number=..., majority=..., atsyrau=..., first_stone=..., goal=..., \
        repetition=..., ply_cap=...)")]
    fn new(text: &str, switches: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut text = text.to_owned();
        for (key, value) in switches.into_iter().flatten() {
            let (key, value) = switch(&key, &value)?;
            write!(text, ",{key}={value}").expect("a string can be written to");
        }
        let inner = text.parse().map_err(value_error)?;
        Ok(Self { inner })
    }

    /// The same rules with some switches changed.
    #[pyo3(signature = (**switches), text_signature = "($self, *, pits=..., stones=..., tuzdik=..., last_pit=..., \
        same_number=..., majority=..., atsyrau=..., first_stone=..., goal=..., repetition=..., ply_cap=...)")]
    fn replace(&self, switches: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut changed = Vec::new();
        for (key, value) in switches.into_iter().flatten() {
            changed.push(switch(&key, &value)?);
        }
        for (key, value) in self.inner.switches() {
            if changed.iter().all(|(changed, _)| changed != key) {
                changed.push((key.to_owned(), value));
            }
        }
        let items: Vec<String> = changed
            .iter()
            .map(|(key, value)| format!("{key}={value}"))
            .collect();
        let inner = items.join(",").parse().map_err(value_error)?;
        Ok(Self { inner })
    }

    /// Names of the named rule sets.
    #[classmethod]
    fn names(_class: &Bound<'_, PyType>) -> Vec<&'static str> {
        kumalak_env::Rules::PRESETS.map(|(name, _)| name).to_vec()
    }

    /// The name of the rule set, or None if it has none.
    #[getter]
    fn name(&self) -> Option<&'static str> {
        let mut presets = kumalak_env::Rules::PRESETS.iter();
        presets
            .find(|(_, rules)| *rules == self.inner)
            .map(|&(name, _)| name)
    }

    /// Every switch by its keyword.
    #[getter]
    fn switches<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let switches = PyDict::new(py);
        for (key, value) in self.inner.switches() {
            switches.set_item(key.replace('-', "_"), to_python(py, &value)?)?;
        }
        Ok(switches)
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

    /// Plies after which a game is cut off without a result, or None.
    #[getter]
    fn ply_cap(&self) -> Option<u32> {
        self.inner.ply_cap()
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

    fn __str__(&self) -> String {
        self.inner.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Rules('{}')", self.inner)
    }

    fn __hash__(&self) -> u64 {
        hash_of(&self.inner)
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> (Py<PyAny>, (String,)) {
        (slf.get_type().into_any().unbind(), (slf.get().__str__(),))
    }
}

/// Rules as an argument: a rule set or its text.
pub(crate) enum RulesArgument {
    Rules(Rules),
    Text(String),
}

impl FromPyObject<'_, '_> for RulesArgument {
    type Error = PyErr;

    fn extract(rules: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        if let Ok(text) = rules.extract() {
            return Ok(Self::Text(text));
        }
        rules.extract().map(Self::Rules).map_err(|_| {
            let found = rules.get_type().name();
            let found = found.map_or_else(|_| "another object".to_owned(), |name| name.to_string());
            PyTypeError::new_err(format!("rules must be a kumalak.Rules or its text, got {found}"))
        })
    }
}

/// The rules that a function was given, or the standard game.
pub(crate) fn rules_or_standard(rules: Option<RulesArgument>) -> PyResult<kumalak_env::Rules> {
    match rules {
        None => Ok(kumalak_env::Rules::STANDARD),
        Some(RulesArgument::Rules(rules)) => Ok(rules.inner),
        Some(RulesArgument::Text(text)) => text.parse().map_err(value_error),
    }
}

/// Key and value of a keyword argument, as the text of a rule set has them.
fn switch(key: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<(String, String)> {
    let key = key.extract::<String>()?.replace('_', "-");
    let value = if value.is_none() {
        "none".to_owned()
    } else {
        value.str()?.extract()?
    };
    Ok((key, value))
}

/// A value in the text of a rule set as Python's number, None or string.
fn to_python(py: Python<'_>, value: &str) -> PyResult<Py<PyAny>> {
    match value.parse::<u32>() {
        Ok(number) => number.into_py_any(py),
        Err(_) if value == "none" => Ok(py.None()),
        Err(_) => value.into_py_any(py),
    }
}

pub(crate) fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
