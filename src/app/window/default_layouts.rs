//! The layouts of the panes that fit windows of different sizes.
//!
//! A window whose panes the user has not moved takes the layout of its size; what the user has
//! moved or resized stays.

use super::layout::{insert_linear, is_pane_shown, reveal_pane, tree_id};
use crate::state::Pane;
use egui::Vec2;
use egui_tiles::{Container, LinearDir, Tile, TileId, Tiles, Tree};

/// The width from which a window has two columns even if it is higher than wide, in points.
const MIN_COMPACT_WIDTH: f32 = 600.0;
/// The width from which a window has three columns, in points.
const MIN_REGULAR_WIDTH: f32 = 1000.0;
/// The width from which a window has four columns, in points.
const MIN_LARGE_WIDTH: f32 = 2200.0;

/// A layout that a window has by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DefaultLayout {
    /// One column, as on a phone: the board in the whole width, and all other panes below it.
    Narrow,
    /// Two columns: the board, and all other panes beside it.
    ///
    /// The board needs the whole height of a small window, so that nothing is below it.
    Compact,
    /// The list of games, the board with the graph below it, and the panes on the game.
    Regular,
    /// The moves have a separate column, and more panes are shown at once.
    Large,
}

/// Panes that share a place by tabs, with the place's share of the height.
type Stack = (f32, &'static [Pane]);
/// Stacks one above the other, with the column's share of the width.
type Column = (f32, &'static [Stack]);

// The board's pane has the players, the controls and the steps as well.
const NARROW: &[Column] = &[(
    1.0,
    &[
        (2.4, &[Pane::Board]),
        (
            1.0,
            &[
                Pane::Moves,
                Pane::Review,
                Pane::Library,
                Pane::Graph,
                Pane::Engine,
                Pane::Notes,
                Pane::Findings,
                Pane::Players,
                Pane::Protocol,
                Pane::Bot,
                Pane::Explorer,
                Pane::Changes,
            ],
        ),
    ],
)];

const COMPACT: &[Column] = &[
    (1.6, &[(1.0, &[Pane::Board])]),
    (
        1.0,
        &[
            (
                1.25,
                &[
                    Pane::Moves,
                    Pane::Library,
                    Pane::Explorer,
                    Pane::Players,
                    Pane::Protocol,
                ],
            ),
            (
                1.0,
                &[
                    Pane::Review,
                    Pane::Graph,
                    Pane::Findings,
                    Pane::Notes,
                    Pane::Engine,
                    Pane::Bot,
                    Pane::Changes,
                ],
            ),
        ],
    ),
];

// Player strips are beside the board; the Players pane shows the details. The graph has 180 points
// in a window of 800.
const REGULAR: &[Column] = &[
    (1.0, &[(1.0, &[Pane::Library])]),
    (
        2.3,
        &[(2.5, &[Pane::Board]), (1.0, &[Pane::Graph, Pane::Findings])],
    ),
    (
        1.15,
        &[
            (
                1.5,
                &[Pane::Moves, Pane::Explorer, Pane::Players, Pane::Protocol],
            ),
            (
                1.3,
                &[
                    Pane::Review,
                    Pane::Notes,
                    Pane::Engine,
                    Pane::Bot,
                    Pane::Changes,
                ],
            ),
        ],
    ),
];

const LARGE: &[Column] = &[
    (
        0.8,
        &[
            (2.0, &[Pane::Library]),
            (1.0, &[Pane::Players, Pane::Explorer]),
        ],
    ),
    (
        2.2,
        &[(2.5, &[Pane::Board]), (1.0, &[Pane::Graph, Pane::Findings])],
    ),
    (0.75, &[(1.0, &[Pane::Moves, Pane::Protocol])]),
    (
        0.95,
        &[
            (1.3, &[Pane::Review, Pane::Engine, Pane::Changes]),
            (1.0, &[Pane::Notes, Pane::Bot]),
        ],
    ),
];

impl DefaultLayout {
    const ALL: [Self; 4] = [Self::Narrow, Self::Compact, Self::Regular, Self::Large];

    /// Returns the layout for a window of this size, in points.
    pub fn for_size(size: Vec2) -> Self {
        let width = size.x;
        if width < MIN_COMPACT_WIDTH && width < size.y {
            Self::Narrow
        } else if width < MIN_REGULAR_WIDTH {
            Self::Compact
        } else if width < MIN_LARGE_WIDTH {
            Self::Regular
        } else {
            Self::Large
        }
    }

    /// Creates the panes in this layout.
    pub fn create(self) -> Tree<Pane> {
        let mut tiles = Tiles::default();
        let columns = self.columns().iter().map(|(share, stacks)| {
            let stacks: Vec<(TileId, f32)> = stacks
                .iter()
                .map(|(share, panes)| (insert_tabs(&mut tiles, panes), *share))
                .collect();
            let column = match stacks[..] {
                [(only, _)] => only,
                _ => insert_linear(&mut tiles, LinearDir::Vertical, &stacks),
            };
            (column, *share)
        });
        let columns: Vec<(TileId, f32)> = columns.collect();
        let root = match columns[..] {
            [(only, _)] => only,
            _ => insert_linear(&mut tiles, LinearDir::Horizontal, &columns),
        };
        Tree::new(tree_id(), root, tiles)
    }

    /// Returns the layout that the panes have; `None` if the user has moved or resized them.
    pub fn of(tree: &Tree<Pane>) -> Option<Self> {
        let arrangement = Arrangement::of(tree)?;
        Self::ALL
            .into_iter()
            .find(|layout| Arrangement::of(&layout.create()).as_ref() == Some(&arrangement))
    }

    /// Creates the panes in this layout, with those hidden that are hidden in another, and those
    /// in front that the user has chosen there.
    pub fn create_like(self, old: &Tree<Pane>) -> Tree<Pane> {
        let mut tree = self.create();
        let is_chosen = |pane: &Pane| is_pane_shown(old, *pane) && !is_first_in_tabs(old, *pane);
        for (_, stacks) in self.columns() {
            for (_, panes) in *stacks {
                if let Some(pane) = panes.iter().find(|pane| is_chosen(pane)) {
                    reveal_pane(&mut tree, *pane);
                }
            }
        }
        for pane in Pane::ALL {
            let is_visible = old
                .tiles
                .find_pane(&pane)
                .is_some_and(|id| old.is_visible(id));
            if let Some(id) = tree.tiles.find_pane(&pane) {
                tree.set_visible(id, is_visible);
            }
        }
        tree
    }

    const fn columns(self) -> &'static [Column] {
        match self {
            Self::Narrow => NARROW,
            Self::Compact => COMPACT,
            Self::Regular => REGULAR,
            Self::Large => LARGE,
        }
    }
}

fn insert_tabs(tiles: &mut Tiles<Pane>, panes: &[Pane]) -> TileId {
    let panes = panes.iter().map(|pane| tiles.insert_pane(*pane)).collect();
    tiles.insert_tab_tile(panes)
}

/// Reports whether the tab of a pane is the first of those beside it.
fn is_first_in_tabs(tree: &Tree<Pane>, pane: Pane) -> bool {
    let id = tree.tiles.find_pane(&pane);
    let parent = id.and_then(|id| tree.tiles.parent_of(id));
    match parent.and_then(|parent| tree.tiles.get(parent)) {
        Some(Tile::Container(Container::Tabs(tabs))) => tabs.children.first() == id.as_ref(),
        _ => false,
    }
}

/// The columns of a tree of panes: their shares of the width and, from top to bottom, the shares of
/// the height and the panes of each place. Shares are in thousandths.
#[derive(PartialEq)]
struct Arrangement(Vec<(i32, ArrangedColumn)>);
/// The shares of the height and the panes of the places in a column.
type ArrangedColumn = Vec<(i32, Vec<Pane>)>;

impl Arrangement {
    /// Returns `None` if the panes are not arranged in columns.
    fn of(tree: &Tree<Pane>) -> Option<Self> {
        let root = tree.root()?;
        let columns = linear_children(tree, root, LinearDir::Horizontal)
            .unwrap_or_else(|| vec![(1000, root)]);
        let columns = columns.into_iter().map(|(share, column)| {
            let stacks = linear_children(tree, column, LinearDir::Vertical)
                .unwrap_or_else(|| vec![(1000, column)]);
            let stacks = stacks
                .into_iter()
                .map(|(share, stack)| Some((share, panes_of_tabs(tree, stack)?)));
            Some((share, stacks.collect::<Option<_>>()?))
        });
        columns.collect::<Option<_>>().map(Self)
    }
}

/// Returns the children of a container of this direction, with their shares in thousandths.
fn linear_children(tree: &Tree<Pane>, id: TileId, dir: LinearDir) -> Option<Vec<(i32, TileId)>> {
    let Some(Tile::Container(Container::Linear(linear))) = tree.tiles.get(id) else {
        return None;
    };
    if linear.dir != dir {
        return None;
    }
    let shares = linear.shares.split(&linear.children, 1000.0);
    #[expect(clippy::cast_possible_truncation, reason = "at most 1000")]
    let shares = shares.into_iter().map(|share| share.round() as i32);
    Some(shares.zip(linear.children.iter().copied()).collect())
}

fn panes_of_tabs(tree: &Tree<Pane>, id: TileId) -> Option<Vec<Pane>> {
    let Some(Tile::Container(Container::Tabs(tabs))) = tree.tiles.get(id) else {
        return None;
    };
    let panes = tabs.children.iter().map(|child| tree.tiles.get_pane(child));
    panes.map(Option::<&Pane>::copied).collect()
}
