//! The commands `kifu formats` and `kifu games`, which list formats and games.

use super::super::terminal::StdoutWriter;
use kifu_core::games::CATALOGUE;
use kifu_logs::formats::FORMATS;
use kifu_study::failure::Failure;
use std::fmt::Write;

/// Lists the formats.
pub(crate) fn formats() -> Result<(), Failure> {
    let mut text = String::new();
    for format in FORMATS {
        let reads = if format.can_read() { 'r' } else { '-' };
        let writes = if format.writer().is_some() { 'w' } else { '-' };
        let (id, about) = (format.id(), format.description());
        let _ = writeln!(text, "{id:<18}{reads}{writes}  {about}");
    }
    print(&text)
}

/// Lists the games with their setup keys.
pub(crate) fn games() -> Result<(), Failure> {
    let mut text = String::new();
    for game in CATALOGUE {
        let [first, second] = game.sides();
        let _ = writeln!(
            text,
            "{:<18}{}, {}; {first} moves first, then {second}",
            game.id(),
            game.name(),
            game.info().contest
        );
        for (key, meaning) in game.info().setup_keys {
            let _ = writeln!(text, "{:<18}  {key}: {meaning}", "");
        }
    }
    print(&text)
}

fn print(text: &str) -> Result<(), Failure> {
    let mut out = StdoutWriter::new();
    out.print(text)?;
    out.flush()
}
