//! Archives of any size: random games, reviews of one game, matches, and long texts.

use kifu_core::games::{self, CATALOGUE};
use kifu_core::record::{Record, write_ronl};
use kifu_core::search::SplitMix64;
use kifu_logs::formats::{ReadContext, by_id, check_text};
use std::fmt::Write as _;

/// The number of different games of each kind; longer archives repeat them under other names.
const POOL_SIZE: usize = 1000;
/// The number of players of an archive whose axis is not its players.
const PLAYER_COUNT: usize = 40;
/// Names that are replaced in the text of a game.
const NAMES: [&str; 2] = ["@first", "@second"];
/// The number that is replaced in the text of a game.
const NUMBER: &str = "@number";

/// A file of an archive: its name and its text.
pub type ArchiveFile = (&'static str, String);

/// Random games, from which archives are made.
#[derive(Clone, Debug)]
pub struct GamePool {
    /// A game of two moves, whose cost hides nothing.
    tiny: String,
    clobber: Vec<String>,
    atari_go: Vec<String>,
    zuniq: Vec<String>,
}

impl GamePool {
    /// Plays the games.
    pub fn new(seed: u64) -> Self {
        let mut rng = SplitMix64::new(seed);
        let board = &[("width", "2"), ("height", "2")];
        Self {
            tiny: pool("clobber", board, 1, &mut rng).swap_remove(0),
            clobber: pool(
                "clobber",
                &[("width", "4"), ("height", "4")],
                POOL_SIZE,
                &mut rng,
            ),
            atari_go: pool(
                "atari-go",
                &[("size", "5"), ("turns", "8")],
                POOL_SIZE,
                &mut rng,
            ),
            // Its games are long.
            zuniq: pool("zuniq", &[], POOL_SIZE / 10, &mut rng),
        }
    }

    /// Returns short games of Clobber between some players.
    pub fn games(&self, count: usize) -> Vec<ArchiveFile> {
        vec![("games.ronl", archive(&self.clobber, count, PLAYER_COUNT))]
    }

    /// Returns short games of Clobber, two new players for each.
    pub fn players(&self, count: usize) -> Vec<ArchiveFile> {
        let text = archive(&self.clobber, count, 2 * count);
        vec![("games.ronl", text)]
    }

    /// Returns short games of Atari Go, for files of SGF.
    pub fn sgf_games(&self, count: usize) -> Vec<ArchiveFile> {
        vec![("games.ronl", archive(&self.atari_go, count, PLAYER_COUNT))]
    }

    /// Returns games of Zuniq, for the formats of `CodeCup`.
    pub fn codecup_games(&self, count: usize) -> Vec<ArchiveFile> {
        vec![("games.ronl", archive(&self.zuniq, count, PLAYER_COUNT))]
    }

    /// Returns games of as many bots, each of which plays two.
    pub fn bots(&self, count: usize) -> Vec<ArchiveFile> {
        let line = |index: usize| {
            let text = &self.clobber[index % self.clobber.len()];
            named(text, index, index % count, (index + 1) % count)
        };
        vec![("games.ronl", (0..count).map(line).collect())]
    }

    /// Returns different reviews of one game.
    pub fn reviews(&self, count: usize) -> Vec<ArchiveFile> {
        let review = |index: usize| (index + 1, 0.5);
        vec![("games.ronl", self.reviewed(count, review))]
    }

    /// Returns reviews of one game that contradict each other: other results of the same search.
    pub fn contradictions(&self, count: usize) -> Vec<ArchiveFile> {
        let review = |index: usize| (1, index as f64 / count as f64);
        vec![("games.ronl", self.reviewed(count, review))]
    }

    fn reviewed(&self, count: usize, review: impl Fn(usize) -> (usize, f64)) -> String {
        let game = named(&self.tiny, 0, 0, 1);
        let first = first_move(&game);
        let line = |index| {
            let (nodes, win) = review(index);
            let notes = format!(
                r#"notes:{{1:(evals:[(engine:"clobber 1",budget:Nodes({nodes}),seed:1,lines:[(win:{win:?},nodes:{nodes},pv:"{first}")])])}},result:"#
            );
            game.replacen("result:", &notes, 1)
        };
        (0..count).map(line).collect()
    }

    /// Returns one game whose first ply has as many variations.
    pub fn variations(&self, count: usize) -> Vec<ArchiveFile> {
        let game = named(&self.clobber[0], 0, 0, 1);
        let first = first_move(&self.clobber[1 % self.clobber.len()]);
        let one = |index| format!(r#"(moves:"{first}",notes:{{1:(comment:"line {index}")}}),"#);
        let all: String = (0..count).map(one).collect();
        let notes = format!("notes:{{1:(variations:[{all}])}},result:");
        vec![("games.ronl", game.replacen("result:", &notes, 1))]
    }

    /// Returns one game with as many marks.
    pub fn marks(&self, count: usize) -> Vec<ArchiveFile> {
        let one = |index| format!(r#"(kind:Text,at:"A1",text:"{index}"),"#);
        let all: String = (0..count).map(one).collect();
        self.noted(&format!("{{1:(marks:[{all}])}}"))
    }

    /// Returns one game with notes on as many plies, most of them after its end.
    pub fn notes(&self, count: usize) -> Vec<ArchiveFile> {
        let one = |ply| format!(r#"{ply}:(comment:"a note",stderr:"depth 3"),"#);
        let all: String = (1..=count).map(one).collect();
        self.noted(&format!("{{{all}}}"))
    }

    /// Returns one game with a comment of as many words.
    pub fn comment(&self, count: usize) -> Vec<ArchiveFile> {
        let words = "word ".repeat(count);
        self.noted(&format!(r#"{{1:(comment:"{}")}}"#, words.trim_end()))
    }

    fn noted(&self, notes: &str) -> Vec<ArchiveFile> {
        let game = named(&self.atari_go[0], 0, 0, 1);
        let notes = format!("notes:{notes},result:");
        vec![("games.ronl", game.replacen("result:", &notes, 1))]
    }

    /// Returns a list of moves with as many games, a blank line between them.
    pub fn move_list(&self, count: usize) -> Vec<ArchiveFile> {
        let mut text = String::new();
        for index in 0..count {
            let moves = moves(&self.clobber[index % self.clobber.len()]);
            let _ = writeln!(text, "game: clobber\nwidth: 4\nheight: 4\n{moves}\n");
        }
        vec![("games.moves", text)]
    }

    /// Returns one game as a list of moves with as many comments.
    pub fn commented_list(&self, count: usize) -> Vec<ArchiveFile> {
        let mut text = "game: zuniq\n".to_owned();
        let moves = moves(&self.zuniq[0]);
        for token in moves.split(' ') {
            let _ = writeln!(text, "{token}");
            for line in 0..count / 20 {
                let _ = writeln!(text, "# line {line} of the output");
            }
        }
        vec![("games.moves", text)]
    }

    /// Returns the dialogue of one program with as many lines of debug output.
    pub fn dialogue(&self, count: usize) -> Vec<ArchiveFile> {
        let mut text = "# game: zuniq\n> Start\n".to_owned();
        let moves = moves(&self.zuniq[0]);
        for (ply, token) in moves.split(' ').enumerate() {
            if ply % 2 == 0 {
                for line in 0..count / 20 {
                    let _ = writeln!(text, "! depth {line}");
                }
                let _ = writeln!(text, "< [0] {token}");
            } else {
                let _ = writeln!(text, "> [0] {token}");
            }
        }
        text.push_str("> Quit\n");
        vec![("games.dialogue", text)]
    }

    /// Returns a table of `CodeCup` with one game whose line has as many moves.
    pub fn long_row(&self, count: usize) -> Vec<ArchiveFile> {
        let moves = format!("{} {}", moves(&self.zuniq[0]), "E6v ".repeat(count));
        let text = format!(
            "Game,Round,IsSwiss,User1,Score1,Status1,User2,Score2,Status2,Moves\n\
             0,1,,a,100,WIN,b,50,LOSE,{}\n",
            moves.trim_end()
        );
        vec![("games.csv", text)]
    }
}

/// Returns a match of as many bots on a tiny board.
pub fn match_of_bots(bot_count: usize, games: usize) -> Vec<ArchiveFile> {
    let bot = |index| format!(r#"(name:"b{index}",builtin:true,level:"random",seed:{index}),"#);
    let bots: String = (1..=bot_count.max(2)).map(bot).collect();
    let text = format!(
        r#"(game:"clobber",setup:{{"width":"3","height":"3"}},clock:"0",games:{games},jobs:1,bots:[{bots}])"#
    );
    vec![("match.ron", text)]
}

/// Returns random games of a game as canonical records, each on a line, with placeholders for the
/// names and the number.
fn pool(id: &str, setup: &[(&str, &str)], count: usize, rng: &mut SplitMix64) -> Vec<String> {
    let mut template = Record {
        game: id.to_owned(),
        ..Record::default()
    };
    for (key, value) in setup {
        template.setup.set(key, (*value).to_owned());
    }
    NUMBER.clone_into(&mut template.source.id);
    NAMES[0].clone_into(&mut template.players.0.name);
    NAMES[1].clone_into(&mut template.players.1.name);
    (0..count)
        .map(|_| {
            let moves = random_moves(&template, rng).join(" ");
            let record = Record {
                moves,
                ..template.clone()
            };
            let text = write_ronl(&record);
            let games = check_text(&text, by_id("ronl"), &ReadContext::default());
            let judged = games.into_iter().next().map(|game| game.record);
            write_ronl(&judged.unwrap_or(record))
        })
        .collect()
}

/// Plays random moves to the end of the game.
fn random_moves(template: &Record, rng: &mut SplitMix64) -> Vec<String> {
    let game = games::by_id(CATALOGUE, &template.game);
    let mut tokens = Vec::new();
    let Some(mut state) = game.and_then(|game| game.start(&template.setup).ok()) else {
        return tokens;
    };
    loop {
        let mut moves = state.legal_moves();
        if moves.is_empty() {
            return tokens;
        }
        let token = moves.swap_remove(rng.index(moves.len()));
        if state.play(&token).is_err() {
            return tokens;
        }
        tokens.push(token);
    }
}

/// Returns games one a line, between as many players.
fn archive(pool: &[String], count: usize, player_count: usize) -> String {
    let line = |index: usize| {
        let first = 2 * index % player_count;
        // Every player meets every other.
        let step = 1 + index / player_count % (player_count - 1);
        named(
            &pool[index % pool.len()],
            index,
            first,
            (first + step) % player_count,
        )
    };
    (0..count).map(line).collect()
}

/// Returns a game with a number and the numbers of its players.
fn named(text: &str, number: usize, first: usize, second: usize) -> String {
    let text = text.trim_end();
    let text = text.replacen(NUMBER, &number.to_string(), 1);
    let text = text.replacen(NAMES[0], &format!("P{first}"), 1);
    text.replacen(NAMES[1], &format!("P{second}"), 1) + "\n"
}

/// Returns the moves of a game that is a record on a line.
fn moves(text: &str) -> &str {
    let after = text.split_once("moves:\"").map_or("", |(_, after)| after);
    after.split('"').next().unwrap_or_default()
}

/// Returns the first move of a game that is a record on a line.
fn first_move(text: &str) -> &str {
    moves(text).split(' ').next().unwrap_or_default()
}
