//! Makes the JavaScript side of a WebAssembly module: `xtask-bindgen MODULE FOLDER`. A program of
//! its own, so that the other commands need not be built with it.

use std::path::Path;
use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder] = arguments.as_slice() else {
        eprintln!("xtask-bindgen MODULE FOLDER");
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

/// Writes `engine.js`, its types and `engine_bg.wasm`. The page says where the module is.
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
