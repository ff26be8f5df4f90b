//! Tests of `scripts/package`.

#![cfg(target_os = "linux")]

use std::process::Command;

use crate::{Folder, repository};

/// The tarball has the binary, completions and manual pages, and its checksum is right.
#[test]
fn the_tarball_is_complete() {
    let script = repository().join("scripts/package");
    if !script.is_file() || !repository().join("README.md").is_file() {
        println!("not tested, there are no scripts");
        return;
    }
    let folder = Folder::new();
    let out = folder.path("out");
    // The script does not look into the libraries, so these stand for them.
    let libraries = folder.path("libraries");
    std::fs::create_dir(&libraries).unwrap();
    for library in ["libigc.so", "libigc.a"] {
        std::fs::write(format!("{libraries}/{library}"), library).unwrap();
    }
    let mut command = Command::new(script);
    command.arg(&out).env("IGC_BINARY", env!("CARGO_BIN_EXE_igc")).env("IGC_LIBRARY", &libraries);
    // The binary of the tests is large.
    command.env("IGC_COMPRESSION", "1");
    let done = command.output().unwrap();
    assert!(done.status.success(), "{done:?}");
    let run = |command: &str| {
        let done = Command::new("sh").args(["-c", command]).current_dir(&out).output().unwrap();
        assert!(done.status.success(), "{command}: {done:?}");
        String::from_utf8(done.stdout).unwrap()
    };
    run("sha256sum --check SHA256SUMS");
    let version = concat!("igc ", env!("CARGO_PKG_VERSION"));
    run("mkdir unpacked && tar -C unpacked --strip-components=1 -xzf igc-*.tar.gz");
    assert!(run("unpacked/bin/igc --version").starts_with(version));
    assert_eq!(run("cat unpacked/lib/libigc.so"), "libigc.so", "the name is a link to the library");
    let files = run("cd unpacked && find . -type f");
    for file in [
        "./share/bash-completion/completions/igc",
        "./share/zsh/site-functions/_igc",
        "./share/fish/vendor_completions.d/igc.fish",
        "./share/man/man1/igc.1.gz",
        "./share/man/man1/igc-graph-info.1.gz",
        "./share/doc/igc/LICENSE-MIT",
        "./include/igc.h",
        concat!("./lib/libigc.so.", env!("CARGO_PKG_VERSION")),
        "./lib/libigc.a",
        "./lib/pkgconfig/igc.pc",
        "./lib/cmake/igc/igcConfig.cmake",
        "./lib/cmake/igc/igcConfigVersion.cmake",
    ] {
        assert!(files.lines().any(|line| line == file), "{file} is not in\n{files}");
    }
    // The Debian package takes the same files.
    let manifest = std::fs::read_to_string(repository().join("cli/Cargo.toml")).unwrap();
    let assets = manifest.lines().filter_map(|line| line.trim().strip_prefix("[\"../target/"));
    let mut count = 0;
    for asset in assets {
        let path = asset.split('"').next().unwrap().strip_prefix("package-root").unwrap();
        let start = path.trim_end_matches('*');
        assert!(files.lines().any(|line| line[1..].starts_with(start)), "{path}");
        count += 1;
    }
    assert_eq!(count, 9);
}

/// The script changes the two places, and a second call replaces the addresses of the first.
#[test]
fn addresses_are_set_in_one_place() {
    let script = repository().join("scripts/set-addresses");
    if !script.is_file() || !repository().join("README.md").is_file() {
        println!("not tested, there are no scripts");
        return;
    }
    let folder = Folder::new();
    std::fs::create_dir(folder.path("scripts")).unwrap();
    for file in ["scripts/set-addresses", "README.md", "Cargo.toml"] {
        std::fs::copy(repository().join(file), folder.path(file)).unwrap();
    }
    let before = folder.read("Cargo.toml");
    let set = |addresses: [&str; 2]| {
        let mut command = Command::new(folder.path("scripts/set-addresses"));
        command.args(addresses).output().unwrap().status.code()
    };
    for name in ["one", "two"] {
        let (repository, book) =
            (format!("https://git.test/{name}"), format!("https://{name}.test"));
        assert_eq!(set([&repository, &format!("{book}/")]), Some(0));
        let manifest = folder.read("Cargo.toml");
        assert_eq!(manifest.matches("\nrepository = ").count(), 1);
        assert!(
            manifest.contains(&format!("\nrepository = \"{repository}\"\nhomepage = \"{book}\"\n"))
        );
        assert_eq!(manifest.lines().count(), before.lines().count());
        let readme = folder.read("README.md");
        assert!(readme.contains(&format!("git clone {repository}\n")), "{readme}");
        assert!(readme.contains(&format!("[Book]({book})")), "{readme}");
    }
    assert!(!folder.read("README.md").contains("git.test/one"));
    assert_eq!(set(["https://git.test/x", "no address"]), Some(2));
    assert!(folder.read("Cargo.toml").contains("git.test/two"), "nothing changes");
}
