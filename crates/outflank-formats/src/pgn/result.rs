use crate::Points;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ResultText {
    // `37-27`: Black's margin on the board.
    Discs(i8),
    // `1/2-1/2`
    Draw,
    // `1-0` or `0-1`
    Winner,
    // `*`
    Unknown,
}

impl ResultText {
    pub(super) fn read(text: &str) -> Option<ResultText> {
        match text {
            "*" => return Some(ResultText::Unknown),
            "1/2-1/2" => return Some(ResultText::Draw),
            "1-0" | "0-1" => return Some(ResultText::Winner),
            _ => {}
        }
        let (black, white) = text.split_once('-')?;
        let discs = |text: &str| {
            let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse::<i8>().ok().filter(|discs| is_number && *discs <= 64)
        };
        let (black, white) = (discs(black)?, discs(white)?);
        // 0-0 is not a game.
        let empty = Some(64 - black - white).filter(|empty| (0..64).contains(empty))?;
        let difference = black - white;
        Some(ResultText::Discs(difference + difference.signum() * empty))
    }

    pub(super) fn margin(self, komi: Points) -> Option<Points> {
        match self {
            ResultText::Discs(discs) => Some(Points::from_discs(discs) - komi),
            ResultText::Draw => Some(Points::default()),
            ResultText::Winner | ResultText::Unknown => None,
        }
    }
}

pub(super) struct WrittenResult {
    // For `Result`, and after the moves.
    pub(super) text: String,
    // For `Margin`, if `Result` cannot express it.
    pub(super) margin: Option<Points>,
}

impl WrittenResult {
    pub(super) fn of(margin: Points, komi: Points) -> WrittenResult {
        let on_board = margin - -komi;
        match on_board.whole_discs() {
            Some(discs) if discs % 2 == 0 => {
                WrittenResult { text: format!("{}-{}", 32 + discs / 2, 32 - discs / 2), margin: None }
            }
            _ => {
                let text = match margin.thousandths() {
                    0 => return WrittenResult { text: "1/2-1/2".to_owned(), margin: None },
                    1.. => "1-0",
                    _ => "0-1",
                };
                WrittenResult { text: text.to_owned(), margin: Some(margin) }
            }
        }
    }
}
