//! Writes libtorch's folder into the run path of everything this crate links, so that the binary and
//! the tests start without `LD_LIBRARY_PATH`.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let Ok(libtorch) = std::env::var("DEP_TCH_LIBTORCH_LIB") else {
        println!("cargo:warning=torch-sys did not say where libtorch lies; set LD_LIBRARY_PATH to run");
        return;
    };
    println!("cargo:rustc-link-arg=-Wl,-rpath,{libtorch}");
}
