//! A toy game of chance in which a player may move twice in a row. The dealt tile, 1, 2 or 3, is
//! added to the player's points or, less one, taken from the opponent's; a 1 may also exchange both.
//! A player who takes with a 3 moves again.

use kifu_core::contract::{
    self, Actor, Faults, Outcome, Player, RuleViolation, Winner, hash_words,
};

#[derive(Clone, Debug, PartialEq)]
pub struct Race {
    points: [i32; 2],
    left: u8,
    hand: Option<u8>,
    to_move: Player,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Move {
    Add,
    Take,
    Exchange,
}

#[derive(Clone, Copy, Debug)]
pub struct Broken;

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("only a 1 exchanges")
    }
}

impl RuleViolation for Broken {
    fn rule(&self) -> &'static str {
        "exchange"
    }
}

impl Race {
    pub fn new(left: u8, lead: i32) -> Self {
        Self {
            points: [lead, 0],
            left,
            hand: None,
            to_move: Player::First,
        }
    }
}

impl contract::Rules for Race {
    type Move = Move;
    type Chance = u8;
    type Violation = Broken;

    fn actor(&self) -> Actor {
        match self.hand {
            Some(_) => Actor::Player(self.to_move),
            None => Actor::Chance,
        }
    }

    fn is_over(&self) -> bool {
        self.left == 0
    }

    fn check(&self, mv: &Move) -> Result<(), Broken> {
        match (mv, self.hand) {
            (_, None) | (Move::Exchange, Some(2..)) => Err(Broken),
            _ => Ok(()),
        }
    }

    fn apply(&mut self, mv: &Move) {
        let hand = self.hand.take().unwrap_or(1);
        let (own, other) = (self.to_move.index(), self.to_move.opponent().index());
        match mv {
            Move::Add => self.points[own] += i32::from(hand),
            Move::Take => self.points[other] -= i32::from(hand) - 1,
            Move::Exchange => self.points.swap(0, 1),
        }
        if *mv != Move::Take || hand != 3 {
            self.to_move = self.to_move.opponent();
        }
        self.left -= 1;
    }

    fn apply_chance(&mut self, luck: &u8) {
        self.hand = Some(*luck);
    }

    fn legal_moves(&self, each: &mut impl FnMut(Move)) {
        let all = [Move::Add, Move::Take, Move::Exchange];
        if self.left > 0 {
            all.into_iter()
                .filter(|mv| self.check(mv).is_ok())
                .for_each(each);
        }
    }

    fn chance_outcomes(&self, each: &mut impl FnMut(u8)) {
        if self.left > 0 && self.hand.is_none() {
            (1..=3).for_each(each);
        }
    }

    fn key(&self) -> u64 {
        let [a, b] = self.points.map(|points| u64::from(points.cast_unsigned()));
        let hand = u64::from(self.hand.unwrap_or(0));
        let rest = u64::from(self.left) << 8 | hand << 1 | self.to_move.index() as u64;
        hash_words([a, b, rest])
    }

    fn outcome(&self, _failed: Faults) -> Outcome {
        Outcome {
            winner: (self.left == 0).then(|| Winner::of(self.points)),
            ..Outcome::default()
        }
    }
}

impl contract::Position for Race {
    fn mover(&self) -> Option<Player> {
        Some(self.to_move)
    }
}
