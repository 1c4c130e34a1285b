//! Go programs, by GTP.

use super::{bot_folder, bout, fault};
use kifu::contract::{Fault, Player};

/// Plays on the first free point of a list; knows no board.
const GO: &str = r#"n=0
for c in A B C D E F G H J; do for r in 2 4 6 8; do points="$points $c$r"; done; done
while read cmd color at; do
  echo "$cmd $color $at" >> heard
  case $cmd in
    play) taken="$taken $at "; echo "= "; echo;;
    genmove)
      move=pass
      for p in $points; do case "$taken" in *" $p "*) ;; *) move=$p; break;; esac; done
      taken="$taken $move "; echo "= $move"; echo;;
    quit) echo "= "; echo; exit 0;;
    *) echo "= "; echo;;
  esac
done
"#;

#[test]
fn gtp_program_plays_whole_games_without_faults() {
    let bots = bot_folder(&[("go.sh", GO)]);
    let games = bout(bots.path(), "atari-go", "cmd=sh go.sh,proto=gtp", &[]);
    for record in &games {
        assert_eq!(record.tokens().count(), 80);
        assert!(
            record.result.as_ref().unwrap().faults.is_empty(),
            "{:?}",
            record.ext
        );
    }
    let heard = std::fs::read_to_string(bots.path().join("heard")).unwrap();
    let first: Vec<&str> = heard.lines().take(3).map(str::trim_end).collect();
    assert_eq!(first, ["boardsize 9", "clear_board", "genmove black"]);
    assert!(heard.lines().any(|line| line.starts_with("play white ")));
    assert_eq!(
        heard
            .lines()
            .filter(|line| line.starts_with("quit"))
            .count(),
        2
    );
}

#[test]
fn gtp_refusal_resignation_and_crash_are_reported_as_faults() {
    let refuses = "while read c x; do echo '? unknown command'; echo; done";
    let resigns = "while read c x; do [ $c = genmove ] && echo '= resign' || echo '= '; echo; done";
    for (script, how, words) in [
        (refuses, Fault::Illegal, "it refused `boardsize 9`"),
        (resigns, Fault::Resignation, "resigned"),
        ("exit 1", Fault::Crash, "status 1"),
    ] {
        let bots = bot_folder(&[("go.sh", script)]);
        let games = bout(bots.path(), "atari-go", "cmd=sh go.sh,proto=gtp", &[]);
        for (record, player) in games.iter().zip(Player::ALL) {
            let result = record.result.as_ref().unwrap();
            assert_eq!(result.faults.get(&player), Some(&how), "{:?}", record.ext);
            assert!(fault(record, player).contains(words), "{:?}", record.ext);
        }
    }
}

#[test]
fn gtp_program_that_only_writes_comments_runs_out_of_time() {
    let bots = bot_folder(&[("go.sh", "exec yes '# thinking'")]);
    // It never exits by itself.
    let more = ["--clock", "300ms,300ms", "--grace-period", "100ms"];
    let games = bout(bots.path(), "atari-go", "cmd=sh go.sh,proto=gtp", &more);
    for (record, player) in games.iter().zip(Player::ALL) {
        let faults = &record.result.as_ref().unwrap().faults;
        assert_eq!(
            faults.get(&player),
            Some(&Fault::Timeout),
            "{:?}",
            record.ext
        );
    }
}

/// The program knows only the commands that a game needs, and writes small letters.
#[test]
fn gtp_program_needs_only_game_commands_and_is_quoted_verbatim() {
    let knows = "while read c x; do case $c in boardsize|clear_board|play) echo '= ';; \
                 genmove) echo \"= $MOVE\";; *) echo '? unknown command';; esac; echo; done";
    let bots = bot_folder(&[("go.sh", knows)]);
    let bot = |answer: &str| format!("cmd=sh go.sh,proto=gtp,env=MOVE={answer}");
    let games = bout(bots.path(), "atari-go", &bot("e5"), &[]);
    assert_eq!(games[0].tokens().next(), Some("E5"));
    assert_eq!(games[0].notes[&1].raw.as_deref(), Some("e5"));
    let games = bout(bots.path(), "atari-go", &bot("no Idea"), &[]);
    assert_eq!(games[0].attempt.as_ref().unwrap().raw, "no Idea");
    assert!(!fault(&games[0], Player::First).contains("IDEA"));
}
