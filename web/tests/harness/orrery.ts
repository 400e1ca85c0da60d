/** A real game server: `orrery serve` on this machine, which can be killed and restarted. */

import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Settings of the server: an offered seat can be claimed at once. */
const SETTINGS = '[limits]\nclaim_after_seconds = 0\n';

/** The path of the binary; `ORRERY` overrides it. */
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
    let [said, complained] = ['', ''];
    child.stderr.on('data', (bytes: Buffer) => (complained += bytes.toString()));
    child.stdout.on('data', (bytes: Buffer) => {
      said += bytes.toString();
      const url = /Orrery is at (http:\S+)/.exec(said)?.[1];
      if (url) resolve({ child, url: `${url}/` });
    });
    child.once('exit', (code) => reject(new Error(`orrery serve ended with ${code ?? 'a signal'}: ${complained}`)));
  });
}

function ended(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  return new Promise((resolve) => {
    child.removeAllListeners('exit');
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
    /** The address of the application, with a slash at its end. */
    readonly url: string,
  ) {}

  static async open(): Promise<GameServer> {
    const data = mkdtempSync(join(tmpdir(), 'orrery-'));
    const { child, url } = await start(data, '127.0.0.1:0');
    return new GameServer(data, child, url);
  }

  /** Kills the server, as a crash would. */
  async kill(): Promise<void> {
    if (this.child) await ended(this.child, 'SIGKILL');
    this.child = null;
  }

  /** Restarts the server with the same games at the same address. */
  async startAgain(): Promise<void> {
    this.child = (await start(this.data, new URL(this.url).host)).child;
  }

  async stop(): Promise<void> {
    if (this.child) await ended(this.child, 'SIGTERM');
    rmSync(this.data, { recursive: true, force: true });
  }
}
