import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { AnyEndpoint } from '../../../platform/contract/endpoint.ts';
import type { StageUser } from '../../admin/test/stage.ts';
import * as calls from '../contract/private.ts';
import { type EmployeeStage, openEmployeeStage } from './stage.ts';

/**
 * Every address that answers, with values in a private part that are found nowhere else. Those without private access,
 * whatever else they hold, gets none of them anywhere; a new endpoint is asked by itself.
 */
let stage: EmployeeStage;
let about: StageUser;
let holder: StageUser;
let readers: [name: string, user: StageUser][];

const markers = {
  legalName: 'Marklegal Quuxford',
  dateOfBirth: '1937-07-13',
  payrollId: 'MARK-PAYROLL-5519',
  rate: '98765431',
  reason: 'Markreason of the raise',
  medical: 'Markmedical in the spring',
  discipline: 'Markdiscipline on the lot',
  praise: 'Markpraise by a customer',
};
const found = (text: string) => Object.values(markers).filter((marker) => text.includes(marker));

let ids: { note: number; pay: number };

async function demoUser(username: string): Promise<StageUser> {
  const { rows } = await sql<{
    id: number;
  }>`select id from users where username = ${username}`.execute(stage.platform.db);
  const id = rows[0]?.id ?? 0;
  return { id, username, client: await stage.openSession(id) };
}

beforeAll(async () => {
  stage = await openEmployeeStage({ database: 'demo' });
  about = await demoUser('employee');
  holder = await demoUser('denise.abernathy');
  readers = [
    ['an administrator', await demoUser('admin')],
    ['an administrator in HR', await stage.addAdmin({ department: 'hr' })],
    ['an executive', await demoUser('executive')],
    ['the general manager', await demoUser('gm')],
    ['the manager', await demoUser('manager')],
    ['HR without private access', await stage.addHr({ featurePermissions: ['all'] })],
    ['a colleague', await demoUser('tyler.boone')],
  ];
  const { client } = holder;
  const params = { employeeId: about.id };
  await client.call(calls.saveIdentity, {
    params,
    body: {
      version: 0,
      legalName: markers.legalName,
      dateOfBirth: markers.dateOfBirth,
      payrollId: markers.payrollId,
    },
  });
  const { body: paid } = await client.call(calls.addPay, {
    params,
    body: {
      clientId: randomUUID(),
      effectiveOn: stage.day(-3),
      basis: 'commission',
      rateCents: Number(markers.rate),
      per: 'month',
      reason: markers.reason,
    },
  });
  for (const kind of calls.noteKinds) {
    await client.call(calls.addPrivateNote, {
      params,
      body: { clientId: randomUUID(), kind, onDate: stage.day(-2), text: markers[kind] },
    });
  }
  const { body } = await client.call(calls.getPrivatePart, { params });
  expect(found(JSON.stringify(body))).toEqual(Object.values(markers));
  ids = { note: body.notes[0]?.id ?? 0, pay: paid.pay[0]?.id ?? 0 };
}, 120_000);
afterAll(() => stage.stop());

type Schema = z.core.$ZodTypes;
const fieldsOf = (part: unknown): Record<string, Schema> =>
  (part as { _zod?: { def: { shape: Record<string, Schema> } } } | undefined)?._zod?.def.shape ??
  {};

/** What a parameter may be: each of a list, or the ids of the employee and of what is in the private part. */
function valuesOf(name: string, schema: Schema | undefined): (string | number)[] {
  if (schema?._zod.def.type === 'enum') return Object.values(schema._zod.def.entries);
  if (name === 'channelId') return ['general'];
  if (/^(id|userId|employeeId|recordId|personId)$/.test(name)) return [about.id];
  return [about.id, ids.note, ids.pay];
}

/** What a query or a body must have: the first of a list, this month, or today. */
function requiredOf(part: unknown): Record<string, string> {
  const required = Object.entries(fieldsOf(part)).filter(
    ([, { _zod }]) => !['optional', 'default', 'nullable'].includes(_zod.def.type),
  );
  return Object.fromEntries(
    required.map(([name, schema]) => {
      if (schema._zod.def.type === 'enum') return [name, String(valuesOf(name, schema)[0])];
      return [name, /month/i.test(name) ? stage.day(0).slice(0, 7) : stage.day(0)];
    }),
  );
}

const pathsOf = (endpoint: AnyEndpoint): string[] =>
  [...endpoint.path.matchAll(/:(\w+)/g)].reduce<string[]>(
    (some, [, name = '']) =>
      some.flatMap((path) =>
        valuesOf(name, fieldsOf(endpoint.params)[name]).map((value) =>
          path.replace(`:${name}`, String(value)),
        ),
      ),
    [endpoint.path],
  );

/** Every address of an endpoint, plainly and as a search for each of the first words of the values. */
function addressesOf(endpoint: AnyEndpoint): string[] {
  const query = Object.keys(fieldsOf(endpoint.query));
  const required = requiredOf(endpoint.query);
  const searched = ['q', 'search', 'query', 'text'].filter((name) => query.includes(name));
  const pages: Record<string, string>[] = query.includes('limit') ? [{}, { limit: '200' }] : [{}];
  // An answer may repeat what was typed, so a part of it is.
  const searches = searched.flatMap((name) =>
    [markers.legalName, markers.payrollId, markers.medical].map((typed) => ({
      [name]: typed.slice(0, 8),
    })),
  );
  return pathsOf(endpoint).flatMap((path) =>
    [...pages, ...searches].map(
      (each) => `${path}?${new URLSearchParams({ ...required, ...each })}`,
    ),
  );
}

interface Answer {
  address: string;
  status: number;
  markers: string[];
}

async function ask(
  { client }: StageUser,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const response = await fetch(stage.url + path, {
    method,
    headers: {
      cookie: client.cookie ?? '',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { address: `${method} ${path}`, status: response.status, markers: found(text) };
}

/** Every GET, and every export with its plainest body. */
async function walk(user: StageUser): Promise<Answer[]> {
  const endpoints = stage.platform.routes.list();
  const gets = endpoints.filter(({ method }) => method === 'GET').flatMap(addressesOf);
  const exports = endpoints.filter(
    ({ method, replyType }) => method === 'POST' && replyType === 'file',
  );
  const answers: Answer[] = [];
  for (let from = 0; from < gets.length; from += 8) {
    const some = gets.slice(from, from + 8).map((path) => ask(user, 'GET', path));
    answers.push(...(await Promise.all(some)));
  }
  for (const endpoint of exports) {
    for (const path of pathsOf(endpoint)) {
      answers.push(await ask(user, 'POST', path, requiredOf(endpoint.body)));
    }
  }
  return answers;
}

describe('the private part', () => {
  test('is in one answer of all, and only for the employee and those with private access', async () => {
    const path = `/api/employees/${about.id}/private?`;
    for (const user of [holder, about]) {
      const leaks = (await walk(user)).filter(({ markers: seen }) => seen.length > 0);
      expect(leaks.map(({ address }) => address)).toEqual([`GET ${path}`]);
      expect(leaks[0]?.markers).toEqual(Object.values(markers));
    }
  }, 300_000);

  test('is in no answer, export, search or log for anyone else', async () => {
    const sockets = await Promise.all(readers.map(([, { client }]) => client.socket()));
    for (const [name, user] of readers) {
      const answers = await walk(user);
      const leaks = answers.filter(({ markers: seen }) => seen.length > 0);
      expect([name, leaks]).toEqual([name, []]);
      const own = answers.find(({ address }) =>
        address.endsWith(`/api/employees/${about.id}/private?`),
      );
      expect([name, own?.status]).toEqual([name, 403]);
      // The walk was not cut short by a limit, nor by what it asked for.
      const okay = answers.filter(({ status }) => status === 200).length;
      expect(okay).toBeGreaterThan(20);
      const ofModule = answers.filter(({ address }) => /api\/(employees|hr)\b/.test(address));
      expect(ofModule.filter(({ status }) => status === 429 || status >= 500)).toEqual([]);
    }
    const walked = (await walk(readers[0]?.[1] ?? holder)).length;
    expect(walked).toBeGreaterThan(200);
    await holder.client.call(calls.addPrivateNote, {
      params: { employeeId: about.id },
      body: {
        clientId: randomUUID(),
        kind: 'discipline',
        onDate: stage.day(0),
        text: markers.discipline,
      },
    });
    for (const socket of sockets) {
      expect(found(JSON.stringify(socket.frames))).toEqual([]);
      socket.terminate();
    }
  }, 480_000);

  test('is in no table of the database in the clear', async () => {
    const { db } = stage.platform;
    const { rows: tables } = await sql<{ name: string }>`
      select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`.execute(db);
    expect(tables.length).toBeGreaterThan(100);
    const pattern = Object.values(markers).join('|');
    const places: string[] = [];
    for (const { name } of tables) {
      const { rows } =
        await sql`select from ${sql.raw(name)} t where t::text ~ ${pattern} limit 1`.execute(db);
      if (rows.length > 0) places.push(name);
    }
    expect(places).toEqual([]);
  }, 120_000);
});
