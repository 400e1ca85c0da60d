//! Constructor of errors about unknown names.

use orrery_protocol::{Code, Fault};

/// Returns the error for an item that does not exist; shortens its name to 60 characters.
pub(crate) fn missing(what: &str, name: &str) -> Fault {
    let name: String = name.chars().take(60).collect();
    Fault::new(Code::NotFound, format!("there is no {what} `{name}`"))
}
