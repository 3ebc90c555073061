import { expect, test } from 'vitest';
import { killAround, moments } from './faults/documents.ts';

// Each kill is followed by a start.
const timeout = 60_000 * moments.length;

test('kill -9 at any moment of an upload or a destruction loses and leaves nothing', {
  timeout,
}, async () => {
  const { inTheMiddle, ...findings } = await killAround(moments);
  expect(findings).toEqual({
    kills: moments.length,
    lost: 0,
    duplicated: 0,
    filesWithoutRow: 0,
    rowsWithoutFile: 0,
  });
  expect(inTheMiddle).toBeGreaterThanOrEqual(moments.length - 1);
});
