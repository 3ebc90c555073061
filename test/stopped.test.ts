import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { startForecourt } from './support/forecourt.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Only the reference remains: what a function still running has on its stack would stay. */
async function startAndStop(): Promise<WeakRef<object>> {
  const forecourt = await startForecourt();
  await forecourt.signIn('employee');
  const reference = new WeakRef(forecourt.platform.app);
  await forecourt.stop();
  return reference;
}

test('nothing keeps a stopped server in memory', async () => {
  const reference = await startAndStop();
  await expect
    .poll(async () => {
      await nextTurn();
      collectGarbage();
      return reference.deref() === undefined;
    })
    .toBe(true);
});
