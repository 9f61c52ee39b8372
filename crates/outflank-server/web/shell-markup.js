// Header, footer and tab bar of all pages, without a DOM: shell.js builds them, or adopts them where the HTML has them already.

import { html } from './markup.js';

/** @typedef {import('./markup.js').Tree} Tree */

/** Pages with their addresses and pictures for the tab bar. @type {Record<string, {name: string, href: string, icon: Tree[]}>} */
const pages = {
  play: {
    name: 'Play',
    href: '/',
    icon: [
      ['circle', { cx: 12, cy: 12, r: 9 }],
      ['path', { d: 'M12 3a9 9 0 0 1 0 18z', fill: 'currentColor' }],
    ],
  },
  learn: { name: 'Learn', href: '/learn', icon: [['path', { d: 'm2 9 10-5 10 5-10 5zM6 11.5V17c3.5 2.7 8.5 2.7 12 0v-5.5' }]] },
  drill: {
    name: 'Drill',
    href: '/drill',
    icon: [
      ['circle', { cx: 12, cy: 12, r: 9 }],
      ['circle', { cx: 12, cy: 12, r: 4.5 }],
      ['circle', { cx: 12, cy: 12, r: 0.6 }],
    ],
  },
  study: { name: 'Study', href: '/study', icon: [['path', { d: 'M3 19h18M4 15l5-6 4 4 7-8' }]] },
  watch: {
    name: 'Watch',
    href: '/watch',
    icon: [
      ['path', { d: 'M2 12s3.5-6.5 10-6.5S22 12 22 12s-3.5 6.5-10 6.5S2 12 2 12z' }],
      ['circle', { cx: 12, cy: 12, r: 3 }],
    ],
  },
};

/**
 * The HTML inside <of-header current="play">.
 * @param {string | null} current
 */
export function headerMarkup(current) {
  return html(...headerTree(current));
}

/** The HTML inside <of-footer>. */
export function footerMarkup() {
  return html(...footerTree());
}

/**
 * The HTML inside <of-tab-bar current="play">.
 * @param {string | null} current
 */
export function tabBarMarkup(current) {
  return html(...tabBarTree(current));
}

/**
 * @param {string | null} current
 * @returns {Tree[]}
 */
export function headerTree(current) {
  const links = Object.entries(pages).map(
    ([page, { name, href }]) => /** @type {Tree} */ (['a', { href, 'aria-current': page === current && 'page' }, name]),
  );
  return [
    ['a', { class: 'skip', href: '#main' }, 'Skip to content'],
    [
      'header',
      { class: 'top' },
      ['a', { class: 'brand', href: '/' }, ['span', { class: 'logo', 'aria-hidden': 'true' }], 'Outflank'],
      ['nav', { 'aria-label': 'Pages' }, ...links],
      [
        'div',
        { class: 'end' },
        [
          'a',
          {
            class: 'button quiet icon-button',
            href: '/settings',
            'aria-label': 'Settings',
            title: 'Settings',
            'aria-current': current === 'settings' && 'page',
          },
          picture(sliders),
        ],
      ],
    ],
  ];
}

/** @returns {Tree[]} */
export function footerTree() {
  return [['footer', { class: 'foot' }, ['a', { href: '/help' }, 'Help'], ['a', { href: '/api' }, 'API']]];
}

/**
 * @param {string | null} current
 * @returns {Tree[]}
 */
export function tabBarTree(current) {
  const links = Object.entries(pages).map(
    ([page, { name, href, icon }]) => /** @type {Tree} */ (['a', { href, 'aria-current': page === current && 'page' }, picture(icon), name]),
  );
  return [['nav', { class: 'tab-bar', 'aria-label': 'Pages' }, ...links]];
}

/** @type {Tree[]} */
const sliders = [
  ['path', { d: 'M3 7h9M18 7h3M3 17h3M12 17h9' }],
  ['circle', { cx: 15, cy: 7, r: 2.6 }],
  ['circle', { cx: 9, cy: 17, r: 2.6 }],
];

/**
 * @param {Tree[]} shapes
 * @returns {Tree}
 */
function picture(shapes) {
  return ['svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, ...shapes];
}
