import { fill, h } from '../dom.js';
import { toast } from '../shell.js';
import { linkTo, playFrom } from './links.js';

const FILES = ['ggf', 'sgf', 'txt', 'json', 'svg', 'png'];

/**
 * @param {HTMLElement} place
 * @param {{record: string, rules: string, id: string | undefined, over: boolean} | null} shown
 */
export function showShare(place, shown) {
  if (shown === null) return;
  const { record, rules, id, over } = shown;
  const link =
    id === undefined ? linkTo(location.origin, record) : `${location.origin}/study#game=${encodeURIComponent(id)}`;
  const focused = place.contains(document.activeElement) ? document.activeElement?.textContent : null;
  fill(
    place,
    link !== null && copyButton('Copy link', link, 'Link copied.'),
    copyButton('Copy record', record, 'Record copied.'),
    !over && h('a', { class: 'button', href: playFrom(record, rules) }, 'Play from here'),
    ...(id === undefined
      ? []
      : FILES.map((kind) =>
          h('a', { class: 'button', href: `/game/${encodeURIComponent(id)}.${kind}`, download: true }, kind.toUpperCase()),
        )),
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
 */
function copyButton(name, text, done) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast(done);
    } catch {
      // The clipboard needs a secure origin and a permission.
      prompt(name, text);
    }
  };
  return h('button', { type: 'button', onclick: copy }, name);
}
