//! Atari Go's chains, liberties, captures and ko against a naive Go board.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "a board has at most 361 points"
)]

use kifu_core::contract::{Game, Player, Position as _, RuleViolation, Rules as _};

use crate::common::random_step;
use kifu_core::games::atari_go::{AtariGo, Move, Point, Position};
use kifu_core::search::SplitMix64;

/// Go without any bookkeeping: every question is answered by looking at the whole board.
#[derive(Clone, PartialEq)]
struct NaiveBoard {
    size: i32,
    board: Vec<Option<Player>>,
    captures: [u16; 2],
    /// The board before the last move, if that was a stone.
    before: Option<Vec<Option<Player>>>,
    to_move: Player,
}

impl NaiveBoard {
    fn neighbors(&self, at: usize) -> Vec<usize> {
        let (x, y) = (at as i32 % self.size, at as i32 / self.size);
        [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
            .into_iter()
            .filter(|(x, y)| (0..self.size).contains(x) && (0..self.size).contains(y))
            .map(|(x, y)| (y * self.size + x) as usize)
            .collect()
    }

    /// The chain on a point and its liberties, both sorted.
    fn chain(&self, at: usize) -> [Vec<usize>; 2] {
        let (mut chain, mut open, mut todo) = (vec![at], Vec::new(), vec![at]);
        while let Some(stone) = todo.pop() {
            for near in self.neighbors(stone) {
                if self.board[near].is_none() {
                    open.push(near);
                } else if self.board[near] == self.board[at] && !chain.contains(&near) {
                    chain.push(near);
                    todo.push(near);
                }
            }
        }
        open.sort_unstable();
        open.dedup();
        chain.sort_unstable();
        [chain, open]
    }

    fn play(&self, mv: Option<usize>) -> Result<Self, &'static str> {
        let mut next = self.clone();
        next.before = None;
        next.to_move = self.to_move.opponent();
        let Some(at) = mv else {
            return Ok(next);
        };
        if self.board[at].is_some() {
            return Err("not-empty");
        }
        next.board[at] = Some(self.to_move);
        for near in next.neighbors(at) {
            let [chain, open] = next.chain(near);
            if next.board[near] == Some(self.to_move.opponent()) && open.is_empty() {
                next.captures[self.to_move.index()] += chain.len() as u16;
                for stone in chain {
                    next.board[stone] = None;
                }
            }
        }
        if next.chain(at)[1].is_empty() {
            return Err("suicide");
        }
        if self.before.as_ref() == Some(&next.board) {
            return Err("ko");
        }
        next.before = Some(self.board.clone());
        Ok(next)
    }

    fn assert_agrees(&self, position: &Position) {
        assert_eq!(position.captures(), self.captures);
        assert_eq!(position.to_move(), self.to_move);
        for (at, point) in position.points().enumerate() {
            assert_eq!(position.stone(point), self.board[at], "{point}");
            let mv = Move::Stone(point);
            assert_eq!(
                position.check(&mv).err().map(|broken| broken.rule()),
                self.play(Some(at)).err(),
                "{point} in {}",
                AtariGo::write_position(position)
            );
            if self.board[at].is_some() {
                let [chain, open] = self.chain(at);
                assert_eq!(position.liberty_count(point) as usize, open.len());
                let place = |p: Point| usize::from(p.y()) * self.size as usize + usize::from(p.x());
                let mut stones: Vec<usize> = position.chain(point).map(place).collect();
                assert_eq!(stones.first(), Some(&at));
                stones.sort_unstable();
                assert_eq!(stones, chain);
            }
        }
    }
}

mod slow {
    use super::*;

    #[test]
    fn chains_and_captures_agree_with_a_naive_board() {
        for (size, turns, games) in [(5, 300, 12), (9, 200, 4), (19, 700, 1)] {
            let (mut kos, mut captures) = (0, 0);
            for seed in 0..games {
                let mut rng = SplitMix64::new(seed);
                let mut position = Position::new(size, turns);
                let mut naive = NaiveBoard {
                    size: size as i32,
                    board: vec![None; (size * size) as usize],
                    captures: [0; 2],
                    before: None,
                    to_move: Player::First,
                };
                while let Some(step) = random_step::<AtariGo>(&position, &mut rng) {
                    let mv = step.mv.unwrap();
                    position.play(&mv).unwrap();
                    let at = match mv {
                        Move::Stone(p) => {
                            Some(usize::from(p.y()) * size as usize + usize::from(p.x()))
                        }
                        Move::Pass => None,
                    };
                    naive = naive.play(at).expect("legal here, so legal there");
                    kos += u32::from(position.ko().is_some());
                    // The whole board at each turn is too much for the largest.
                    if !position.is_over()
                        && (size < 19 || position.turns_played().is_multiple_of(25))
                    {
                        naive.assert_agrees(&position);
                    }
                }
                captures += position.captures().iter().sum::<u16>();
            }
            assert!(
                captures > 50 && (kos > 0 || size == 19),
                "{size}: {captures} {kos}"
            );
        }
    }
}
