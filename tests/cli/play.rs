//! `kifu play`: whole games against itself over pipes, judged by `kifu validate`.

use crate::{KIFU, folder, kifu, kifu_with};
use kifu::contract::{
    Actor, Contest, DialogueEnd, DialogueEvent, Player, Position, Protocol, Rules as _, Setup,
};
use kifu::games::{self, CATALOGUE, GameVisitor, visit};
use kifu::search::{HasEngine, SplitMix64};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A program and its pipes.
struct Program {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    protocol: Box<dyn Protocol>,
    /// The number of lines of the dialogue so far, in both directions.
    line_count: usize,
}

impl Program {
    fn start(game: &str, threads: &str, protocol: Box<dyn Protocol>) -> Self {
        let mut child = Command::new(KIFU)
            .args(["play", "--game", game, "--nodes", "12", "--memory", "8"])
            .args(["--threads", threads])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        Self {
            input: child.stdin.take(),
            output: BufReader::new(child.stdout.take().unwrap()),
            child,
            protocol,
            line_count: 0,
        }
    }

    fn send_line(&mut self, line: &str) {
        self.protocol.on_jury_line(line).unwrap();
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
        self.line_count += 1;
    }

    fn read_move(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        self.line_count += 1;
        let events = self.protocol.on_bot_line(line.trim_end()).unwrap();
        let token = events.into_iter().find_map(|event| match event {
            DialogueEvent::Token { token, .. } => Some(token),
            _ => None,
        });
        token.unwrap()
    }

    fn end(mut self) {
        drop(self.input.take());
        assert!(self.child.wait().unwrap().success());
    }
}

/// Two programs of a game against each other, with the contest's protocol between them; the
/// tokens of the game.
struct Match;

impl GameVisitor for Match {
    type Output = Vec<String>;
    fn visit<G: games::FullGame>(self) -> Vec<String> {
        let setup = bench_setup_of::<G>();
        let mut position = G::start(&setup).unwrap();
        let mut tokens: Vec<String> = Vec::new();
        // The second player thinks on two threads.
        let mut programs =
            ["1", "2"].map(|threads| Program::start(G::INFO.id, threads, G::protocol(&setup)));
        let mut random = SplitMix64::new(3);
        while !position.is_over() {
            if let Some(mv) = position.automatic_move() {
                position.apply(&mv);
                let mut token = String::new();
                G::write(&kifu::contract::StepOf::<G>::from_move(mv), &mut token);
                tokens.push(token);
                continue;
            }
            let Some(player) = position.mover() else {
                let tile = deal::<G>(&mut position, &mut random);
                tokens.push(tile);
                continue;
            };
            if position.actor() == Actor::Chance {
                let mut dealt = position.clone();
                let tile = deal::<G>(&mut dealt, &mut random);
                // The script's lines of a turn come before its move: any legal move will do.
                position = dealt;
                tokens.push(with_first_legal_place::<G>(&position, &tile));
            } else {
                tokens.push(first_legal_token::<G>(&position));
            }
            let program = &mut programs[player.index()];
            let all: Vec<&str> = tokens.iter().map(String::as_str).collect();
            let script = G::protocol(&setup)
                .script(&setup, &all, player, DialogueEnd::Open)
                .unwrap();
            let (mine, last) = (
                program.line_count,
                script.iter().rposition(|line| !line.to_bot),
            );
            for line in &script[mine..last.unwrap()] {
                program.send_line(&line.text);
            }
            let token = program.read_move();
            let step = G::parse(token.as_bytes()).unwrap().step;
            let mv = step.mv.unwrap();
            position.check(&mv).unwrap();
            position.apply(&mv);
            let mut text = String::new();
            G::write(&step, &mut text);
            *tokens.last_mut().unwrap() = text;
        }
        let all: Vec<&str> = tokens.iter().map(String::as_str).collect();
        for (player, mut program) in Player::ALL.into_iter().zip(programs) {
            let script = G::protocol(&setup)
                .script(&setup, &all, player, DialogueEnd::Over)
                .unwrap();
            for line in &script[program.line_count..] {
                // A program that knows the end by itself may be gone.
                let _ = writeln!(program.input.as_mut().unwrap(), "{}", line.text);
            }
            program.end();
        }
        tokens
    }
}

fn bench_setup_of<G: HasEngine>() -> Setup {
    let mut setup = Setup::default();
    for (key, value) in G::INFO.bench_setup {
        setup.set(key, *value);
    }
    setup
}

fn deal<G: Contest>(position: &mut G::Position, random: &mut SplitMix64) -> String {
    let mut deals = Vec::new();
    position.chance_outcomes(&mut |luck| deals.push(luck));
    let luck = deals[random.index(deals.len())];
    position.apply_chance(&luck);
    let mut text = String::new();
    G::write(
        &kifu::contract::Step {
            chance: Some(luck),
            mv: None,
        },
        &mut text,
    );
    text
}

fn first_legal_token<G: Contest>(position: &G::Position) -> String {
    let mut first = None;
    position.legal_moves(&mut |mv| first = first.or(Some(mv)));
    let mut text = String::new();
    G::write(
        &kifu::contract::StepOf::<G>::from_move(first.unwrap()),
        &mut text,
    );
    text
}

/// A deal and a place where it may go, as one token.
fn with_first_legal_place<G: Contest>(position: &G::Position, tile: &str) -> String {
    let mut first = None;
    position.legal_moves(&mut |mv| first = first.or(Some(mv)));
    let step = kifu::contract::Step {
        mv: first,
        ..G::parse(tile.as_bytes()).unwrap().step
    };
    let mut text = String::new();
    G::write(&step, &mut text);
    text
}

fn play(game: &str, args: &[&str], input: &str) -> crate::Run {
    let here = std::env::temp_dir();
    let args = [&["play", "--game", game, "--nodes", "5"], args].concat();
    kifu_with(&here, &args, input)
}

#[test]
fn malformed_jury_input_is_reported_with_status_2() {
    let rows = "wbwbwbwb\nbwbwbwbw\n".repeat(4);
    let other = rows.replacen('w', ".", 1);
    let clobber = |rows: &str, last: &str| format!("8\nw\n{rows}{last}\n112\n");
    for (game, input, words) in [
        (
            "clobber",
            String::new(),
            "standard input ended before its first line",
        ),
        (
            "clobber",
            "nonsense\n".to_owned(),
            "line 1: expected the size of the board",
        ),
        (
            "clobber",
            "8\nx\n".to_owned(),
            "line 2: expected the program's colour, w or b",
        ),
        (
            "clobber",
            "8\nw\nwbw\n".to_owned(),
            "line 3: expected a row",
        ),
        (
            "clobber",
            clobber(&other, "null"),
            "to which the moves lead, found",
        ),
        ("clobber", clobber(&rows, "a1a2"), "`a1a2`: "),
        (
            "clobber",
            "8\nw\nwbwbwbwb\n".to_owned(),
            "standard input ended in the middle",
        ),
        (
            "clobber",
            "9".repeat(99_999),
            "line 1: expected a line of at most 65536 bytes",
        ),
        ("zuniq", "A9h\n".to_owned(), "line 1: expected Start"),
        (
            "zuniq",
            "Start\nA9h\n".to_owned(),
            "line 2: expected the opponent's move",
        ),
        (
            "box",
            "7\n".to_owned(),
            "line 1: expected the program's colour, 1 to 6",
        ),
        (
            "box",
            "4\nHh216534h\nStart\n".to_owned(),
            "standard input ended",
        ),
        (
            "box",
            "4\nHh216534h\nStart\n123\n".to_owned(),
            "line 4: expected the program's tile",
        ),
        (
            "turn-right",
            "Start\nz9\n".to_owned(),
            "line 2: expected a stone",
        ),
        ("turn-right", "a1\na1\n".to_owned(), "line 2: `a1`: "),
        (
            "atari-go",
            "B\n99\n".to_owned(),
            "line 2: expected the size",
        ),
        (
            "atari-go",
            "W\n9\n4 4\n0 0\n".to_owned(),
            "standard input ended",
        ),
        (
            "zuniq",
            "\u{0}\u{1b}[31m\n".to_owned(),
            "line 1: expected Start",
        ),
    ] {
        let run = play(game, &[], &input);
        assert_eq!(run.code, 2, "{game} {input}: {}{}", run.out, run.err);
        assert!(run.err.contains(words), "{game} {input}: {}", run.err);
    }
}

/// A jury may start programs from an opening: they see the board, not the moves.
#[test]
fn play_continues_from_a_shown_board() {
    let rows = "wbwbwbwb\nbwbwbwbw\n".repeat(4);
    let opened = rows.replacen("wb", ".w", 2).replacen("bw", ".b", 2);
    let stones = ".........\n...B.....\n...WB....\n".to_owned() + &".........\n".repeat(6);
    for (game, input, places) in [
        ("clobber", format!("8\nw\n{opened}b7b8\n9\n"), 4),
        ("atari-go", format!("W\n9\n3 1\n0 0\n{stones}"), 3),
        ("atari-go", format!("B\n9\n3 2\n0 0\n{stones}"), 3),
        ("atari-go", format!("B\n9\n-1 -1\n2 1\n{stones}"), 3),
    ] {
        let run = play(game, &[], &input);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{game} {input}");
        assert!(
            (3..=places).contains(&run.out.trim_end().len()),
            "{}",
            run.out
        );
    }
    let surrounded = ".B.......\nBWB......\n.B.......\n".to_owned() + &".........\n".repeat(6);
    let wrong = rows.replacen('w', "b", 3);
    for (game, input) in [
        ("atari-go", format!("W\n9\n3 1\n0 0\n{surrounded}")),
        ("atari-go", format!("W\n9\n3 1\n90 0\n{stones}")),
        ("clobber", format!("8\nw\n{wrong}a1a2\n9\n")),
    ] {
        let run = play(game, &[], &input);
        assert_eq!(run.code, 2, "{game} {input}: {}", run.out);
        assert!(
            run.err.contains("line ") || run.err.contains("the moves lead"),
            "{}",
            run.err
        );
    }
}

#[test]
fn end_of_input_between_turns_exits_successfully() {
    for (game, input) in [
        ("zuniq", "Start\n"),
        ("zuniq", "Start\nQuit\n"),
        ("turn-right", "Start\nx\n"),
        ("turn-right", "Start\n"),
        ("box", "4\nHh216534h\nStart\n364521\nQuit\n"),
        ("box", "Quit\n"),
    ] {
        let run = play(game, &[], input);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{game} {input}");
    }
}

#[test]
fn extreme_clocks_are_accepted_or_refused() {
    for clock in ["0", "0,0", "1ms", "24h", "1e3", "-5s", "99999999s"] {
        let run = play("zuniq", &["--clock", clock], "Start\nQuit\n");
        let good = ["0", "0,0", "1ms"].contains(&clock);
        assert_eq!(run.code, if good { 0 } else { 2 }, "{clock}: {}", run.err);
        assert_eq!(
            run.out.lines().count(),
            usize::from(good),
            "{clock}: {}",
            run.out
        );
    }
}

mod slow {
    use super::*;

    #[test]
    fn play_finishes_every_game_legally_against_itself() {
        for game in CATALOGUE {
            let tokens = visit(game.id(), Match).unwrap();
            let mut text = format!("game: {}\n", game.id());
            for (key, value) in &game.bench_setup().0 {
                text.push_str(&format!("{key}: {value}\n"));
            }
            text.push_str(&tokens.join(" "));
            let logs = folder(&[("game.moves", &text)]);
            let run = kifu(logs.path(), &["validate", "game.moves"]);
            assert_eq!(run.code, 0, "{}: {}{}\n{text}", game.id(), run.out, run.err);
            assert!(run.out.contains("finished"), "{}", run.out);
        }
    }
}
