//! The window for browsers, a folder of files that is copied next to the pages of an event.

use kifu_study::failure::{Failure, FailureKind};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The folder of the viewer in that of an event.
pub(super) const VIEWER_FOLDER: &str = "viewer";
/// The files of the viewer, as `.ci/web` makes them.
const VIEWER_FILES: [&str; 8] = [
    "index.html",
    "kifu.css",
    "kifu.png",
    "main.js",
    "worker.js",
    "host.js",
    "kifu.js",
    WASM_FILE,
];
/// The program itself.
const WASM_FILE: &str = "kifu_bg.wasm";
/// The first bytes of every WebAssembly module.
const WASM_MAGIC: &[u8] = b"\0asm";
/// The maximum size of a file of the viewer in bytes.
const MAX_FILE_BYTES: u64 = 64 << 20;

/// A file of the viewer.
pub(super) struct ViewerFile {
    /// The path in the folder of the event.
    pub path: String,
    pub bytes: Vec<u8>,
}

/// Reads the files of the viewer from a folder, or from where an installed kifu has them.
///
/// # Errors
/// Returns an error if there is no such folder, or if a file in it is missing or cannot be read.
pub(super) fn read_viewer(folder: Option<&Path>) -> Result<Vec<ViewerFile>, Failure> {
    let folder = match folder {
        Some(folder) => folder.to_owned(),
        None => installed_viewer()?,
    };
    if !folder.is_dir() {
        let found = if folder.exists() { "a file" } else { "nothing" };
        let message = format!(
            "`--viewer`: expected the folder of the window for browsers, found {found} at `{}`",
            folder.display()
        );
        return Err(Failure::new(FailureKind::Input, message).hint(SOURCE_HINT));
    }
    VIEWER_FILES
        .into_iter()
        .map(|name| read_file(&folder, name))
        .collect()
}

const SOURCE_HINT: &str = "unpack the archive `kifu-web` of the release, or build it by `.ci/web`";

fn read_file(folder: &Path, name: &str) -> Result<ViewerFile, Failure> {
    let path = folder.join(name);
    let wrong = |found: &str| {
        let message = format!(
            "`--viewer`: expected the window for browsers in `{}`, found {found}",
            folder.display()
        );
        Failure::new(FailureKind::Input, message).hint(SOURCE_HINT)
    };
    let cannot_read = |error| Failure::cannot_read(path.display(), error);
    let meta = match fs::metadata(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Err(wrong(&format!("no `{name}` in it")));
        }
        meta => meta.map_err(cannot_read)?,
    };
    if !meta.is_file() || meta.len() > MAX_FILE_BYTES {
        return Err(wrong(&format!("a `{name}` that is not a file of it")));
    }
    let bytes = fs::read(&path).map_err(cannot_read)?;
    if name == WASM_FILE && !bytes.starts_with(WASM_MAGIC) {
        return Err(wrong(&format!("a `{name}` that is not WebAssembly")));
    }
    let path = format!("{VIEWER_FOLDER}/{name}");
    Ok(ViewerFile { path, bytes })
}

/// Returns the folder of the viewer of an installed kifu: next to the program as archives have it, or
/// where Debian's package puts it.
fn installed_viewer() -> Result<PathBuf, Failure> {
    let program = std::env::current_exe().and_then(|path| path.canonicalize());
    let program = program.map_err(|error| Failure::cannot_read("the program's path", error))?;
    let folder = program.parent().unwrap_or(Path::new(""));
    let prefix = folder.parent().unwrap_or(folder);
    let places = [folder.join("kifu-web"), prefix.join("share/kifu/web")];
    if let Some(found) = places.iter().find(|place| place.is_dir()) {
        return Ok(found.clone());
    }
    let [next_to, shared] = places.map(|place| place.display().to_string());
    let message = format!(
        "`--viewer`: expected the window for browsers in `{next_to}` or `{shared}`, found neither"
    );
    let hint = format!("name its folder, `--viewer=FOLDER`; {SOURCE_HINT}");
    Err(Failure::new(FailureKind::Input, message).hint(hint))
}
