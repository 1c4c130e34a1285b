//! What a bot may answer, by the grammar of each contest.

use kifu_core::contract::{AnswerChoice, DialogueEvent, Faults, Protocol, Setup};
use kifu_core::games::{CATALOGUE, DynGame, by_id};
use kifu_core::search::SplitMix64;
use proptest::prelude::*;

fn game(id: &str) -> &'static dyn DynGame {
    by_id(CATALOGUE, id).unwrap()
}

/// Returns the move, its spelling and the message of an answer; `referee` for the referee's choice.
fn answer(id: &str, line: &str) -> Result<[String; 3], String> {
    let answer = game(id).parse_answer(&Setup::default(), line);
    let answer = answer.map_err(|error| error.to_string())?;
    let choice = match answer.choice {
        AnswerChoice::Move(mv) => mv,
        AnswerChoice::Referee => "referee".to_owned(),
    };
    Ok([choice, answer.spelling, answer.message])
}

fn assert_accepted(id: &str, table: &[(&str, [&str; 3])]) {
    for (line, expected) in table {
        let expected = expected.map(str::to_owned);
        assert_eq!(answer(id, line), Ok(expected), "{id}: `{line}`");
    }
}

/// Checks that each line is refused for a reason with these words.
fn assert_refused(id: &str, table: &[(&str, &str)]) {
    for (line, words) in table {
        let reason = answer(id, line).unwrap_err();
        assert!(reason.contains(words), "{id}: `{line}`: {reason}");
    }
}

#[test]
fn answer_of_box_is_a_placement_and_never_a_tile() {
    assert_accepted(
        "box",
        &[
            ("Ikv", ["Ikv", "Ikv", ""]),
            ("Aah", ["Aah", "Aah", ""]),
            ("Ptv \t", ["Ptv", "Ptv", ""]),
        ],
    );
    assert_refused(
        "box",
        &[
            ("Ik364521v", "without the tile, which the jury has dealt"),
            ("Hh364521h", "without the tile"),
            ("364521", "the place of the tile that was dealt, as Ikv"),
            ("364521 Ikv", "the place of the tile that was dealt"),
            ("Ik3", "without the tile"),
            ("lkv", "a small L stands for row I"),
            ("ikv", "a row, A to P"),
            ("IKv", "a column, a to t"),
            ("IkV", "a direction, h or v"),
            ("Ik", "a direction, h or v"),
            ("Ikvv", "the end"),
            ("Ikv 364521", "the end"),
            (" Ikv", "a row, A to P"),
            ("Qah", "a row, A to P"),
            ("", "a row, A to P"),
            ("é1v", "a row, A to P"),
        ],
    );
}

#[test]
fn zuniq_answer_is_a_segment_with_optional_claim() {
    assert_accepted(
        "zuniq",
        &[
            ("A2h", ["A2h", "A2h", ""]),
            ("E5v!", ["E5v!", "E5v!", ""]),
            (" A2h ! ", ["A2h!", "A2h !", ""]),
        ],
    );
    assert_refused(
        "zuniq",
        &[
            ("a2h", "not in the contest's spelling"),
            ("A2H", "not in the contest's spelling"),
            ("A2h!!", "the end of the move"),
            ("!A2h", "a row, A to F"),
            ("A6h", "a column from 1 to 5"),
            ("A2h A3h", "found ` A3h`"),
            ("  ", "a move like A2h or A2h!"),
        ],
    );
}

#[test]
fn turn_right_answer_may_start_at_any_corner() {
    let whole = "a1-a4-d4-d1";
    assert_accepted(
        "turn-right",
        &[
            ("c3", ["c3", "c3", ""]),
            (" c3 ", ["c3", "c3", ""]),
            (whole, [whole, whole, ""]),
            ("a4-d4-d1-a1", [whole, "a4-d4-d1-a1", ""]),
            ("d1-a1-a4-d4", [whole, "d1-a1-a4-d4", ""]),
        ],
    );
    assert_refused(
        "turn-right",
        &[
            ("a1-a2-a4-d4-d1", "a2 is not a corner"),
            ("C3", "expected"),
            ("g1", "expected"),
            ("c3 c4", "expected"),
            ("x", "expected"),
            ("", "expected"),
        ],
    );
}

#[test]
fn answer_of_atari_go_is_a_point_with_a_comment_or_a_pass() {
    assert_accepted(
        "atari-go",
        &[
            ("4 4", ["E5", "4 4", ""]),
            ("3 0 hello there", ["D9", "3 0", "hello there"]),
            ("PASS", ["PASS", "PASS", ""]),
            ("9 0", ["K9", "9 0", ""]),
        ],
    );
    assert_refused(
        "atari-go",
        &[
            ("E5", "the contest writes this point `4 4`"),
            ("pass", "in capital letters"),
            ("PASS now", "PASS alone"),
            ("-1 -1", "off the board"),
            ("4", "y after x"),
            ("4  4", "expected"),
            ("random", "`x y` or PASS"),
            ("", "`x y` or PASS"),
        ],
    );
}

#[test]
fn answer_of_clobber_is_a_word_that_starts_with_a_move_or_random() {
    assert_accepted(
        "clobber",
        &[
            ("e2e3", ["e2e3", "e2e3", ""]),
            ("e2e3 good luck", ["e2e3", "e2e3", "good luck"]),
            ("b7b8xyz", ["b7b8", "b7b8xyz", ""]),
            ("random", ["referee", "random", ""]),
            ("random good luck", ["referee", "random", "good luck"]),
        ],
    );
    assert_refused(
        "clobber",
        &[
            ("E2E3", "a column, a to j"),
            ("Random", "a column, a to j"),
            ("randomly", "expected"),
            (" e2e3", "a column, a to j"),
            ("e2", "a column, a to j"),
            ("", "a column, a to j"),
        ],
    );
}

/// Returns lines for a game: legal answers, mutations of them, full tokens, tiles and noise.
fn lines() -> impl Strategy<Value = (u64, u32, String)> {
    let noise = prop_oneof![
        any::<String>(),
        "[A-Pa-t1-6hv!x -]{0,12}",
        "[1-6]{6}",
        "[A-P][a-t][1-6]{6}[hv]",
        Just(String::new()),
    ];
    (any::<u64>(), 0..60_u32, noise)
}

/// A position of a random game, with the dialogue up to the request for a move in it.
struct AskedPosition {
    game: &'static dyn DynGame,
    setup: Setup,
    tokens: Vec<String>,
    chance: Option<String>,
    /// A legal move in the position.
    legal: String,
    protocol: Box<dyn Protocol>,
}

impl AskedPosition {
    /// Plays up to `plies` plies of a random game; `None` if no bot is asked there.
    fn new(game: &'static dyn DynGame, seed: u64, plies: u32) -> Option<Self> {
        let mut rng = SplitMix64::new(seed);
        let mut setup = Setup::default();
        game.draw_lots(&mut setup, &mut |bound| rng.below(bound));
        let mut state = game.start(&setup).unwrap();
        let mut tokens: Vec<String> = Vec::new();
        // Later circuits of Turn Right are too many to list.
        let plies = plies.min(if game.id() == "turn-right" { 40 } else { 60 }) as usize;
        let (chance, legal, seat) = loop {
            let mut dealt = state.fork();
            let chance = dealt.deal(rng.index(state.chance_outcomes().len()));
            let token = match (state.mover(), &chance) {
                (None, Some(tile)) => game.lead_in_token(tile),
                (seat, _) => {
                    let moves = dealt.legal_moves();
                    let mv = moves.get(rng.index(moves.len()))?;
                    if tokens.len() >= plies && state.automatic_move().is_none() {
                        break (chance, mv.clone(), seat?);
                    }
                    let whole = chance.and_then(|chance| game.with_chance(mv, &chance));
                    whole.unwrap_or_else(|| mv.clone())
                }
            };
            state.play(&token).unwrap();
            tokens.push(token);
        };
        let mut protocol = game.protocol(&setup);
        let words: Vec<&str> = tokens.iter().map(String::as_str).collect();
        let script = protocol.script_until_turn(&setup, &words, seat, chance.as_deref());
        for line in script.unwrap() {
            let fed = if line.to_bot {
                protocol.on_jury_line(&line.text)
            } else {
                protocol.on_bot_line(&line.text)
            };
            fed.unwrap();
        }
        Some(Self {
            game,
            setup,
            tokens,
            chance,
            legal,
            protocol,
        })
    }

    /// Returns answers near to the legal one: with and without a tile, and changed in one place.
    fn variants(&self, seed: u64) -> Vec<String> {
        let bare = self.protocol.move_line(&self.legal);
        let other_tile = self.game.with_chance(&bare, "364521");
        let dealt_tile = self.chance.as_ref();
        let dealt_tile = dealt_tile.and_then(|tile| self.game.with_chance(&bare, tile));
        let mut all = vec![mutate(&bare, seed), format!("{bare} {bare}"), bare];
        for whole in other_tile.into_iter().chain(dealt_tile) {
            all.extend([mutate(&whole, seed), whole]);
        }
        all.extend(self.chance.clone());
        all
    }

    /// Checks what the grammar makes of a line: a move that carries no chance outcome and is the one
    /// that a reader of the dialogue takes it for; played with the dealt outcome it is a step of the
    /// record, or the rules refuse it.
    fn check(mut self, line: &str) -> Result<(), TestCaseError> {
        let Ok(answer) = self.game.parse_answer(&self.setup, line) else {
            return Ok(());
        };
        let AnswerChoice::Move(mv) = answer.choice else {
            return Ok(());
        };
        prop_assert_eq!(self.game.chance_of(&mv), None);
        let events = self.protocol.on_bot_line(line).unwrap();
        let read = events.iter().find_map(|event| match event {
            DialogueEvent::Token { token, .. } => self.game.parse(token).ok(),
            _ => None,
        });
        let read = read.map(|token| token.text);
        let whole = self.chance.as_ref();
        let whole = whole.and_then(|chance| self.game.with_chance(&mv, chance));
        let whole = whole.unwrap_or(mv.clone());
        prop_assert_eq!(read.as_deref(), Some(whole.as_str()));
        let replay = |tokens: &[String]| {
            let replay = self
                .game
                .replay(&self.setup, &tokens.join(" "), Faults::NONE);
            replay.unwrap()
        };
        let mut state = self.game.start(&self.setup).unwrap();
        for token in &self.tokens {
            state.play(token).unwrap();
        }
        if let Some(chance) = &self.chance {
            let index = state.chance_outcomes().iter().position(|one| one == chance);
            let dealt = state.deal(index.unwrap());
            prop_assert_eq!(dealt.as_ref(), Some(chance));
        }
        let is_legal = state.play(&mv).is_ok();
        prop_assert_eq!(self.game.chance_of(&whole), self.chance.clone());
        self.tokens.push(whole);
        prop_assert_eq!(replay(&self.tokens).failure.is_none(), is_legal);
        Ok(())
    }
}

/// Changes one character of a line.
fn mutate(line: &str, seed: u64) -> String {
    let mut rng = SplitMix64::new(seed);
    let mut chars: Vec<char> = line.chars().collect();
    let pool: Vec<char> = "A1a6hv!x- 3".chars().collect();
    let at = rng.index(chars.len() + 1);
    let new = pool[rng.index(pool.len())];
    match rng.index(3) {
        0 if at < chars.len() => chars[at] = new,
        1 if at < chars.len() => drop(chars.remove(at)),
        _ => chars.insert(at, new),
    }
    chars.into_iter().collect()
}

#[test]
fn bare_move_has_no_chance_outcome() {
    let bare = |text: &str| {
        let parsed = game("box").parse_bare_move(text);
        parsed.map_err(|error| error.to_string())
    };
    assert_eq!(bare("Ikv"), Ok("Ikv".to_owned()));
    for text in ["Ik364521v", "364521"] {
        assert!(bare(text).unwrap_err().contains("without a chance outcome"));
    }
}

mod slow {
    use super::*;

    proptest! {
        #![proptest_config(crate::common::cases(12))]

        #[test]
        fn any_answer_is_refused_or_a_move_with_the_dealt_chance((seed, plies, noise) in lines()) {
            for game in CATALOGUE {
                let asked = || AskedPosition::new(*game, seed, plies);
                let Some(variants) = asked().map(|asked| asked.variants(seed)) else {
                    continue;
                };
                for line in variants.iter().chain([&noise]) {
                    asked().unwrap().check(line)?;
                }
            }
        }
    }
}
