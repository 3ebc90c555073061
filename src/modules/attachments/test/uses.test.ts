import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { deleteUploads } from '../server/public.ts';
import { putFile } from './uploadCalls.ts';

let forecourt: TestForecourt;
beforeAll(async () => {
  forecourt = await startForecourt();
});
afterAll(() => forecourt.stop());

async function deleteUnless(...conditions: Parameters<typeof deleteUploads>[2][number][]) {
  const { body } = await putFile(await forecourt.signIn('manager'), 'a text');
  const deleted = await deleteUploads(forecourt.platform.db, [body.id], conditions);
  return deleted.length === 1;
}

test('an upload that meets any alternative of a condition is kept', async () => {
  expect(await deleteUnless(sql`u.name is null or u.name is not null`)).toBe(false);
  expect(await deleteUnless(sql`false`, sql`u.name is null or u.size_bytes > 0`)).toBe(false);
  expect(await deleteUnless(sql`u.name is null or u.size_bytes = 0`)).toBe(true);
});

test('without conditions it is deleted', async () => {
  expect(await deleteUnless()).toBe(true);
});
