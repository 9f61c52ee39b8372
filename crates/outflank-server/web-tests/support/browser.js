// A real Chromium. Errors on the console fail the test.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/**
 * Starts the browser named by CHROMIUM, or Debian's.
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
 * A person with their own browser and cookies.
 */
export class Person {
  /**
   * @param {import('playwright-core').BrowserContext} context
   * @param {import('playwright-core').Page} page
   */
  constructor(context, page) {
    this.context = context;
    this.page = page;
    /** Errors on the console. @type {string[]} */
    this.complaints = [];
    /** Whether connection errors on the console are expected. */
    this.offline = false;
    page.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      if (this.offline && /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_(REFUSED|RESET)|ERR_INCOMPLETE_CHUNKED_ENCODING|WebSocket connection/.test(message.text())) return;
      // Chromium ignores this header over plain HTTP, and logs that.
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
    // CSP violations are not always logged to the console.
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

  assertContent() {
    assert.deepEqual(this.complaints, []);
  }

  /**
   * Fails if axe-core finds a violation on the page as it is now.
   * @param {string} what
   */
  async assertAccessible(what) {
    // The content security policy blocks foreign scripts; the debugger runs axe past it.
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
    const violations = report.violations.map((/** @type {{id: string, nodes: {html: string, failureSummary: string}[]}} */ violation) =>
      `${violation.id}: ${violation.nodes.map((node) => `${node.html} (${node.failureSummary})`).join('; ')}`,
    );
    assert.deepEqual(violations, [], `axe on ${what}`);
  }
}
