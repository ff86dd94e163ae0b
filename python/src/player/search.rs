//! How a player made from an evaluator searches.

use std::ops::RangeInclusive;

use kumalak_selfplay::{InvalidSetting, NetworkSearch, SearchKind, TimeText};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::value_error;

/// How an evaluator is searched with.
#[derive(Clone, Copy)]
pub(crate) struct EvaluatorSearch {
    pub(crate) search: NetworkSearch,
    /// Positions of one game that the evaluator sees in one call.
    pub(crate) leaves: u32,
}

impl EvaluatorSearch {
    /// From keywords that have the names and values of the options of `net:PATH`; `None` for the search "none".
    pub(crate) fn parse(
        search: &str,
        sims: Option<i64>,
        time: Option<&str>,
        nodes: Option<i64>,
        leaves: i64,
    ) -> PyResult<Option<Self>> {
        let selection = match search {
            "puct" => SearchKind::Puct,
            "gumbel" => SearchKind::Gumbel,
            "none" => {
                refuse_bounds(sims, time, nodes)?;
                return Ok(None);
            }
            _ => {
                return Err(PyValueError::new_err(format!(
                    "search must be \"puct\", \"gumbel\" or \"none\", got {search:?}"
                )));
            }
        };
        if sims.is_none() && (time.is_none() || selection == SearchKind::Gumbel) {
            let expected = match selection {
                SearchKind::Puct => "sims or time",
                SearchKind::Gumbel => "sims",
            };
            return Err(PyValueError::new_err(format!(
                "a search {search:?} needs {expected}, as in sims=64"
            )));
        }
        let in_range = |name, expected, range, number: Option<i64>| {
            number
                .map(|number| whole(name, expected, range, number))
                .transpose()
        };
        let time = time.map(|time| {
            let time: Result<TimeText, _> = time.parse();
            time.map_err(|error| PyValueError::new_err(format!("time: {error}")))
        });
        let search = NetworkSearch {
            simulations: in_range("sims", "from 1 to 1000000", 1..=1_000_000, sims)?,
            selection,
            time: time.transpose()?.map(|time| time.0),
            nodes: in_range("nodes", "from 2 to 1073741824", 2..=1 << 30, nodes)?,
            ending_nodes: None,
        };
        let leaves = whole("leaves", "from 1 to 255", 1..=255, leaves)?;
        Ok(Some(Self { search, leaves }))
    }
}

fn refuse_bounds(sims: Option<i64>, time: Option<&str>, nodes: Option<i64>) -> PyResult<()> {
    let given = [
        ("sims", sims.is_some()),
        ("time", time.is_some()),
        ("nodes", nodes.is_some()),
    ];
    match given.iter().find(|(_, is_given)| *is_given) {
        None => Ok(()),
        Some((key, _)) => Err(PyValueError::new_err(format!(
            "{key} bounds a search, and search is \"none\""
        ))),
    }
}

fn whole(name: &str, expected: &'static str, range: RangeInclusive<i64>, number: i64) -> PyResult<u32> {
    InvalidSetting::unless(range.contains(&number), name, expected, number).map_err(value_error)?;
    u32::try_from(number).map_err(value_error)
}
