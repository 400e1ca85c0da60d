/** Runs Lighthouse, which is installed on demand, because it is larger than all other dependencies. */

import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { executable } from '../harness/browser';
import { best, repeat } from './rounds';
import type { Figure } from './sheet';

const FOLDER = resolve('../target/lighthouse');
const PROGRAM = join(FOLDER, 'node_modules/lighthouse/cli/index.js');
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
/** The options of Lighthouse by device; its default is a phone on a slow network. */
const DEVICES = { phone: [], desktop: ['--preset=desktop'] } as const;
type Device = keyof typeof DEVICES;

/** Runs a program without blocking this process, which also serves the page. */
const run = promisify(execFile);

type Scores = Record<string, number>;
interface Report {
  categories: Record<string, { score: number }>;
}

async function install(): Promise<void> {
  if (existsSync(PROGRAM)) return;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'package.json'), '{ "private": true }');
  // The newest version that runs on Node 20.
  await run('npm', ['install', '--no-audit', '--no-fund', 'lighthouse@12'], { cwd: FOLDER });
}

/** Returns the scores of the home page. */
async function scores(url: string, device: Device): Promise<Scores> {
  const report = join(FOLDER, `${device}.json`);
  const sandbox = process.getuid?.() === 0 ? '--no-sandbox ' : '';
  const flags = [`--chrome-flags=--headless=new ${sandbox}`.trim(), `--only-categories=${CATEGORIES.join(',')}`, ...DEVICES[device]];
  await run('node', [PROGRAM, url, '--quiet', '--output=json', `--output-path=${report}`, ...flags], {
    env: { ...process.env, CHROME_PATH: executable() },
    timeout: 180_000,
  });
  const { categories } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  return Object.fromEntries(CATEGORIES.map((name) => [name, (categories[name]?.score ?? 0) * 100]));
}

/** Returns the best scores of several runs, because a busy machine lowers them, as Lighthouse itself warns. */
export async function lighthouse(url: string, device: Device): Promise<Figure[]> {
  await install();
  const rounds = await repeat(() => scores(url, device));
  const figure = (name: string): Figure =>
    best(
      { what: `Lighthouse on a ${device}: ${name}`, limit: 95, sense: 'at-least' },
      rounds.map((found) => ({ value: found[name] ?? 0 })),
    );
  return CATEGORIES.map(figure);
}
