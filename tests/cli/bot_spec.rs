//! The specification of a bot on the command line.

use kifu_cli::arena::bot_spec::BotSpec;

#[test]
fn bot_spec_parses_quotes_and_rejects_wrong_fields() {
    let bot =
        BotSpec::parse(r#"name=A,cmd="./bot -o 1,2",env=X=a=b,memory=100,time=1s/100ms"#).unwrap();
    assert_eq!((bot.name.as_str(), bot.cmd.as_str()), ("A", "./bot -o 1,2"));
    assert_eq!(bot.env["X"], "a=b");
    assert!(bot.contestant().unwrap().clock.is_some());
    let bot = BotSpec::parse("cmd=python3 -u 'my bot.py'").unwrap();
    assert_eq!(bot.contestant().unwrap().name, "my bot");
    assert_eq!(
        BotSpec::parse("builtin,nodes=5")
            .unwrap()
            .contestant()
            .unwrap()
            .name,
        "builtin-5"
    );
    for wrong in [
        "",
        "x",
        "cmd=",
        "builtin,cmd=x",
        "memory=x,cmd=y",
        "cmd='x",
        "cmd=x,proto=uci",
        "env=X,cmd=y",
        "cmd=x,time=now",
    ] {
        let read = BotSpec::parse(wrong).and_then(|bot| bot.contestant());
        assert!(read.is_err(), "{wrong}");
    }
}
