import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import { writeFilters } from '../contract/filters.ts';
import { reportIds } from '../contract/report.ts';
import { exportReport, getReport, listReportRecords, listReports } from '../contract.ts';
import { openReportStage, type ReportStage } from './stage.ts';

let stage: ReportStage;
let gm: StageUser;
const year = { period: 'custom', from: '2026-01-01', to: '2026-03-31' } as const;

beforeAll(async () => {
  stage = await openReportStage();
  gm = await stage.reader();
  const salesperson = await stage.addUser({ firstName: 'Ines', lastName: 'Okafor' });
  for (const [store, price_cents] of [
    ['ford', 3_000_001],
    ['hyundai', 4_000_002],
  ] as const) {
    await stage.deal({ store, price_cents, salesperson_id: salesperson.id });
    await stage.vehicle({ store, cost_cents: 1_234_567, list_cents: 1_500_000 });
  }
});
afterAll(() => stage.stop());

const fetchReport = ({ client }: StageUser, query: object = {}, report = 'sales') =>
  client.raw('GET', `/api/reports/${report}?${new URLSearchParams({ ...year, ...query })}`);
const records = ({ client }: StageUser, query: object = {}, report = 'sales') =>
  client.raw('GET', `/api/reports/${report}/records?${new URLSearchParams({ ...year, ...query })}`);
const exportFile = ({ client }: StageUser, body: object = {}, report = 'sales') =>
  client.raw('POST', `/api/reports/${report}/export`, { body: { ...year, ...body } });
const list = async ({ client }: StageUser) => (await client.call(listReports)).body;
const endpoints = { report: fetchReport, records, exportFile } as const;
const everyEndpoint = Object.entries(endpoints);

describe('readers of reports', () => {
  test('get all reports with their measures and formulas', async () => {
    const { reports, stores, may } = await list(gm);
    expect(reports.map(({ id }) => id)).toEqual(reportIds);
    expect(stores).toEqual(['ford']);
    expect(may).toEqual({ setTargets: true, setBriefs: true });
    for (const { measures, leading, groupings } of reports) {
      expect(measures.map(({ formula }) => formula)).not.toContain('');
      const ids = measures.map(({ id }) => id);
      expect(ids).toEqual(expect.arrayContaining(leading));
      expect(new Set(ids).size).toBe(ids.length);
      expect(groupings.map(({ id }) => id)).toEqual(expect.arrayContaining(['store', 'month']));
    }
  });

  test('can read every report by every grouping', async () => {
    const { reports } = await list(gm);
    for (const { id, groupings } of reports) {
      for (const { id: by } of groupings) {
        const { status, body } = await fetchReport(gm, { by }, id);
        expect([id, by, status]).toEqual([id, by, 200]);
        expect(body.months).toHaveLength(12);
      }
    }
  });

  test('others are refused at every endpoint', async () => {
    const withoutReports = await stage.reader({ pagePermissions: ['customer_management'] });
    const restricted = await stage.reader({ featurePermissions: ['financial_reports'] });
    for (const person of [withoutReports, restricted]) {
      expect((await person.client.call(listReports)).status).toBe(403);
      for (const [, endpoint] of everyEndpoint) expect((await endpoint(person)).status).toBe(403);
    }
  });
});

describe('stores', () => {
  test('are the reader’s own at every endpoint', async () => {
    const { body } = await fetchReport(gm);
    expect(body.rows.map(({ key }: { key: string }) => key)).toEqual(['ford']);
    expect(body.total.figures).toMatchObject({ units: 1, amount: 3_000_001 });
    const cells = JSON.stringify((await records(gm)).body.records);
    expect(cells).toContain('3000001');
    expect(cells).not.toContain('4000002');
    const file = (await exportFile(gm, { what: 'records' })).body;
    expect(file).toContain('30000.01');
    expect(file).not.toContain('40000.02');
    const stock = (await records(gm, { to: '2026-03-20' }, 'inventory')).body;
    expect(stock.records).toHaveLength(1);
  });

  test('of others are not found, requested or filtered by', async () => {
    for (const [, endpoint] of everyEndpoint) {
      expect((await endpoint(gm, { store: 'hyundai' })).status).toBe(404);
      const only = writeFilters([{ by: 'store', key: 'hyundai' }]);
      expect((await endpoint(gm, { only })).status).toBe(404);
      expect((await endpoint(gm, { store: 'ford' })).status).toBe(200);
    }
    const all = await stage.reader({ storeAccess: ['all'] });
    expect((await fetchReport(all, { store: 'hyundai' })).body.total.figures.amount).toBe(
      4_000_002,
    );
    const none = await stage.reader({ storeAccess: [] });
    const { body } = await fetchReport(none);
    expect([body.rows, body.gaps, body.total.figures.units]).toEqual([[], [], null]);
    expect((await records(none)).body.records).toEqual([]);
  });
});

describe('gross and cost', () => {
  const without = () => stage.reader({ featurePermissions: ['view_data'] });

  test('are included with access to financial reports', async () => {
    expect((await fetchReport(gm)).body.total.figures.frontGross).toBe(150_001);
    expect((await records(gm)).body.records[0].cells).toContain(150_001);
    expect((await exportFile(gm)).body).toContain('1500.01');
    expect(
      (await fetchReport(gm, { to: '2026-03-20' }, 'inventory')).body.total.figures.value,
    ).toBe(1_234_567);
    expect((await fetchReport(gm, {}, 'finance')).status).toBe(200);
  });

  test('and hidden from everyone else at every endpoint', async () => {
    const restricted = await without();
    const { reports } = await list(restricted);
    expect(reports.map(({ id }) => id)).not.toContain('finance');
    const replies = [
      ...[
        await list(restricted),
        (await fetchReport(restricted)).body,
        (await records(restricted)).body,
      ],
      ...[
        (await exportFile(restricted)).body,
        (await exportFile(restricted, { what: 'records' })).body,
      ],
      (await fetchReport(restricted, { to: '2026-03-20' }, 'inventory')).body,
      (await records(restricted, { to: '2026-03-20' }, 'inventory')).body,
      (await exportFile(restricted, { to: '2026-03-20', what: 'records' }, 'inventory')).body,
    ];
    const text = JSON.stringify(replies);
    expect(text).not.toMatch(/frontGross|Front gross|150001|1500\.01|1234567|12345\.67/);
    expect(text).toContain('3000001');
    for (const [, endpoint] of everyEndpoint)
      expect((await endpoint(restricted, {}, 'finance')).status).toBe(403);
  });
});

describe('figures per employee', () => {
  const salesperson = writeFilters([{ by: 'salesperson', key: '1' }]);

  test('are for managers and above', async () => {
    const { body } = await fetchReport(gm, { by: 'salesperson' });
    expect(body.rows[0].label).toBe('Ines Okafor');
    expect((await records(gm)).body.records[0].cells).toContain('Ines Okafor');
    expect((await fetchReport(gm, { only: salesperson })).status).toBe(200);
  });

  test('and refused to everyone else at every endpoint', async () => {
    const employee = await stage.reader({ role: 'employee' });
    const { reports, may } = await list(employee);
    const groupings = reports.map(({ about: _, ...report }: { about: string }) => report);
    expect(JSON.stringify(groupings)).not.toContain('salesperson');
    expect(may).toEqual({ setTargets: false, setBriefs: false });
    for (const [, endpoint] of everyEndpoint) {
      expect((await endpoint(employee, { by: 'salesperson' })).status).toBe(403);
      expect((await endpoint(employee, { only: salesperson })).status).toBe(403);
      expect((await endpoint(employee)).status).toBe(200);
    }
    expect(JSON.stringify((await records(employee)).body)).not.toMatch(/Okafor|Salesperson/);
    expect((await exportFile(employee, { what: 'records' })).body).not.toMatch(
      /Okafor|Salesperson/,
    );
  });
});

describe('invalid questions', () => {
  test.each<[string, object, string]>([
    ['dates without the custom period', { period: 'this_month' }, 'custom'],
    ['an invalid date', { from: '2026-02-30' }, ''],
    ['only one date', { from: '' }, ''],
    ['an end date before the start date', { from: '2026-04-01' }, 'after the end date'],
    ['more than ten years', { from: '2015-01-01' }, '10 years'],
    ['year 0', { from: '0000-01-01' }, '1900'],
    ['future dates', { from: '2099-01-01', to: '2099-02-01' }, 'in the future'],
    ['an unknown period', { period: 'this_decade' }, ''],
    ['an unknown store', { store: 'tesla' }, ''],
    ['an unknown grouping', { by: 'weather' }, 'no such grouping'],
    ['an invalid grouping', { by: '__proto__' }, ''],
    ['an invalid filter', { only: 'make' }, 'Invalid filter'],
    ['a malformed percent escape', { only: 'make:%E0%A4%A' }, 'Invalid filter'],
    ['a text with a null character', { only: 'make:%00' }, 'no such make'],
    ['a filter on an unknown grouping', { only: 'weather:rain' }, 'no such grouping'],
    ['an unknown condition', { only: 'condition:broken' }, 'no such condition'],
    ['an invalid month', { only: 'month:2026-13' }, 'no such month'],
    ['the same filter twice', { only: 'make:Ford;make:Kia' }, 'Invalid filter'],
    ['five filters', { only: 'make:a;model:b;condition:new;type:retail;month:2026-01' }, '4'],
  ])('%s', async (_, query, message) => {
    for (const [, endpoint] of everyEndpoint) {
      const { status, body } = await endpoint(gm, query);
      expect([status, body.error?.code ?? body.code]).toEqual([400, expect.any(String)]);
      expect(JSON.stringify(body)).toContain(message);
    }
  });

  test('custom dates with one missing', async () => {
    for (const days of ['', '&from=2026-01-01', '&to=2026-01-01']) {
      const reply = await gm.client.raw('GET', `/api/reports/sales?period=custom${days}`);
      expect([reply.status, reply.body.error]).toEqual([
        400,
        expect.stringContaining('both a start'),
      ]);
    }
  });

  test('an unknown report', async () => {
    for (const [, endpoint] of everyEndpoint)
      expect((await endpoint(gm, {}, 'weather')).status).toBe(400);
  });

  test.each([
    'x',
    '2026-02-31_1',
    '2026-03-10',
    '2026-03-10_',
    '2026-03-10_9999999999999999',
    '_1',
  ])('the page after %s', async (after) => {
    for (const report of ['sales', 'inventory', 'recon']) {
      expect((await records(gm, { after }, report)).status).toBe(400);
    }
  });

  test('special characters in a filter are matched literally', async () => {
    for (const key of [`'; drop table deals; --`, '%', 'é🚗', ' ']) {
      const { status, body } = await fetchReport(gm, { only: writeFilters([{ by: 'make', key }]) });
      expect([status, body.total.figures.units]).toEqual([200, 0]);
    }
  });
});

describe('records', () => {
  test('link to their page only for readers with access to it', async () => {
    expect((await records(gm)).body.records[0].href).toMatch(/^\/customers\/deals\?deal=\d+$/);
    const days = { to: '2026-03-20' };
    expect((await records(gm, days, 'inventory')).body.records[0].href).toMatch(
      /^\/fleet\?vehicle=/,
    );
    const narrow = await stage.reader({ pagePermissions: ['reports'] });
    expect((await records(narrow)).body.records[0].href).toBeNull();
    expect((await records(narrow, days, 'inventory')).body.records[0].href).toBeNull();
  });

  test('include customer names only with access to customer records', async () => {
    expect(JSON.stringify((await records(gm)).body)).toContain('Odalys Wrenfield');
    const narrow = await stage.reader({ pagePermissions: ['reports'] });
    for (const body of [
      (await records(narrow)).body,
      (await exportFile(narrow, { what: 'records' })).body,
    ])
      expect(JSON.stringify(body)).not.toMatch(/Wrenfield|Customer/);
  });

  test('have one cell per column', async () => {
    for (const id of reportIds) {
      const { body } = await records(gm, {}, id);
      for (const { cells } of body.records) expect(cells).toHaveLength(body.columns.length);
    }
  });

  test('are paged without duplicates, also within one day', async () => {
    const all = await stage.reader({ storeAccess: ['chevrolet'] });
    for (let at = 0; at < 120; at += 1) await stage.deal({ store: 'chevrolet' });
    const seen: string[] = [];
    let after: string | null = '';
    while (after !== null) {
      const { body } = await records(all, after ? { after } : {});
      seen.push(...body.records.map(({ id }: { id: string }) => id));
      after = body.next;
    }
    expect(seen).toHaveLength(120);
    expect(new Set(seen).size).toBe(120);
  });
});

describe('an export', () => {
  test('of figures has a line per row and a total, for three spans', async () => {
    const { body, headers } = await exportFile(gm);
    expect(headers.get('content-disposition')).toContain('sales-2026-01-01-to-2026-03-31.csv');
    const lines = body.replace('\uFEFF', '').trim().split('\r\n');
    expect(lines.map((line: string) => line.split(',')[0])).toEqual(['Store', 'Ford', 'Total']);
    expect(lines[0]).toContain('"Units, 2026-01-01 to 2026-03-31"');
    expect(lines[0]).toContain('"Units, 2025-01-01 to 2025-03-31"');
    expect(lines[2].split(',').slice(1, 4)).toEqual(['1', '', '']);
  });

  test('is logged with its author', async () => {
    await exportFile(gm, { what: 'records' });
    const row = await stage.platform.db
      .selectFrom('activity_log')
      .selectAll()
      .where('action', '=', 'reports.exported')
      .where('actor_id', '=', gm.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(row.after).toMatchObject({ what: 'records', lines: 1, period: 'custom' });
  });

  test('that is refused is not logged', async () => {
    const count = async () =>
      (
        await stage.platform.db
          .selectFrom('activity_log')
          .select('id')
          .where('action', '=', 'reports.exported')
          .execute()
      ).length;
    const before = await count();
    await exportFile(gm, { store: 'hyundai' });
    await exportFile(gm, { by: 'weather' });
    expect(await count()).toBe(before);
  });

  test('escapes a vehicle description that looks like a formula', async () => {
    const person = await stage.reader({ storeAccess: ['hyundai'] });
    await stage.deal({ store: 'hyundai', vehicle: '=HYPERLINK("x")' });
    const { body } = await exportFile(person, { what: 'records' });
    expect(body).toContain(`"'=HYPERLINK(""x"")"`);
  });
});

test('every endpoint declares its access', () => {
  for (const { access } of [listReports, getReport, listReportRecords, exportReport])
    expect(access).toEqual({ page: 'reports', feature: 'view_data' });
});
