//! Converts the npm package to classic scripts. A page that you open from a `file:`
//! URL can load classic scripts, but cannot import modules or fetch `.wasm` files.

use std::{fs, path::Path};

use anyhow::{Context, Result};

use crate::npm::MODULES;

/// Lists the names of the scripts: first the script with the functions, then for each module a script with its
/// WebAssembly.
pub fn names() -> impl Iterator<Item = String> {
    let modules = MODULES.map(|name| format!("wasm/{name}.js"));
    ["san-strings.js".to_owned()].into_iter().chain(modules)
}

/// Reads the modules in the package folder, and returns them as scripts, in the order of [`names`].
///
/// # Errors
///
/// Fails if the package is missing.
pub fn texts(package: &Path) -> Result<Vec<String>> {
    let read = |name: &str| {
        let path = package.join(name);
        let how = || format!("{}: build the package first, `.ci/npm`", path.display());
        fs::read_to_string(&path).with_context(how)
    };
    let is_script = |line: &&str| !line.starts_with("export ");
    let glue = MODULES.map(|name| -> Result<String> {
        let glue = read(&format!("glue/{name}.js"))?;
        Ok(glue.lines().filter(is_script).flat_map(|line| [line, "\n"]).collect())
    });
    let glue: String = glue.into_iter().collect::<Result<String>>()?;
    let api: String = read("api.js")?.replace("\nexport ", "\n");
    // We wrap everything in one function, because check.js starts its worker from that function's source.
    let script = format!(
        "\"use strict\";\nfunction sanStringsReader() {{\n{glue}{api}\
         return {{ make, once, SanStringsError, glue: {{ read: readGlue, games: gamesGlue, explain: explainGlue }} }};\n}}\n\
         var sanStrings = {{ ...sanStringsReader(), wasm: {{}}, parts: {{}} }};\n"
    );
    let wasm = MODULES.map(|name| {
        let script = read(&format!("wasm/{name}.js"))?;
        Ok(script.replacen("export default ", &format!("sanStrings.wasm.{name} = "), 1))
    });
    [Ok(script)].into_iter().chain(wasm).collect()
}
