// A visit with a slow device on a slow network: 150 ms round trips, 1.6 Mbit/s, a processor four times slower.

const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const PROCESSOR = 4;
/** @type {Record<string, import('playwright-core').BrowserContextOptions>} */
export const SCREENS = {
  phone: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  desk: { viewport: { width: 1280, height: 860 } },
};

/** Lists and reports that arrive late must not move the page either. */
const SETTLED = 3000;

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @param {string} screen
 * @param {import('playwright-core').BrowserContextOptions['storageState']} storageState
 * @returns {Promise<{paint: number, playable: number, again: number, shift: number, bytes: number}>}
 */
export async function slowVisit(browser, url, screen, storageState) {
  const context = await browser.newContext({ ...SCREENS[screen], storageState });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', NETWORK);
    await session.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR });
    let bytes = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await page.addInitScript(observe);
    await page.goto(url);
    await page.waitForFunction(() => /** @type {any} */ (window).measured.playable > 0);
    await page.waitForTimeout(SETTLED);
    const first = bytes;
    const { paint, playable, shift } = await page.evaluate(() => /** @type {any} */ (window).measured);
    await page.goto('about:blank');
    await page.goto(url);
    await page.waitForFunction(() => /** @type {any} */ (window).measured.playable > 0);
    const again = await page.evaluate(() => /** @type {any} */ (window).measured.playable);
    return { paint, playable, again, shift, bytes: first };
  } finally {
    await context.close();
  }
}

/** Runs in the page. A board is playable once its script has marked the legal squares; the page of live games is there with its boards. */
function observe() {
  const measured = { paint: 0, playable: 0, shift: 0 };
  Object.assign(window, { measured });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.name === 'first-contentful-paint') measured.paint = entry.startTime;
  }).observe({ type: 'paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = /** @type {any} */ (entry);
      if (!hadRecentInput) measured.shift += value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
  const look = () => {
    if (document.querySelector('of-board[data-playable] [data-legal], #live of-board') !== null) measured.playable = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
