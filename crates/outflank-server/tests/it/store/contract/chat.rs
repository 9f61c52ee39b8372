use std::sync::Arc;

use outflank_rules::Color;
use outflank_server::store::{LoggedLine, MAX_CHAT_LINES, Said, Store};

use crate::at_once;
use crate::store::made::{at, game, id, line};

pub(crate) async fn chat_is_numbered(store: Arc<dyn Store>) {
    store.create(game(id(1))).await.unwrap();
    store.create(game(id(2))).await.unwrap();
    let hello = line("Hello <b>'\"; DROP TABLE games; 棋");
    assert_eq!(store.say(id(1), Color::Black, at(7), &hello).await.unwrap(), Said::Kept(1));
    assert_eq!(store.say(id(2), Color::Black, at(8), &line("elsewhere")).await.unwrap(), Said::Kept(1));
    assert_eq!(store.say(id(1), Color::White, at(9), &line("hi")).await.unwrap(), Said::Kept(2));
    let lines = [
        LoggedLine { number: 1, by: Color::Black, at: at(7), text: hello },
        LoggedLine { number: 2, by: Color::White, at: at(9), text: line("hi") },
    ];
    assert_eq!(store.chat(id(1), 0).await.unwrap(), lines);
    assert_eq!(store.chat(id(1), 1).await.unwrap(), lines[1..]);
    assert_eq!(store.chat(id(1), 2).await.unwrap(), []);
}

pub(crate) async fn chat_has_a_limit(store: Arc<dyn Store>) {
    store.create(game(id(1))).await.unwrap();
    let answers = at_once(&store, 0..MAX_CHAT_LINES + 20, |store, number| async move {
        store.say(id(1), Color::Black, at(1), &line(&format!("line {number}"))).await.unwrap()
    })
    .await;
    let mut numbers: Vec<u32> =
        answers.iter().filter_map(|said| if let Said::Kept(number) = said { Some(*number) } else { None }).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=MAX_CHAT_LINES).collect::<Vec<_>>());
    let kept: Vec<u32> = store.chat(id(1), 0).await.unwrap().iter().map(|line| line.number).collect();
    assert_eq!(kept, numbers);
}
