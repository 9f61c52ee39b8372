// "Your data": other devices, export, import, ask the browser to keep it, forget everything.

import { post } from '../api.js';
import { byId, dialog, h } from '../dom.js';
import { showDeviceLink } from '../links.js';
import { Store } from '../store.js';
import { clear, collect, parse, restore } from './archive.js';

const exports = new Store('outflank-exported', 1);
const says = () => byId('data-says', HTMLElement);

export function showData() {
  const file = byId('file', HTMLInputElement);
  onClick('device', () => showDeviceLink('/api/device'));
  onClick('export', save);
  onClick('import', () => file.click());
  onClick('persist', persist);
  onClick('forget', confirmForget);
  file.addEventListener('change', () => void attempt(() => load(file)));
  showExported();
  void showPersisted();
}

/**
 * @param {string} id
 * @param {() => unknown} act
 */
function onClick(id, act) {
  byId(id, HTMLButtonElement).addEventListener('click', () => void attempt(act));
}

/** @param {() => unknown} act */
async function attempt(act) {
  says().textContent = '';
  try {
    await act();
  } catch (error) {
    const isFull = error instanceof DOMException && /Quota/.test(error.name);
    says().textContent = isFull ? 'Not everything fits: this browser’s storage for Outflank is full.' : `That failed: ${error instanceof Error ? error.message : error}.`;
  }
}

async function save() {
  const archive = await collect();
  const address = URL.createObjectURL(new Blob([JSON.stringify(archive)], { type: 'application/json' }));
  h('a', { href: address, download: `outflank-${archive.made.slice(0, 10)}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  exports.set({ at: archive.made });
  showExported();
  says().textContent = 'Exported. Keep the file in a safe place.';
}

function showExported() {
  const { at } = exports.get();
  const day = typeof at === 'string' ? new Date(at) : null;
  const isDay = day !== null && !Number.isNaN(day.getTime());
  byId('exported', HTMLElement).textContent = isDay ? `Last export: ${day.toLocaleDateString('en', { dateStyle: 'medium' })}.` : 'Not exported yet.';
}

/** @param {HTMLInputElement} input */
async function load(input) {
  const [file] = input.files ?? [];
  input.value = '';
  if (file === undefined) return;
  const read = parse(await file.text());
  if ('wrong' in read) {
    says().textContent = `Nothing was imported: ${read.wrong}.`;
    return;
  }
  await restore(read.archive);
  // The page reads everything again, the settings before the first paint.
  location.reload();
}

async function persist() {
  await navigator.storage.persist();
  const isKept = await showPersisted();
  says().textContent = isKept ? '' : 'The browser declined. It may agree once you use Outflank more often, or have it on your home screen.';
}

async function showPersisted() {
  const button = byId('persist', HTMLButtonElement);
  const about = byId('persisted', HTMLElement);
  // Only pages over HTTPS or from this computer can ask.
  if (navigator.storage?.persist === undefined) {
    button.disabled = true;
    about.textContent = 'This needs HTTPS. Export your data now and then instead.';
    return false;
  }
  const isKept = await navigator.storage.persisted();
  button.hidden = isKept;
  if (isKept) about.textContent = 'The browser keeps it until you delete it.';
  return isKept;
}

function confirmForget() {
  const box = dialog(
    'Forget this browser?',
    h('p', {}, 'This deletes your settings, progress and saved games here. You leave all your games: without an invitation link you can’t come back to them.'),
    h(
      'div',
      { class: 'row end' },
      h('button', { type: 'button', onclick: () => box.close() }, 'Cancel'),
      h('button', { type: 'button', class: 'primary', onclick: () => [box.close(), attempt(forget)] }, 'Forget everything'),
    ),
  );
}

async function forget() {
  await post('/api/forget', {});
  await clear();
  location.assign('/');
}
