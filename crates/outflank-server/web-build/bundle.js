// Builds what the server embeds from the sources in ../web: every page with its styles inlined and one script, and a Brotli form of each file.
//
//   node bundle.js              writes ../web-dist
//   node bundle.js --check      fails if ../web-dist is out of date
//   node bundle.js --out DIR    writes another folder, for `outflank serve --page DIR`

import { build, transform } from 'esbuild';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { boardMarkup } from '../web/board-markup.js';
import { footerMarkup, headerMarkup, tabBarMarkup } from '../web/shell-markup.js';
import { START } from '../web/start.js';

const HERE = dirname(fileURLToPath(import.meta.url));
const WEB = join(HERE, '../web');
const DIST = join(HERE, '../web-dist');

/** Style sheets that reports share with the page. */
const SHARED = join(HERE, '../../outflank-render/src/css');
const SHARED_STYLES = ['style.css', 'board.css'];

const BROWSERS = ['chrome123', 'edge123', 'firefox120', 'safari17.5'];

/** Shorter files are not worth a second form. */
const MIN_COMPRESSED = 256;

/** Path to text. @type {Map<string, string>} */
const files = new Map();

const { values: options } = parseArgs({ options: { check: { type: 'boolean' }, out: { type: 'string' } } });

await bundlePages();
if (options.check) await check();
else await write(options.out ?? DIST);

async function bundlePages() {
  const names = (await readdir(WEB)).filter((name) => name.endsWith('.html')).sort();
  const icon = asset('favicon', 'svg', await readFile(join(WEB, 'favicon.svg'), 'utf8'));
  for (const name of names) files.set(name, (await page(name)).replaceAll('/favicon.svg', icon));
  // Part of every page, so that a page can see that the server has changed.
  const id = hash([...files].flat().join('\n'));
  for (const name of names) files.set(name, text(name).replace('<head>', `<head>\n<meta name="build" content="${id}">`));
}

/**
 * @param {string} name
 * @returns {Promise<string>}
 */
async function page(name) {
  let html = await readFile(join(WEB, name), 'utf8');
  const styles = [...html.matchAll(/ *<link rel="stylesheet" href="\/([^"]+)"(?: \/)?>\n/g)];
  const modules = [...html.matchAll(/ *<script type="module" src="\/([^"]+)"><\/script>\n/g)];
  const scripts = [...html.matchAll(/ *<script src="\/([^"]+)"><\/script>\n/g)];
  for (const [tag] of [...styles, ...modules, ...scripts]) html = html.replace(tag, '');
  const head = [
    ...(await Promise.all(scripts.map(async ([, path]) => `<script>${await classic(path)}</script>`))),
    `<style>${await stylesheet(styles.map(([, path]) => path))}</style>`,
    ...(await Promise.all(modules.map(([, path]) => script(name, path)))),
  ];
  return filled(dedented(html.replace(/ *<\/head>/, () => `${head.join('\n')}\n</head>`)));
}

/** @param {string} html */
function dedented(html) {
  return html.split(/(<pre\b[^]*?<\/pre>)/).map((part, i) => (i % 2 === 0 ? part.replace(/^ +/gm, '') : part)).join('');
}

/**
 * Puts the content of our elements into the page, so that it is there before the script. `start="playable"` on a board marks the first moves.
 * @param {string} html
 */
function filled(html) {
  return html
    .replace(/(<of-header(?: current="(\w+)")?>)(<\/of-header>)/g, (_, begin, current, end) => begin + headerMarkup(current ?? null) + end)
    .replace(/(<of-tab-bar(?: current="(\w+)")?>)(<\/of-tab-bar>)/g, (_, begin, current, end) => begin + tabBarMarkup(current ?? null) + end)
    .replace(/(<of-footer>)(<\/of-footer>)/g, (_, begin, end) => begin + footerMarkup() + end)
    .replace(/(<of-board([^>]*)>)(<\/of-board>)/g, (_, begin, attributes, end) => {
      const has = (/** @type {string} */ name) => new RegExp(` ${name}\\b`).test(attributes);
      const legal = attributes.includes(' start="playable"') ? START.legal : [];
      const discs = has('start') ? START.board : '-'.repeat(64);
      return begin + boardMarkup(discs, { legal, tray: has('tray'), picture: has('picture') }) + end;
    });
}

/** @param {string} path */
async function classic(path) {
  const { code } = await transform(await readFile(join(WEB, path), 'utf8'), { minify: true, target: BROWSERS });
  return code.trim();
}

/** @param {string[]} paths */
async function stylesheet(paths) {
  const sources = await Promise.all(paths.map((path) => readFile(join(SHARED_STYLES.includes(path) ? SHARED : WEB, path), 'utf8')));
  const { code } = await transform(sources.join('\n'), { loader: 'css', minify: true, target: BROWSERS });
  return code.trim();
}

/**
 * @param {string} page
 * @param {string} path
 */
async function script(page, path) {
  const bundle = await build({
    entryPoints: [join(WEB, path)],
    bundle: true,
    minify: true,
    format: 'esm',
    target: BROWSERS,
    legalComments: 'none',
    write: false,
  });
  const source = asset(page.replace('.html', ''), 'js', bundle.outputFiles[0].text);
  return `<script type="module" src="${source}"></script>`;
}

/**
 * Adds a file whose name changes with its content, so that browsers keep it for good.
 * @param {string} name
 * @param {string} extension
 * @param {string} content
 * @returns {string} its address
 */
function asset(name, extension, content) {
  const path = `assets/${name}-${hash(content)}.${extension}`;
  files.set(path, content);
  return `/${path}`;
}

/** @param {string} content */
function hash(content) {
  return createHash('sha256').update(content).digest('hex').slice(0, 12);
}

/** @param {string} path */
function text(path) {
  return /** @type {string} */ (files.get(path));
}

/** @param {string} folder */
async function write(folder) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'assets'), { recursive: true });
  for (const [path, content] of files) {
    await writeFile(join(folder, path), content);
    if (content.length >= MIN_COMPRESSED) await writeFile(join(folder, `${path}.br`), brotli(content));
  }
}

/** Compares texts, because versions of Node may compress differently. */
async function check() {
  const found = (await readdir(DIST, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const paths = found.map((entry) => join(entry.parentPath, entry.name).slice(DIST.length + 1));
  const stale = paths.filter((path) => !files.has(path.replace(/\.br$/, '')));
  for (const [path, content] of files) {
    const forms = [readFile(join(DIST, path))];
    if (content.length >= MIN_COMPRESSED) forms.push(readFile(join(DIST, `${path}.br`)).then(brotliDecompressSync));
    const texts = await Promise.all(forms.map((form) => form.then(String, () => null)));
    if (texts.some((text) => text !== content)) stale.push(path);
  }
  if (stale.length === 0) return;
  console.error(`web-dist is out of date: run cargo xtask bundle\n${stale.join('\n')}`);
  process.exit(1);
}

/** @param {string} content */
function brotli(content) {
  const params = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT, [constants.BROTLI_PARAM_QUALITY]: 11 };
  return brotliCompressSync(content, { params });
}
