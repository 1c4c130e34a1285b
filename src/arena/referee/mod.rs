//! The referee: one game from the first line to the record.
//!
//! Who fails, by an illegal act, no answer in time or no program any more, is told the end. Where
//! the contest's jury plays on ([`Game::JURY_PLAYS_ON`](crate::contract::Game::JURY_PLAYS_ON))
//! the referee makes random moves for it, and its opponent goes on as if nothing had happened;
//! otherwise the game is over. What both get the game itself says.

mod allowance;
mod book_keeping;
mod numbers;

use super::entrant::Entrant;
use super::fixture::{self, Fixture, Stream, random};
use super::seat::{Answer, Reply, Seat, Trouble, Turn as State};
use crate::contract::{DialogueEnd, Fault, MoveError, Player, Setup, Spelling, Turn};
use crate::files::{Failure, FailureKind};
use crate::findings::Finding;
use crate::games::{DynGame, DynState};
use crate::record::Record;
use crate::search::SplitMix64;
use allowance::Allowance;
use book_keeping::Books;
use std::time::Duration;

/// What holds for all games of a match.
#[derive(Clone)]
pub struct Terms {
    /// The game.
    pub book: &'static dyn DynGame,
    /// Its setup; what that leaves open is drawn by lot.
    pub setup: Setup,
    /// What the match is called.
    pub name: String,
    /// When it is played, `YYYY-MM-DD`.
    pub date: String,
    /// A fingerprint of the match, so that records of others are not taken for its own.
    pub id: String,
    /// How long a program may take to end when the game is over.
    pub patience: Duration,
}

/// A game that was played.
#[derive(Debug)]
pub struct Played {
    /// All that happened.
    pub record: Record,
    /// What the rules find wrong with it: nothing, or the referee is at fault.
    pub findings: Vec<Finding>,
}

/// Plays one game.
///
/// # Errors
/// A program cannot be started, or the setup is none; who plays badly is no error.
pub fn play(terms: &Terms, entrants: [&Entrant; 2], fixture: &Fixture) -> Result<Played, Failure> {
    Referee::new(terms, entrants, fixture)?.run()
}

struct Referee {
    book: &'static dyn DynGame,
    setup: Setup,
    table: Box<dyn DynState>,
    seats: [Box<dyn Seat>; 2],
    allowances: [Allowance; 2],
    luck: SplitMix64,
    jury: SplitMix64,
    tokens: Vec<String>,
    movers: Vec<Option<Player>>,
    opening: Vec<String>,
    failed: [bool; 2],
    dismissed: [bool; 2],
    books: Books,
}

impl Referee {
    fn new(terms: &Terms, entrants: [&Entrant; 2], fixture: &Fixture) -> Result<Self, Failure> {
        let book = terms.book;
        let setup = fixture::setup(book, &terms.setup, fixture.seed);
        let table = book.start(&setup);
        let table = table.map_err(|error| Failure::usage(error.to_string()))?;
        let mut seeds = random(fixture.seed, Stream::Players);
        let mut sit = |player: Player| {
            // Not the seed of the pair: both games of a deterministic engine would be one.
            let seed = seeds.next().wrapping_add(u64::from(fixture.index));
            entrants[player.index()].sit(book, &setup, player, seed, terms.patience)
        };
        let seats = [sit(Player::First)?, sit(Player::Second)?];
        Ok(Self {
            book,
            table,
            seats,
            allowances: entrants
                .map(|entrant| Allowance::new(entrant.clock.unwrap_or(book.clock()))),
            luck: random(fixture.seed, Stream::Luck),
            jury: random(fixture.seed, Stream::Jury),
            tokens: Vec::new(),
            movers: Vec::new(),
            opening: fixture.opening.iter().rev().cloned().collect(),
            failed: [false; 2],
            dismissed: [false; 2],
            books: Books::new(terms, entrants, fixture, &setup),
            setup,
        })
    }

    fn run(mut self) -> Result<Played, Failure> {
        loop {
            let turn = self.table.turn();
            let over = turn == Turn::Over || self.failed == [true; 2];
            if over || self.failed != [false; 2] && !self.book.jury_plays_on() {
                break;
            }
            match self.table.mover() {
                None => self.lead_in()?,
                Some(player) => self.ply(player, turn == Turn::Chance)?,
            }
        }
        for player in Player::ALL {
            self.dismiss(player);
        }
        let outcome = self.table.outcome(self.failed);
        Ok(self.books.close(self.book, &self.tokens, outcome))
    }

    /// Luck acts alone.
    fn lead_in(&mut self) -> Result<(), Failure> {
        let deal = self.deal()?;
        let token = self.book.lead_in_token(&deal);
        self.make(None, &token)
    }

    fn deal(&mut self) -> Result<String, Failure> {
        let deals = self.table.chance_outcomes();
        let deal = deals.get(self.luck.index(deals.len()));
        deal.cloned()
            .ok_or_else(|| own_fault("luck has nothing to deal"))
    }

    /// One act of a player, or for it.
    fn ply(&mut self, player: Player, luck: bool) -> Result<(), Failure> {
        if let Some(token) = self.table.automatic_move() {
            return self.make(Some(player), &token);
        }
        if let Some(token) = self.opening.pop() {
            self.books.opening();
            return self.make(Some(player), &token);
        }
        let deal = if luck { Some(self.deal()?) } else { None };
        if self.failed[player.index()] {
            return self.jury_acts(player, deal.as_deref());
        }
        let reply = self.ask(player, deal.as_deref());
        self.books.reply(player, &reply);
        match reply.answer.and_then(|answer| self.judge(answer)) {
            Ok((token, raw, message)) => {
                self.books.made(&token, &raw, message);
                self.make(Some(player), &token)
            }
            Err(trouble) => {
                self.fails(player, trouble);
                if self.book.jury_plays_on() && self.failed != [true; 2] {
                    return self.jury_acts(player, deal.as_deref());
                }
                Ok(())
            }
        }
    }

    fn ask(&mut self, player: Player, deal: Option<&str>) -> Reply {
        let state = State {
            setup: &self.setup,
            tokens: &self.tokens,
            movers: &self.movers,
            deal,
        };
        let [first, second] = &mut self.seats;
        let (own, other) = match player {
            Player::First => (first, second),
            Player::Second => (second, first),
        };
        let allowance = &mut self.allowances[player.index()];
        let other = other.process();
        let reply = own.ask(&state, allowance.limit(), other);
        allowance.spend(reply.wall);
        reply
    }

    /// The canonical token of an act, what the player wrote for it, and its message.
    fn judge(&mut self, answer: Answer) -> Result<(String, String, String), Trouble> {
        let Answer {
            token,
            line,
            message,
        } = answer;
        let refused = |rule, reason: String| Trouble {
            fault: Fault::Illegal,
            raw: line.clone(),
            rule,
            reason,
        };
        if self.book.referees_choice().contains(&token.as_str()) {
            let moves = self.table.legal_moves();
            let chosen = moves.get(self.jury.index(moves.len())).cloned();
            let chosen =
                chosen.ok_or_else(|| refused("", "there is no move to choose".to_owned()))?;
            return Ok((chosen, token, message));
        }
        let unreadable = crate::record::RULE_UNREADABLE;
        let read = self.book.parse(&token);
        let read = read.map_err(|bad| refused(unreadable, bad.to_string()))?;
        if let Spelling::Forgiven(what) = &read.spelling {
            return Err(refused(
                unreadable,
                format!("not as the contest writes it: {what}"),
            ));
        }
        let tried = self.table.fork().play(&token);
        tried.map_err(|kind| match kind {
            MoveError::Unreadable(bad) => refused(unreadable, bad.to_string()),
            MoveError::Illegal { rule, message, .. } => refused(rule, message),
            MoveError::WrongKind { expected } => {
                refused(unreadable, format!("expected {expected}"))
            }
        })?;
        Ok((read.text, token, message))
    }

    fn make(&mut self, player: Option<Player>, token: &str) -> Result<(), Failure> {
        let played = self.table.play(token);
        played.map_err(|_| own_fault(&format!("`{token}` is refused")))?;
        self.tokens.push(token.to_owned());
        self.movers.push(player);
        self.books.next(player.is_some());
        Ok(())
    }

    /// The jury makes a random move for a player who failed.
    fn jury_acts(&mut self, player: Player, deal: Option<&str>) -> Result<(), Failure> {
        let mut table = self.table.fork();
        if let Some(deal) = deal {
            let dealt = table.apply_chance(deal);
            dealt.map_err(|_| own_fault(&format!("luck cannot deal `{deal}`")))?;
        }
        let moves = table.legal_moves();
        let Some(bare) = moves.get(self.jury.index(moves.len())) else {
            return Err(own_fault("the jury has no move"));
        };
        let whole = deal.and_then(|deal| self.book.with_chance(bare, deal));
        self.books.by_jury();
        let token = whole.unwrap_or_else(|| bare.clone());
        self.make(Some(player), &token)
    }

    fn fails(&mut self, player: Player, trouble: Trouble) {
        self.failed[player.index()] = true;
        self.seats[player.index()].refused();
        let last = !self.book.jury_plays_on() || self.failed == [true; 2];
        self.books.fault(player, trouble, last);
        self.dismiss(player);
    }

    fn dismiss(&mut self, player: Player) {
        if std::mem::replace(&mut self.dismissed[player.index()], true) {
            return;
        }
        let [own, other] = [player, player.opponent()].map(|player| self.failed[player.index()]);
        let end = if other && !own && !self.book.jury_plays_on() {
            DialogueEnd::OpponentFailed
        } else {
            DialogueEnd::Over
        };
        let state = State {
            setup: &self.setup,
            tokens: &self.tokens,
            movers: &self.movers,
            deal: None,
        };
        let seat = &mut self.seats[player.index()];
        if let Some(farewell) = seat.dismiss(&state, end) {
            self.books.farewell(player, &farewell);
        }
    }
}

/// Something that cannot be.
fn own_fault(what: &str) -> Failure {
    Failure::new(
        FailureKind::Internal,
        format!("the referee cannot go on: {what}"),
    )
    .hint("that is a fault of kifu, not of the bots: please report it")
}
