// Packs a record into a URL, so that a replay link works on any device. The record is compressed and
// encoded in Base64 with URL-safe characters.

/**
 * Maximum length of a packed record in characters; longer links break in too many applications.
 *
 * It also limits the text to which an untrusted link can unpack: deflate expands at most 1,032 times, so to about 23 MB.
 */
const MAX_LENGTH = 30_000;

async function transform(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const output = new Blob([bytes as BlobPart]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(output).arrayBuffer());
}

/** Packs a text; null if it is too long for a link. */
export async function pack(text: string): Promise<string | null> {
  const bytes = await transform(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  const packed = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return packed.length > MAX_LENGTH ? null : packed;
}

/** Unpacks a text; throws if the link is damaged or longer than `pack` allows. */
export async function unpack(packed: string): Promise<string> {
  if (packed.length > MAX_LENGTH) throw new Error(`the link is longer than ${MAX_LENGTH} characters`);
  const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
  return new TextDecoder().decode(await transform(bytes, new DecompressionStream('deflate-raw')));
}
