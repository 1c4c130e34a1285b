//! The folders and files of the library as a tree.

use super::LibraryFile;
use super::interner::collation_key;
use std::path::{Path, PathBuf};

/// A folder or file of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FolderNode {
    /// The path of the folder or file.
    pub path: PathBuf,
    /// The last component of the path.
    pub name: String,
    /// The number of ancestors in the tree.
    pub depth: usize,
    /// Whether the node is a file.
    pub is_file: bool,
    /// The number of games in the file, or in all files below the folder.
    pub game_count: usize,
    /// The number of descendants, which follow the node in the list.
    pub descendant_count: usize,
}

/// Builds the tree below these roots in preorder, sorted by name.
pub(super) fn folder_tree(files: &[LibraryFile], roots: &[PathBuf]) -> Vec<FolderNode> {
    let mut open_files: Vec<&LibraryFile> = files.iter().filter(|file| !file.is_closed).collect();
    open_files.sort_by_cached_key(|file| {
        let path = file.path();
        let root = root_of(path, roots);
        let components = path
            .iter()
            .map(|component| collation_key(&component.to_string_lossy()));
        (
            collation_key(&root.to_string_lossy()),
            components.collect::<Vec<_>>(),
        )
    });
    let mut nodes: Vec<FolderNode> = Vec::new();
    // The folders that may contain the next file, from the root.
    let mut open_folders: Vec<usize> = Vec::new();
    for file in open_files {
        let root = root_of(file.path(), roots);
        close_folders(&nodes, &mut open_folders, file.path());
        // The open folders are the first of the file's folders.
        for folder in folders(file.path(), root)
            .into_iter()
            .skip(open_folders.len())
        {
            let index = add_node(&mut nodes, &open_folders, folder, false);
            open_folders.push(index);
        }
        let index = add_node(&mut nodes, &open_folders, file.path(), true);
        nodes[index].game_count = file.game_count;
        for folder in &open_folders {
            nodes[*folder].game_count += file.game_count;
        }
    }
    nodes
}

/// Returns the root in which a file was found, or the file itself.
fn root_of<'a>(path: &'a Path, roots: &'a [PathBuf]) -> &'a Path {
    let roots = roots.iter().filter(|root| path.starts_with(root));
    roots
        .min_by_key(|root| root.as_os_str().len())
        .map_or(path, PathBuf::as_path)
}

/// Returns the folders from the root down to the file.
fn folders<'a>(path: &'a Path, root: &Path) -> Vec<&'a Path> {
    let ancestors = path.ancestors().skip(1);
    let mut ancestors: Vec<&Path> = ancestors
        .take_while(|folder| folder.starts_with(root))
        .collect();
    ancestors.reverse();
    ancestors
}

/// Closes the folders that do not contain the path.
fn close_folders(nodes: &[FolderNode], open_folders: &mut Vec<usize>, path: &Path) {
    while let Some(last) = open_folders.last()
        && !path.starts_with(&nodes[*last].path)
    {
        open_folders.pop();
    }
}

fn add_node(
    nodes: &mut Vec<FolderNode>,
    open_folders: &[usize],
    path: &Path,
    is_file: bool,
) -> usize {
    for folder in open_folders {
        nodes[*folder].descendant_count += 1;
    }
    let name = path.file_name().unwrap_or(path.as_os_str());
    nodes.push(FolderNode {
        path: path.to_owned(),
        name: name.to_string_lossy().into_owned(),
        depth: open_folders.len(),
        is_file,
        game_count: 0,
        descendant_count: 0,
    });
    nodes.len() - 1
}
