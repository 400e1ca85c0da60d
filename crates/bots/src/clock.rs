//! A monotonic clock for native code and browsers.
//!
//! The crate `web-time` offers the same, but it depends on `js-sys`, which takes longer to compile
//! than this crate.

use std::time::Duration;

/// Returns the time since a fixed point in the life of the process.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn now() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

/// Returns the time since the page was loaded.
#[cfg(target_family = "wasm")]
pub(crate) fn now() -> Duration {
    Duration::from_secs_f64(browser::now() / 1000.0)
}

#[cfg(target_family = "wasm")]
mod browser {
    use wasm_bindgen::prelude::wasm_bindgen;

    #[wasm_bindgen]
    extern "C" {
        /// Milliseconds since the page was loaded.
        #[wasm_bindgen(js_namespace = performance)]
        pub(super) fn now() -> f64;
    }
}
