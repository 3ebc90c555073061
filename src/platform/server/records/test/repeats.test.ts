import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScratch } from '../../db/test/scratch.ts';
import { createOnce, findCreated } from '../repeats.ts';

let scratch: Awaited<ReturnType<typeof createScratch>>;
beforeAll(async () => {
  scratch = await createScratch();
  await scratch.pool.query(`
    create table cars (id integer primary key, created_by integer, client_id text,
      number integer unique);
    insert into cars values (1, 7, 'a'), (2, 8, 'a')`);
});
afterAll(() => scratch.drop());

test('a repeated request finds what its user created with it, and nothing of others', async () => {
  const { db } = scratch;
  expect(await findCreated(db, 'cars', { userId: 7 }, 'a')).toBe(1);
  expect(await findCreated(db, 'cars', { userId: 8 }, 'a')).toBe(2);
  expect(await findCreated(db, 'cars', { userId: 8 }, 'b')).toBeUndefined();
});

test('of concurrent repeats all get what the first created, and other conflicts are explained', async () => {
  const { db } = scratch;
  const create = (id: number, clientId: string) =>
    createOnce(db, 'cars', { userId: 7 }, clientId, {
      insert: async (tx) => {
        await sql`insert into cars values (${id}, 7, ${clientId}, 500)`.execute(tx);
        return id;
      },
      explain: () => new Error('Another car has this number.'),
    });
  const ids = await Promise.all([11, 12, 13].map((id) => create(id, 'c')));
  expect(new Set(ids).size).toBe(1);
  await expect(create(14, 'd')).rejects.toThrow('Another car has this number.');
});
