import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { writeFilters } from '../contract/filters.ts';
import type { Figures, Report, ReportId } from '../contract/report.ts';
import { exportReport, getReport, listReports } from '../contract.ts';

let forecourt: TestForecourt;
let admin: Client;
beforeAll(async () => {
  forecourt = await startForecourt();
  admin = await forecourt.signIn('admin');
});
afterAll(() => forecourt.stop());

/** The number of records behind figures; of deals, the units, since a shared one is half a unit of each person. */
const behind: Partial<Record<ReportId, (figures: Figures, by: string) => number | null>> = {
  sales: ({ units = 0 }) => units,
  finance: ({ units = 0 }) => units,
  inventory: ({ units = 0 }) => units,
  recon: ({ cars = 0, steps = 0 }, by) => (by === 'stage' ? steps : cars),
  service: ({ orders = 0 }) => orders,
  leads: ({ leads = 0 }) => leads,
  chat: ({ requests = 0 }) => requests,
};

/** How many records there are, or the sum of their units. */
async function recordsOf(report: ReportId, only: string, period: 'last_30_days' | 'this_month') {
  const body = { period, only, what: 'records' as const };
  const { body: file } = await admin.call(exportReport, { params: { report }, body });
  const [head = '', ...lines] = String(file).trim().split('\r\n');
  const units = head.split(',').indexOf('Units');
  return units < 0 ? lines.length : sumOf(lines, units);
}

const sumOf = (lines: readonly string[], column: number) =>
  lines.reduce(
    (all, line) =>
      all + Number(line.match(/("[^"]*"|[^,]*)(,|$)/g)?.[column]?.replace(/[",]/g, '')),
    0,
  );

test.each(Object.keys(behind) as ReportId[])(
  'each row of %s has as many records as it counts, by every grouping',
  async (report) => {
    const { body: list } = await admin.call(listReports);
    const groupings = list.reports.find(({ id }) => id === report)?.groupings ?? [];
    let rows = 0;
    for (const { id: by } of groupings) {
      const period = 'last_30_days' as const;
      const query = { period, by };
      const { body } = await admin.call(getReport, { params: { report }, query });
      for (const { key, figures } of body.rows) {
        const only = writeFilters([{ by, key }]);
        const records = await recordsOf(report, only, period);
        expect([by, key, records]).toEqual([by, key, behind[report]?.(figures, by) ?? 0]);
        rows += 1;
      }
    }
    expect(rows).toBeGreaterThan(5);
  },
);

test.each<[ReportId, string, string]>([
  ['service', 'Labor ($)', 'laborSales'],
  ['service', 'Parts ($)', 'partsSales'],
  ['service', 'Gross ($)', 'gross'],
  ['finance', 'Reserve ($)', 'reserve'],
  ['finance', 'Back gross ($)', 'backGross'],
  ['inventory', 'Cost ($)', 'value'],
])('the records of %s add up in %s to its %s', async (report, column, measure) => {
  const period = 'last_30_days' as const;
  const { body: reply }: { body: Report } = await admin.call(getReport, {
    params: { report },
    query: { period, by: 'store' },
  });
  const body = { period, only: '', what: 'records' as const };
  const { body: file } = await admin.call(exportReport, { params: { report }, body });
  const [head = '', ...lines] = String(file).replace('\uFEFF', '').trim().split('\r\n');
  const place = head.split(',').indexOf(column);
  expect(place).toBeGreaterThan(0);
  expect(sumOf(lines, place)).toBeCloseTo((reply.total.figures[measure] ?? 0) / 100, 1);
});

test('a filter on the empty key has the label of its row', async () => {
  const query = { period: 'last_30_days' as const, by: 'lostReason', only: 'lostReason:' };
  const { body } = await admin.call(getReport, { params: { report: 'leads' }, query });
  expect(body.narrowed).toEqual([{ by: 'lostReason', key: '', label: 'Not lost' }]);
  expect(body.rows).toMatchObject([{ key: '', figures: body.total.figures }]);
  expect(body.total.figures).toMatchObject({ lostShare: 0 });
});

test.each([
  ['service', 'payType', 'customerOrders', 'orders'],
  ['recon', 'stage', 'cars', 'steps'],
] as const)(
  'measures %s cannot group by %s are null, not zero, in empty rows',
  async (report, by, unknown, known) => {
    const query = { period: 'custom' as const, from: '2020-01-01', to: '2020-01-31', by };
    const { body: empty } = await admin.call(getReport, { params: { report }, query });
    expect(empty.rows).toEqual([]);
    // Some rows are empty on a single day.
    for (let ago = 1; ago < 60; ago += 1) {
      const day = new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
      const span = { period: 'custom' as const, from: day, to: day, by };
      const { body } = await admin.call(getReport, { params: { report }, query: span });
      for (const { figures, previous } of body.rows) {
        expect([figures[unknown] ?? null, previous[unknown] ?? null]).toEqual([null, null]);
        expect(figures[known]).toEqual(expect.any(Number));
      }
      if (body.rows.some(({ figures }) => figures[known] === 0)) return;
    }
    throw new Error('Found no day with an empty row');
  },
);
