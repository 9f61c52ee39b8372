// The program under test: `outflank serve` on a port of its own, with a folder of its own.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A running server. */
export class Server {
  /**
   * @param {string} home
   * @param {number} port
   * @param {string[]} options
   */
  constructor(home, port, options) {
    this.home = home;
    this.port = port;
    this.options = options;
    /** @type {import('node:child_process').ChildProcess | undefined} */
    this.child = undefined;
  }

  /**
   * Starts the program that the variable OUTFLANK names, and waits until it serves.
   * @param {...string} options  that it is started with; `{port}` in them is its port
   */
  static async start(...options) {
    const port = await freePort();
    const filled = options.map((option) => option.replace('{port}', `${port}`));
    const server = new Server(await mkdtemp(join(tmpdir(), 'outflank-')), port, filled);
    await server.again();
    return server;
  }

  /** Where it is. */
  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts it, or starts it again at the same address with the same folder. */
  async again() {
    const program = process.env.OUTFLANK;
    if (!program) throw new Error('the variable OUTFLANK must name the program to test');
    const child = spawn(program, ['serve', '--listen', `127.0.0.1:${this.port}`, ...this.options], {
      env: { ...process.env, OUTFLANK_HOME: this.home },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.child = child;
    const serving = (async () => {
      for await (const line of createInterface({ input: child.stdout })) {
        if (line.includes(this.url)) return;
      }
      throw new Error('the server ended before it served');
    })();
    await serving;
    child.stdout.resume();
  }

  /**
   * Ends it, with SIGTERM unless another signal is named.
   * @param {NodeJS.Signals} [signal]
   */
  async end(signal = 'SIGTERM') {
    const child = this.child;
    this.child = undefined;
    if (!child || child.exitCode !== null) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  }

  /** Ends it and removes its folder. */
  async close() {
    await this.end();
    await rm(this.home, { recursive: true, force: true });
  }
}

/** A port that nobody listens on. Tests that start the server again need the same one twice. */
async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('a listening socket has a port');
  return address.port;
}
