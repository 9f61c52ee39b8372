mod act;
pub(crate) mod browser;
pub(crate) mod drill;
pub(crate) mod explorer;
pub(crate) mod game;
pub(crate) mod global;
pub(crate) mod learn;
pub(crate) mod library;
pub(crate) mod menu;
pub(crate) mod overlay;
pub(crate) mod page;
pub(crate) mod palette;
pub(crate) mod retry;
pub(crate) mod setup;
pub(crate) mod study;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::tui::app::{Screen, State};
use crate::tui::widgets::layout::SMALLEST;
use crate::tui::widgets::{Brush, layout, write};

pub(crate) use act::{Helped, act, focus, helped, key, offers, point, uncover};

pub(crate) fn draw(state: &State, frame: &mut Frame<'_>) {
    let brush = Brush::new(state);
    let area = frame.area();
    frame.buffer_mut().set_style(area, brush.text());
    let places = layout::board_screen(state.size, state.settings.coordinates);
    let Some(places) = places.filter(|places| area.union(places.footer) == area) else {
        return too_small(area, frame, &brush);
    };
    match &state.screen {
        Screen::Menu(menu) => menu::draw(state, *menu, frame, &brush),
        Screen::Form(form) => setup::draw::form(state, form, frame, &brush),
        Screen::Editor(editor) => setup::draw::editor(state, editor, &places, frame, &brush),
        Screen::Game => game::draw::game(state, &places, frame, &brush),
        Screen::Study => study::draw::study(state, frame, &brush),
        Screen::Drill(drill) => drill::draw::drill(state, drill, &places, frame, &brush),
        Screen::Learn(learn) => learn::draw::learn(state, learn, &places, frame, &brush),
        Screen::Library => library::draw::library(state, frame, &brush),
        Screen::Browser(browser) => browser::draw(state, browser, frame, &brush),
    }
    footer(state, frame, &brush);
    if let Some(overlay) = &state.overlay {
        overlay::draw(state, overlay, frame, &brush);
    }
    if let Some(selection) = &state.selection {
        selection.highlight(frame.buffer_mut());
    }
}

fn footer(state: &State, frame: &mut Frame<'_>, brush: &Brush) {
    for layout::FooterItem { area, key, offer } in layout::footer(state) {
        let text = Line::from(vec![
            Span::styled(key.to_string(), brush.accent()),
            Span::styled(format!(" {}", offer.word), brush.text()),
        ]);
        frame.render_widget(text, area.intersection(frame.area()));
    }
    if let Some((area, text)) = layout::unsaved(state) {
        frame.render_widget(Line::styled(text, brush.accent()), area.intersection(frame.area()));
    }
}

fn too_small(area: Rect, frame: &mut Frame<'_>, brush: &Brush) {
    let texts = [
        "Too small:".to_owned(),
        format!("{}x{}.", area.width, area.height),
        format!("Need {}x{}.", SMALLEST.columns, SMALLEST.rows),
    ];
    for (row, text) in texts.into_iter().enumerate() {
        write(frame, area, row as u16, Line::styled(text, brush.text()));
    }
}
