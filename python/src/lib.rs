//! Python bindings.
use pyo3::prelude::*;
/// Module.
#[pymodule]
mod _kumalak {
    use pyo3::prelude::*;
    /// f
    #[pyfunction]
    fn f() -> u32 { 3 }
}
