import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScratch } from '../../db/test/scratch.ts';
import { createEventLog } from '../events.ts';

type Data = { kind: 'opened' } | { kind: 'renamed'; from: string; to: string };
const log = createEventLog<Data, string | null>('car_events', 'car_id');

let scratch: Awaited<ReturnType<typeof createScratch>>;
beforeAll(async () => {
  scratch = await createScratch();
  await scratch.pool.query(`
    create table users (id integer primary key, shown_name text not null);
    insert into users values (7, 'Odalys Wrenfield');
    create table car_events (
      id bigint generated always as identity primary key, car_id integer not null,
      author_id integer, at timestamptz(3) not null default now(), kind text not null,
      client_id text unique, data jsonb not null)`);
});
afterAll(() => scratch.drop());

test('events are listed latest first, with the name of their author', async () => {
  const { db } = scratch;
  const at = new Date('2026-03-04T05:06:07.890Z');
  const first = await log.addEvent(db, 1, null, { kind: 'opened' }, { at });
  const second = await log.addEvent(db, 1, 7, { kind: 'renamed', from: 'a', to: 'b' });
  await log.addEvent(db, 2, 7, { kind: 'opened' });
  const events = await log.listEvents(db, 1);
  expect(events).toEqual([
    {
      id: second,
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      by: 'Odalys Wrenfield',
      data: { kind: 'renamed', from: 'a', to: 'b' },
    },
    { id: first, at: '2026-03-04T05:06:07.890Z', by: null, data: { kind: 'opened' } },
  ]);
});

test('events are listed in pages', async () => {
  const { db } = scratch;
  const ids = [];
  for (let at = 0; at < 5; at += 1) ids.push(await log.addEvent(db, 3, 7, { kind: 'opened' }));
  const idsOf = async (page: Parameters<typeof log.listEvents>[2]) =>
    (await log.listEvents(db, 3, page)).map(({ id }) => id);
  expect(await idsOf({ limit: 2 })).toEqual([ids[4], ids[3]]);
  expect(await idsOf({ limit: 2, before: ids[3] })).toEqual([ids[2], ids[1]]);
  expect(await idsOf({ before: ids[0] })).toEqual([]);
});

test('an event with the id of its request is added once', async () => {
  const { db } = scratch;
  const details = { clientId: 'same' };
  await log.addEvent(db, 4, 7, { kind: 'opened' }, details);
  await expect(log.addEvent(db, 4, 7, { kind: 'opened' }, details)).rejects.toThrow(/unique/);
  expect(await log.listEvents(db, 4)).toHaveLength(1);
});

test('the history has no end where ids are greater than an integer', async () => {
  const { db, pool } = scratch;
  await pool.query('alter table car_events alter column id restart with 3000000000');
  const id = await log.addEvent(db, 5, 7, { kind: 'opened' });
  expect(id).toBe(3_000_000_000);
  expect((await log.listEvents(db, 5)).map((event) => event.id)).toEqual([id]);
});
