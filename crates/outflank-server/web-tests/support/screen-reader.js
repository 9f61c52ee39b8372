// A person who knows a page only from what the browser gives to screen readers: roles, names and what is announced.

import assert from 'node:assert/strict';

/** @typedef {{role: string, name: string, id: number}} Spoken */

const PATIENCE = 20_000;

export class ScreenReader {
  /** @param {import('playwright-core').CDPSession} session @param {import('playwright-core').Page} page */
  constructor(session, page) {
    this.session = session;
    this.page = page;
  }

  /** @param {import('./browser.js').Person} person */
  static async of({ context, page }) {
    const session = await context.newCDPSession(page);
    await session.send('Accessibility.enable');
    return new ScreenReader(session, page);
  }

  /** Everything that is read out on the page, in its order. @returns {Promise<Spoken[]>} */
  async read() {
    const { nodes } = await this.session.send('Accessibility.getFullAXTree');
    return nodes
      .filter(({ ignored }) => !ignored)
      .map(({ role, name, backendDOMNodeId }) => ({ role: String(role?.value), name: String(name?.value ?? ''), id: backendDOMNodeId ?? 0 }));
  }

  /**
   * Waits until something with this role and name is read out.
   * @param {string} role
   * @param {RegExp} name
   * @returns {Promise<Spoken>}
   */
  async find(role, name) {
    const until = Date.now() + PATIENCE;
    for (;;) {
      const spoken = await this.read();
      const found = spoken.find((one) => one.role === role && name.test(one.name));
      if (found !== undefined) return found;
      if (Date.now() > until) assert.fail(`no ${role} ${name} among:\n${spoken.map((one) => `${one.role} ${one.name}`).join('\n')}`);
      await this.page.waitForTimeout(30);
    }
  }

  /** Presses what has this role and name, as a screen reader does. @param {string} role @param {RegExp} name */
  async press(role, name) {
    const { id } = await this.find(role, name);
    const { object } = await this.session.send('DOM.resolveNode', { backendNodeId: id });
    await this.session.send('Runtime.callFunctionOn', { objectId: object.objectId, functionDeclaration: 'function () { this.click(); }' });
  }

  /** @param {RegExp} name  of the text field @param {string} text */
  async type(name, text) {
    const { id } = await this.find('textbox', name);
    await this.session.send('DOM.focus', { backendNodeId: id });
    await this.session.send('Input.insertText', { text });
  }
}
