//! Positions to learn from: games of the search against itself.

use crate::games::zuniq::engine::{edges, plain, segments};
use crate::lab::training::on_all;
use kifu::contract::{Position as _, Proven, Rules as _};
use kifu::games::zuniq::Position;
use kifu::internals::zuniq::net::ValueNet;
use kifu::internals::zuniq::{EdgeBoard, ZuniqEngine, ZuniqParams};
use kifu::search::{Engine, Limits, SearchRequest, SplitMix64};

/// A position and what became of it.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// The edges drawn.
    drawn: u64,
    /// Whether the player to act won.
    pub won: bool,
}

impl Case {
    pub fn plies(&self) -> u32 {
        self.drawn.count_ones()
    }

    /// The board, turned or mirrored in one of eight ways.
    pub fn board(&self, way: u32) -> EdgeBoard {
        let drawn = edges(self.drawn).into_iter();
        EdgeBoard::from_drawn(drawn.fold(0, |set, edge| set | 1 << turned(edge, way)))
    }
}

/// Where an edge comes by one of the eight ways to turn and mirror the board.
fn turned(edge: usize, way: u32) -> usize {
    let (line, place) = (edge / 11, edge % 11);
    let ends = if place < 5 {
        [(line, place), (line, place + 1)]
    } else {
        [(line, place - 5), (line + 1, place - 5)]
    };
    let turned = |(mut y, mut x)| {
        if way & 1 == 1 {
            y = 5 - y;
        }
        if way & 2 == 2 {
            x = 5 - x;
        }
        if way & 4 == 4 { (x, y) } else { (y, x) }
    };
    let [one, other] = ends.map(turned);
    let ((y, x), is_level) = (one.min(other), one.0 == other.0);
    11 * y + x + if is_level { 0 } else { 5 }
}

/// Games on all processors, each with a seed of its own.
pub fn play(net: Option<&'static ValueNet>, games: u32, nodes: u64, seed: u64) -> Vec<Vec<Case>> {
    on_all(games, |thread, share| {
        let mut engine = ZuniqEngine::with_net(64, ZuniqParams::BEST, net);
        let mut random = SplitMix64::new(seed + u64::from(thread));
        let game = |_| game(&mut engine, nodes, &mut random);
        (0..share).map(game).collect()
    })
}

/// A game from a random opening of up to 12 plies until it is proven who wins.
fn game(engine: &mut ZuniqEngine, nodes: u64, random: &mut SplitMix64) -> Vec<Case> {
    let mut position = Position::EMPTY;
    engine.new_game(&position, position.to_move());
    let opening = random.below(13);
    let mut seen = Vec::new();
    let first_wins = loop {
        let is_first = position.plies().is_multiple_of(2);
        if position.is_over() {
            // Who drew the last edge wins.
            break !is_first;
        }
        if position.plies() < opening {
            let legal = edges(ZuniqEngine::board_of(&position).legal_edges());
            let edge = legal[random.index(legal.len())];
            position.play(&plain(segments()[edge])).unwrap();
            continue;
        }
        seen.push(ZuniqEngine::board_of(&position).drawn());
        let request = SearchRequest::new(Limits::nodes(nodes)).seed(random.next());
        let choice = engine.choose_with_report(&position, &request).unwrap();
        if let Some(proven) = choice.report.value.proven() {
            break (proven == Proven::Win) == is_first;
        }
        position.play(&choice.reported_move).unwrap();
    };
    let case = |drawn: u64| Case {
        drawn,
        won: drawn.count_ones().is_multiple_of(2) == first_wins,
    };
    seen.into_iter().map(case).collect()
}

#[test]
fn a_board_can_be_turned_in_eight_ways() {
    for way in 0..8 {
        let all: std::collections::BTreeSet<_> = (0..60).map(|edge| turned(edge, way)).collect();
        assert_eq!(all.len(), 60);
        let case = Case {
            drawn: 0b1100_0010_0011,
            won: true,
        };
        let board = case.board(way);
        assert_eq!(board.plies(), 5);
        assert_eq!(
            board.legal_edges().count_ones(),
            case.board(0).legal_edges().count_ones()
        );
        assert_eq!(board.closed_sizes(), case.board(0).closed_sizes());
    }
}
