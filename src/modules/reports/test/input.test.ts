import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import { reportIds } from '../contract/report.ts';
import { openReportStage, type ReportStage } from './stage.ts';

let stage: ReportStage;
/** Has full access, so anything refused is refused for its input. */
let executive: StageUser;
let viewId: number;
const savedTables = ['report_views', 'report_view_recipients', 'report_targets', 'report_briefs'];

beforeAll(async () => {
  stage = await openReportStage();
  executive = await stage.reader({ role: 'executive', storeAccess: ['all'] });
  await stage.deal();
  await stage.vehicle();
  const { body } = await executive.client.raw('POST', '/api/report-views', {
    body: { clientId: randomUUID(), ...view },
  });
  viewId = body.id;
});
afterAll(() => stage.stop());

const plain = { period: 'custom', from: '2026-01-01', to: '2026-03-31' };
const view = { name: 'March', report: 'sales', question: { ...plain, only: '' }, isShared: false };
const long = 'x'.repeat(10_000);
const injected = `'); drop table report_views; --`;
/** URL-encoded garbage. */
const garbage = [
  ...[long, injected, `1' or '1'='1`, '\0', '🚗', '\u202e', ' ', '-1', '1e400', 'NaN', 'null'],
  ...['__proto__', 'constructor', '[]', '{}', '../..', '%00', '%', '٣', "' union select 1 --"],
].map(encodeURIComponent);
/** Invalid UTF-8. */
const broken = ['%ED%A0%80', '%FF', '%C0%80'];

/** Everything stored, and the number of log entries. */
async function state(): Promise<unknown[]> {
  const { db } = stage.platform;
  const tables = [
    ...savedTables,
    'report_target_steps',
    'deals',
    'stock_units',
    'vehicles',
    'mail_outbox',
  ];
  const counts = tables.map((table) => sql`(select count(*) from ${sql.table(table)})`);
  const { rows } = await sql`
    select ${sql.join(counts.map((count, at) => sql`${count} as ${sql.ref(`n${at}`)}`))},
      (select jsonb_agg(v order by id) from report_views v) as views,
      (select count(*) from activity_log where action like 'reports.%') as acts`.execute(db);
  return rows;
}

interface Reply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: any reply is inspected
  body: any;
}
/** Refused with a message that reveals no internals. */
function expectRefused(
  input: unknown,
  { status, body }: Reply,
  statuses: readonly number[] = [400],
) {
  expect([input, status, body]).toEqual([
    input,
    expect.toSatisfy((one: number) => statuses.includes(one)),
    expect.objectContaining({ error: expect.any(String), code: expect.any(String) }),
  ]);
  expect(body.error.length).toBeGreaterThan(5);
  expect(JSON.stringify(body)).not.toMatch(/\.ts:\d|violates|syntax|relation|select |xxxxxxxxxx/);
}
const get = (path: string) => executive.client.raw('GET', path);
const unchanged = async (act: () => Promise<void>) => {
  const before = await state();
  await act();
  expect(await state()).toEqual(before);
};
const address = (values: Record<string, string>) =>
  Object.entries({ ...plain, ...values })
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

describe('report parameters', () => {
  test.each(['period', 'from', 'to', 'store', 'by', 'only'])('refuse garbage as %s', (name) =>
    unchanged(async () => {
      for (const value of [...garbage, ...broken]) {
        for (const path of ['/api/reports/sales', '/api/reports/service/records']) {
          expectRefused([path, name, value], await get(`${path}?${address({ [name]: value })}`));
        }
      }
    }),
  );

  test('refuse duplicates', () =>
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

  test.each(reportIds.map((id) => [id]))('refuse invalid months for %s', (id) =>
    unchanged(async () => {
      for (const month of ['9999-12', '0000-01', '0099-01', '2026-00', '2026-1', '1999-12']) {
        const query = address({ only: `month:${month}` });
        for (const path of [`/api/reports/${id}`, `/api/reports/${id}/records`])
          expectRefused([path, month], await get(`${path}?${query}`));
        const body = { ...plain, only: `month:${month}`, what: 'records' };
        const exported = await executive.client.raw('POST', `/api/reports/${id}/export`, { body });
        expectRefused([id, month], exported);
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
  ])('refuse dates from %s to %s', (from, to) =>
    unchanged(async () => {
      for (const path of ['/api/reports/sales', '/api/reports/people/records'])
        expectRefused([path], await get(`${path}?${address({ from, to })}`));
      const body = { ...plain, from, to };
      expectRefused(body, await executive.client.raw('POST', '/api/reports/chat/export', { body }));
    }),
  );

  test('accept ten years by every grouping', async () => {
    const { body } = await get('/api/reports');
    for (const { id, groupings } of body.reports) {
      for (const { id: by } of groupings) {
        const query = address({ from: '2016-04-01', to: '2026-03-31', by });
        for (const path of [`/api/reports/${id}`, `/api/reports/${id}/records`]) {
          const { status } = await get(`${path}?${query}`);
          expect([path, by, status]).toEqual([path, by, 200]);
        }
      }
    }
  });

  test('refuse an unknown page cursor', () =>
    unchanged(async () => {
      const pages = [
        ...['2026-02-31_1', '0000-01-01_1', '0000-01-01T00:00:00.000Z_1', '2026-03-10_-1'],
        ...['2026-03-10T24:00:00.000Z_1', '2026-03-10_1_1', '2026-03-10 _1', '+12026-03-10_1'],
      ].map(encodeURIComponent);
      for (const id of reportIds) {
        for (const after of [...garbage, ...broken, ...pages]) {
          const reply = await get(`/api/reports/${id}/records?${address({ after })}`);
          expectRefused([id, after], reply);
        }
      }
    }));

  test('refuse an unknown report', () =>
    unchanged(async () => {
      for (const id of garbage) {
        for (const path of [`/api/reports/${id}`, `/api/reports/${id}/records`])
          expectRefused(id, await get(`${path}?${address({})}`), [400, 404, 414]);
      }
    }));
});

/** An empty question is valid: all fields have defaults. */
const empty = {};
/** Values that are invalid for almost every field. */
const wrong = [
  ...[null, true, [], empty, long, injected, '\0', '\ud800', '', -1, 1.5, 2 ** 31, 9e15],
  ...['__proto__', ['ford'], '2026-13', '25:00', 'all'],
];

interface Endpoint {
  method: 'POST' | 'PUT';
  path: () => string;
  body: Record<string, unknown>;
  /** Values from the list that are valid for a field. */
  accepts: Record<string, readonly unknown[]>;
}
const schedule = { every: 'week', weekday: 1, hour: 7, recipientIds: [1] };
const target = { store: 'ford', month: '2026-03', report: 'sales', measure: 'units', value: 5 };
const endpoints: Record<string, Endpoint> = {
  'saving a view': {
    method: 'POST',
    path: () => '/api/report-views',
    body: { clientId: randomUUID(), ...view, name: 'Another' },
    accepts: {
      name: [injected, '\ud800', '__proto__', '2026-13', '25:00', 'all'],
      question: [empty],
      isShared: [true],
    },
  },
  'changing a view': {
    method: 'PUT',
    path: () => `/api/report-views/${viewId}`,
    body: { ...view, version: 9 },
    accepts: {},
  },
  'setting a schedule': {
    method: 'PUT',
    path: () => `/api/report-views/${viewId}/schedule`,
    body: { schedule, version: 9 },
    accepts: {},
  },
  'setting a target': {
    method: 'PUT',
    path: () => '/api/report-targets',
    body: { ...target, version: 9 },
    accepts: {},
  },
  'setting a brief': {
    method: 'PUT',
    path: () => '/api/report-briefs',
    body: { store: 'ford', isOn: false, at: null, version: 9 },
    accepts: {},
  },
  'exporting a report': {
    method: 'POST',
    path: () => '/api/reports/sales/export',
    body: { ...plain, what: 'figures', by: 'make', store: 'ford', only: '' },
    accepts: { only: [''] },
  },
};

describe.each(Object.entries(endpoints))('%s', (_, { method, path, body, accepts }) => {
  const send = (values: unknown) => executive.client.raw(method, path(), { body: values });

  test.each(Object.keys(body))('refuses garbage as %s', (field) =>
    unchanged(async () => {
      for (const value of wrong) {
        if (accepts[field]?.some((one) => one === value)) continue;
        // A value that happens to be valid is still refused for its version.
        expectRefused([field, value], await send({ ...body, [field]: value }), [400, 404, 409]);
      }
    }),
  );

  test('refuses unknown fields and bodies that are not objects', () =>
    unchanged(async () => {
      expectRefused('extra', await send({ ...body, scope: { money: true } }));
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
    ['on day 0', { every: 'month', day: 0 }],
    ['on day 32', { every: 'month', day: 32 }],
    ['at half past seven', { hour: 7.5 }],
    ['at hour −1', { hour: -1 }],
    ['to no one', { recipientIds: [] }],
    ['to a recipient that is not a number', { recipientIds: ['1'] }],
    ['to a recipient id out of range', { recipientIds: [2 ** 40] }],
    ['to 51 recipients', { recipientIds: Array.from({ length: 51 }, (_, at) => at + 1) }],
  ])('%s is refused', (_, values) =>
    unchanged(async () => {
      const body = { schedule: { ...schedule, ...values }, version: 1 };
      const reply = await executive.client.raw('PUT', `/api/report-views/${viewId}/schedule`, {
        body,
      });
      expectRefused(values, reply);
    }),
  );
});

test('view ids must be valid numbers', () =>
  unchanged(async () => {
    for (const id of [...garbage, '0', '2147483648', '1.5']) {
      for (const [method, rest] of [
        ['DELETE', ''],
        ['POST', '/send'],
        ['DELETE', '/recipients/me'],
      ] as const) {
        const reply = await executive.client.raw(method, `/api/report-views/${id}${rest}`);
        expectRefused([method, id], reply, [400, 404, 414]);
      }
    }
  }));

test('targets need a valid month', () =>
  unchanged(async () => {
    for (const month of [...garbage, '2026-13', '1999-12', '2026-1', '2026-03-01', '']) {
      expectRefused(month, await get(`/api/report-targets?month=${month}`));
    }
    expectRefused('twice', await get('/api/report-targets?month=2026-03&month=2026-04'));
  }));

test('the recipient search treats input literally and refuses garbage', () =>
  unchanged(async () => {
    for (const value of garbage) {
      const reply = await get(`/api/report-recipients?q=${value}`);
      if (value === '%00' || value.length > 100) expectRefused(value, reply);
      else expect([value, reply.status, Array.isArray(reply.body)]).toEqual([value, 200, true]);
    }
  }));
