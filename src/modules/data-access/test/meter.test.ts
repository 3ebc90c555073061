import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { createBackground } from '../../../platform/server/jobs/background.ts';
import { createLog } from '../../../platform/server/log/log.ts';
import { createMeter } from '../server/meter.ts';

let forecourt: TestForecourt;
/** Ascending ids of people who have read nothing yet. */
let userIds: number[];
beforeAll(async () => {
  forecourt = await startForecourt({ env: { LOG_LEVEL: 'silent' } });
  const { rows } = await sql<{ id: number }>`
    select id from users where is_active and not pending and deleted_at is null order by id
    limit 5`.execute(forecourt.platform.db);
  userIds = rows.map(({ id }) => id);
});
afterAll(() => forecourt.stop());

/** A meter with a background of its own, whose stop is that of a server. */
function openMeter() {
  const warnings: unknown[] = [];
  const log = createLog('silent');
  log.warn = (_error: object, message?: string) => void warnings.push(message);
  const background = createBackground(log);
  const meter = createMeter({ ...forecourt.platform, log, background });
  const read = (userId: number, count: number, firstName = 'Nora') =>
    meter.note({
      actor: { userId, username: `user${userId}`, firstName, lastName: 'Novak' } as Actor,
      kind: 'deals',
      ids: Array.from({ length: count }, (_, at) => at + 1),
      isOne: false,
      exported: 0,
      ip: '',
    });
  return { read, warnings, stop: () => background.stop() };
}

const counted = async (userId: number) => {
  const { rows } = await sql<{ calls: number; records: number }>`
    select calls, records from data_reads where user_id = ${userId}`.execute(forecourt.platform.db);
  return rows;
};
const rename = (from: string, to: string) =>
  sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(forecourt.platform.db);

test('what was read just before the server stops is counted', async () => {
  const [userId = 0] = userIds;
  const { read, stop } = openMeter();
  await read(userId, 3);
  await stop();
  expect(await counted(userId)).toEqual([{ calls: 1, records: 3 }]);
});

test('counts that could not be stored are stored later, with those since', async () => {
  const [, userId = 0] = userIds;
  const { read, warnings, stop } = openMeter();
  await rename('data_reads', 'unavailable');
  try {
    await read(userId, 3);
    await expect.poll(() => warnings).toEqual(['Failed to store read counts']);
    await read(userId, 5);
  } finally {
    await rename('unavailable', 'data_reads');
  }
  await stop();
  expect(await counted(userId)).toEqual([{ calls: 2, records: 5 }]);
});

test('an alert that fails leaves out no other, and nothing is counted twice', async () => {
  const [, , before = 0, userId = 0, after = 0] = userIds;
  const { read, stop } = openMeter();
  // PostgreSQL refuses this character in the text of an alert.
  await Promise.all([read(before, 1_200, '\0'), read(userId, 1_100), read(after, 1_200, '\0')]);
  await stop();
  const { rows } = await sql`select user_id, records from data_read_alerts`.execute(
    forecourt.platform.db,
  );
  expect(rows).toEqual([{ user_id: userId, records: 1_100 }]);
  for (const id of [before, after])
    expect(await counted(id)).toEqual([{ calls: 1, records: 1_200 }]);
});
