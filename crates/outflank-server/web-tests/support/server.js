// `outflank serve` with its own port and data folder.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

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
   * Starts the program named by OUTFLANK and waits until it serves.
   * @param {...string} options  that it is started with; `{port}` in them is its port
   */
  static async start(...options) {
    const port = await freePort();
    const filled = options.map((option) => option.replace('{port}', `${port}`));
    const server = new Server(await mkdtemp(join(tmpdir(), 'outflank-')), port, filled);
    await server.again();
    return server;
  }

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts or restarts it, with the same address and folder. */
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

  /** @param {NodeJS.Signals} [signal] */
  async end(signal = 'SIGTERM') {
    const child = this.child;
    this.child = undefined;
    if (!child || child.exitCode !== null) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  }

  async close() {
    await this.end();
    await rm(this.home, { recursive: true, force: true });
  }
}

/** A free port, fixed so that a restarted server keeps it. */
async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('a listening socket has a port');
  return address.port;
}
