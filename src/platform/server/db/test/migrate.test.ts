import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '../../log/log.ts';
import { isMigrated, migrate } from '../migrate.ts';
import { createScratch } from './scratch.ts';

const log = createLog('silent');
const folder = path.resolve(import.meta.dirname, '../../../../../db/migrations');
const files = fs.readdirSync(folder).sort();

let scratch: Awaited<ReturnType<typeof createScratch>>;
beforeEach(async () => {
  scratch = await createScratch();
});
afterEach(() => scratch.drop());

async function column(sql: string): Promise<unknown[]> {
  const { rows } = await scratch.pool.query({ text: sql, rowMode: 'array' });
  return rows.map(([value]) => value);
}
const applied = () => column('select name from schema_migrations order by name');
const tables = () =>
  column(`select table_name from information_schema.tables where table_schema = 'public'`);

test('applies every file once, in order, with its checksum', async () => {
  await expect(isMigrated(scratch.pool)).rejects.toThrow('schema_migrations');
  await migrate(scratch.pool, log);
  expect(await applied()).toEqual(files);
  expect(await isMigrated(scratch.pool)).toBe(true);
  const [first = ''] = files;
  const bytes = fs.readFileSync(path.join(folder, first));
  expect(await column('select checksum from schema_migrations order by name')).toContain(
    createHash('sha256').update(bytes).digest('hex'),
  );
  const times = await column('select applied_at::text from schema_migrations order by name');
  await migrate(scratch.pool, log);
  expect(await column('select applied_at::text from schema_migrations order by name')).toEqual(
    times,
  );
});

test('instances that start together wait for one another', async () => {
  await Promise.all(Array.from({ length: 5 }, () => migrate(scratch.pool, log)));
  expect(await applied()).toEqual(files);
});

test('refuses a database whose applied migration differs from its file', async () => {
  await migrate(scratch.pool, log);
  await scratch.pool.query('update schema_migrations set checksum = $1 where name = $2', [
    'another',
    files[1],
  ]);
  await expect(migrate(scratch.pool, log)).rejects.toThrow(
    `The migration ${files[1]} was changed after it had been applied.`,
  );
});

test('refuses a database migrated by a newer version', async () => {
  await migrate(scratch.pool, log);
  await scratch.pool.query(`insert into schema_migrations values ('9999_future.sql', 'x')`);
  await expect(migrate(scratch.pool, log)).rejects.toThrow(
    'The database is newer than this Forecourt: it knows no migration 9999_future.sql.',
  );
});

test('lists all objects again after a later migration', async () => {
  // Conflicts with a table of that file, so that an earlier state remains.
  await scratch.pool.query('create table chat_notified (mine integer)');
  await expect(migrate(scratch.pool, log)).rejects.toThrow('0072_plain_names.sql');
  await scratch.pool.query('drop table chat_notified');
  await scratch.pool.query(`insert into schema_objects (kind, name) values ('relation', 'users')`);
  await migrate(scratch.pool, log);
  const listed = await column(`select name from schema_objects where kind = 'relation'`);
  expect(listed).toEqual(expect.arrayContaining(await tables()));
});

test('a failed migration is rolled back, and the next start continues there', async () => {
  // Conflicts with the last table of the second file.
  await scratch.pool.query('create table password_resets (mine integer)');
  await expect(migrate(scratch.pool, log)).rejects.toThrow(
    /^The migration 0002_access\.sql failed: .*password_resets/,
  );
  expect(await applied()).toEqual([files[0]]);
  expect((await tables()).sort()).toEqual(['password_resets', 'schema_migrations', 'users']);
  expect(await isMigrated(scratch.pool)).toBe(false);

  await scratch.pool.query('drop table password_resets');
  await migrate(scratch.pool, log);
  expect(await applied()).toEqual(files);
});

test('the lock is released by a failed start', async () => {
  await scratch.pool.query('create table users (mine integer)');
  await expect(migrate(scratch.pool, log)).rejects.toThrow('0001_people.sql failed');
  // The server notices a moment later that the connection is gone.
  const locks = () =>
    column(`select count(*) from pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`);
  await expect.poll(locks).toEqual([0]);
});
