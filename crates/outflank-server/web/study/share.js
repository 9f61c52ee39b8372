import { fill, h } from '../dom.js';
import { download } from '../library/file.js';
import { toast } from '../shell.js';
import { playFrom } from './links.js';

const FILES = ['ggf', 'sgf', 'txt', 'json', 'svg', 'png'];

/**
 * @param {HTMLElement} place
 * @param {{link: string, isWhole: boolean, record: string, sgf: () => string, rules: string, id: string | undefined, over: boolean} | null} shown  `isWhole` is
 *   false if the link lacks variations, `sgf` has them all, with the comments
 */
export function showShare(place, shown) {
  if (shown === null) return;
  const { link, isWhole, record, sgf, rules, id, over } = shown;
  const focused = place.contains(document.activeElement) ? document.activeElement?.textContent : null;
  fill(
    place,
    h('h2', {}, 'Send it'),
    h('p', { class: 'soft' }, 'The link opens this position with its variations. Comments stay in this browser.'),
    !isWhole && h('p', {}, 'This study has too many variations for a link. The link has only the main line and the line on the board.'),
    h(
      'div',
      { class: 'row' },
      copyButton('Copy link', link, 'Link copied.', 'primary'),
      copyButton('Copy record', record, 'Record copied.'),
      !over && h('a', { class: 'button', href: playFrom(record, rules) }, 'Play from here'),
    ),
    h('h2', {}, 'Keep it'),
    h('p', { class: 'soft' }, 'A file with all variations and comments, for other programs too.'),
    h('div', { class: 'row' }, h('button', { type: 'button', onclick: () => download(sgf(), 'study.sgf', 'application/x-othello-sgf') }, 'Download SGF')),
    ...(id === undefined
      ? []
      : [
          h('h2', {}, 'Download the game'),
          h(
            'div',
            { class: 'row' },
            ...FILES.map((kind) => h('a', { class: 'button', href: `/game/${encodeURIComponent(id)}.${kind}`, download: true }, kind.toUpperCase())),
          ),
        ]),
  );
  if (focused !== null) {
    const again = [...place.querySelectorAll('a, button')].find((node) => node.textContent === focused);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }
}

/**
 * @param {string} name
 * @param {string} text
 * @param {string} done
 * @param {string | null} [kind]
 */
function copyButton(name, text, done, kind = null) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast(done);
    } catch {
      // The clipboard needs a secure origin and a permission.
      prompt(name, text);
    }
  };
  return h('button', { type: 'button', class: kind, onclick: copy }, name);
}
