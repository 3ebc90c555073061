import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { listOpenChannels } from '../contract/channels.ts';

let forecourt: TestForecourt;
let employee: Client;
let first: string[];

// Names that differ only in accents, with characters that are special in a pattern.
const names = ['Überführung', 'uber pool', '100% detail', 'a_b', 'Zebra', 'apple', 'Banana'];
const many = 1_000;

beforeAll(async () => {
  forecourt = await startForecourt();
  employee = await forecourt.signIn('employee');
  await sql`insert into chat_channels (id, type, name, description, created_by)
     select 'c-' || n, 'public', 'Row ' || lpad(n::text, 5, '0'), 'Lane ' || chr(97 + n % 7) || 'x', 1
     from generate_series(1, ${many}::int) n`.execute(forecourt.platform.db);
  await sql`insert into chat_channels (id, type, name, description, created_by)
     select 'n-' || n, 'public', name, '', 1 from unnest(${names}::text[]) with ordinality as t(name, n)`.execute(
    forecourt.platform.db,
  );
  await sql`insert into chat_channels (id, type, name, created_by) values ('hidden', 'private', 'Row secret', 1)`.execute(
    forecourt.platform.db,
  );
  first = await allNames({ limit: 200 });
});
afterAll(() => forecourt.stop());

interface Page {
  search?: string;
  limit?: number;
  after?: string;
  afterId?: string;
}

async function namesOf(query: Page) {
  const { status, body } = await employee.call(listOpenChannels, { query });
  expect(status).toBe(200);
  return body;
}

async function allNames({ limit = 50, ...query }: Page): Promise<string[]> {
  const found: string[] = [];
  let place: Page = {};
  for (;;) {
    const page = await namesOf({ ...query, ...place, limit });
    found.push(...page.map(({ name }) => name));
    const last = page.at(-1);
    if (page.length < limit || !last) return found;
    place = { after: last.name, afterId: last.id };
  }
}

const found = async (search: string) => (await namesOf({ search })).map(({ name }) => name);

describe('the public channels', () => {
  test('come in pages, each once, ordered by name', async () => {
    expect(new Set(first).size).toBe(first.length);
    expect(first.length).toBeGreaterThanOrEqual(many + names.length);
    expect(await allNames({ limit: 33 })).toEqual(first);
    expect(first).not.toContain('Row secret');
    expect(await namesOf({})).toHaveLength(50);
  });

  test('that match the input come in pages too', async () => {
    const some = await allNames({ search: 'lane dx row', limit: 40 });
    expect(some).toHaveLength(143);
    expect(new Set(some).size).toBe(143);
    expect(await allNames({ search: 'lane dx row', limit: 7 })).toEqual(some);
  });

  test('are found ignoring accents, and symbols are literal', async () => {
    expect(await found('UBER')).toEqual(expect.arrayContaining(['Überführung', 'uber pool']));
    expect(await found('überf')).toEqual(['Überführung']);
    expect(await found('100%')).toEqual(['100% detail']);
    expect(await found('a_b')).toEqual(['a_b']);
    expect(await found('%')).toEqual(['100% detail']);
    expect(await found('\\')).toEqual([]);
    expect(await found('secret')).toEqual([]);
  });

  test('whose name starts with it come first, across pages', async () => {
    await sql`insert into chat_channels (id, type, name, description, created_by)
       values ('w-1', 'public', 'Aaa wash', '', 1), ('w-2', 'public', 'Wash bay', '', 1),
         ('w-3', 'public', 'Bay', 'where we wash', 1)`.execute(forecourt.platform.db);
    expect(await allNames({ search: 'wash', limit: 1 })).toEqual(['Wash bay', 'Aaa wash', 'Bay']);
  });

  test.each([
    { limit: 0 },
    { limit: 201 },
    { search: 'x'.repeat(101) },
    { after: 'x'.repeat(81) },
    { afterId: 'Not an id' },
  ])('refuse %o', async (query) => {
    expect((await employee.call(listOpenChannels, { query })).status).toBe(400);
  });
});
