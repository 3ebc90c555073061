import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { eventually } from '../../../../../test/support/eventually.ts';
import { createLog } from '../../log/log.ts';
import { type Database, openDatabase } from '../database.ts';
import { createScratch } from './scratch.ts';

type Scratch = Awaited<ReturnType<typeof createScratch>>;
let scratch: Scratch;
let other: Database;
let userId: number;
const received: (number | null)[] = [];
const own: number[] = [];

beforeAll(async () => {
  scratch = await createScratch('template_empty');
  const { rows } = await scratch.pool.query<{ name: string; id: number }>(
    `with made as (
       insert into users (first_name, last_name, username, email)
       values ('Nora', 'Novak', 'nora', 'nora@example.com') returning id),
     kept as (insert into credentials (user_id) select id from made),
     opened as (
       insert into sessions (user_id, token_hash, expires_at)
       select id, sha256(n::text::bytea), now() + interval '1 day' from made, generate_series(1, 2) n)
     select id, current_database() as name from made`,
  );
  userId = rows[0]?.id ?? 0;
  const database = rows[0]?.name ?? '';
  other = openDatabase({ host: inject('socketDir'), database }, createLog('silent'));
  scratch.changes.subscribe((id) => received.push(id));
  scratch.changes.listen((id) => own.push(id));
  await eventually(() => scratch.changes.isListening());
});
afterAll(async () => {
  await other.close();
  await scratch.drop();
});

function clear(): void {
  received.length = 0;
  own.length = 0;
}

const writes = [
  ...[
    `first_name = 'Nina'`,
    `last_name = 'Nowak'`,
    'shares_name = true',
    `username = 'nina'`,
    `email = 'nina@example.com'`,
    `role = 'manager'`,
    `department = 'parts'`,
    `store_access = '{ford}'`,
    `page_permissions = '{dashboard}'`,
    `feature_permissions = '{view_data}'`,
    'pending = true',
    'is_active = false',
    `protection = 'system_bot'`,
    'deleted_at = now()',
  ].map((change) => `update users set ${change}`),
  'update credentials set must_change_password = true',
  `update credentials set password_hash = 'other'`,
  'delete from credentials',
  'insert into credentials (user_id) select id from users',
  'update sessions set ended_at = now()',
  `update sessions set expires_at = now() + interval '1 hour'`,
  `update sessions set token_hash = sha256(token_hash)`,
  `update sessions set confirmed_until = now() + interval '1 hour'`,
  `update sessions set last_seen_at = last_seen_at - interval '1 hour'`,
  'delete from sessions where id in (select id from sessions limit 1)',
];

describe('what the look-up of an actor reads', () => {
  test.each(writes)('is reported before the statement resolves: %s', async (write) => {
    clear();
    await scratch.pool.query(write);
    expect(received).toContain(userId);
    expect(own).toEqual([userId]);
  });

  test('is reported at COMMIT, and not if it is rolled back', async () => {
    for (const end of ['rollback', 'commit']) {
      clear();
      const client = await scratch.pool.connect();
      await client.query('begin');
      await client.query(
        `update users set department = case department when 'parts' then 'hr' else 'parts' end`,
      );
      expect(own).toEqual([]);
      await client.query(end);
      client.release();
      expect(own).toEqual(end === 'commit' ? [userId] : []);
    }
  });

  test('is reported by another process, and not as an own change', async () => {
    clear();
    await other.pool.query(`update users set department = 'sales'`);
    await expect.poll(() => received).toContain(userId);
    expect(own).toEqual([]);
  });

  test('is unchanged when a session is seen again', async () => {
    clear();
    await scratch.pool.query(`update sessions set last_seen_at = now() + interval '1 minute'`);
    await scratch.pool.query(`update users set department = department`);
    expect(own).toEqual([]);
  });
});

test('changes are unknown from the loss of the connection until it listens again', async () => {
  clear();
  await other.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query = 'listen actor_changed' and pid <> pg_backend_pid()`,
  );
  await expect.poll(() => received).toContain(null);
  expect(scratch.changes.isListening()).toBe(false);
  clear();
  await expect.poll(() => scratch.changes.isListening()).toBe(true);
  expect(received).toEqual([null]);
  await other.pool.query(`update users set department = 'hr'`);
  await expect.poll(() => received).toContain(userId);
});
