/** Lighthouse, fetched when it is wanted: it is bigger than everything else together. */

import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { executable } from '../harness/browser';
import type { Figure } from './sheet';

const FOLDER = resolve('../target/lighthouse');
const PROGRAM = join(FOLDER, 'node_modules/lighthouse/cli/index.js');
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;

/** Never the kind that waits: our own host serves the page meanwhile. */
const run = promisify(execFile);

interface Report {
  categories: Record<string, { score: number }>;
}

async function install(): Promise<void> {
  if (existsSync(PROGRAM)) return;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'package.json'), '{ "private": true }');
  // The newest that runs with Node 20.
  await run('npm', ['install', '--no-audit', '--no-fund', 'lighthouse@12'], { cwd: FOLDER });
}

/** The scores of the first page, as on a phone. */
export async function lighthouse(url: string): Promise<Figure[]> {
  await install();
  const report = join(FOLDER, 'report.json');
  const sandbox = process.getuid?.() === 0 ? '--no-sandbox ' : '';
  const flags = [`--chrome-flags=--headless=new ${sandbox}`.trim(), `--only-categories=${CATEGORIES.join(',')}`];
  await run('node', [PROGRAM, url, '--quiet', '--output=json', `--output-path=${report}`, ...flags], {
    env: { ...process.env, CHROME_PATH: executable() },
    timeout: 180_000,
  });
  const { categories } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  return CATEGORIES.map((name): Figure => [`Lighthouse: ${name}`, (categories[name]?.score ?? 0) * 100, '', 95, 'at-least']);
}
