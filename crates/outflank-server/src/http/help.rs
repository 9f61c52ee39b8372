use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};

/// In Markdown. Links to other pages are written as `NAME.md`.
#[derive(Clone, Copy, Debug)]
pub struct GuidePage {
    pub name: &'static str,
    pub markdown: &'static str,
}

impl GuidePage {
    pub const CONTENTS: &'static str = "README";

    fn address(&self) -> String {
        match self.name {
            GuidePage::CONTENTS => "/help".to_owned(),
            name => format!("/help/{name}"),
        }
    }

    fn title(&self) -> &'static str {
        self.markdown.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or(self.name)
    }
}

/// Fills the template once per page.
pub(super) fn render(template: &str, guide: &[GuidePage]) -> impl Iterator<Item = (String, String)> {
    guide.iter().map(|page| (page.address().trim_start_matches('/').to_owned(), document(template, page, guide)))
}

fn document(template: &str, page: &GuidePage, guide: &[GuidePage]) -> String {
    let topics: String = guide
        .iter()
        .map(|topic| {
            let current = if topic.name == page.name { " aria-current=\"page\"" } else { "" };
            format!("<li><a href=\"{}\"{current}>{}</a></li>\n", topic.address(), topic.title())
        })
        .collect();
    // The article comes last: it may quote a placeholder.
    let filled = template.replace("{{title}}", page.title()).replace("{{topics}}", &topics);
    filled.replace("{{article}}", &body(page.markdown, guide))
}

fn body(markdown: &str, guide: &[GuidePage]) -> String {
    let events: Vec<Event> = Parser::new_ext(markdown, Options::ENABLE_TABLES).collect();
    let mut rendered = Vec::new();
    let mut is_in_image = false;
    let mut is_linked = true;
    for (index, event) in events.iter().enumerate() {
        match event {
            // Images are not served, and the pages contain no HTML but comments.
            Event::Start(Tag::Image { .. }) => is_in_image = true,
            Event::End(TagEnd::Image) => is_in_image = false,
            _ if is_in_image => {}
            Event::Html(_) | Event::InlineHtml(_) => {}
            Event::Start(Tag::Heading { level, .. }) => {
                let id = Some(slug(&events[index..]).into());
                rendered.push(Event::Start(Tag::Heading { level: *level, id, classes: vec![], attrs: vec![] }));
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let address = address(dest_url, guide);
                is_linked = address.is_some();
                rendered.extend(address.map(|address| {
                    let (dest_url, title, id) = (address.into(), title.clone(), id.clone());
                    Event::Start(Tag::Link { link_type: *link_type, dest_url, title, id })
                }));
            }
            Event::End(TagEnd::Link) if !is_linked => is_linked = true,
            // What scrolls sideways can be reached by keyboard.
            Event::Start(Tag::Table(_)) => {
                rendered.extend([html("<div class=\"wide\" tabindex=\"0\">"), event.clone()])
            }
            Event::End(TagEnd::Table) => rendered.extend([event.clone(), html("</div>\n")]),
            Event::Start(Tag::CodeBlock(_)) => rendered.push(html("<pre tabindex=\"0\"><code>")),
            Event::End(TagEnd::CodeBlock) => rendered.push(html("</code></pre>\n")),
            event => rendered.push(event.clone()),
        }
    }
    let mut text = String::new();
    html::push_html(&mut text, rendered.into_iter());
    text
}

fn html(text: &'static str) -> Event<'static> {
    Event::Html(text.into())
}

/// The anchor of the heading that `events` start with, as GitHub makes it.
fn slug(events: &[Event]) -> String {
    let heading = events.iter().take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
    let text = heading.filter_map(|event| match event {
        Event::Text(text) | Event::Code(text) => Some(text.to_lowercase()),
        _ => None,
    });
    let kept = |char: char| (char.is_alphanumeric() || char == '-').then_some(char);
    text.collect::<String>().chars().filter_map(|char| if char == ' ' { Some('-') } else { kept(char) }).collect()
}

/// Where a link leads on this server. Files of the repository are not served.
fn address(link: &str, guide: &[GuidePage]) -> Option<String> {
    if link.starts_with('#') || link.starts_with("https://") {
        return Some(link.to_owned());
    }
    let (file, heading) = link.split_once('#').map_or((link, None), |(file, heading)| (file, Some(heading)));
    let name = file.strip_suffix(".md")?;
    let page = guide.iter().find(|page| page.name == name)?;
    Some(heading.map_or_else(|| page.address(), |heading| format!("{}#{heading}", page.address())))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAY: &str = "# Play\n\n<!-- a note -->\n\nSee [the variants](variants.md#the-rules), [below](#your-first-game) and [the log](../engine-log.md).\n\n\
        ## Your first game?\n\n![a picture](../console.svg)\n\n```sh\noutflank < moves\n```\n\n| a |\n| --- |\n| b |\n";
    const GUIDE: [GuidePage; 3] = [
        GuidePage { name: GuidePage::CONTENTS, markdown: "# The guide\n" },
        GuidePage { name: "play", markdown: PLAY },
        GuidePage { name: "variants", markdown: "# Variants\n\n## The rules\n" },
    ];

    #[test]
    fn markdown_becomes_a_page_of_the_site() {
        let template = "<title>{{title}}: Outflank</title><ul>{{topics}}</ul>{{article}}";
        let pages: Vec<(String, String)> = render(template, &GUIDE).collect();
        let names: Vec<&str> = pages.iter().map(|(name, _)| &**name).collect();
        assert_eq!(names, ["help", "help/play", "help/variants"]);
        let (_, play) = &pages[1];
        for part in [
            "<title>Play: Outflank</title>",
            "<li><a href=\"/help/play\" aria-current=\"page\">Play</a></li>\n<li><a href=\"/help/variants\">Variants</a></li>",
            "<p>See <a href=\"/help/variants#the-rules\">the variants</a>, <a href=\"#your-first-game\">below</a> and the log.</p>",
            "<h2 id=\"your-first-game\">Your first game?</h2>",
            "<pre tabindex=\"0\"><code>outflank &lt; moves\n</code></pre>",
            "<div class=\"wide\" tabindex=\"0\"><table>",
        ] {
            assert!(play.contains(part), "{part}\n{play}");
        }
        assert!(!play.contains("a note") && !play.contains("<img"), "{play}");
    }
}
