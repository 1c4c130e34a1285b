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

/// Returns the message of the failure that a specification is refused with.
fn refusal(text: &str) -> String {
    let read = BotSpec::parse(text).and_then(|bot| bot.contestant());
    read.expect_err(text).message
}

#[test]
fn key_given_twice_is_refused() {
    for text in [
        "cmd=a,cmd=b",
        "name=a,cmd=x,name=a",
        "builtin,builtin",
        "cmd=x,clock=1s,time=2s",
        "cmd=x,env=A=1,env=A=2",
    ] {
        let message = refusal(text);
        assert!(message.contains("once"), "{text}: {message}");
    }
    let bot = BotSpec::parse("cmd=x,env=A=1,env=B=2").unwrap();
    assert_eq!(bot.env.len(), 2);
}

#[test]
fn values_without_a_meaning_are_refused() {
    for (text, words) in [
        ("cmd=x,env==x", "name of an environment variable"),
        ("cmd=x,memory=0", "at least 1 after `memory=`"),
        ("builtin,threads=0", "at least 1 after `threads=`"),
        (
            "cmd=x,memory=18446744073709551615",
            "at most 1099511627776 MB",
        ),
    ] {
        let message = refusal(text);
        assert!(message.contains(words), "{text}: {message}");
    }
}

#[test]
fn name_that_looks_like_another_is_refused() {
    for name in [
        "A\u{200b}",
        "A\u{feff}",
        "A\u{ad}B",
        "A\u{e0041}",
        "A\u{fe0f}",
        "A\u{202e}",
        "A\n",
        "A ",
        "A\u{a0}B",
    ] {
        let message = refusal(&format!("builtin,name={name}"));
        assert!(message.contains("invisible"), "{name:?}: {message}");
    }
    // The name of the program is one, too.
    assert!(refusal("cmd='./a\u{200b}.sh'").contains("invisible"));
    for name in ["A B", "Bücher 本", "❤\u{fe0f}", "👩\u{200d}🔬"] {
        let bot = BotSpec::parse(&format!("builtin,name={name}")).unwrap();
        assert_eq!(bot.contestant().unwrap().name, name);
    }
}
