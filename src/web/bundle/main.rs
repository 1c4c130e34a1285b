//! Writes the JavaScript and the final WebAssembly for a compiled `kifu_web.wasm`, as the program
//! `wasm-bindgen` does. As a library it has the version of `Cargo.lock`, which must be that of the
//! compiled code.

use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, output] = arguments.as_slice() else {
        eprintln!("usage: kifu-web-bundle COMPILED.wasm FOLDER");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    // A seventh of the program would be the names of its functions.
    bindgen.remove_name_section(true);
    bindgen.remove_producers_section(true);
    let written = bindgen
        .input_path(input)
        .web(true)
        .and_then(|bindgen| bindgen.typescript(false).out_name("kifu").generate(output));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
