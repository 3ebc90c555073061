import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Employed } from '../../admin/test/office.ts';
import { writeNarrowings } from '../contract/narrowing.ts';
import { reportIds } from '../contract/report.ts';
import { exportReport, getReport, listReportRecords, listReports } from '../contract.ts';
import { type Books, openBooks } from './books.ts';

let books: Books;
let gm: Employed;
const year = { period: 'custom', from: '2026-01-01', to: '2026-03-31' } as const;

beforeAll(async () => {
  books = await openBooks();
  gm = await books.reader();
  const salesperson = await books.hire({ firstName: 'Ines', lastName: 'Okafor' });
  for (const [store, price_cents] of [
    ['ford', 3_000_001],
    ['hyundai', 4_000_002],
  ] as const) {
    await books.deal({ store, price_cents, salesperson_id: salesperson.id });
    await books.car({ store, cost_cents: 1_234_567, list_cents: 1_500_000 });
  }
});
afterAll(() => books.stop());

const ask = ({ client }: Employed, query: object = {}, report = 'sales') =>
  client.raw('GET', `/api/reports/${report}?${new URLSearchParams({ ...year, ...query })}`);
const records = ({ client }: Employed, query: object = {}, report = 'sales') =>
  client.raw('GET', `/api/reports/${report}/records?${new URLSearchParams({ ...year, ...query })}`);
const take = ({ client }: Employed, body: object = {}, report = 'sales') =>
  client.raw('POST', `/api/reports/${report}/export`, { body: { ...year, ...body } });
const list = async ({ client }: Employed) => (await client.call(listReports)).body;
const doors = { ask, records, take } as const;
const everyDoor = Object.entries(doors);

describe('who may read reports', () => {
  test('reads all of them, each with what it reckons and how', async () => {
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

  test('is told every report by everything it may be told apart by', async () => {
    const { reports } = await list(gm);
    for (const { id, groupings } of reports) {
      for (const { id: by } of groupings) {
        const { status, body } = await ask(gm, { by }, id);
        expect([id, by, status]).toEqual([id, by, 200]);
        expect(body.months).toHaveLength(12);
      }
    }
  });

  test('and who may not, through no door', async () => {
    const stranger = await books.reader({ pagePermissions: ['customer_management'] });
    const blind = await books.reader({ featurePermissions: ['financial_reports'] });
    for (const person of [stranger, blind]) {
      expect((await person.client.call(listReports)).status).toBe(403);
      for (const [, door] of everyDoor) expect((await door(person)).status).toBe(403);
    }
  });
});

describe('stores', () => {
  test('are one’s own, through every door', async () => {
    const { body } = await ask(gm);
    expect(body.rows.map(({ key }: { key: string }) => key)).toEqual(['ford']);
    expect(body.total.figures).toMatchObject({ units: 1, amount: 3_000_001 });
    const cells = JSON.stringify((await records(gm)).body.records);
    expect(cells).toContain('3000001');
    expect(cells).not.toContain('4000002');
    const file = (await take(gm, { what: 'records' })).body;
    expect(file).toContain('30000.01');
    expect(file).not.toContain('40000.02');
    const stock = (await records(gm, { to: '2026-03-20' }, 'inventory')).body;
    expect(stock.records).toHaveLength(1);
  });

  test('of others are not there, asked for or narrowed to', async () => {
    for (const [, door] of everyDoor) {
      expect((await door(gm, { store: 'hyundai' })).status).toBe(404);
      const only = writeNarrowings([{ by: 'store', key: 'hyundai' }]);
      expect((await door(gm, { only })).status).toBe(404);
      expect((await door(gm, { store: 'ford' })).status).toBe(200);
    }
    const all = await books.reader({ storeAccess: ['all'] });
    expect((await ask(all, { store: 'hyundai' })).body.total.figures.amount).toBe(4_000_002);
    const none = await books.reader({ storeAccess: [] });
    const { body } = await ask(none);
    expect([body.rows, body.gaps, body.total.figures.units]).toEqual([[], [], null]);
    expect((await records(none)).body.records).toEqual([]);
  });
});

describe('gross and cost', () => {
  const without = () => books.reader({ featurePermissions: ['view_data'] });

  test('are told to who may see financial reports', async () => {
    expect((await ask(gm)).body.total.figures.frontGross).toBe(150_001);
    expect((await records(gm)).body.records[0].cells).toContain(150_001);
    expect((await take(gm)).body).toContain('1500.01');
    expect((await ask(gm, { to: '2026-03-20' }, 'inventory')).body.total.figures.value).toBe(
      1_234_567,
    );
    expect((await ask(gm, {}, 'finance')).status).toBe(200);
  });

  test('and to nobody else, through no door', async () => {
    const blind = await without();
    const { reports } = await list(blind);
    expect(reports.map(({ id }) => id)).not.toContain('finance');
    const told = [
      ...[await list(blind), (await ask(blind)).body, (await records(blind)).body],
      ...[(await take(blind)).body, (await take(blind, { what: 'records' })).body],
      (await ask(blind, { to: '2026-03-20' }, 'inventory')).body,
      (await records(blind, { to: '2026-03-20' }, 'inventory')).body,
      (await take(blind, { to: '2026-03-20', what: 'records' }, 'inventory')).body,
    ];
    const text = JSON.stringify(told);
    expect(text).not.toMatch(/frontGross|Front gross|150001|1500\.01|1234567|12345\.67/);
    expect(text).toContain('3000001');
    for (const [, door] of everyDoor) expect((await door(blind, {}, 'finance')).status).toBe(403);
  });
});

describe('one person beside another', () => {
  const salesperson = writeNarrowings([{ by: 'salesperson', key: '1' }]);

  test('is for who leads people', async () => {
    const { body } = await ask(gm, { by: 'salesperson' });
    expect(body.rows[0].label).toBe('Ines Okafor');
    expect((await records(gm)).body.records[0].cells).toContain('Ines Okafor');
    expect((await ask(gm, { only: salesperson })).status).toBe(200);
  });

  test('and for nobody else, through no door', async () => {
    const employee = await books.reader({ role: 'employee' });
    const { reports, may } = await list(employee);
    expect(JSON.stringify(reports)).not.toContain('salesperson');
    expect(may).toEqual({ setTargets: false, setBriefs: false });
    for (const [, door] of everyDoor) {
      expect((await door(employee, { by: 'salesperson' })).status).toBe(403);
      expect((await door(employee, { only: salesperson })).status).toBe(403);
      expect((await door(employee)).status).toBe(200);
    }
    expect(JSON.stringify((await records(employee)).body)).not.toMatch(/Okafor|Salesperson/);
    expect((await take(employee, { what: 'records' })).body).not.toMatch(/Okafor|Salesperson/);
  });
});

describe('what cannot be answered', () => {
  test.each<[string, object, string]>([
    ['days without the period for them', { period: 'this_month' }, 'custom'],
    ['a day that is none', { from: '2026-02-30' }, ''],
    ['only one day', { from: '' }, ''],
    ['days the wrong way round', { from: '2026-04-01' }, 'after the last'],
    ['more than ten years', { from: '2015-01-01' }, '10 years'],
    ['the year nought', { from: '0000-01-01' }, '1900'],
    ['days that have not come', { from: '2099-01-01', to: '2099-02-01' }, 'not come yet'],
    ['a period there is none of', { period: 'this_decade' }, ''],
    ['a store there is none of', { store: 'tesla' }, ''],
    ['being told apart by nothing known', { by: 'weather' }, 'told apart'],
    ['being told apart by what is no word', { by: '__proto__' }, ''],
    ['narrowings that are none', { only: 'make' }, 'narrowed'],
    ['a broken percent sign', { only: 'make:%E0%A4%A' }, 'narrowed'],
    ['a text with a zero in it', { only: 'make:%00' }, 'no such make'],
    ['narrowed to nothing known', { only: 'weather:rain' }, 'told apart'],
    ['a condition there is none of', { only: 'condition:broken' }, 'no such condition'],
    ['a month there is none of', { only: 'month:2026-13' }, 'no such month'],
    ['one narrowing twice', { only: 'make:Ford;make:Kia' }, 'narrowed'],
    ['five narrowings', { only: 'make:a;model:b;condition:new;type:retail;month:2026-01' }, '4'],
  ])('%s', async (_, asked, sentence) => {
    for (const [, door] of everyDoor) {
      const { status, body } = await door(gm, asked);
      expect([status, body.error?.code ?? body.code]).toEqual([400, expect.any(String)]);
      expect(JSON.stringify(body)).toContain(sentence);
    }
  });

  test('days of one’s own, of which one is missing', async () => {
    for (const days of ['', '&from=2026-01-01', '&to=2026-01-01']) {
      const told = await gm.client.raw('GET', `/api/reports/sales?period=custom${days}`);
      expect([told.status, told.body.error]).toEqual([400, expect.stringContaining('both days')]);
    }
  });

  test('a report there is none of', async () => {
    for (const [, door] of everyDoor) expect((await door(gm, {}, 'weather')).status).toBe(400);
  });

  test.each([
    'x',
    '2026-02-31_1',
    '2026-03-10',
    '2026-03-10_',
    '2026-03-10_9999999999999999',
    '_1',
  ])('the page behind %s', async (after) => {
    for (const report of ['sales', 'inventory', 'recon']) {
      expect((await records(gm, { after }, report)).status).toBe(400);
    }
  });

  test('and whatever a name may hold is looked for as it is', async () => {
    for (const key of [`'; drop table deals; --`, '%', 'é🚗', ' ']) {
      const { status, body } = await ask(gm, { only: writeNarrowings([{ by: 'make', key }]) });
      expect([status, body.total.figures.units]).toEqual([200, 0]);
    }
  });
});

describe('records', () => {
  test('lead to where they stand, only for who has that page', async () => {
    expect((await records(gm)).body.records[0].href).toMatch(/^\/customers\/deals\?deal=\d+$/);
    const days = { to: '2026-03-20' };
    expect((await records(gm, days, 'inventory')).body.records[0].href).toMatch(
      /^\/fleet\?vehicle=/,
    );
    const narrow = await books.reader({ pagePermissions: ['reports'] });
    expect((await records(narrow)).body.records[0].href).toBeNull();
    expect((await records(narrow, days, 'inventory')).body.records[0].href).toBeNull();
  });

  test('name customers only to who may see customers', async () => {
    expect(JSON.stringify((await records(gm)).body)).toContain('Odalys Wrenfield');
    const narrow = await books.reader({ pagePermissions: ['reports'] });
    for (const body of [
      (await records(narrow)).body,
      (await take(narrow, { what: 'records' })).body,
    ])
      expect(JSON.stringify(body)).not.toMatch(/Wrenfield|Customer/);
  });

  test('have a cell for each column', async () => {
    for (const id of reportIds) {
      const { body } = await records(gm, {}, id);
      for (const { cells } of body.records) expect(cells).toHaveLength(body.columns.length);
    }
  });

  test('come page after page, each once, many of one day', async () => {
    const all = await books.reader({ storeAccess: ['chevrolet'] });
    for (let at = 0; at < 120; at += 1) await books.deal({ store: 'chevrolet' });
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

describe('a file', () => {
  test('of figures has a line for each row and one for all, in three spans', async () => {
    const { body, headers } = await take(gm);
    expect(headers.get('content-disposition')).toContain('sales-2026-01-01-to-2026-03-31.csv');
    const lines = body.replace('\uFEFF', '').trim().split('\r\n');
    expect(lines.map((line: string) => line.split(',')[0])).toEqual(['Store', 'Ford', 'All']);
    expect(lines[0]).toContain('"Units, 2026-01-01 to 2026-03-31"');
    expect(lines[0]).toContain('"Units, 2025-01-01 to 2025-03-31"');
    expect(lines[2].split(',').slice(1, 4)).toEqual(['1', '', '']);
  });

  test('is written down with who took it', async () => {
    await take(gm, { what: 'records' });
    const row = await books.platform.db
      .selectFrom('activity_log')
      .selectAll()
      .where('action', '=', 'reports.exported')
      .where('actor_id', '=', gm.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(row.after).toMatchObject({ what: 'records', lines: 1, period: 'custom' });
  });

  test('that is refused is not', async () => {
    const count = async () =>
      (
        await books.platform.db
          .selectFrom('activity_log')
          .select('id')
          .where('action', '=', 'reports.exported')
          .execute()
      ).length;
    const before = await count();
    await take(gm, { store: 'hyundai' });
    await take(gm, { by: 'weather' });
    expect(await count()).toBe(before);
  });

  test('does not run what a car is called as a formula', async () => {
    const person = await books.reader({ storeAccess: ['hyundai'] });
    await books.deal({ store: 'hyundai', vehicle: '=HYPERLINK("x")' });
    const { body } = await take(person, { what: 'records' });
    expect(body).toContain(`"'=HYPERLINK(""x"")"`);
  });
});

test('every call is one that is declared', () => {
  for (const { access } of [listReports, getReport, listReportRecords, exportReport])
    expect(access).toEqual({ page: 'reports', feature: 'view_data' });
});
