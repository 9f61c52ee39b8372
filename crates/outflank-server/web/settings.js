// Settings, stored in this browser. Each is a `data-` attribute of <html>, for style sheets and elements; theme.js sets them when the page
// loads and when another tab changes one.

import { Store } from './store.js';

/**
 * @typedef {'theme' | 'board' | 'discs' | 'legal' | 'preview' | 'confirm' | 'coordinates' | 'motion' | 'sound' | 'volume' | 'vibration' | 'teach'} Setting
 */

/** The values of every setting; the first is the default. @type {Record<Setting, string[]>} */
export const settings = {
  theme: ['system', 'light', 'dark', 'contrast', 'colorblind'],
  board: ['felt', 'sea', 'slate', 'walnut', 'flat'],
  discs: ['classic', 'flat', 'outline'],
  legal: ['on', 'off'],
  preview: ['on', 'off'],
  confirm: ['off', 'on'],
  coordinates: ['on', 'off'],
  motion: ['on', 'off'],
  sound: ['off', 'on'],
  volume: ['normal', 'quiet', 'loud'],
  vibration: ['on', 'off'],
  teach: ['off', 'over4', 'over8'],
};

export const store = new Store('outflank', 2);

/**
 * @param {Setting} setting
 * @returns {string}
 */
export function chosen(setting) {
  const values = settings[setting];
  const value = document.documentElement.dataset[setting];
  return value !== undefined && values.includes(value) ? value : values[0];
}

/**
 * Applies a setting, and keeps it if the browser lets it.
 * @param {Setting} setting
 * @param {string} value
 */
export function choose(setting, value) {
  document.documentElement.dataset[setting] = value;
  return store.set({ [setting]: value });
}

/** Whether discs are animated: allowed by the setting and the system. */
export function motion() {
  return chosen('motion') !== 'off' && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
