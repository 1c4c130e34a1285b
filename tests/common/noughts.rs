//! Noughts and crosses: the smallest complete game, and a model for writing one.
//!
//! - **Moves** are squares, `a1` to `c3`. Three in a row win; a full board is a draw.
//! - **Position text**: the rows from the top, joined by `/`, of `x`, `o` and `.`; a blank; the
//!   side to act. `x../.o./... x`

use kifu_core::contract::{
    Actor, ChanceOf, Contest, Draw, Edit, Explain, Faults, Game, GameInfo, Input, LastStep, MoveOf,
    NoChance, Outcome, ParseError, Parsed, Player, RuleViolation, Setup, SetupError, Spelling,
    Step, StepOf, Symmetric, TextStyle, Winner, hash_words,
};
use kifu_core::scene::{
    Anchor, PlayerBadge, Role, Scene, SceneOptions, SceneRect, Stroke, Tone, point_at,
};
use kifu_core::search::HasEngine;
use std::fmt;

pub struct Noughts;

const LINES: [[usize; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
];

/// Squares row by row from the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Square(pub u8);

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Position {
    board: [Option<Player>; 9],
}

#[derive(Clone, Copy, Debug)]
pub enum Broken {
    Taken(Square),
    Over,
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.0 % 3), self.0 / 3 + 1)
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Taken(square) => write!(f, "{square} is taken"),
            Self::Over => f.write_str("the game is over"),
        }
    }
}

impl RuleViolation for Broken {
    fn rule(&self) -> &'static str {
        match self {
            Self::Taken(_) => "taken",
            Self::Over => "over",
        }
    }
}

impl Position {
    fn stones(&self) -> usize {
        self.board.iter().flatten().count()
    }

    fn winner(&self) -> Option<Player> {
        let owner = |line: &[usize; 3]| {
            let [a, b, c] = line.map(|at| self.board[at]);
            a.filter(|_| a == b && b == c)
        };
        LINES.iter().find_map(owner)
    }
}

impl kifu_core::contract::Rules for Position {
    type Move = Square;
    type Chance = NoChance;
    type Violation = Broken;

    fn actor(&self) -> Actor {
        Actor::Player(Player::ALL[self.stones() % 2])
    }

    fn is_over(&self) -> bool {
        self.winner().is_some() || self.stones() == 9
    }

    fn check(&self, mv: &Square) -> Result<(), Broken> {
        match self.board[usize::from(mv.0)] {
            _ if self.is_over() => Err(Broken::Over),
            Some(_) => Err(Broken::Taken(*mv)),
            None => Ok(()),
        }
    }

    fn apply(&mut self, mv: &Square) {
        self.board[usize::from(mv.0)] = Some(Player::ALL[self.stones() % 2]);
    }

    fn apply_chance(&mut self, outcome: &NoChance) {
        match *outcome {}
    }

    fn legal_moves(&self, each: &mut impl FnMut(Square)) {
        (0..9)
            .map(Square)
            .filter(|mv| self.check(mv).is_ok())
            .for_each(each);
    }

    fn chance_outcomes(&self, _each: &mut impl FnMut(NoChance)) {}

    fn key(&self) -> u64 {
        let stone = |stone: &Option<Player>| stone.map_or(0, |player| player.index() as u64 + 1);
        hash_words(self.board.iter().map(stone))
    }

    fn outcome(&self, failed: Faults) -> Outcome {
        let winner = match failed.to_array() {
            [true, true] => Some(Winner::Draw),
            [true, false] => Some(Winner::Second),
            [false, true] => Some(Winner::First),
            [false, false] => match self.winner() {
                Some(player) => Some(player.into()),
                None => self.is_over().then_some(Winner::Draw),
            },
        };
        let points = |winner| match winner {
            Winner::First => [2, 0],
            Winner::Second => [0, 2],
            Winner::Draw => [1, 1],
        };
        Outcome {
            winner,
            points: winner.map(points),
            ..Outcome::default()
        }
    }
}

impl kifu_core::contract::Position for Position {}

impl Game for Noughts {
    type Position = Position;

    const INFO: &'static GameInfo = &GameInfo::new(
        "noughts",
        "Noughts and crosses",
        "a school yard",
        ["Crosses", "Noughts"],
    );

    fn start(_setup: &Setup) -> Result<Position, SetupError> {
        Ok(Position::default())
    }

    fn parse(token: &[u8]) -> Result<Parsed<MoveOf<Self>, ChanceOf<Self>>, ParseError> {
        let (column, row) = match token {
            [column @ b'a'..=b'c', row @ b'1'..=b'3'] => (column - b'a', row - b'1'),
            _ => return Err(ParseError::new(token, 0, "a square from a1 to c3")),
        };
        Ok(Parsed {
            step: Step::from_move(Square(3 * row + column)),
            spelling: Spelling::Canonical,
        })
    }

    fn write(step: &StepOf<Self>, out: &mut String) {
        if let Some(square) = step.mv {
            out.push_str(&square.to_string());
        }
    }

    fn parse_position(text: &str) -> Result<Position, ParseError> {
        let bad = || ParseError::new(text.as_bytes(), 0, "three rows and a side, `xo./.../... x`");
        let (rows, side) = text.split_once(' ').ok_or_else(bad)?;
        let mut position = Position::default();
        let stones: Vec<char> = rows.split('/').rev().flat_map(str::chars).collect();
        if stones.len() != 9 || rows.split('/').any(|row| row.len() != 3) {
            return Err(bad());
        }
        for (square, stone) in position.board.iter_mut().zip(stones) {
            *square = match stone {
                'x' => Some(Player::First),
                'o' => Some(Player::Second),
                '.' => None,
                _ => return Err(bad()),
            };
        }
        let crosses = position.board.iter().flatten();
        let crosses = crosses.filter(|player| **player == Player::First).count();
        let expected_side = ["x", "o"][position.stones() % 2];
        if side != expected_side || crosses != position.stones().div_ceil(2) {
            return Err(bad());
        }
        Ok(position)
    }

    fn write_position(position: &Position) -> String {
        let row = |row: usize| -> String {
            let stones = &position.board[3 * row..3 * row + 3];
            stones.iter().map(|stone| symbol(*stone, '.')).collect()
        };
        let side = ["x", "o"][position.stones() % 2];
        format!("{}/{}/{} {side}", row(2), row(1), row(0))
    }
}

impl Draw for Noughts {
    fn text_board(position: &Position, _last: Option<&StepOf<Self>>, style: TextStyle) -> String {
        let empty = if style.unicode { '·' } else { '.' };
        let row = |row: usize| {
            let stones = &position.board[3 * row..3 * row + 3];
            let stones: Vec<String> = stones
                .iter()
                .map(|stone| symbol(*stone, empty).to_string())
                .collect();
            format!("{} {}\n", row + 1, stones.join(" "))
        };
        format!("{}{}{}  a b c\n", row(2), row(1), row(0))
    }

    fn scene(position: &Position, last: Option<LastStep<'_, Self>>, _view: SceneOptions) -> Scene {
        let badge = |text: &str| PlayerBadge {
            role: Role::Stone(Tone::Light),
            text: text.to_owned(),
        };
        let mut scene = Scene::new(3.0, 3.0, ["x", "o"].map(badge));
        scene.label = format!("{} stones on 3 by 3 squares.", position.stones());
        scene.fill(scene.area(), 0.1, Role::Board);
        let marked = last.and_then(|last| last.step.mv);
        for (square, stone) in (0..9).map(Square).zip(position.board) {
            let (x, y) = (f32::from(square.0 % 3), f32::from(2 - square.0 / 3));
            let area = SceneRect::new(x, y, 1.0, 1.0);
            let label = format!("{square}, {}", symbol(stone, '-'));
            let sign = symbol(stone, ' ').to_string();
            scene.write(
                point_at(x + 0.5, y + 0.5),
                Anchor::Middle,
                0.7,
                Role::OnBoard,
                sign,
            );
            if marked == Some(square) {
                scene.frame(area.expanded(-0.1), 0.1, Stroke::new(Role::LastMove, 0.05));
            }
            scene.add_hit_area(&square, area, || label);
        }
        scene
    }
}

impl Input for Noughts {}
impl Edit for Noughts {}
impl Explain for Noughts {}
impl Contest for Noughts {}
impl Symmetric for Noughts {}

/// The game is small enough for the default engine.
impl HasEngine for Noughts {}

fn symbol(stone: Option<Player>, empty: char) -> char {
    match stone {
        Some(Player::First) => 'x',
        Some(Player::Second) => 'o',
        None => empty,
    }
}
