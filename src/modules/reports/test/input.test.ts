import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Employed } from '../../admin/test/office.ts';
import { reportIds } from '../contract/report.ts';
import { type Books, openBooks } from './books.ts';

let books: Books;
/** Leads every store and may know everything: whatever is refused is refused for what it says. */
let boss: Employed;
let viewId: number;
const kept = ['report_views', 'report_view_recipients', 'report_targets', 'report_briefs'];

beforeAll(async () => {
  books = await openBooks();
  boss = await books.reader({ role: 'executive', storeAccess: ['all'] });
  await books.deal();
  await books.car();
  const { body } = await boss.client.raw('POST', '/api/report-views', {
    body: { clientId: randomUUID(), ...view },
  });
  viewId = body.id;
});
afterAll(() => books.stop());

const plain = { period: 'custom', from: '2026-01-01', to: '2026-03-31' };
const view = { name: 'March', report: 'sales', question: { ...plain, only: '' }, isShared: false };
const long = 'x'.repeat(10_000);
const injected = `'); drop table report_views; --`;
/** As an address has it; none of it is anything anybody could mean. */
const nonsense = [
  ...[long, injected, `1' or '1'='1`, '\0', '🚗', '\u202e', ' ', '-1', '1e400', 'NaN', 'null'],
  ...['__proto__', 'constructor', '[]', '{}', '../..', '%00', '%', '٣', "' union select 1 --"],
].map(encodeURIComponent);
/** Bytes that are no text. */
const broken = ['%ED%A0%80', '%FF', '%C0%80'];

/** What is kept, and what was written down of it. */
async function state(): Promise<unknown[]> {
  const { db } = books.platform;
  const tables = [...kept, 'report_target_steps', 'deals', 'vehicles', 'mail_outbox'];
  const counts = tables.map((table) => sql`(select count(*) from ${sql.table(table)})`);
  const { rows } = await sql`
    select ${sql.join(counts.map((count, at) => sql`${count} as ${sql.ref(`n${at}`)}`))},
      (select jsonb_agg(v order by id) from report_views v) as views,
      (select count(*) from activity_log where action like 'reports.%') as acts`.execute(db);
  return rows;
}

interface Told {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: whatever came is looked at
  body: any;
}
/** Refused in a sentence that says nothing of the inside. */
function expectRefused(
  asked: unknown,
  { status, body }: Told,
  statuses: readonly number[] = [400],
) {
  expect([asked, status, body]).toEqual([
    asked,
    expect.toSatisfy((one: number) => statuses.includes(one)),
    expect.objectContaining({ error: expect.any(String), code: expect.any(String) }),
  ]);
  expect(body.error.length).toBeGreaterThan(5);
  expect(JSON.stringify(body)).not.toMatch(/\.ts:\d|violates|syntax|relation|select |xxxxxxxxxx/);
}
const get = (path: string) => boss.client.raw('GET', path);
const unchanged = async (act: () => Promise<void>) => {
  const before = await state();
  await act();
  expect(await state()).toEqual(before);
};
const address = (given: Record<string, string>) =>
  Object.entries({ ...plain, ...given })
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

describe('what a report is asked for', () => {
  test.each(['period', 'from', 'to', 'store', 'by', 'only'])('as %s is no nonsense', (name) =>
    unchanged(async () => {
      for (const value of [...nonsense, ...broken]) {
        for (const path of ['/api/reports/sales', '/api/reports/service/records']) {
          expectRefused([path, name, value], await get(`${path}?${address({ [name]: value })}`));
        }
      }
    }),
  );

  test('is said once', () =>
    unchanged(async () => {
      for (const again of ['period=today', 'from=2026-01-01', 'to=2026-03-01', 'by=store']) {
        expectRefused(again, await get(`/api/reports/sales?${address({ by: 'make' })}&${again}`));
      }
      for (const again of [
        'store=ford&store=ford',
        'only=make:Ford&only=make:Kia',
        'store[]=ford&store[]=kia&by=',
      ]) {
        expectRefused(again, await get(`/api/reports/sales?${address({})}&${again}`));
      }
    }));

  test.each(reportIds.map((id) => [id]))('of %s is no month that never comes', (id) =>
    unchanged(async () => {
      for (const month of ['9999-12', '0000-01', '0099-01', '2026-00', '2026-1', '1999-12']) {
        const asked = address({ only: `month:${month}` });
        for (const path of [`/api/reports/${id}`, `/api/reports/${id}/records`])
          expectRefused([path, month], await get(`${path}?${asked}`));
        const body = { ...plain, only: `month:${month}`, what: 'records' };
        const taken = await boss.client.raw('POST', `/api/reports/${id}/export`, { body });
        expectRefused([id, month], taken);
      }
    }),
  );

  test.each([
    ['2026-03-31', '2026-01-01'],
    ['2026-03-31', '2026-03-30'],
    ['1999-12-31', '2026-01-01'],
    ['2000-01-01', '2026-01-01'],
    ['2016-01-01', '2026-03-31'],
    ['2026-01-01', '9999-12-31'],
    ['9999-12-31', '9999-12-31'],
    ['0001-01-01', '0001-01-02'],
    ['2026-02-29', '2026-03-31'],
    ['2026-1-1', '2026-03-31'],
    ['2026-01-01T00:00:00Z', '2026-03-31'],
  ])('is no days from %s to %s', (from, to) =>
    unchanged(async () => {
      for (const path of ['/api/reports/sales', '/api/reports/people/records'])
        expectRefused([path], await get(`${path}?${address({ from, to })}`));
      const body = { ...plain, from, to };
      expectRefused(body, await boss.client.raw('POST', '/api/reports/chat/export', { body }));
    }),
  );

  test('ten years of it are answered, whatever they are told apart by', async () => {
    const { body } = await get('/api/reports');
    for (const { id, groupings } of body.reports) {
      for (const { id: by } of groupings) {
        const asked = address({ from: '2016-04-01', to: '2026-03-31', by });
        for (const path of [`/api/reports/${id}`, `/api/reports/${id}/records`]) {
          const { status } = await get(`${path}?${asked}`);
          expect([path, by, status]).toEqual([path, by, 200]);
        }
      }
    }
  });

  test('as a page is one that was told of', () =>
    unchanged(async () => {
      const pages = [
        ...['2026-02-31_1', '0000-01-01_1', '0000-01-01T00:00:00.000Z_1', '2026-03-10_-1'],
        ...['2026-03-10T24:00:00.000Z_1', '2026-03-10_1_1', '2026-03-10 _1', '+12026-03-10_1'],
      ].map(encodeURIComponent);
      for (const id of reportIds) {
        for (const after of [...nonsense, ...broken, ...pages]) {
          const told = await get(`/api/reports/${id}/records?${address({ after })}`);
          expectRefused([id, after], told);
        }
      }
    }));

  test('is a report there is', () =>
    unchanged(async () => {
      for (const id of nonsense) {
        for (const path of [`/api/reports/${id}`, `/api/reports/${id}/records`])
          expectRefused(id, await get(`${path}?${address({})}`), [400, 404, 414]);
      }
    }));
});

/** A question of which nothing is said is the one asked first. */
const nothing = {};
/** Of any field of a body: what it is not, and hardly anything is. */
const wrong = [
  ...[null, true, [], nothing, long, injected, '\0', '\ud800', '', -1, 1.5, 2 ** 31, 9e15],
  ...['__proto__', ['ford'], '2026-13', '25:00', 'all'],
];

interface Door {
  method: 'POST' | 'PUT';
  path: () => string;
  body: Record<string, unknown>;
  /** What may also be said of a field, and is no nonsense. */
  takes: Record<string, readonly unknown[]>;
}
const schedule = { every: 'week', weekday: 1, hour: 7, recipientIds: [1] };
const target = { store: 'ford', month: '2026-03', report: 'sales', measure: 'units', value: 5 };
const doors: Record<string, Door> = {
  'a view that is saved': {
    method: 'POST',
    path: () => '/api/report-views',
    body: { clientId: randomUUID(), ...view, name: 'Another' },
    takes: {
      name: [injected, '\ud800', '__proto__', '2026-13', '25:00', 'all'],
      ...{ question: [nothing], isShared: [true] },
    },
  },
  'a view that is changed': {
    method: 'PUT',
    path: () => `/api/report-views/${viewId}`,
    body: { ...view, version: 9 },
    takes: {},
  },
  'a schedule': {
    method: 'PUT',
    path: () => `/api/report-views/${viewId}/schedule`,
    body: { schedule, version: 9 },
    takes: {},
  },
  'a target': {
    method: 'PUT',
    path: () => '/api/report-targets',
    body: { ...target, version: 9 },
    takes: {},
  },
  'a brief': {
    method: 'PUT',
    path: () => '/api/report-briefs',
    body: { store: 'ford', isOn: false, at: null, version: 9 },
    takes: {},
  },
  'a file': {
    method: 'POST',
    path: () => '/api/reports/sales/export',
    body: { ...plain, what: 'figures', by: 'make', store: 'ford', only: '' },
    takes: { only: [''] },
  },
};

describe.each(Object.entries(doors))('%s', (_, { method, path, body, takes }) => {
  const send = (given: unknown) => boss.client.raw(method, path(), { body: given });

  test.each(Object.keys(body))('has no nonsense as its %s', (field) =>
    unchanged(async () => {
      for (const value of wrong) {
        if (takes[field]?.some((one) => one === value)) continue;
        // Of what fits after all, a version nobody holds is left to refuse.
        expectRefused([field, value], await send({ ...body, [field]: value }), [400, 404, 409]);
      }
    }),
  );

  test('has no field nobody knows, and is a thing with fields', () =>
    unchanged(async () => {
      expectRefused('extra', await send({ ...body, sight: { money: true } }));
      expectRefused('proto', await send(JSON.stringify(body).replace('{', '{"__proto__":{},')));
      for (const other of [[], '"x"', '7', '{', '[[[[[[', [body]]) {
        expectRefused(other, await send(other));
      }
    }));
});

describe('a schedule', () => {
  test.each<[string, object]>([
    ['every year', { every: 'year' }],
    ['on the eighth day of the week', { weekday: 7 }],
    ['on day nought', { every: 'month', day: 0 }],
    ['on day 32', { every: 'month', day: 32 }],
    ['at half past seven', { hour: 7.5 }],
    ['at hour −1', { hour: -1 }],
    ['to nobody', { recipientIds: [] }],
    ['to somebody who is no number', { recipientIds: ['1'] }],
    ['to somebody beyond all ids', { recipientIds: [2 ** 40] }],
    ['to fifty-one', { recipientIds: Array.from({ length: 51 }, (_, at) => at + 1) }],
  ])('%s is refused', (_, given) =>
    unchanged(async () => {
      const body = { schedule: { ...schedule, ...given }, version: 1 };
      const told = await boss.client.raw('PUT', `/api/report-views/${viewId}/schedule`, { body });
      expectRefused(given, told);
    }),
  );
});

test('a view of no number is none', () =>
  unchanged(async () => {
    for (const id of [...nonsense, '0', '2147483648', '1.5']) {
      for (const [method, rest] of [
        ['DELETE', ''],
        ['POST', '/send'],
        ['DELETE', '/recipients/me'],
      ] as const) {
        const told = await boss.client.raw(method, `/api/report-views/${id}${rest}`);
        expectRefused([method, id], told, [400, 404, 414]);
      }
    }
  }));

test('targets are of a month there is', () =>
  unchanged(async () => {
    for (const month of [...nonsense, '2026-13', '1999-12', '2026-1', '2026-03-01', '']) {
      expectRefused(month, await get(`/api/report-targets?month=${month}`));
    }
    expectRefused('twice', await get('/api/report-targets?month=2026-03&month=2026-04'));
  }));

test('people are looked for as they are written, and nobody is found by nonsense', () =>
  unchanged(async () => {
    for (const value of nonsense) {
      const told = await get(`/api/report-recipients?q=${value}`);
      if (value === '%00' || value.length > 100) expectRefused(value, told);
      else expect([value, told.status, Array.isArray(told.body)]).toEqual([value, 200, true]);
    }
  }));
