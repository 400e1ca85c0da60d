/** A minimal static host that serves a folder below a path. */

import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};
/** Returns whether files of this type are served compressed, as on real hosts. */
const isText = (type: string): boolean => /text|javascript|json|wasm|svg/.test(type);

/** The content security policy of the game server. A build that needs more permissions fails here, too. */
const POLICY =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; worker-src 'self' blob:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Cache of compressed files by path, modification time and level, because each test loads the whole build again. */
const packed = new Map<string, Buffer>();

/** Returns the bytes of a file, compressed. */
function pack(file: string, level: number): Buffer {
  const key = `${file}@${statSync(file).mtimeMs}:${level}`;
  const bytes = packed.get(key) ?? gzipSync(readFileSync(file), { level });
  packed.set(key, bytes);
  return bytes;
}

/** A host that can be stopped. */
export interface Host {
  /** The address of the application, with a trailing slash. */
  url: string;
  stop(): Promise<void>;
}

/** The path below which a host serves its folder. */
const PATH = '/games/orrery/';
/** The fastest compression level. Compression blocks this process, which usually also drives the browser. */
const FASTEST = 1;
/** The compression level of real hosts. */
export const REAL = 9;

/** Serves a folder, compressed with a gzip level. */
export async function serve(folder: string, level = FASTEST): Promise<Host> {
  const server = createServer((request, response) => {
    const requested = new URL(request.url ?? '/', 'http://host').pathname;
    const relative = requested.startsWith(PATH) ? requested.slice(PATH.length) || 'index.html' : null;
    const file = relative === null ? null : join(folder, normalize(`/${decodeURIComponent(relative)}`));
    if (!file || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    const isPacked = isText(type) && /gzip/.test(request.headers['accept-encoding'] ?? '');
    const caching = file.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
    response.writeHead(200, {
      'content-type': type,
      'cache-control': caching,
      'content-security-policy': POLICY,
      ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
    });
    response.end(isPacked ? pack(file, level) : readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}${PATH}`, stop: () => stop(server) };
}

function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
