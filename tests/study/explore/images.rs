//! Images of positions and moves by their texts alone: slow, and independent of the code in `src`.

use kifu_core::games::{CATALOGUE, by_id};
use std::collections::BTreeSet;

/// A map of the columns and rows, from the upper left, of a board of this width and height.
pub type BoardMap = fn([usize; 2], [usize; 2]) -> [usize; 2];

const IDENTITY: BoardMap = |at, _| at;
const HALF_TURN: BoardMap = |[x, y], [w, h]| [w - 1 - x, h - 1 - y];
const LEFT_RIGHT: BoardMap = |[x, y], [w, _]| [w - 1 - x, y];
const UP_DOWN: BoardMap = |[x, y], [_, h]| [x, h - 1 - y];
const QUARTER_TURN: BoardMap = |[x, y], [_, h]| [h - 1 - y, x];
const THREE_QUARTER_TURN: BoardMap = |[x, y], [w, _]| [y, w - 1 - x];
const DIAGONAL: BoardMap = |[x, y], _| [y, x];
const OTHER_DIAGONAL: BoardMap = |[x, y], [w, h]| [h - 1 - y, w - 1 - x];

/// A game with its maps.
#[derive(Clone, Copy)]
pub struct PlainGame {
    pub id: &'static str,
    /// The maps of a square board, or of the only one.
    pub maps: &'static [BoardMap],
}

pub const GAMES: [PlainGame; 5] = [
    PlainGame {
        id: "turn-right",
        maps: &[IDENTITY, QUARTER_TURN, HALF_TURN, THREE_QUARTER_TURN],
    },
    PlainGame {
        id: "atari-go",
        maps: SQUARE_MAPS,
    },
    PlainGame {
        id: "clobber",
        maps: SQUARE_MAPS,
    },
    PlainGame {
        id: "box",
        maps: RECTANGLE_MAPS,
    },
    PlainGame {
        id: "zuniq",
        maps: SQUARE_MAPS,
    },
];

const SQUARE_MAPS: &[BoardMap] = &[
    IDENTITY,
    HALF_TURN,
    LEFT_RIGHT,
    UP_DOWN,
    QUARTER_TURN,
    THREE_QUARTER_TURN,
    DIAGONAL,
    OTHER_DIAGONAL,
];
const RECTANGLE_MAPS: &[BoardMap] = &[IDENTITY, HALF_TURN, LEFT_RIGHT, UP_DOWN];

fn is_mirror(map: BoardMap) -> bool {
    // A mirror changes the sense of rotation of three squares.
    let [a, b, c] = [[0, 0], [1, 0], [0, 1]].map(|at| map(at, [2, 2]).map(usize::cast_signed));
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) < 0
}

fn rows_of(text: &str) -> Vec<Vec<char>> {
    let rows = text.split(' ').next().unwrap().split('/');
    rows.map(|row| row.chars().collect()).collect()
}

fn joined(rows: &[Vec<char>]) -> String {
    let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
    rows.join("/")
}

fn map_cells(rows: &[Vec<char>], map: BoardMap) -> Vec<Vec<char>> {
    let size = [rows[0].len(), rows.len()];
    let far = map([size[0] - 1, size[1] - 1], size);
    let near = map([0, 0], size);
    let [width, height] = [0, 1].map(|axis| far[axis].max(near[axis]) + 1);
    let mut mapped = vec![vec![' '; width]; height];
    for (y, row) in rows.iter().enumerate() {
        for (x, cell) in row.iter().enumerate() {
            let [to_x, to_y] = map([x, y], size);
            mapped[to_y][to_x] = *cell;
        }
    }
    mapped
}

/// The dots, segments and cells of Zuniq as one grid.
fn segment_grid(rows: &[Vec<char>]) -> Vec<Vec<char>> {
    let mut grid = vec![vec![' '; 11]; 11];
    for (y, row) in rows.iter().enumerate() {
        for (nth, segment) in row.iter().enumerate() {
            grid[y][2 * nth + usize::from(y % 2 == 0)] = *segment;
        }
    }
    grid
}

fn segment_rows(grid: &[Vec<char>]) -> Vec<Vec<char>> {
    let spelled = |y: usize, segment: char| match segment {
        '.' => '.',
        _ if y.is_multiple_of(2) => '-',
        _ => '|',
    };
    let row = |y: usize| {
        let cells = grid[y].iter().filter(|cell| **cell != ' ');
        cells.map(|cell| spelled(y, *cell)).collect()
    };
    (0..11).map(row).collect()
}

impl PlainGame {
    pub fn of(id: &str) -> Self {
        GAMES.into_iter().find(|game| game.id == id).unwrap()
    }

    /// The maps of a position: those of a rectangle, if its board is one.
    pub fn maps_of(self, position: &str) -> Vec<BoardMap> {
        let rows = rows_of(position);
        let is_square = self.id == "zuniq" || rows.len() == rows[0].len();
        let maps = if is_square { self.maps } else { RECTANGLE_MAPS };
        maps.to_vec()
    }

    fn board_size(self, position: &str) -> [usize; 2] {
        let rows = rows_of(position);
        match self.id {
            // Dots.
            "zuniq" => [6, 6],
            _ => [rows[0].len(), rows.len()],
        }
    }

    /// The image of a position text.
    pub fn image(self, position: &str, map: BoardMap) -> String {
        let mut fields: Vec<String> = position.split(' ').map(str::to_owned).collect();
        let rows = rows_of(position);
        let mapped = match self.id {
            "zuniq" => segment_rows(&map_cells(&segment_grid(&rows), map)),
            _ => map_cells(&rows, map),
        };
        fields[0] = joined(&mapped);
        if self.id == "atari-go" && fields[4] != "-" {
            fields[4] = self.image_of_move(position, &fields[4], map);
        }
        if self.id == "box" && is_mirror(map) {
            fields[2] = fields[2].chars().rev().collect();
        }
        fields.join(" ")
    }

    /// What of a position counts: of Box, the cells that are covered, and the side to move.
    pub fn counted(self, position: &str) -> String {
        if self.id != "box" {
            return position.to_owned();
        }
        let mut fields = position.split(' ');
        let rows = fields.next().unwrap();
        let covered = |c: char| if c.is_ascii_digit() { '#' } else { c };
        let rows: String = rows.chars().map(covered).collect();
        format!("{rows} {} - - -", fields.next().unwrap())
    }

    /// The first of all images of what counts, in the order of texts.
    pub fn canonical(self, position: &str) -> String {
        let counted = self.counted(position);
        let images = self.maps_of(position).into_iter();
        let images = images.map(|map| self.image(&counted, map));
        images.min().unwrap()
    }

    /// The image of a token in a position.
    pub fn image_of_move(self, position: &str, token: &str, map: BoardMap) -> String {
        let size = self.board_size(position);
        let letter = |n: usize, first: u8| char::from(first + u8::try_from(n).unwrap());
        let square = |text: &str| {
            let x = usize::from(text.as_bytes()[0] - b'a');
            let y = size[1] - text[1..].parse::<usize>().unwrap();
            let [x, y] = map([x, y], size);
            format!("{}{}", letter(x, b'a'), size[1] - y)
        };
        match self.id {
            "turn-right" => {
                let corners: Vec<String> = token.split('-').map(square).collect();
                let game = by_id(CATALOGUE, self.id).unwrap();
                game.parse(&corners.join("-")).unwrap().text
            }
            "clobber" => {
                let second = 1 + token[1..].find(|c: char| c.is_ascii_lowercase()).unwrap();
                square(&token[..second]) + &square(&token[second..])
            }
            "atari-go" if token == "PASS" => token.to_owned(),
            "atari-go" => {
                let columns = "ABCDEFGHJKLMNOPQRST";
                let x = columns.find(token.chars().next().unwrap()).unwrap();
                let y = size[1] - token[1..].parse::<usize>().unwrap();
                let [x, y] = map([x, y], size);
                format!("{}{}", columns.chars().nth(x).unwrap(), size[1] - y)
            }
            "zuniq" => {
                let bytes = token.as_bytes();
                let [y, x] = [usize::from(bytes[0] - b'A'), usize::from(bytes[1] - b'1')];
                let other = if bytes[2] == b'h' {
                    [x + 1, y]
                } else {
                    [x, y + 1]
                };
                let [a, b] = [map([x, y], size), map(other, size)];
                let [x, y] = [a[0].min(b[0]), a[1].min(b[1])];
                let direction = if a[1] == b[1] { 'h' } else { 'v' };
                let claim = &token[3..];
                format!("{}{}{direction}{claim}", letter(y, b'A'), x + 1)
            }
            "box" => {
                let (corner, direction) = (&token.as_bytes()[..2], token.chars().last().unwrap());
                let [y, x] = [usize::from(corner[0] - b'A'), usize::from(corner[1] - b'a')];
                let other = if direction == 'h' {
                    [x + 5, y + 1]
                } else {
                    [x + 1, y + 5]
                };
                let [a, b] = [map([x, y], size), map(other, size)];
                let [x, y] = [a[0].min(b[0]), a[1].min(b[1])];
                let tile = &token[2..token.len() - 1];
                let tile: String = if is_mirror(map) {
                    tile.chars().rev().collect()
                } else {
                    tile.to_owned()
                };
                format!("{}{}{tile}{direction}", letter(y, b'A'), letter(x, b'a'))
            }
            other => panic!("no images of {other}"),
        }
    }

    /// All images of a move under the maps that leave its position as it is.
    pub fn equal_moves(self, position: &str, token: &str) -> BTreeSet<String> {
        let counted = self.counted(position);
        let maps = self.maps_of(position).into_iter();
        let fixing = maps.filter(|map| self.image(&counted, *map) == counted);
        fixing
            .map(|map| self.image_of_move(position, token, map))
            .collect()
    }
}
