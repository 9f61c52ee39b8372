use outflank_rules::Color;
use outflank_table::{Command, Ending, Event, Offer, Refusal, Takebacks, Terms};

use crate::sitting::*;

#[test]
fn a_draw_is_offered_and_accepted() {
    let mut sitting = Sitting::open(standard());
    assert_eq!(sitting.says(WHITE, Command::AcceptDraw, 1), Err(Refusal::NothingOffered(Offer::Draw)));
    let offered = Event::DrawOffered { by: Color::Black };
    assert_eq!(sitting.says(BLACK, Command::OfferDraw, 1), Ok(vec![offered]));
    assert_eq!(sitting.table.offered(Offer::Draw), Some(Color::Black));
    assert_eq!(sitting.says(BLACK, Command::OfferDraw, 2), Err(Refusal::AlreadyOffered(Offer::Draw)));
    assert_eq!(sitting.says(BLACK, Command::AcceptDraw, 2), Err(Refusal::OwnOffer(Offer::Draw)));

    sitting.says(WHITE, Command::AcceptDraw, 3).unwrap();
    assert_eq!(sitting.table.ending(), Some(Ending::DrawAgreed));
    assert_eq!(sitting.table.offered(Offer::Draw), None);
}

#[test]
fn a_declined_draw_may_be_offered_again() {
    let mut sitting = Sitting::open(standard());
    sitting.says(BLACK, Command::OfferDraw, 1).unwrap();
    let declined = Event::DrawDeclined { by: Color::White };
    assert_eq!(sitting.says(WHITE, Command::DeclineDraw, 2), Ok(vec![declined]));
    assert_eq!(sitting.says(WHITE, Command::AcceptDraw, 2), Err(Refusal::NothingOffered(Offer::Draw)));
    assert!(sitting.says(BLACK, Command::OfferDraw, 3).is_ok());
}

#[test]
fn a_draw_offer_lapses_when_the_opponent_plays() {
    let mut sitting = Sitting::open(standard());
    sitting.says(BLACK, Command::OfferDraw, 1).unwrap();
    sitting.plays("d3", 2);
    assert_eq!(sitting.table.offered(Offer::Draw), Some(Color::Black));
    sitting.plays("c3", 3);
    assert_eq!(sitting.table.offered(Offer::Draw), None);
}

#[test]
fn taking_back_needs_the_opponents_consent() {
    let mut sitting = Sitting::open(standard());
    assert_eq!(sitting.says(BLACK, Command::TakeBack, 1), Err(Refusal::NothingToTakeBack));
    sitting.play_all("d3 c3");
    let asked = Event::TakebackAsked { by: Color::Black };
    assert_eq!(sitting.says(BLACK, Command::TakeBack, 1), Ok(vec![asked]));
    assert_eq!(sitting.says(BLACK, Command::TakeBack, 1), Err(Refusal::AlreadyOffered(Offer::Takeback)));
    assert_eq!(sitting.says(BLACK, Command::AcceptTakeback, 1), Err(Refusal::OwnOffer(Offer::Takeback)));
    // Two takeback requests are not an agreement.
    assert_eq!(sitting.says(WHITE, Command::TakeBack, 1), Err(Refusal::AnswerTakebackFirst));

    let taken_back = Event::TakenBack { by: Color::Black, placements: 2, clocks: None, at: at(2) };
    assert_eq!(sitting.says(WHITE, Command::AcceptTakeback, 2), Ok(vec![taken_back]));
    assert_eq!(sitting.table.offered(Offer::Takeback), None);
    assert_eq!(sitting.table.game().plies(), []);
}

#[test]
fn a_takeback_request_lapses_with_any_move() {
    let mut sitting = Sitting::open(standard());
    sitting.play_all("d3 c3");
    for square in ["c4", "e3"] {
        sitting.says(WHITE, Command::TakeBack, 1).unwrap();
        sitting.plays(square, 1);
        assert_eq!(sitting.table.offered(Offer::Takeback), None);
    }
}

#[test]
fn a_takeback_request_may_be_declined() {
    let mut sitting = Sitting::open(standard());
    sitting.plays("d3", 0);
    sitting.says(BLACK, Command::TakeBack, 1).unwrap();
    let declined = Event::TakebackDeclined { by: Color::White };
    assert_eq!(sitting.says(WHITE, Command::DeclineTakeback, 1), Ok(vec![declined]));
    assert_eq!(sitting.says(WHITE, Command::AcceptTakeback, 1), Err(Refusal::NothingOffered(Offer::Takeback)));
}

#[test]
fn the_terms_may_rule_out_taking_back() {
    let mut sitting = Sitting::open(Terms { takebacks: Takebacks::Never, ..standard() });
    sitting.plays("d3", 0);
    assert_eq!(sitting.says(BLACK, Command::TakeBack, 1), Err(Refusal::NoTakebacks));
}

#[test]
fn a_rematch_is_agreed_on_after_the_end() {
    let mut sitting = Sitting::open(standard());
    assert_eq!(sitting.says(BLACK, Command::OfferRematch, 1), Err(Refusal::NotOver));
    sitting.says(BLACK, Command::Resign, 1).unwrap();
    sitting.says(BLACK, Command::OfferRematch, 2).unwrap();
    assert_eq!(sitting.table.offered(Offer::Rematch), Some(Color::Black));
    assert_eq!(sitting.says(BLACK, Command::AcceptRematch, 2), Err(Refusal::OwnOffer(Offer::Rematch)));
    sitting.says(WHITE, Command::DeclineRematch, 2).unwrap();
    sitting.says(WHITE, Command::OfferRematch, 3).unwrap();
    assert!(!sitting.table.rematch_agreed());
    assert_eq!(sitting.says(BLACK, Command::AcceptRematch, 4), Ok(vec![Event::RematchAgreed]));
    assert!(sitting.table.rematch_agreed());
    assert_eq!(sitting.says(BLACK, Command::OfferRematch, 5), Err(Refusal::RematchAgreed));
}

#[test]
fn two_offers_that_cross_are_an_agreement() {
    let mut sitting = Sitting::open(standard());
    sitting.says(BLACK, Command::OfferDraw, 1).unwrap();
    sitting.says(WHITE, Command::OfferDraw, 1).unwrap();
    assert_eq!(sitting.table.ending(), Some(Ending::DrawAgreed));
    sitting.says(BLACK, Command::OfferRematch, 2).unwrap();
    assert_eq!(sitting.says(WHITE, Command::OfferRematch, 2), Ok(vec![Event::RematchAgreed]));
}
