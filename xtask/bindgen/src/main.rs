//! Generates the JavaScript bindings of a WebAssembly module: `xtask-bindgen MODULE DIRECTORY`.
//!
//! It is a separate program so that the other commands do not have to build wasm-bindgen.

use std::path::Path;
use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder] = arguments.as_slice() else {
        eprintln!("usage: xtask-bindgen MODULE DIRECTORY");
        return ExitCode::FAILURE;
    };
    match generate(Path::new(module), Path::new(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

/// Writes `engine.js`, its type declarations and `engine_bg.wasm`.
///
/// The page passes the path of the module at run time.
fn generate(module: &Path, folder: &Path) -> Result<(), String> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name("engine").omit_default_module_path(true);
    let web = bindgen.web(true).map_err(|error| error.to_string())?;
    web.typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(folder)
        .map_err(|error| format!("{}: {error:#}", module.display()))
}
