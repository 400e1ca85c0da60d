//! Checks of NumPy arrays that callers pass.

use crate::errors;
use numpy::{
    Element, PyArrayMethods as _, PyReadonlyArrayDyn, PyReadwriteArrayDyn,
    PyUntypedArrayMethods as _,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// Borrows an array for writing. Its dtype, shape and layout must match.
pub(crate) fn writable<'py, T: Element>(
    name: &str,
    array: &Bound<'py, PyAny>,
    shape: &[usize],
) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    let borrow_error = |error| errors::value(format!("`{name}`: {error}"));
    checked(name, array, shape)?.try_readwrite().map_err(borrow_error)
}

/// Borrows an array for reading. Its dtype, shape and layout must match.
pub(crate) fn readable<'py, T: Element>(
    name: &str,
    array: &Bound<'py, PyAny>,
    shape: &[usize],
) -> PyResult<PyReadonlyArrayDyn<'py, T>> {
    let borrow_error = |error| errors::value(format!("`{name}`: {error}"));
    checked(name, array, shape)?.try_readonly().map_err(borrow_error)
}

/// Checks the dtype, the shape and the layout of an array.
fn checked<'a, 'py, T: Element>(
    name: &str,
    array: &'a Bound<'py, PyAny>,
    shape: &[usize],
) -> PyResult<&'a Bound<'py, numpy::PyArrayDyn<T>>> {
    let typed = array.cast::<numpy::PyArrayDyn<T>>().map_err(|_| {
        PyTypeError::new_err(format!(
            "`{name}` must be an array of {}",
            dtype_name::<T>(array.py())
        ))
    })?;
    if typed.shape() != shape {
        let found = typed.shape();
        return Err(errors::value(format!("`{name}` has shape {found:?} instead of {shape:?}")));
    }
    if !typed.is_c_contiguous() {
        return Err(errors::value(format!("`{name}` must be contiguous in C order")));
    }
    Ok(typed)
}

fn dtype_name<T: Element>(py: Python<'_>) -> String {
    T::get_dtype(py).to_string()
}
