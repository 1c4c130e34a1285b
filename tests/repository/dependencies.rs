//! Checks the rules for dependencies: licences, sources, and the minimum version of Rust.
//!
//! The rules are in `.config/deny.toml`, which cargo-deny reads too. These tests apply them
//! without it, as it takes minutes to install.

use serde_json::Value;
use spdx::{Expression, LicenseReq, ParseMode};
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;
use toml::Table;

const MANIFEST_DIR: &str = env!("CARGO_MANIFEST_DIR");

/// All packages that `Cargo.lock` names, for all systems and features, including kifu itself.
static PACKAGES: LazyLock<Vec<Value>> = LazyLock::new(|| {
    // Not offline: cargo may have to download packages that only other systems need. After
    // `cargo fetch --locked` it needs no network.
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .args(["metadata", "--locked", "--all-features"])
        .args(["--format-version", "1"])
        .current_dir(MANIFEST_DIR)
        .output()
        .expect("cargo can be started");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    metadata["packages"].as_array().unwrap().clone()
});

/// All packages but those of this workspace, which have no source.
fn dependencies() -> impl Iterator<Item = &'static Value> {
    let others = PACKAGES
        .iter()
        .filter(|package| !package["source"].is_null());
    assert_eq!(others.clone().count(), PACKAGES.len() - 10);
    assert!(PACKAGES.len() > 100, "{} packages", PACKAGES.len());
    others
}

/// Returns the name and the version of a package, for messages.
fn label(package: &Value) -> String {
    format!("{} {}", package["name"], package["version"])
}

/// Returns a file of the repository.
fn read(path: &str) -> String {
    std::fs::read_to_string(Path::new(MANIFEST_DIR).join(path)).unwrap()
}

/// Returns a section of the rules.
fn rules(section: &str) -> Table {
    let rules: Table = read(".config/deny.toml").parse().unwrap();
    rules[section].as_table().unwrap().clone()
}

/// Returns a list of texts in a table.
fn list(table: &Table, key: &str) -> Vec<String> {
    let list = table[key].as_array().unwrap().iter();
    list.map(|text| text.as_str().unwrap().to_owned()).collect()
}

/// Reports whether a licence expression is satisfied by the allowed licences.
fn is_satisfied(expression: &str, allowed: &[String]) -> Result<bool, String> {
    // Older packages write `MIT/Apache-2.0`.
    let parsed = Expression::parse_mode(expression, ParseMode::LAX);
    let parsed = parsed.map_err(|error| error.to_string())?;
    Ok(parsed.evaluate(|licence: &LicenseReq| allowed.contains(&licence.to_string())))
}

#[test]
fn every_dependency_has_an_allowed_licence() {
    let rules = rules("licenses");
    let everywhere = list(&rules, "allow");
    let exceptions = rules["exceptions"].as_array().unwrap().iter();
    let exceptions: Vec<&Table> = exceptions.map(|it| it.as_table().unwrap()).collect();
    let mut wrong = Vec::new();
    for package in dependencies() {
        let mut allowed = everywhere.clone();
        for exception in &exceptions {
            if package["name"].as_str() == exception["crate"].as_str() {
                allowed.extend(list(exception, "allow"));
            }
        }
        let expression = package["license"].as_str().unwrap_or_default();
        if is_satisfied(expression, &allowed) != Ok(true) {
            wrong.push(format!("{}: `{expression}`", label(package)));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn licence_expressions_are_evaluated() {
    let allowed = ["MIT", "Zlib"].map(str::to_owned);
    for satisfied in [
        "MIT",
        "GPL-3.0-only OR MIT",
        "GPL-3.0-only/MIT",
        "MIT AND Zlib",
    ] {
        assert_eq!(is_satisfied(satisfied, &allowed), Ok(true), "{satisfied}");
    }
    for unsatisfied in [
        "GPL-3.0-only",
        "MIT AND GPL-3.0-only",
        "(MIT OR Zlib) AND MPL-2.0",
        "Apache-2.0 WITH LLVM-exception",
    ] {
        assert_eq!(
            is_satisfied(unsatisfied, &allowed),
            Ok(false),
            "{unsatisfied}"
        );
    }
    for unknown in ["", "my own"] {
        assert!(is_satisfied(unknown, &allowed).is_err(), "{unknown}");
    }
}

#[test]
fn every_dependency_comes_from_an_allowed_registry() {
    let allowed = list(&rules("sources"), "allow-registry");
    assert_eq!(allowed.len(), 1, "crates.io alone");
    let expected = format!("registry+{}", allowed[0]);
    let elsewhere = dependencies().filter(|it| it["source"].as_str() != Some(&expected));
    let elsewhere: Vec<String> = elsewhere.map(label).collect();
    assert!(elsewhere.is_empty(), "{elsewhere:#?}");
}

/// Parses a version of Rust: `1.95`, `1.95.0`, `1.97.0-nightly`.
fn rust_version(text: &str) -> [u32; 3] {
    let release = text.split('-').next().unwrap();
    let mut numbers = [0; 3];
    for (at, number) in release.split('.').enumerate() {
        numbers[at] = number.parse().unwrap_or_else(|_| panic!("`{text}`"));
    }
    numbers
}

#[test]
fn readme_names_the_minimum_rust_version() {
    let minimum = env!("CARGO_PKG_RUST_VERSION");
    let readme = read("README.md");
    let versions: Vec<&str> = readme
        .split("Rust ")
        .skip(1)
        .filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        .map(|rest| rest.split([' ', ',', ')', '\n']).next().unwrap())
        .map(|version| version.trim_end_matches('.'))
        .collect();
    assert!(!versions.is_empty(), "the README names no version of Rust");
    assert!(
        versions.iter().all(|version| *version == minimum),
        "{versions:?}"
    );
}

#[test]
fn no_dependency_needs_a_newer_rust() {
    let minimum = rust_version(env!("CARGO_PKG_RUST_VERSION"));
    let declared =
        dependencies().filter_map(|package| Some((package, package["rust_version"].as_str()?)));
    let declared: Vec<_> = declared.collect();
    assert!(declared.len() > 100, "{} with a version", declared.len());
    let newer = declared
        .iter()
        .filter(|(_, needed)| rust_version(needed) > minimum);
    let newer: Vec<String> = newer
        .map(|(package, needed)| format!("{} needs Rust {needed}", label(package)))
        .collect();
    assert!(newer.is_empty(), "{newer:#?}");
}

#[test]
fn compiler_is_not_older_than_the_minimum() {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let output = Command::new(rustc)
        .arg("-vV")
        .current_dir(MANIFEST_DIR)
        .output()
        .expect("rustc can be started");
    let text = String::from_utf8(output.stdout).unwrap();
    let release = text.lines().find_map(|line| line.strip_prefix("release: "));
    let release = release.expect("rustc reports its release");
    let minimum = env!("CARGO_PKG_RUST_VERSION");
    assert!(rust_version(release) >= rust_version(minimum), "{release}");
}
