//! The referee of a game that is watched and directed while it is played.

use super::super::contestant::Contestant;
use super::super::game_spec::GameSpec;
use super::super::legal_step::LegalStep;
use super::super::live::{LiveEvent, LiveOptions, PersonInput};
use super::{GameError, MatchRules, PlayedGame, Referee};
use kifu_core::contract::{Player, Turn};
use kifu_core::record::Record;
use std::time::Duration;

/// The interval at which a wait for a person looks whether the game was stopped.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// The observer and director of a game in play.
pub(super) struct LiveHooks<'a> {
    options: LiveOptions,
    report: Box<dyn FnMut(LiveEvent) + 'a>,
}

/// Plays one game and reports each step of it. Returns `None` if it was stopped.
///
/// # Errors
/// Returns an error if a program cannot be started or the setup is invalid.
pub fn play_live(
    rules: &MatchRules,
    contestants: [&Contestant; 2],
    game_spec: &GameSpec,
    options: LiveOptions,
    report: Box<dyn FnMut(LiveEvent) + '_>,
) -> Result<Option<PlayedGame>, GameError> {
    let mut referee = Referee::new(rules, contestants, game_spec)?;
    let stop = options.control.stop_flag();
    for session in &mut referee.sessions {
        session.stop_on(&stop);
    }
    if let Some(earlier) = &options.earlier {
        referee.keep_earlier_plies(earlier)?;
    }
    referee.live = Some(LiveHooks { options, report });
    referee.report_game();
    while !referee.is_over() {
        referee.wait_while_paused();
        if referee.is_stopped() {
            // The sessions are dropped, which ends the programs at once.
            return Ok(None);
        }
        referee.play_step()?;
    }
    // A game that was stopped while somebody thought is not over.
    let is_stopped = referee.is_stopped();
    Ok((!is_stopped).then(|| referee.finish()))
}

impl Referee<'_> {
    /// Replays the plies of the opening that were played in this game before, with their times and
    /// notes.
    fn keep_earlier_plies(&mut self, earlier: &Record) -> Result<(), GameError> {
        while let Some(token) = self.opening_left.pop() {
            let ply = self.record_builder.current_ply();
            let player = self.state.mover();
            if self.state.turn() == Turn::Chance {
                // The next chance event has the outcome that it had before.
                self.chance_rng.index(self.state.chance_outcomes().len());
            }
            let step = LegalStep::given(self.game, self.state.as_ref(), &token);
            let step = step.map_err(|error| GameError::Opening { token, error })?;
            self.make_step(player, step);
            let Some(player) = player else { continue };
            self.record_builder.keep_ply(earlier, ply, player);
            if let Some(ms) = earlier.times_ms.get_ms(ply) {
                let time = Duration::from_millis(ms.into());
                self.clocks[player.index()].add_turn(time);
            }
        }
        self.record_builder.keep_opening_count(earlier);
        Ok(())
    }

    pub(super) fn is_stopped(&self) -> bool {
        let live = self.live.as_ref();
        live.is_some_and(|live| live.options.control.is_stopped())
    }

    fn wait_while_paused(&self) {
        if let Some(live) = &self.live {
            live.options.control.wait_while_paused();
        }
    }

    fn report(&mut self, event: LiveEvent) {
        if let Some(live) = &mut self.live {
            (live.report)(event);
        }
    }

    /// Reports the game as far as it was played.
    pub(super) fn report_game(&mut self) {
        if self.live.is_some() {
            let record = self.record_builder.snapshot(self.game, &self.tokens);
            self.report(LiveEvent::Played(Box::new(record)));
        }
    }

    /// Reports that a player is asked for a move.
    pub(super) fn report_turn(&mut self, player: Player, chance: Option<&str>) {
        if let Some(live) = &self.live {
            live.options.control.forget_inputs();
            self.report(LiveEvent::Turn {
                player,
                chance: chance.map(str::to_owned),
            });
        }
    }

    /// Waits for a chance outcome that a person deals, and returns its index. Returns `None` if the
    /// outcomes are drawn at random.
    pub(super) fn typed_chance(&mut self, outcomes: &[String]) -> Option<usize> {
        let live = self.live.as_ref()?;
        if !live.options.is_chance_typed {
            return None;
        }
        let control = live.options.control.clone();
        control.forget_inputs();
        self.report(LiveEvent::AwaitsChance);
        loop {
            if control.is_stopped() {
                return None;
            }
            if let Some(PersonInput::Chance(typed)) = control.next_input(POLL_INTERVAL)
                && let Some(index) = outcomes.iter().position(|outcome| *outcome == typed)
            {
                return Some(index);
            }
        }
    }
}
