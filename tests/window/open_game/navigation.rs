//! Navigation through games, compared with a naive implementation.

use super::naive_tree::{Path, path, sound};
use super::sample_games::{
    IDS, RandomGameOptions, bundled_records, catalogue_game, random_record, record_from_ron,
};
use kifu_app::open_game::{Navigation, OpenGame};
use kifu_core::contract::{Player, Setup};
use kifu_core::record::Note;
use kifu_core::search::SplitMix64;
use std::collections::BTreeMap;

/// A naive cursor that looks everything up by the tokens that lead to it.
struct NaiveCursor {
    children: BTreeMap<Path, Vec<String>>,
    annotated: Vec<Path>,
    main: Path,
    lead_in: usize,
    failed: bool,
    /// The player whose failure ended the game.
    failed_player: Option<Player>,
    events: Vec<u32>,
    chosen: BTreeMap<Path, String>,
    at: Path,
    at_failure: bool,
    game: String,
}

fn is_annotated(note: &Note) -> bool {
    !note.comment.is_empty() || note.glyph.is_some() || !note.marks.is_empty()
}

impl NaiveCursor {
    fn new(open_game: &OpenGame) -> Self {
        let tree = open_game.tree();
        let record = open_game.record();
        let has_note = |node: &_| is_annotated(tree.note(*node));
        let mut cursor = Self {
            children: super::naive_tree::acts(record, open_game.game().info().lead_in),
            annotated: tree
                .preorder()
                .iter()
                .filter(|node| has_note(node))
                .map(|node| path(tree, *node))
                .collect(),
            main: record.tokens().map(str::to_owned).collect(),
            lead_in: open_game.game().info().lead_in,
            failed: open_game.failure().is_some(),
            failed_player: open_game.failure().and_then(|failure| failure.player),
            events: Vec::new(),
            chosen: BTreeMap::new(),
            at: Path::new(),
            at_failure: false,
            game: record.game.clone(),
        };
        let plies = open_game.plies().iter().zip(1..);
        cursor.events = plies
            .filter(|(ply, _)| ply.has_event())
            .map(|(_, at)| at)
            .collect();
        if cursor.failed {
            cursor.events.push(open_game.last_ply() + 1);
        }
        cursor.enter_main();
        cursor.first();
        cursor
    }

    fn legal(&self, path: &[String]) -> bool {
        let mut state = catalogue_game(&self.game).start(&Setup::default()).unwrap();
        path.iter().all(|token| state.play(token).is_ok())
    }

    fn line(&self) -> Path {
        let mut line = self.at.clone();
        loop {
            let children = &self.children[&line];
            let chosen = self
                .chosen
                .get(&line)
                .filter(|token| children.contains(token));
            let first = children.first().filter(|_| line != self.main);
            match chosen.or(first) {
                Some(token) => line.push(token.clone()),
                None => return line,
            }
        }
    }

    /// Returns the length of the longest legal prefix of a line.
    fn last_legal_index(&self, line: &[String]) -> usize {
        (0..=line.len())
            .rfind(|end| self.legal(&line[..*end]))
            .unwrap()
    }

    fn place_at(&mut self, line: &[String], index: usize) {
        let first = self.lead_in.min(line.len());
        self.at = line[..index.max(first).min(self.last_legal_index(line))].to_vec();
        self.at_failure = false;
    }

    fn enter(&mut self, path: &[String]) {
        for at in 0..path.len() {
            self.chosen.insert(path[..at].to_vec(), path[at].clone());
        }
        self.at = path[..self.last_legal_index(path)].to_vec();
        self.at_failure = false;
    }

    fn enter_main(&mut self) {
        self.chosen.remove(&self.main);
        self.enter(&self.main.clone());
    }

    fn first(&mut self) {
        self.place_at(&self.line(), 0);
    }

    fn fails(&self, line: &Path) -> bool {
        self.failed && *line == self.main
    }

    fn last(&mut self) {
        let line = self.line();
        self.place_at(&line, line.len());
        self.at_failure = self.at == line && self.fails(&line);
    }

    fn player_of_last_move(&self, path: &[String]) -> Option<Player> {
        if path.len() <= self.lead_in {
            return None;
        }
        let mut state = catalogue_game(&self.game).start(&Setup::default()).unwrap();
        for token in &path[..path.len() - 1] {
            state.play(token).unwrap();
        }
        state.mover()
    }

    fn step(&mut self, by: i32) {
        let line = self.line();
        let here = self.at.len() + usize::from(self.at_failure);
        let to = here.saturating_add_signed(by as isize);
        let beyond = self.children[&line].first().cloned();
        match beyond {
            _ if to <= line.len() => self.place_at(&line, to),
            Some(token) if self.at == line && !self.fails(&line) => {
                let path = [line, vec![token]].concat();
                self.enter(&path);
                self.place_at(&self.line(), to);
            }
            _ => self.last(),
        }
    }

    fn step_same_player(&mut self, forward: bool) {
        let line = self.line();
        let here = self.at.len() + usize::from(self.at_failure);
        let player = if self.at_failure {
            self.failed_player
        } else {
            self.player_of_last_move(&self.at)
        };
        let Some(player) = player else {
            return self.step(if forward { 1 } else { -1 });
        };
        let is_own = |index: &usize| self.player_of_last_move(&line[..*index]) == Some(player);
        if forward {
            match (here + 1..=self.last_legal_index(&line)).find(is_own) {
                Some(index) => self.place_at(&line, index),
                None => self.last(),
            }
        } else {
            let found = (0..here).rev().find(is_own);
            self.place_at(&line, found.unwrap_or(0));
        }
    }

    fn ply(&self) -> u32 {
        let ply = self.at.len().saturating_sub(self.lead_in);
        u32::try_from(ply).unwrap() + u32::from(self.at_failure)
    }

    fn enter_ply(&mut self, ply: u32) {
        self.enter_main();
        let index = ply as usize + self.lead_in;
        if index <= self.main.len() {
            self.place_at(&self.main.clone(), index);
        } else {
            self.last();
        }
    }

    fn step_to_note(&mut self, forward: bool) {
        let line = self.line();
        let here = self.at.len() + usize::from(self.at_failure);
        let is_of_interest = |index: usize| {
            if index > line.len() {
                return self.fails(&line);
            }
            let others = index > 0 && self.children[&line[..index - 1]].len() > 1;
            others || self.annotated.contains(&line[..index].to_vec())
        };
        let first = self.lead_in.min(line.len());
        let found = if forward {
            (here + 1..=line.len() + 1).find(|index| is_of_interest(*index))
        } else {
            (first..here).rev().find(|index| is_of_interest(*index))
        };
        match found {
            Some(index) if index > line.len() => self.last(),
            Some(index) => self.place_at(&line, index),
            None => {}
        }
    }

    fn step_to_sibling(&mut self, forward: bool) {
        let mut path = self.at.clone();
        if self.at_failure {
            if let (true, Some(token)) = (forward, self.children[&path].first()) {
                path.push(token.clone());
                self.enter(&path);
            }
            return;
        }
        let Some(own) = path.pop() else { return };
        let all = &self.children[&path];
        let at = all.iter().position(|token| *token == own).unwrap();
        let to = if forward {
            Some(at + 1)
        } else {
            at.checked_sub(1)
        };
        if let Some(token) = to.and_then(|to| all.get(to)) {
            path.push(token.clone());
            self.enter(&path);
        } else if !forward && path == self.main && self.failed {
            self.enter_main();
            self.last();
        }
    }

    fn navigate(&mut self, navigation: Navigation, path: &[String]) {
        match navigation {
            Navigation::First => self.first(),
            Navigation::Last => self.last(),
            Navigation::Steps(by) => self.step(by),
            Navigation::SamePlayer(forward) => self.step_same_player(forward),
            Navigation::Ply(ply) => self.enter_ply(ply),
            Navigation::Node(_) => self.enter(path),
            Navigation::Event(forward) => {
                let here = self.ply();
                let mut events = self.events.iter().copied();
                let found = if forward {
                    events.find(|ply| *ply > here)
                } else {
                    events.rfind(|ply| *ply < here)
                };
                if let Some(ply) = found {
                    self.enter_ply(ply);
                }
            }
            Navigation::Note(forward) => self.step_to_note(forward),
            // These games have no review; the tests of reviews cover key moments.
            Navigation::KeyMoment(_) => {}
            Navigation::Sibling(forward) => self.step_to_sibling(forward),
            Navigation::MainLine if self.at_failure => {}
            Navigation::MainLine => {
                let shared = self
                    .at
                    .iter()
                    .zip(&self.main)
                    .take_while(|(a, b)| a == b)
                    .count();
                self.enter_main();
                self.place_at(&self.main.clone(), shared);
            }
        }
    }
}

fn random_navigation(open_game: &OpenGame, rng: &mut SplitMix64) -> Navigation {
    let forward = rng.index(2) == 0;
    let nodes = open_game.tree().preorder();
    match rng.index(14) {
        0 => Navigation::First,
        1 => Navigation::Last,
        2 => Navigation::Steps(if forward { 10 } else { -10 }),
        3 => Navigation::Steps(if forward { i32::MAX } else { i32::MIN }),
        4..=6 => Navigation::Steps(if forward { 1 } else { -1 }),
        7 => Navigation::SamePlayer(forward),
        8 => Navigation::Ply(u32::try_from(rng.index(20)).unwrap()),
        9 => Navigation::Event(forward),
        10 => Navigation::Note(forward),
        11 => Navigation::Sibling(forward),
        12 => Navigation::MainLine,
        _ => Navigation::Node(nodes[rng.index(nodes.len())]),
    }
}

#[test]
fn same_player_navigation_follows_player_through_double_turns() {
    // After the last stone, which the rules place, Black moves twice in a row.
    let (_, record) = bundled_records()
        .into_iter()
        .find(|(name, _)| name == "turn-right")
        .unwrap();
    let mut open_game = OpenGame::new(record, catalogue_game("turn-right")).unwrap();
    let players: Vec<Player> = open_game
        .plies()
        .iter()
        .map(|ply| ply.player.unwrap())
        .collect();
    assert!(players.windows(2).any(|pair| pair[0] == pair[1]));
    open_game.navigate(Navigation::Ply(1));
    let mut seen = vec![1];
    while !open_game.is_at_end() {
        open_game.navigate(Navigation::SamePlayer(true));
        seen.push(open_game.ply());
    }
    let own: Vec<u32> = (1..)
        .zip(&players)
        .filter(|(_, player)| **player == players[0])
        .map(|(ply, _)| ply)
        .collect();
    assert_eq!(seen[..own.len()], own);
    open_game.navigate(Navigation::Ply(own[own.len() - 1]));
    let mut back = vec![open_game.ply()];
    while open_game.ply() > 1 {
        open_game.navigate(Navigation::SamePlayer(false));
        back.push(open_game.ply());
    }
    back.reverse();
    assert_eq!(back, own);
}

#[test]
fn navigation_in_failed_game_reaches_illegal_move() {
    let (_, record) = bundled_records()
        .into_iter()
        .find(|(name, _)| name == "turn-right-illegal")
        .unwrap();
    let mut open_game = OpenGame::new(record, catalogue_game("turn-right")).unwrap();
    open_game.navigate(Navigation::Last);
    assert!(open_game.is_at_failure() && open_game.is_at_end() && !open_game.has_next());
    assert_eq!(open_game.ply(), 39);
    assert!(
        open_game
            .note()
            .unwrap()
            .comment
            .starts_with("Counter-clockwise")
    );
    open_game.navigate(Navigation::Steps(-1));
    assert_eq!((open_game.ply(), open_game.is_at_failure()), (38, false));
    open_game.navigate(Navigation::Steps(1));
    assert!(open_game.is_at_failure());
    // The correct move is a variation at the same ply.
    assert!(open_game.navigate(Navigation::Sibling(true)));
    assert_eq!((open_game.ply(), open_game.is_at_failure()), (39, false));
    assert!(open_game.moves_text().ends_with(" a1-a4-d4-d1"));
    assert!(open_game.navigate(Navigation::Sibling(false)));
    assert!(open_game.is_at_failure());
    open_game.navigate(Navigation::First);
    open_game.navigate(Navigation::Ply(1000));
    assert!(open_game.is_at_failure());
    open_game.navigate(Navigation::First);
    while !open_game.is_at_failure() {
        assert!(open_game.navigate(Navigation::Event(true)));
    }
    assert!(!open_game.navigate(Navigation::Event(true)));
    // Stepping back from the illegal move leads to an earlier ply of the same player.
    let player = open_game.record().attempt.as_ref().unwrap().player;
    open_game.navigate(Navigation::SamePlayer(false));
    let ply = &open_game.plies()[open_game.ply() as usize - 1];
    assert_eq!(ply.player, player);
}

#[test]
fn last_ply_ignores_variations_after_game_end() {
    let record = record_from_ron(
        "(kifu: 1, game: \"clobber\", players: ((name: \"A\"), (name: \"B\")), moves: \"a2a1 b2b1\", notes: {3: (variations: [(moves: \"c2c1 d2d1\")])})",
    );
    let mut open_game = OpenGame::new(record, catalogue_game("clobber")).unwrap();
    open_game.navigate(Navigation::Last);
    assert_eq!(open_game.ply(), 2);
    assert!(open_game.is_at_end() && open_game.has_next());
    open_game.navigate(Navigation::Steps(1));
    assert_eq!(open_game.moves_text(), "a2a1 b2b1 c2c1");
    open_game.navigate(Navigation::Ply(9));
    assert_eq!(open_game.ply(), 2, "the main line again");
}

#[test]
fn nodes_of_other_games_cannot_be_navigated_or_deleted() {
    let mut rng = SplitMix64::new(1);
    let options = RandomGameOptions {
        moves: 10,
        lines: 6,
        failed: false,
        illegal: false,
        played: false,
    };
    let other = OpenGame::new(
        random_record("clobber", options, &mut rng),
        catalogue_game("clobber"),
    )
    .unwrap();
    let mut open_game = OpenGame::without_moves(catalogue_game("clobber")).unwrap();
    for node in other.tree().preorder().into_iter().skip(1) {
        assert!(!open_game.navigate(Navigation::Node(node)));
        assert!(open_game.delete_node(node).is_err());
        assert_eq!(open_game.tree().token(node), "");
    }
}

mod slow {
    use super::*;

    #[test]
    fn navigation_matches_naive_cursor_in_random_games() {
        for (seed, id) in (0..40).flat_map(|seed| IDS.map(|id| (seed, id))) {
            let mut rng = SplitMix64::new(seed);
            let options = RandomGameOptions {
                moves: rng.index(14),
                lines: rng.index(7),
                failed: seed % 2 == 0,
                illegal: seed % 3 == 0,
                played: false,
            };
            let record = random_record(id, options, &mut rng);
            let mut open_game = OpenGame::new(record, catalogue_game(id)).unwrap();
            let mut cursor = NaiveCursor::new(&open_game);
            for nth in 0..150 {
                let navigation = random_navigation(&open_game, &mut rng);
                let to = match navigation {
                    Navigation::Node(node) => path(open_game.tree(), node),
                    _ => Path::new(),
                };
                let before = (open_game.node(), open_game.is_at_failure());
                let moved = open_game.navigate(navigation);
                assert_eq!(
                    moved,
                    before != (open_game.node(), open_game.is_at_failure())
                );
                cursor.navigate(navigation, &to);
                let context = format!("{id} {seed} {nth}: {navigation:?} {to:?}");
                assert_eq!(
                    path(open_game.tree(), open_game.node()),
                    cursor.at,
                    "{context}"
                );
                assert_eq!(open_game.is_at_failure(), cursor.at_failure, "{context}");
                assert_eq!(open_game.ply(), cursor.ply(), "{context}");
                let line = open_game.line().last().unwrap();
                assert_eq!(path(open_game.tree(), *line), cursor.line(), "{context}");
                sound(&open_game);
            }
        }
    }
}
