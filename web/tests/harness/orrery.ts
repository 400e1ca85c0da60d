/** A real game server: `orrery serve` on this machine, which can be killed and restarted. */

import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** Settings of the server: people can claim an offered seat immediately. */
const SETTINGS = '[limits]\nclaim_after_seconds = 0\n';

/** Maximum time that a restart waits for its port, in milliseconds. */
const PORT_TIMEOUT = 60_000;
/** Interval at which a restart retries to bind its port, in milliseconds. */
const PORT_INTERVAL = 200;

/** Returns the path of the binary; `ORRERY` overrides it. */
function binary(): string {
  const target = process.env.CARGO_TARGET_DIR ?? '../target';
  const places = [process.env.ORRERY, join(target, 'debug/orrery'), join(target, 'release/orrery')];
  const found = places.find((place) => place && existsSync(place));
  if (!found) throw new Error('the game server is missing: cargo build -p orrery, or set ORRERY to its path');
  return found;
}

/** Starts the server and waits until it prints its address. */
function start(data: string, listen: string): Promise<{ child: ChildProcess; url: string }> {
  const config = join(data, 'test.toml');
  writeFileSync(config, SETTINGS);
  const args = ['serve', '--config', config, '--data', data, '--listen', listen];
  const child = spawn(binary(), args, { stdio: ['ignore', 'pipe', 'pipe'] });
  return new Promise((resolve, reject) => {
    let [output, errors] = ['', ''];
    child.stderr.on('data', (bytes: Buffer) => (errors += bytes.toString()));
    child.stdout.on('data', (bytes: Buffer) => {
      output += bytes.toString();
      const url = /Orrery is at (http:\S+)/.exec(output)?.[1];
      if (url) resolve({ child, url: `${url}/` });
    });
    child.once('error', reject);
    // `close` comes after all output has been read; `exit` may come earlier.
    child.once('close', (code) => reject(new Error(`orrery serve ended with ${code ?? 'a signal'}: ${errors}`)));
  });
}

function stopProcess(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill(signal);
  });
}

/** A game server with its own games. */
export class GameServer {
  private constructor(
    readonly data: string,
    private child: ChildProcess | null,
    /** The address of the application, with a trailing slash. */
    readonly url: string,
  ) {}

  static async open(): Promise<GameServer> {
    const data = mkdtempSync(join(tmpdir(), 'orrery-'));
    const { child, url } = await start(data, '127.0.0.1:0');
    return new GameServer(data, child, url);
  }

  /** Kills the server with SIGKILL, as in a crash. */
  async kill(): Promise<void> {
    if (this.child) await stopProcess(this.child, 'SIGKILL');
    this.child = null;
  }

  /** Restarts the server with the same games at the same address; waits while another process uses its port. */
  async startAgain(): Promise<void> {
    const deadline = Date.now() + PORT_TIMEOUT;
    for (;;) {
      try {
        this.child = (await start(this.data, new URL(this.url).host)).child;
        return;
      } catch (thrown) {
        if (!String(thrown).includes('in use') || Date.now() > deadline) throw thrown;
        await setTimeout(PORT_INTERVAL);
      }
    }
  }

  async stop(): Promise<void> {
    if (this.child) await stopProcess(this.child, 'SIGTERM');
    rmSync(this.data, { recursive: true, force: true });
  }
}
