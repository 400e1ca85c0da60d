// Packs a record into a URL, so that a replay link works on any device: compressed and encoded with
// URL-safe characters.

/** Maximum length of a packed record; longer links break in too many applications. */
const LONGEST = 30_000;

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const done = new Blob([bytes as BlobPart]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(done).arrayBuffer());
}

/** Packs a text; returns null if it is too long for a link. */
export async function pack(text: string): Promise<string | null> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  let signs = '';
  for (const byte of bytes) signs += String.fromCharCode(byte);
  const packed = btoa(signs).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return packed.length > LONGEST ? null : packed;
}

/** Unpacks a text. Throws if the link is damaged. */
export async function unpack(packed: string): Promise<string> {
  const signs = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(signs, (sign) => sign.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')));
}
