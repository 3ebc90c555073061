import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScratch } from '../../db/test/scratch.ts';
import { findCreated } from '../repeats.ts';

let scratch: Awaited<ReturnType<typeof createScratch>>;
beforeAll(async () => {
  scratch = await createScratch();
  await scratch.pool.query(`
    create table cars (id integer primary key, created_by integer, client_id text);
    insert into cars values (1, 7, 'a'), (2, 8, 'a')`);
});
afterAll(() => scratch.drop());

test('a repeated request finds what its user created with it, and nothing of others', async () => {
  const { db } = scratch;
  expect(await findCreated(db, 'cars', { userId: 7 }, 'a')).toBe(1);
  expect(await findCreated(db, 'cars', { userId: 8 }, 'a')).toBe(2);
  expect(await findCreated(db, 'cars', { userId: 8 }, 'b')).toBeUndefined();
});
