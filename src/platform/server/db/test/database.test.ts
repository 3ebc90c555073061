import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createLog } from '../../log/log.ts';
import {
  isUnavailable,
  openDatabase,
  violatedConstraint,
  violatesForeignKey,
} from '../database.ts';
import { createScratch } from './scratch.ts';

const log = createLog('silent');
const failure = (promise: Promise<unknown>): Promise<Error & { code?: string }> =>
  promise.then(
    () => Promise.reject(new Error('It did not fail')),
    (error) => error,
  );

let scratch: Awaited<ReturnType<typeof createScratch>>;
beforeAll(async () => {
  scratch = await createScratch();
  await scratch.pool.query(`
    create table parents (id integer primary key);
    create table children (
      id integer primary key,
      parent_id integer not null references parents (id),
      name text unique,
      age integer constraint children_age_sane check (age > 0)
    );
    insert into parents values (1);
    insert into children values (1, 1, 'taken', 1)`);
});
afterAll(() => scratch.drop());

test('big integers arrive as numbers', async () => {
  const { rows } = await scratch.pool.query('select 9007199254740991::bigint as n, count(*)');
  expect(rows).toEqual([{ n: 9_007_199_254_740_991, count: 1 }]);
});

describe('the constraint that was violated is named', () => {
  test.each([
    [`(2, 1, 'taken', 1)`, 'children_name_key'],
    [`(1, 1, 'free', 1)`, 'children_pkey'],
    [`(2, 9, 'free', 1)`, 'children_parent_id_fkey'],
    [`(2, 1, 'free', 0)`, 'children_age_sane'],
  ])('%s', async (values, constraint) => {
    const error = await failure(scratch.pool.query(`insert into children values ${values}`));
    expect(violatedConstraint(error)).toBe(constraint);
    expect(violatesForeignKey(error)).toBe(constraint === 'children_parent_id_fkey');
    expect(isUnavailable(error)).toBe(false);
  });

  test('through the query builder as well', async () => {
    const error = await failure(
      sql`insert into children values (2, 1, 'taken', 1)`.execute(scratch.db),
    );
    expect(violatedConstraint(error)).toBe('children_name_key');
  });

  test('and nothing else is mistaken for one', async () => {
    const wrong = await failure(scratch.pool.query('select nonsense'));
    expect(violatedConstraint(wrong)).toBeUndefined();
    expect(violatesForeignKey(wrong)).toBe(false);
    expect(violatedConstraint(new Error('23505'))).toBeUndefined();
    expect(violatedConstraint({ code: '23505', constraint: 'x' })).toBeUndefined();
  });
});

describe('an unreachable database is distinguished from a refusal', () => {
  async function fails(address: Parameters<typeof openDatabase>[0], statement = 'select 1') {
    const database = openDatabase(address, log);
    const error = await failure(database.pool.query(statement));
    await database.close();
    return isUnavailable(error);
  }

  test.each([
    ['nothing is listening', 'postgres://127.0.0.1:1/x'],
    ['the host has no address', 'postgres://nowhere.invalid/x'],
    ['the socket is not there', 'postgres:///x?host=/nonexistent'],
  ])('%s', async (_name, connectionString) => {
    expect(await fails({ connectionString })).toBe(true);
  });

  test('nothing is listening on any of several addresses', async () => {
    const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
    const lookup: net.LookupFunction = (_host, _options, found) => found(null, addresses);
    const socket = net.connect({ host: 'database.example', port: 1, lookup });
    const error = await new Promise((resolve) => socket.once('error', resolve));
    expect(error).toBeInstanceOf(AggregateError);
    expect(isUnavailable(error)).toBe(true);
  });

  test('a server that accepts and never responds', async () => {
    const silent = net.createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as net.AddressInfo;
    expect(await fails({ connectionString: `postgres://127.0.0.1:${port}/x` })).toBe(true);
    silent.close();
  });

  test('a connection cut in the middle of a statement, and the rest of its transaction', async () => {
    const client = await scratch.pool.connect();
    const { pid } = (await client.query('select pg_backend_pid() as pid')).rows[0];
    await client.query('begin');
    const ended = new Promise((resolve) => client.once('end', resolve));
    const slow = failure(client.query('select pg_sleep(4)'));
    await scratch.pool.query('select pg_terminate_backend($1)', [pid]);
    expect(isUnavailable(await slow)).toBe(true);
    await ended;
    expect(isUnavailable(await failure(client.query('commit')))).toBe(true);
    client.release(true);
    expect((await scratch.pool.query('select 1 as ok')).rows).toEqual([{ ok: 1 }]);
  });

  test('a statement over the timeout is canceled', async () => {
    const database = openDatabase({ host: inject('socketDir'), database: 'postgres' }, log);
    const error = await failure(database.pool.query('select pg_sleep(8)'));
    expect(error.code).toBe('57014');
    expect(isUnavailable(error)).toBe(true);
    await database.close();
  });

  test('a pool that is closed already', async () => {
    const database = openDatabase({ connectionString: 'postgres:///x' }, log);
    await database.close();
    expect(isUnavailable(await failure(database.pool.query('select 1')))).toBe(true);
  });

  test('what the database refuses, and unrelated errors', async () => {
    const refusals = ['select nonsense', `select 'x'::integer`, 'select 1/0', 'selec'];
    for (const statement of refusals) {
      expect(isUnavailable(await failure(scratch.pool.query(statement))), statement).toBe(false);
    }
    const missingFile = await failure(fs.promises.readFile(path.join(os.tmpdir(), 'missing')));
    expect(missingFile.code).toBe('ENOENT');
    expect(isUnavailable(missingFile)).toBe(false);
    expect(isUnavailable(undefined)).toBe(false);
  });
});
