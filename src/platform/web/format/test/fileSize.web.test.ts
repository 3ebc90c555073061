import { expect, test } from 'vitest';
import { fileSize } from '../fileSize.ts';

test.each([
  [0, '0.0 KB'],
  [400, '0.4 KB'],
  [12_595, '12.3 KB'],
  [900_000, '878.9 KB'],
  [4 * 1024 ** 2, '4.0 MB'],
  [851_443_712, '812.0 MB'],
  [1.5 * 1024 ** 3, '1.5 GB'],
  [3_000 * 1024 ** 3, '3000.0 GB'],
])('%i bytes read as %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text);
});
