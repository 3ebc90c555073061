import { expect, test } from 'vitest';
import { killAround, moments } from './faults/documents.ts';

test('kill -9 at any moment of an upload or a destruction loses and leaves nothing', async () => {
  const { inTheMiddle, ...findings } = await killAround(moments);
  expect(findings).toEqual({
    kills: moments.length,
    lost: 0,
    duplicated: 0,
    filesWithoutRow: 0,
    rowsWithoutFile: 0,
  });
  // Files are deleted too fast to be sure that the server died among them.
  expect(inTheMiddle).toBeGreaterThanOrEqual(moments.length - 1);
});
