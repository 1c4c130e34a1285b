//! The files that packages take agree with each other and with the program.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn read(name: &str) -> String {
    fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Returns the section `package` of `Cargo.toml`.
fn package() -> Table {
    let manifest: Table = read("Cargo.toml").parse().unwrap();
    manifest["package"].as_table().unwrap().clone()
}

/// Returns what all packages of the workspace share.
fn workspace_package() -> Table {
    let manifest: Table = read("Cargo.toml").parse().unwrap();
    manifest["workspace"]["package"].as_table().unwrap().clone()
}

/// Returns the assets of the Debian package: the source and the target of each.
fn assets() -> Vec<(String, String)> {
    let package = package();
    let assets = package["metadata"]["deb"]["assets"].as_array().unwrap();
    let text = |asset: &Value, at: usize| asset[at].as_str().unwrap().to_owned();
    let assets = assets.iter();
    assets.map(|it| (text(it, 0), text(it, 1))).collect()
}

/// Returns the values of a key in the desktop entry.
fn entry(key: &str) -> Vec<String> {
    let text = read(".packaging/kifu.desktop");
    let value = text
        .lines()
        .find_map(|line| line.strip_prefix(key)?.strip_prefix('='));
    let value = value.unwrap_or_else(|| panic!("the desktop entry has no {key}"));
    let words = value.split(';').filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

/// Returns the texts between two marks.
fn between<'t>(text: &'t str, start: &str, end: &str) -> Vec<&'t str> {
    let parts = text.split(start).skip(1);
    parts.map(|part| part.split(end).next().unwrap()).collect()
}

const METAINFO: &str = ".packaging/arpa.home.kifu.metainfo.xml";

#[test]
fn every_asset_of_the_package_exists() {
    let assets = assets();
    assert!(assets.len() > 15);
    for (source, _) in &assets {
        if source.starts_with("target/") {
            continue;
        }
        let (folder, name) = source.rsplit_once('/').unwrap_or((".", source));
        let found = match name.split_once('*') {
            None => path(source).is_file(),
            Some((start, end)) => fs::read_dir(path(folder)).unwrap().any(|file| {
                let name = file.unwrap().file_name();
                let name = name.to_str().unwrap();
                name.starts_with(start) && name.ends_with(end)
            }),
        };
        assert!(found, "{source}");
    }
    // The script that makes the package writes the files that the program generates.
    let script = read(".ci/deb");
    let made = |name: &str| script.contains(name);
    for (source, _) in assets.iter().filter(|(it, _)| it.contains("packaging/")) {
        let file = source.rsplit('/').next().unwrap();
        let extension = file.rsplit('.').next().unwrap();
        let is_made = source.starts_with(".packaging") || made(file) || made(extension);
        assert!(is_made, "{source}");
    }
}

#[test]
fn icons_have_the_sizes_of_their_folders() {
    let assets = assets();
    let pngs = assets
        .iter()
        .filter(|(source, _)| source.rsplit('.').next() == Some("png"));
    let mut sizes = BTreeSet::new();
    for (source, target) in pngs {
        let picture = image::open(path(source)).unwrap();
        let size = picture.width();
        assert_eq!(picture.height(), size, "{source}");
        let place = format!("usr/share/icons/hicolor/{size}x{size}/apps/kifu.png");
        assert_eq!(*target, place);
        assert_eq!(*source, format!("src/app/icon/kifu-{size}.png"));
        // Something is drawn, and the corners are clear.
        let pixels = picture.to_rgba8();
        assert_eq!(pixels.get_pixel(0, 0).0[3], 0, "{source}");
        assert!(pixels.get_pixel(size / 2, size / 2).0[3] == 255, "{source}");
        sizes.insert(size);
    }
    assert_eq!(sizes, BTreeSet::from([16, 24, 32, 48, 64, 128, 256]));
    let entry = entry("Icon");
    assert_eq!(entry, ["kifu"]);
    let start = read("src/app/start.rs");
    assert_eq!(between(&start, "include_bytes!(\"", "\"").len(), 1);
    assert!(start.contains("icon/kifu-128.png"));
}

/// Desktops find the entry of a window by its app id (Wayland) or its class (X11).
#[test]
fn window_belongs_to_the_desktop_entry() {
    let start = read("src/app/start.rs");
    let id = between(&start, "with_app_id(\"", "\"");
    assert_eq!(entry("StartupWMClass"), id);
    let (source, target) = assets()
        .into_iter()
        .find(|(source, _)| source.ends_with(".desktop"))
        .unwrap();
    assert_eq!(source, format!(".packaging/{}.desktop", id[0]));
    assert_eq!(target, "usr/share/applications/");
    let metainfo = read(METAINFO);
    let launchable = between(&metainfo, "type=\"desktop-id\">", "<");
    assert_eq!(launchable, [format!("{}.desktop", id[0])]);
    let exec = entry("Exec");
    assert_eq!(exec, ["kifu view %F"]);
}

#[test]
fn file_types_of_the_package_match_the_formats() {
    let types = read(".packaging/kifu.mime.xml");
    let names = between(&types, "<mime-type type=\"", "\"");
    assert_eq!(entry("MimeType"), names);
    assert_eq!(between(&read(METAINFO), "<mediatype>", "<"), names);
    let globs = between(&types, "<glob pattern=\"*.", "\"");
    assert_eq!(globs, ["ron", "ronl"]);
    for extension in globs {
        let known =
            |format: &&dyn kifu_logs::formats::Format| format.extensions().contains(&extension);
        assert!(kifu_logs::formats::FORMATS.iter().any(|it| known(&&**it)));
    }
}

#[test]
fn newest_release_of_the_metainfo_is_this_version() {
    let metainfo = read(METAINFO);
    let releases = between(&metainfo, "<release version=\"", "\"");
    assert_eq!(releases[0], env!("CARGO_PKG_VERSION"));
    let id = between(&metainfo, "<id>", "<");
    assert_eq!(METAINFO, format!(".packaging/{}.metainfo.xml", id[0]));
}

/// `cargo binstall` asks for the archives that `.ci/archive` makes.
#[test]
fn archives_have_the_names_that_binstall_expects() {
    let package = package();
    let binstall = &package["metadata"]["binstall"];
    let address = binstall["pkg-url"].as_str().unwrap();
    let file = address.rsplit('/').next().unwrap();
    assert_eq!(file, "kifu-{ version }-{ target }{ archive-suffix }");
    let program = binstall["bin-dir"].as_str().unwrap();
    assert_eq!(program, "kifu-{ version }-{ target }/{ bin }{ binary-ext }");
    let archive = read(".ci/archive");
    assert!(archive.contains("name=kifu-$version-$target\n"));
    let extension = |format: &Value| format!("archive=$name.{}", format.as_str().unwrap());
    assert!(archive.contains(&extension(&binstall["pkg-fmt"])));
    let workflow = read(".github/workflows/release.yml");
    let targets = between(&workflow, "- target: ", "\n");
    assert!(targets.len() >= 5);
    for (target, other) in binstall["overrides"].as_table().unwrap() {
        assert!(targets.contains(&target.as_str()), "{target}");
        assert!(archive.contains(&extension(&other["pkg-fmt"])));
    }
    assert!(workflow.contains("run: .ci/archive ${{ matrix.target }}"));
    let workspace = workspace_package();
    let minimum = workspace["rust-version"].as_str().unwrap();
    assert!(workflow.contains(&format!("rustup toolchain install {minimum} ")));
}

/// Addresses stay out until kifu has one.
#[test]
fn package_has_no_placeholder_address() {
    let package = package();
    for key in ["repository", "homepage"] {
        let address = package.get(key).and_then(Value::as_str).unwrap_or_default();
        let is_reserved = ["example", ".invalid", ".test", "localhost"];
        let is_reserved = is_reserved.iter().any(|word| address.contains(word));
        assert!(!is_reserved, "{key}: {address}");
    }
}
