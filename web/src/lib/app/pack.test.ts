import { expect, test } from 'vitest';
import { pack, unpack } from './pack';

test('a record survives packing and unpacking', async () => {
  const record = 'orrery record 1\nnames Ä: ö\n' + 'A activate move; ship 1; to orbit 2\n'.repeat(200);
  const packed = await pack(record);
  expect(packed).toMatch(/^[\w-]+$/);
  expect(packed?.length).toBeLessThan(record.length / 10);
  expect(await unpack(packed ?? '')).toBe(record);
});
test('a record that is too long gets no link', async () => {
  const noise = Array.from({ length: 40_000 }, () => String.fromCharCode(33 + Math.floor(Math.random() * 90))).join('');
  expect(await pack(noise)).toBeNull();
});
test('a link longer than any that we make is rejected before it is unpacked', async () => {
  const zeros = new Blob([new Uint8Array(30_000_000)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const packed = Buffer.from(await new Response(zeros).arrayBuffer()).toString('base64url');
  await expect(unpack(packed)).rejects.toThrow('longer than');
});
test('rejects a damaged link', async () => {
  await expect(unpack('!!!!')).rejects.toThrow();
  await expect(unpack('AAAAAAAA')).rejects.toThrow();
});
