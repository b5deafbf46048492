//! Builds the npm package: the crates of `wasm/` compiled to WebAssembly, the JavaScript and type
//! declarations, and the table of shortest games, split into parts.

use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    fmt::Write as _,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail};
use base64::{Engine, prelude::BASE64_STANDARD};
use flate2::{Compression, GzBuilder};
use san_strings::{lichess_counts, shortest_games};
use san_strings_answers::table_part;
use san_strings_core::parse;
use shakmaty::Square;
use wasm_bindgen_cli_support::Bindgen;

/// The WebAssembly modules. The crate of module `NAME` is in `wasm/NAME`.
pub const MODULES: [&str; 3] = ["read", "games", "explain"];

/// Files of `wasm/js` that we copy unchanged.
const SCRIPTS: [&str; 5] = ["api.js", "index.js", "index.d.ts", "read.js", "read.d.ts"];

/// A file of the package: its path and its text.
type File = (String, String);

/// Builds every file of the package from the sources in `repository`, with the program `wasm_opt`.
///
/// # Errors
///
/// Fails if a module cannot be built, or if a source file cannot be read.
pub fn files(repository: &Path, wasm_opt: &Path) -> Result<Vec<File>> {
    build(repository)?;
    let mut files = Vec::new();
    for name in MODULES {
        let (glue, wasm) = module(repository, name, wasm_opt)?;
        let packed = BASE64_STANDARD.encode(packed(&wasm)?);
        files.push((format!("glue/{name}.js"), format!("{glue}export default {name}Glue;\n")));
        files.push((format!("wasm/{name}.js"), format!("export default \"{packed}\";\n")));
    }
    let parts = parts();
    let mut index = "export const parts = {\n".to_owned();
    for (name, rows) in parts {
        // Writing to a `String` cannot fail.
        let _ = writeln!(index, "  {name}: () => import(\"./parts/{name}.js\"),");
        files.push((format!("parts/{name}.js"), format!("export default `{rows}`;\n")));
    }
    files.push(("parts.js".to_owned(), index + "};\n"));
    let read =
        |path: PathBuf| fs::read_to_string(&path).with_context(|| path.display().to_string());
    for name in SCRIPTS {
        files.push((name.to_owned(), read(repository.join("wasm/js").join(name))?));
    }
    let page = read(repository.join("docs/npm.md"))?;
    files.push(("README.md".to_owned(), page.replacen("# In JavaScript", "# san-strings", 1)));
    let package = read(repository.join("wasm/js/package.json"))?;
    let package = package.replace("\"0.0.0\"", &format!("{:?}", env!("CARGO_PKG_VERSION")));
    let package = package.replace("REPOSITORY", env!("CARGO_PKG_REPOSITORY"));
    files.push(("package.json".to_owned(), package));
    files.push(("LICENSE".to_owned(), read(repository.join("LICENSE"))?));
    Ok(files)
}

/// Compiles the modules with cargo.
fn build(repository: &Path) -> Result<()> {
    let mut build = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    build.current_dir(repository).args(["build", "--locked", "--profile", "wasm"]);
    build.args(["--target", "wasm32-unknown-unknown"]);
    build.args(MODULES.map(|name| format!("--package=san-strings-wasm-{name}")));
    if !build.status().context("cargo")?.success() {
        bail!(
            "cargo cannot build the modules. To install their target, run `rustup target add wasm32-unknown-unknown`"
        );
    }
    Ok(())
}

/// Returns the JavaScript glue of a compiled module, and its WebAssembly after wasm-opt has shrunk it. The
/// glue is a classic script that defines the function `{name}Glue`.
fn module(repository: &Path, name: &str, wasm_opt: &Path) -> Result<(String, Vec<u8>)> {
    let target =
        env::var_os("CARGO_TARGET_DIR").map_or_else(|| repository.join("target"), PathBuf::from);
    let built = target.join("wasm32-unknown-unknown/wasm");
    let mut bindgen = Bindgen::new();
    bindgen.input_path(built.join(format!("san_strings_wasm_{name}.wasm"))).typescript(false);
    bindgen
        .no_modules(true)?
        .no_modules_global(&format!("{name}Glue"))?
        .omit_default_module_path(true);
    let mut output = bindgen.remove_producers_section(true).generate_output()?;
    let wasm = output.wasm_mut().emit_wasm();
    let smaller = built.join(format!("{name}.opt.wasm"));
    // We skip memory-packing, which splits the data at runs of zeros. gzip already compresses zeros to almost
    // nothing, whereas every extra segment needs a header.
    let options =
        ["-Oz", "--converge", "--skip-pass=memory-packing", "--strip-target-features", "-", "-o"];
    let mut opt = Command::new(wasm_opt).args(options).arg(&smaller).stdin(Stdio::piped()).spawn();
    let opt = opt.as_mut().map_err(|error| anyhow::anyhow!("{error}"));
    let opt = opt.with_context(|| {
        format!("{}: install it with `npm install binaryen`", wasm_opt.display())
    })?;
    opt.stdin.take().context("a pipe")?.write_all(&wasm)?;
    if !opt.wait()?.success() {
        bail!("{} failed", wasm_opt.display());
    }
    Ok((without_comments(output.js()), fs::read(smaller)?))
}

/// Removes the indentation, blank lines and whole-line comments of a script.
fn without_comments(script: &str) -> String {
    let lines = script.lines().map(str::trim);
    let is_code = |line: &&str| !line.is_empty() && !line.starts_with(['*', '/']);
    lines.filter(is_code).flat_map(|line| [line, "\n"]).collect()
}

/// Compresses bytes with gzip. The same input always yields the same output, because the header contains no
/// timestamp.
fn packed(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut packer = GzBuilder::new().write(Vec::new(), Compression::best());
    packer.write_all(bytes)?;
    Ok(packer.finish()?)
}

/// The sorted names of the parts into which [`parts`] splits the table of shortest games.
pub fn part_names() -> impl Iterator<Item = String> {
    let castling = table_part(parse("O-O").expect("a SAN"));
    let names = Square::ALL.map(|square| square.to_string()).into_iter().chain([castling]);
    names.collect::<BTreeSet<_>>().into_iter()
}

/// Splits the table of shortest games by to-square, with one more part for castling. Adds a column with the
/// number of times that each string was played on lichess.org.
pub fn parts() -> BTreeMap<String, String> {
    let counts = lichess_counts();
    let mut parts = BTreeMap::<String, String>::new();
    for game in shortest_games().iter() {
        let part = parse(game.san).map(table_part).expect("a SAN");
        let _ = writeln!(parts.entry(part).or_default(), "{game}\t{}", counts.of(game.san));
    }
    parts
}
