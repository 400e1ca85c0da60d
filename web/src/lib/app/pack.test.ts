import { expect, test } from 'vitest';
import { pack, unpack } from './pack';

test('a record comes out of a link as it went in', async () => {
  const record = 'orrery record 1\nnames Ä: ö\n' + 'A activate move; ship 1; to orbit 2\n'.repeat(200);
  const packed = await pack(record);
  expect(packed).toMatch(/^[\w-]+$/);
  expect(packed?.length).toBeLessThan(record.length / 10);
  expect(await unpack(packed ?? '')).toBe(record);
});
test('what is too long for a link is not made one', async () => {
  const noise = Array.from({ length: 40_000 }, () => String.fromCharCode(33 + Math.floor(Math.random() * 90))).join('');
  expect(await pack(noise)).toBeNull();
});
test('a damaged link is refused', async () => {
  await expect(unpack('!!!!')).rejects.toThrow();
  await expect(unpack('AAAAAAAA')).rejects.toThrow();
});
