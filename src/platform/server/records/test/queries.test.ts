import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScratch } from '../../db/test/scratch.ts';
import { afterRow, allOf, countUpTo, escapeLike } from '../queries.ts';

let scratch: Awaited<ReturnType<typeof createScratch>>;
beforeAll(async () => {
  scratch = await createScratch();
  await scratch.pool.query(`create table cars (id integer primary key, name text, at timestamptz);
    insert into cars values (1, 'Rio', '2026-01-01T00:00Z'), (2, '100%', '2026-01-02T00:00Z'),
      (3, '1000', '2026-01-02T00:00Z')`);
});
afterAll(() => scratch.drop());

const idsWhere = async (where: ReturnType<typeof allOf>) => {
  const { rows } = await sql<{ id: number }>`select id from cars c where ${where}
    order by at desc, id desc`.execute(scratch.db);
  return rows.map(({ id }) => id);
};

test('conditions are combined with and; empty ones are skipped', async () => {
  expect(await idsWhere(allOf([]))).toEqual([3, 2, 1]);
  expect(await idsWhere(allOf([undefined, false, '', null]))).toEqual([3, 2, 1]);
  const either = sql`id = 1 or id = 2`;
  expect(await idsWhere(allOf([either, undefined, sql`name = 'Rio'`]))).toEqual([1]);
  expect(await idsWhere(allOf([sql`name = 'Rio'`, either]))).toEqual([1]);
});

test('a page starts after the last row of the previous one, also between rows of one instant', async () => {
  const at = '2026-01-02T00:00:00.000Z';
  const after = (beforeId?: number) =>
    allOf([afterRow(['c.at', 'c.id'], { before: at, beforeId })]);
  expect(await idsWhere(after(3))).toEqual([2, 1]);
  expect(await idsWhere(after(2))).toEqual([1]);
  expect(await idsWhere(after())).toEqual([1]);
  expect(await idsWhere(allOf([afterRow(['c.at', 'c.id'], {})]))).toEqual([3, 2, 1]);
});

test('typed text matches only itself', async () => {
  const like = (typed: string) => sql`name like ${`%${escapeLike(typed)}%`}`;
  expect(await idsWhere(allOf([like('00%')]))).toEqual([2]);
  expect(await idsWhere(allOf([like('_io')]))).toEqual([]);
});

test('counts end at a maximum', async () => {
  const rows = sql`from cars c`;
  expect(await countUpTo(scratch.db, rows)).toEqual({ count: 3, isMore: false });
  expect(await countUpTo(scratch.db, rows, 3)).toEqual({ count: 3, isMore: false });
  expect(await countUpTo(scratch.db, rows, 2)).toEqual({ count: 2, isMore: true });
});
