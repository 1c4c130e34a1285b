//! Flat variations as a tree, for writing as SGF.

use kifu_core::record::{Variation, VariationNote};
use std::collections::HashMap;

/// The maximum number of nodes with the same moves among which a place is looked for.
const MAX_EQUAL_PATHS: usize = 64;

/// A step of writing a tree.
pub(super) enum WriteStep<'a> {
    Open,
    Close,
    Node(usize),
    /// Trees as they stood in a file.
    Text(&'a str),
}

/// The variations from one ply as a tree, in which neighbours with a common start share its nodes.
///
/// A line that is the start of another one has a last node of its own, so that both come back in
/// their order when the tree is read.
pub(super) struct VariationTree<'a> {
    pub nodes: Vec<VariationNode<'a>>,
    /// The children of a node with a token.
    child_index: HashMap<(usize, &'a str), Vec<usize>>,
    /// The nodes of the line that was inserted last.
    last_line: Vec<usize>,
}

/// A node of a tree of variations; node 0 is the ply before them.
#[derive(Default)]
pub(super) struct VariationNode<'a> {
    pub token: &'a str,
    /// The number of plies since the one before the variations.
    pub depth: u32,
    pub remark: Option<&'a VariationNote>,
    children: Vec<usize>,
    /// Trees that follow the node as they stood in a file.
    texts: Vec<&'a str>,
}

impl Default for VariationTree<'_> {
    fn default() -> Self {
        Self {
            nodes: vec![VariationNode::default()],
            child_index: HashMap::new(),
            last_line: Vec::new(),
        }
    }
}

impl<'a> VariationTree<'a> {
    pub fn insert(&mut self, line: &'a Variation, from: u32) {
        let before = std::mem::take(&mut self.last_line);
        let mut before = before.into_iter().peekable();
        let mut at = 0;
        let mut tokens = line.moves.split_ascii_whitespace().zip(1..).peekable();
        while let Some((token, depth)) = tokens.next() {
            let remark = line.notes.get(&(from + depth - 1));
            let known = before.next().filter(|node| {
                let known = &self.nodes[*node];
                // A remark is read back for the first line that has its node.
                let fits = remark.is_none();
                let ends = before.peek().is_none() || tokens.peek().is_none();
                known.token == token && fits && !ends
            });
            if known.is_none() {
                before = Vec::new().into_iter().peekable();
            }
            at = known.unwrap_or_else(|| self.add_child(at, token, depth));
            let known_remark = &mut self.nodes[at].remark;
            *known_remark = known_remark.or(remark);
            self.last_line.push(at);
        }
    }

    /// Adds trees as they stood in a file, after these moves.
    pub fn insert_text(&mut self, moves: &'a str, text: &'a str) {
        // Several nodes may have the same moves before them; only some go on as the text does.
        let mut paths = vec![0];
        for (token, depth) in moves.split_ascii_whitespace().zip(1..) {
            let next = paths
                .iter()
                .filter_map(|at| self.child_index.get(&(*at, token)));
            let next: Vec<usize> = next.flatten().copied().take(MAX_EQUAL_PATHS).collect();
            paths = if next.is_empty() {
                vec![self.add_child(paths[0], token, depth)]
            } else {
                next
            };
        }
        let at = paths[0];
        self.nodes[at].texts.push(text);
    }

    fn add_child(&mut self, at: usize, token: &'a str, depth: u32) -> usize {
        let node = self.nodes.len();
        self.nodes.push(VariationNode {
            token,
            depth,
            ..VariationNode::default()
        });
        self.nodes[at].children.push(node);
        self.child_index.entry((at, token)).or_default().push(node);
        node
    }

    /// Returns the steps that write the children of a node, the last step first.
    pub fn child_steps(&self, node: usize, brackets: bool) -> Vec<WriteStep<'a>> {
        let VariationNode {
            children, texts, ..
        } = &self.nodes[node];
        let mut steps = Vec::new();
        steps.extend(texts.iter().rev().map(|text| WriteStep::Text(text)));
        for child in children.iter().rev() {
            if brackets || children.len() + texts.len() > 1 {
                steps.extend([WriteStep::Close, WriteStep::Node(*child), WriteStep::Open]);
            } else {
                steps.push(WriteStep::Node(*child));
            }
        }
        steps
    }
}
