/** A minimal static host: files below a path, nothing else. */

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
/** File types worth compressing, as on real hosts. */
const isText = (type: string): boolean => /text|javascript|json|wasm|svg/.test(type);

/** The content security policy of the game server: a build that needs more fails here, too. */
const POLICY =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; worker-src 'self' blob:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Compressed files by path and modification time: each test loads the whole build again. */
const packed = new Map<string, Buffer>();

/** Returns the bytes of a file, compressed as on real hosts. */
function pack(file: string): Buffer {
  const key = `${file}@${statSync(file).mtimeMs}`;
  const bytes = packed.get(key) ?? gzipSync(readFileSync(file), { level: 9 });
  packed.set(key, bytes);
  return bytes;
}

/** A host that can be stopped. */
export interface Host {
  /** The address of the application, with a slash at its end. */
  url: string;
  stop(): Promise<void>;
}

/** Serves a folder below a path. */
export async function serve(folder: string, path = '/games/orrery/'): Promise<Host> {
  const server = createServer((request, response) => {
    const asked = new URL(request.url ?? '/', 'http://host').pathname;
    const within = asked.startsWith(path) ? asked.slice(path.length) || 'index.html' : null;
    const file = within === null ? null : join(folder, normalize(`/${decodeURIComponent(within)}`));
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
    response.end(isPacked ? pack(file) : readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}${path}`, stop: () => stop(server) };
}

function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
