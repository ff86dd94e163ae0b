//! Writes libtorch's folder into the run path of everything this crate links, so that the binary and
//! the tests start without `LD_LIBRARY_PATH`; and tells the program what it was built from.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    link_libtorch();
    describe_build();
}

fn link_libtorch() {
    let Ok(libtorch) = std::env::var("DEP_TCH_LIBTORCH_LIB") else {
        println!("cargo:warning=torch-sys did not say where libtorch lies; set LD_LIBRARY_PATH to run");
        return;
    };
    println!("cargo:rustc-link-arg=-Wl,-rpath,{libtorch}");
}

/// The provenance of a run names the revision, the compiler and the library that were built together.
fn describe_build() {
    // `logs/HEAD` grows with every commit and checkout; the sources decide whether the revision is dirty.
    for watched in ["src", "../selfplay/src", "../env/src"] {
        println!("cargo:rerun-if-changed={watched}");
    }
    if let Some(log) = output("git", &["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo:rerun-if-changed={log}");
    }
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let git = output(
        "git",
        &["describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"],
    );
    set("KUMALAK_GIT", git);
    set("KUMALAK_RUSTC", output(&rustc, &["--version"]));
    set("KUMALAK_LIBTORCH", libtorch_version());
}

/// What the file `torch/version.py` says, beside the folder of libtorch.
fn libtorch_version() -> Option<String> {
    let libtorch = std::env::var("DEP_TCH_LIBTORCH_LIB").ok()?;
    let text = std::fs::read_to_string(Path::new(&libtorch).parent()?.join("version.py")).ok()?;
    let line = text.lines().find(|line| line.starts_with("__version__"))?;
    Some(line.split_once('=')?.1.trim().trim_matches('\'').to_owned())
}

fn set(name: &str, value: Option<String>) {
    println!("cargo:rustc-env={name}={}", value.as_deref().unwrap_or("unknown"));
}

fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && !text.trim().is_empty()).then(|| text.trim().to_owned())
}
