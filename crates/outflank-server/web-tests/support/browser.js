// A real Chromium, watched: what a page complains about fails the test.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/**
 * Starts the browser that the variable CHROMIUM names, or Debian's.
 * @param {import('playwright-core').LaunchOptions} [options]
 */
export function launch(options) {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    // Chromium's sandbox does not work for root, as which tests in containers often run.
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
    ...options,
  });
}

/**
 * Somebody at a browser of their own: cookies are not shared with others.
 */
export class Person {
  /**
   * @param {import('playwright-core').BrowserContext} context
   * @param {import('playwright-core').Page} page
   */
  constructor(context, page) {
    this.context = context;
    this.page = page;
    /** What the pages complained about. @type {string[]} */
    this.complaints = [];
    /** While a connection is cut on purpose, the browser says so on the console. */
    this.offline = false;
    page.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      if (this.offline && /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|WebSocket connection/.test(message.text())) return;
      // Over HTTP from another computer the browser ignores this header, and says so.
      if (/Cross-Origin-Opener-Policy header has been ignored/.test(message.text())) return;
      this.complaints.push(`${page.url()}: ${message.type()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => this.complaints.push(`${page.url()}: ${error.stack ?? error}`));
  }

  /**
   * @param {import('playwright-core').Browser} browser
   * @param {import('playwright-core').BrowserContextOptions} [options]
   */
  static async sitDown(browser, options) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, reducedMotion: 'reduce', ...options });
    context.setDefaultTimeout(20_000);
    const page = await context.newPage();
    const person = new Person(context, page);
    // A violation of the content security policy is also an event; it reaches us even where the console is silent.
    await context.exposeBinding('reportViolation', (_source, /** @type {string} */ text) => {
      person.complaints.push(`content security policy: ${text}`);
    });
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        /** @type {any} */ (window).reportViolation(`${event.violatedDirective} ${event.blockedURI}`);
      });
    });
    return person;
  }

  /** Fails if a page has complained. */
  assertContent() {
    assert.deepEqual(this.complaints, []);
  }

  /**
   * Fails if axe-core finds a serious or critical violation on the page as it is now.
   * @param {string} what
   */
  async assertAccessible(what) {
    // The page's own policy lets no foreign script in; axe is run by the browser's debugger, past the policy.
    const source = await import('node:fs/promises').then((fs) => fs.readFile(axe, 'utf8'));
    const session = await this.context.newCDPSession(this.page);
    const evaluate = async (/** @type {string} */ expression) => {
      const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
        expression,
        awaitPromise: true,
        returnByValue: true,
      });
      assert.equal(exceptionDetails, undefined, JSON.stringify(exceptionDetails));
      return result.value;
    };
    await evaluate(`${source}; undefined`);
    const report = JSON.parse(await evaluate('axe.run(document).then(r => JSON.stringify({passes: r.passes.length, violations: r.violations}))'));
    await session.detach();
    assert.ok(report.passes > 5, `axe looked at ${what}`);
    const serious = report.violations.filter((/** @type {{impact: string}} */ violation) => /serious|critical/.test(violation.impact));
    const told = serious.map((/** @type {{id: string, nodes: {html: string, failureSummary: string}[]}} */ violation) =>
      `${violation.id}: ${violation.nodes.map((node) => `${node.html} (${node.failureSummary})`).join('; ')}`,
    );
    assert.deepEqual(told, [], `axe on ${what}`);
  }
}
