// What a person has chosen for this browser. Each setting is a `data-` attribute of <html>, where the style sheet and
// the elements find it.

/** @typedef {'theme' | 'sound' | 'legal' | 'coordinates' | 'motion' | 'tap' | 'teach'} Setting */

/**
 * Every setting with its values and their names; the first value is the default.
 * @type {Record<Setting, {name: string, values: Record<string, string>}>}
 */
export const settings = {
  theme: {
    name: 'Theme',
    values: { system: 'Like the system', light: 'Light', dark: 'Dark', contrast: 'High contrast', mono: 'Monochrome' },
  },
  legal: { name: 'Legal squares', values: { on: 'Marked', off: 'Not marked' } },
  coordinates: { name: 'Coordinates', values: { on: 'Shown', off: 'Hidden' } },
  tap: { name: 'A tap on the board', values: { preview: 'Shows the flips first', play: 'Plays at once' } },
  teach: {
    name: 'A mistake against the engine',
    values: { off: 'Is played', over4: 'Of over 4 discs is asked about', over8: 'Of over 8 discs is asked about' },
  },
  motion: { name: 'Discs', values: { system: 'Turn, unless the system says no', off: 'Change at once' } },
  sound: { name: 'Sound', values: { off: 'Off', on: 'On' } },
};

const key = 'outflank';

/**
 * @param {Setting} setting
 * @returns {string}
 */
export function chosen(setting) {
  const { values } = settings[setting];
  const value = document.documentElement.dataset[setting];
  return value !== undefined && value in values ? value : Object.keys(values)[0];
}

/**
 * @param {Setting} setting
 * @param {string} value
 */
export function choose(setting, value) {
  document.documentElement.dataset[setting] = value;
  const all = Object.fromEntries(Object.keys(settings).map((name) => [name, chosen(/** @type {Setting} */ (name))]));
  try {
    localStorage.setItem(key, JSON.stringify(all));
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

/** Whether discs may move: the person and the system both agree. */
export function motion() {
  return chosen('motion') !== 'off' && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

// Another tab has changed a setting.
addEventListener('storage', (event) => {
  if (event.key !== key || event.newValue === null) return;
  try {
    Object.assign(document.documentElement.dataset, JSON.parse(event.newValue));
  } catch {
    // Not ours.
  }
});
