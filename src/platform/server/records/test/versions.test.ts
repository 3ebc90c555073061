import { expect, test } from 'vitest';
import { assertVersion } from '../versions.ts';

test('an outdated version is refused with a conflict, which says what was changed and what to do', () => {
  expect(() => assertVersion({ version: 3 }, 3, 'this deal')).not.toThrow();
  expect(() => assertVersion({ version: 3 }, undefined, 'this deal')).not.toThrow();
  expect(() => assertVersion({ version: 3 }, 2, 'this deal', 'load')).toThrow(
    expect.objectContaining({
      code: 'conflict',
      message: 'Someone else changed this deal. Nothing was overwritten.',
    }),
  );
  expect(() => assertVersion({ version: 3 }, 4, 'this task')).toThrow(
    'Someone else changed this task. Reload and try again.',
  );
});
