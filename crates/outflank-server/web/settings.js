// Settings, stored in this browser. Each is a `data-` attribute of <html>, for style sheets and elements.

/** @typedef {'theme' | 'sound' | 'legal' | 'coordinates' | 'motion' | 'tap' | 'teach'} Setting */

/**
 * Every setting with its values and their names; the first value is the default.
 * @type {Record<Setting, {name: string, values: Record<string, string>}>}
 */
export const settings = {
  theme: {
    name: 'Theme',
    values: { system: 'System', light: 'Light', dark: 'Dark', contrast: 'High contrast', mono: 'Monochrome' },
  },
  legal: { name: 'Legal moves', values: { on: 'Marked', off: 'Not marked' } },
  coordinates: { name: 'Coordinates', values: { on: 'Shown', off: 'Hidden' } },
  tap: { name: 'Tap a square', values: { preview: 'Preview first', play: 'Play at once' } },
  teach: {
    name: 'Warnings against the engine',
    values: { off: 'Off', over4: 'Over 4 discs lost', over8: 'Over 8 discs lost' },
  },
  motion: { name: 'Animation', values: { system: 'System', off: 'Off' } },
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

/** Whether discs are animated: allowed by the setting and the system. */
export function motion() {
  return chosen('motion') !== 'off' && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

// Another tab has changed a setting.
addEventListener('storage', (event) => {
  if (event.key !== key || event.newValue === null) return;
  try {
    Object.assign(document.documentElement.dataset, JSON.parse(event.newValue));
  } catch {
    // An invalid value.
  }
});
