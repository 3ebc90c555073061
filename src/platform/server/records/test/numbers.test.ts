import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScratch } from '../../db/test/scratch.ts';
import { nextNumber } from '../numbers.ts';
import { createNumberedSource, integerIds } from '../sources.ts';

let scratch: Awaited<ReturnType<typeof createScratch>>;
beforeAll(async () => {
  scratch = await createScratch();
  await scratch.pool.query(`
    create table cars (id integer primary key, store text, number text, vehicle text);
    insert into cars values (1, 'ford', '102', '2024 Ford Bronco'), (2, 'hyundai', '101', 'Kona');
    create table car_counters (store text primary key, last integer not null)`);
});
afterAll(() => scratch.drop());

const series = {
  records: 'cars',
  counters: 'car_counters',
  first: 100,
  refusal: 'No number is available.',
};

test('numbers count up for each store and skip those that are taken', async () => {
  const { db } = scratch;
  expect(await nextNumber(db, 'ford', series)).toBe('101');
  expect(await nextNumber(db, 'ford', series)).toBe('103');
  expect(await nextNumber(db, 'hyundai', series)).toBe('102');
});

test('concurrent calls get different numbers', async () => {
  const { db } = scratch;
  const next = () => db.transaction().execute((tx) => nextNumber(tx, 'chevrolet', series));
  const numbers = await Promise.all(Array.from({ length: 8 }, next));
  expect(numbers.toSorted()).toEqual(Array.from({ length: 8 }, (_, at) => String(101 + at)));
});

test('numbered records are found by their keys, and described by their ids', async () => {
  const lookups: (readonly string[])[] = [];
  const source = createNumberedSource(scratch.db, {
    kind: 'car',
    table: 'cars',
    noun: 'Car',
    access: { page: 'fleet_operations' },
    async find(_actor, numbers) {
      lookups.push(numbers);
      return [{ number: '102', store: 'ford' as const, card: 'a card' }];
    },
  });
  const access = { store: 'ford', page: 'fleet_operations' };
  const actor = {} as Parameters<typeof source.find>[0];
  expect(await source.find(actor, ['number:102', 'number:9'])).toEqual([
    { key: 'number:102', card: 'a card', access },
  ]);
  expect(lookups).toEqual([['102', '9']]);
  expect(await source.facts(['1', 'x', '99'])).toEqual([
    { id: '1', title: 'Car 102, 2024 Ford Bronco', keys: ['number:102'], access },
  ]);
});

test('only integers are ids of records', () => {
  expect(integerIds(['7', '007', '-1', '1.5', 'dm-1-2', '9999999999', ''])).toEqual([7, 7]);
});
