//! Generates the JavaScript bindings of a WebAssembly module: `xtask-bindgen MODULE DIRECTORY`.
//!
//! With the option `--names`, the module keeps the names of its functions.
//!
//! It is a separate program so that the other commands do not have to build wasm-bindgen.

use std::path::Path;
use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (module, folder, keep_names) = match arguments.as_slice() {
        [module, folder] => (module, folder, false),
        [module, folder, option] if option == "--names" => (module, folder, true),
        _ => {
            eprintln!("usage: xtask-bindgen MODULE DIRECTORY [--names]");
            return ExitCode::FAILURE;
        }
    };
    match generate(Path::new(module), Path::new(folder), keep_names) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

/// Writes `engine.js`, its type declarations and `engine_bg.wasm`.
///
/// The page passes the path of the module at run time. If `keep_names` is true, the module contains
/// the names of its functions.
fn generate(module: &Path, folder: &Path, keep_names: bool) -> Result<(), String> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name("engine").omit_default_module_path(true);
    let web = bindgen.web(true).map_err(|error| error.to_string())?;
    web.typescript(true)
        .remove_name_section(!keep_names)
        .remove_producers_section(true)
        .generate(folder)
        .map_err(|error| format!("{}: {error:#}", module.display()))
}
