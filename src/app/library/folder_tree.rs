//! The folders and files that the library knows, as a tree.

use super::LibraryFile;
use super::interner::collation_key;
use std::path::{Path, PathBuf};

/// A folder or file of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FolderNode {
    /// The folder or file.
    pub path: PathBuf,
    /// Its name.
    pub name: String,
    /// How many folders of the tree it lies in.
    pub depth: usize,
    /// It is a file.
    pub is_file: bool,
    /// Games in it and below it.
    pub game_count: usize,
    /// The number of nodes below it; they follow it.
    pub descendant_count: usize,
}

/// The tree below these roots, folders before what they hold, by name.
pub(super) fn folder_tree(files: &[LibraryFile], roots: &[PathBuf]) -> Vec<FolderNode> {
    let mut shown: Vec<&LibraryFile> = files.iter().filter(|file| !file.is_closed).collect();
    shown.sort_by_cached_key(|file| {
        let path = file.path();
        let root = root_of(path, roots);
        let parts = path
            .iter()
            .map(|part| collation_key(&part.to_string_lossy()));
        (
            collation_key(&root.to_string_lossy()),
            parts.collect::<Vec<_>>(),
        )
    });
    let mut nodes: Vec<FolderNode> = Vec::new();
    // The nodes that the next one may lie in, from the root.
    let mut open: Vec<usize> = Vec::new();
    for file in shown {
        let root = root_of(file.path(), roots);
        close_folders(&nodes, &mut open, file.path());
        // Those that are open are the first of its folders.
        for folder in folders(file.path(), root).into_iter().skip(open.len()) {
            let at = add_node(&mut nodes, &open, folder, false);
            open.push(at);
        }
        let at = add_node(&mut nodes, &open, file.path(), true);
        nodes[at].game_count = file.game_count;
        for folder in &open {
            nodes[*folder].game_count += file.game_count;
        }
    }
    nodes
}

/// The root that a file was found in, or the file itself.
fn root_of<'a>(path: &'a Path, roots: &'a [PathBuf]) -> &'a Path {
    let roots = roots.iter().filter(|root| path.starts_with(root));
    roots
        .min_by_key(|root| root.as_os_str().len())
        .map_or(path, PathBuf::as_path)
}

/// The folders from the root down to the file.
fn folders<'a>(path: &'a Path, root: &Path) -> Vec<&'a Path> {
    let above = path.ancestors().skip(1);
    let mut above: Vec<&Path> = above
        .take_while(|folder| folder.starts_with(root))
        .collect();
    above.reverse();
    above
}

/// Leaves the folders that the path does not lie in.
fn close_folders(nodes: &[FolderNode], open: &mut Vec<usize>, path: &Path) {
    while let Some(last) = open.last()
        && !path.starts_with(&nodes[*last].path)
    {
        open.pop();
    }
}

fn add_node(nodes: &mut Vec<FolderNode>, open: &[usize], path: &Path, is_file: bool) -> usize {
    for folder in open {
        nodes[*folder].descendant_count += 1;
    }
    let name = path.file_name().unwrap_or(path.as_os_str());
    nodes.push(FolderNode {
        path: path.to_owned(),
        name: name.to_string_lossy().into_owned(),
        depth: open.len(),
        is_file,
        game_count: 0,
        descendant_count: 0,
    });
    nodes.len() - 1
}
