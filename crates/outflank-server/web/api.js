// Requests to the server. Errors are thrown as `Problem`.

/** An error response, or a request that did not reach the server (`status` 0). */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {string} error
   * @param {string} message
   * @param {unknown} [state]
   */
  constructor(status, error, message, state) {
    super(message);
    this.name = 'Problem';
    this.status = status;
    this.error = error;
    this.state = state;
  }
}

/**
 * @param {string} path
 * @param {{signal?: AbortSignal}} [options]
 * @returns {Promise<any>}
 */
export async function get(path, options = {}) {
  return body(await ask(path, { ...options, headers: { accept: 'application/json' } }));
}

/**
 * @param {string} path
 * @param {unknown} value
 * @param {{signal?: AbortSignal}} [options]
 * @returns {Promise<any>}
 */
export async function post(path, value, options = {}) {
  return body(await ask(path, { ...options, ...json(value) }));
}

/** Asks for something small after a lost connection: the response tells whether the server has another version of the page now. */
export function greet() {
  get('/api/site').catch(() => {});
}

/**
 * @param {string} text
 * @returns {Promise<string>}
 */
export async function qr(text) {
  const response = await ask('/api/qr', json({ text }));
  return `data:image/svg+xml,${encodeURIComponent(await response.text())}`;
}

/**
 * Streams the lines of a JSON response. Leaving the loop or aborting closes the connection.
 * @param {string} path
 * @param {unknown} value
 * @param {{signal?: AbortSignal}} [options]
 * @returns {AsyncGenerator<any, void, void>}
 */
export async function* lines(path, value, options = {}) {
  const response = await ask(path, { ...options, ...json(value) });
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { value: text, done } = await read(reader);
      const parts = (rest + (text ?? '')).split('\n');
      rest = done ? '' : (parts.pop() ?? '');
      for (const part of parts) if (part.trim() !== '') yield parse(part, response.status);
      if (done) return;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** @param {unknown} value */
function json(value) {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}

/**
 * @param {string} path
 * @param {RequestInit} init
 */
async function ask(path, init) {
  let response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    const problem = unreached(error);
    if (problem instanceof Problem) announce('outflank-reach', false);
    throw problem;
  }
  announce('outflank-reach', true);
  const build = response.headers?.get('outflank-build');
  if (build) announce('outflank-build', build);
  if (response.ok) return response;
  const text = await response.text().catch(() => '');
  let problem;
  try {
    problem = JSON.parse(text);
  } catch {
    problem = null;
  }
  throw new Problem(
    response.status,
    problem?.error ?? 'unknown',
    problem?.message ?? `the server responded with ${response.status}`,
    problem?.state,
  );
}

/**
 * @param {string} name
 * @param {unknown} detail
 */
function announce(name, detail) {
  globalThis.dispatchEvent?.(new CustomEvent(name, { detail }));
}

/** @param {Response} response */
async function body(response) {
  try {
    const text = await response.text();
    return text === '' ? null : parse(text, response.status);
  } catch (error) {
    throw unreached(error);
  }
}

/** @param {ReadableStreamDefaultReader<string>} reader */
async function read(reader) {
  try {
    return await reader.read();
  } catch (error) {
    throw unreached(error);
  }
}

/**
 * @param {string} text
 * @param {number} status
 */
function parse(text, status) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem(status, 'not_json', 'the server’s response is not JSON');
  }
}

/**
 * Keeps an AbortError; anything else is a failed connection.
 * @param {unknown} error
 */
function unreached(error) {
  if (error instanceof Problem) return error;
  if (error instanceof DOMException && error.name === 'AbortError') return error;
  return new Problem(0, 'unreachable', 'the server cannot be reached');
}
