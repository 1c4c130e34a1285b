//! Finding words in the shown game: in messages, standard error and comments.

use super::AppState;
use crate::open_game::{Navigation, NodeId, OpenGame};
use kifu_core::record::Note;

/// The words that are looked for in the shown game, and where they are.
#[derive(Clone, Debug, Default)]
pub struct GameSearch {
    /// The words as they were typed.
    pub words: String,
    /// The places in the order of the moves, the main line first; at most one for each move.
    pub hits: Vec<WordHit>,
    /// The id of the tab, the revision of its game and the last visible ply that were searched.
    searched: Option<(u64, u64, u32)>,
}

/// A move with the words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordHit {
    /// The move.
    pub node: NodeId,
    /// The text that has them.
    pub part: NotePart,
    /// The byte of that text at which they begin.
    pub at: usize,
    /// The number of the move in the order of the search.
    order: usize,
}

/// A text that belongs to a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotePart {
    /// The message that the program sent with the move: of a language model its thoughts.
    Message,
    /// The standard error of the program at a move.
    Stderr,
    /// The standard error of the program at the end of the game.
    LastStderr,
    /// A comment.
    Comment,
}

impl NotePart {
    const ALL: [Self; 4] = [Self::Message, Self::Stderr, Self::LastStderr, Self::Comment];

    /// Returns the name of the text.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Message => "Message",
            Self::Stderr | Self::LastStderr => "Standard error",
            Self::Comment => "Comment",
        }
    }

    /// Returns the text of a move.
    pub fn text(self, open_game: &OpenGame, node: NodeId) -> &str {
        let note: &Note = open_game.tree().note(node);
        match self {
            Self::Message => &note.message,
            Self::Stderr => &note.stderr,
            Self::Comment => &note.comment,
            Self::LastStderr => {
                let failure = open_game.failure().filter(|_| is_failure(open_game, node));
                failure.map_or("", |failure| open_game.last_stderr(failure.player))
            }
        }
    }
}

fn is_failure(open_game: &OpenGame, node: NodeId) -> bool {
    open_game.tree().failure() == Some(node)
}

/// Returns the shown move, or the failure that is shown.
fn shown_node(open_game: &OpenGame) -> NodeId {
    let failure = open_game.tree().failure();
    failure
        .filter(|_| open_game.is_at_failure())
        .unwrap_or_else(|| open_game.node())
}

/// Returns all moves, the main line first, with the failure after its end.
fn all_moves(open_game: &OpenGame) -> Vec<NodeId> {
    let tree = open_game.tree();
    let mut moves = tree.preorder();
    if let Some(failure) = tree.failure() {
        moves.insert(tree.main_line().len() + 1, failure);
    }
    moves
}

impl AppState {
    /// Returns the hit that is the shown move, and its number from 0.
    pub fn shown_hit(&self) -> Option<(usize, WordHit)> {
        let search = self.game_search.as_ref()?;
        let tab = self.tab()?;
        let open_game = tab.open_game.as_ref()?;
        let (tab_id, revision, _) = search.searched?;
        // A game that was read again is searched with the next action.
        let is_current = (tab_id, revision) == (tab.id, open_game.revision());
        let shown = shown_node(open_game);
        let at = search.hits.iter().position(|hit| hit.node == shown)?;
        is_current.then(|| (at, search.hits[at]))
    }

    /// Looks for words in the shown game; `None` ends the search.
    pub(super) fn find_words(&mut self, words: Option<String>) {
        self.game_search = words.map(|words| GameSearch {
            words,
            ..GameSearch::default()
        });
        self.refresh_game_search();
    }

    /// Searches once more if another game is shown or the game has changed.
    pub(super) fn refresh_game_search(&mut self) {
        if self.game_search.is_none() {
            return;
        }
        let visible = self.last_visible_ply();
        let searched = self.tab().and_then(|tab| {
            let open_game = tab.open_game.as_ref()?;
            Some((tab.id, open_game.revision(), visible))
        });
        let is_known = |search: &GameSearch| search.searched == searched && searched.is_some();
        let Some(mut search) = self.game_search.take_if(|search| !is_known(search)) else {
            return;
        };
        search.searched = searched;
        search.hits = self.open_game().map_or_else(Vec::new, |open_game| {
            hits(open_game, &search.words, visible)
        });
        self.game_search = Some(search);
    }

    /// Goes to the next or the previous move with the words, and from the last one to the first.
    pub(super) fn find_next(&mut self, forward: bool) {
        let Some(search) = self.game_search.as_ref().filter(|it| !it.words.is_empty()) else {
            self.refuse("Type the words to find first.");
            return;
        };
        let Some(open_game) = self.open_game() else {
            return;
        };
        let shown = shown_node(open_game);
        let order = all_moves(open_game).iter().position(|node| *node == shown);
        let order = order.unwrap_or(0);
        let hits = &search.hits;
        let hit = if forward {
            let next = hits.iter().find(|hit| hit.order > order);
            next.or_else(|| hits.first())
        } else {
            let previous = hits.iter().rfind(|hit| hit.order < order);
            previous.or_else(|| hits.last())
        };
        if let Some(node) = hit.map(|hit| hit.node) {
            self.navigate(Navigation::Node(node));
        }
    }
}

/// Finds the moves with the words, up to the last visible ply.
fn hits(open_game: &OpenGame, words: &str, visible: u32) -> Vec<WordHit> {
    let needle = Needle::new(words);
    let Some(needle) = needle else {
        return Vec::new();
    };
    let lead_in = open_game.game().info().lead_in;
    let is_visible = |node: NodeId| {
        visible == u32::MAX
            || !is_failure(open_game, node)
                && open_game.tree().depth(node).saturating_sub(lead_in) <= visible as usize
    };
    let moves = all_moves(open_game).into_iter().enumerate();
    let hit = |(order, node): (usize, NodeId)| {
        let found = NotePart::ALL.into_iter().find_map(|part| {
            let at = needle.find(part.text(open_game, node))?;
            Some((part, at))
        });
        let (part, at) = found.filter(|_| is_visible(node))?;
        Some(WordHit {
            node,
            part,
            at,
            order,
        })
    };
    moves.filter_map(hit).collect()
}

/// Words to find, in any case.
struct Needle {
    lower: String,
    /// The first bytes of the first letter, small and capital.
    leads: [u8; 2],
}

impl Needle {
    fn new(words: &str) -> Option<Self> {
        let lower = words.to_lowercase();
        let first = lower.chars().next()?;
        let capital = first.to_uppercase().next()?;
        let lead = |c: char| c.encode_utf8(&mut [0; 4]).as_bytes()[0];
        Some(Self {
            leads: [lead(first), lead(capital)],
            lower,
        })
    }

    /// Returns the byte at which the words begin in a text.
    fn find(&self, text: &str) -> Option<usize> {
        let [small, capital] = self.leads;
        memchr::memchr2_iter(small, capital, text.as_bytes()).find(|at| self.is_at(text, *at))
    }

    fn is_at(&self, text: &str, at: usize) -> bool {
        if self.lower.is_ascii() {
            let part = text.as_bytes().get(at..at + self.lower.len());
            return part.is_some_and(|part| part.eq_ignore_ascii_case(self.lower.as_bytes()));
        }
        let mut letters = text[at..].chars().flat_map(char::to_lowercase);
        self.lower.chars().all(|c| letters.next() == Some(c))
    }
}
