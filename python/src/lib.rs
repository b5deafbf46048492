//! The extension module `san_strings._native`: bindings to the library, with numpy arrays.
//! The Python code in `san_strings/` wraps this module in a more convenient interface.

mod boards;
mod cores;
mod encode;
mod explain;
mod legal;
mod parts;
mod position;
mod positions;
mod reading;
mod source;
mod vocabulary;

use std::ffi::OsString;

use numpy::PyArrayMethods;
use pyo3::{exceptions::PyValueError, prelude::*};

/// An array of ids and an array of offsets.
type Ragged<'py> = (Bound<'py, numpy::PyArray1<u16>>, Bound<'py, numpy::PyArray1<i64>>);

/// Splits an array into slices, at the given offsets.
fn pieces<'a, T>(values: &'a [T], offsets: &[i64]) -> PyResult<Vec<&'a [T]>> {
    let piece = |ends: &[i64]| {
        let at = |end: i64| usize::try_from(end).ok();
        values.get(at(ends[0])?..at(ends[1])?)
    };
    let pieces: Option<Vec<&[T]>> = offsets.windows(2).map(piece).collect();
    pieces.ok_or_else(|| PyValueError::new_err("offsets beyond the end, or out of order"))
}

/// Runs the command `san-strings`. As in `argv`, the first argument is the name of the program. Returns
/// the exit code.
#[pyfunction]
fn run(py: Python<'_>, args: Vec<OsString>) -> u8 {
    cores::detached(py, 0, || san_strings::run(args) as u8)
}

/// Panics, so that we can test that a panic becomes an exception.
#[pyfunction]
fn _panic(on_thread: bool) -> PyResult<()> {
    if on_thread {
        rayon::join(|| (), || assert!(!on_thread, "asked for, on a thread"));
    }
    assert!(on_thread, "asked for");
    Ok(())
}

/// Loads the parts of numpy that the crate `numpy` needs. If Python raises an exception while they load,
/// the crate panics. Ctrl-C raises an exception only on the main thread, so we load these parts on a new
/// thread.
fn load_numpy(py: Python<'_>) -> PyResult<()> {
    py.import("numpy.lib")?;
    let load = || Python::attach(|py| drop(numpy::PyArray1::<u16>::zeros(py, 0, false).readonly()));
    py.detach(|| cores::join(std::thread::spawn(load)));
    Ok(())
}

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::{
        _panic,
        boards::boards_of,
        encode::{
            Reader, chosen, databases_in, encode_buffers, encode_texts, numbers, outcomes,
            read_sources,
        },
        explain::explain,
        legal::legal_of,
        parts::parts_of,
        position::Position,
        positions::Positions,
        reading::{Reading, legality_of, read_fen},
        run,
        vocabulary::Vocabulary,
    };
    use pyo3::prelude::*;

    use super::load_numpy;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        load_numpy(module.py())?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
