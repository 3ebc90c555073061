import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import { maxRecordsPerHour } from '../../data-access/server/meter.ts';
import type { ReportId } from '../contract/report.ts';
import { exportReport, listReportRecords } from '../contract.ts';
import { openReportStage, type ReportStage } from './stage.ts';

let stage: ReportStage;
beforeAll(async () => {
  stage = await openReportStage();
  for (let n = 0; n < 3; n += 1) await stage.deal({ delivered_on: '2026-03-05' });
});
afterAll(() => stage.stop());

const march = { period: 'custom', from: '2026-03-01', to: '2026-03-31' } as const;
/** Any records, of whatever day the demo data has them. */
const always = { period: 'custom', from: '2020-01-01', to: '2029-12-31' } as const;
const withoutCustomers = { pagePermissions: ['reports' as const, 'fleet_operations' as const] };

const listRecords = ({ client }: StageUser, report: ReportId, query: object = march) =>
  client.call(listReportRecords, { params: { report }, query: query as typeof march });
const exportFile = (
  { client }: StageUser,
  report: ReportId,
  what: 'figures' | 'records',
  query: object = march,
) => client.call(exportReport, { params: { report }, body: { ...(query as typeof march), what } });

const counted = async ({ id }: StageUser) => {
  const { rows } = await sql<{ kind: string; rows: number; records: number; exported: number }>`
    select kind, sum(rows)::integer as rows, sum(records)::integer as records,
      sum(exported)::integer as exported
    from data_reads where user_id = ${id} group by kind order by kind`.execute(stage.platform.db);
  return rows;
};
/** What was counted of this reader, once a call after all others is. */
async function countedOf(reader: StageUser) {
  const later = await stage.reader();
  await listRecords(later, 'sales');
  await expect.poll(() => counted(later)).toHaveLength(1);
  return counted(reader);
}
const alerts = async ({ id }: StageUser) => {
  const { rows } = await sql`select records from data_read_alerts where user_id = ${id}`.execute(
    stage.platform.db,
  );
  return rows;
};

test.each([
  ['sales', 'deals'],
  ['finance', 'deals'],
  ['leads', 'leads'],
  ['service', 'repair_orders'],
] as const)('the records of %s count as read %s, each once', async (report, kind) => {
  const reader = await stage.reader({ storeAccess: ['all'] });
  const query = kind === 'deals' ? march : { period: 'last_30_days' };
  const { body } = await listRecords(reader, report, query);
  const { length } = body.records;
  expect(length).toBeGreaterThan(2);
  await listRecords(reader, report, query);
  await expect
    .poll(() => counted(reader))
    .toEqual([{ kind, rows: 2 * length, records: length, exported: 0 }]);
});

test('a listed record is not opened, and its page is the same record', async () => {
  const reader = await stage.reader();
  const { body } = await listRecords(reader, 'sales');
  for (const { id } of body.records) await reader.client.raw('GET', `/api/deals/${id}`);
  await expect
    .poll(() => counted(reader))
    .toEqual([{ kind: 'deals', rows: 6, records: 3, exported: 0 }]);
  const { rows } = await sql<{ subject_id: string }>`
    select subject_id from activity_log where actor_id = ${reader.id} and action = 'deal.viewed'
    order by 1`.execute(stage.platform.db);
  expect(rows.map(({ subject_id }) => subject_id)).toEqual(body.records.map(({ id }) => id).sort());
});

test('without the names of customers nothing is counted', async () => {
  const reader = await stage.reader(withoutCustomers);
  expect((await listRecords(reader, 'sales')).body.records).toHaveLength(3);
  await exportFile(reader, 'sales', 'records');
  const all = await stage.reader();
  await exportFile(all, 'sales', 'figures');
  await listRecords(all, 'workforce');
  await exportFile(all, 'workforce', 'records');
  expect([await countedOf(reader), await countedOf(all)]).toEqual([[], []]);
});

test('an unusual export alerts, the same without names of customers does not', async () => {
  const reader = await stage.reader({ storeAccess: ['all'] });
  const other = await stage.reader({ storeAccess: ['all'], ...withoutCustomers });
  let lines = 0;
  for (const report of ['service', 'leads'] as const) {
    const { body } = await exportFile(reader, report, 'records', always);
    lines += String(body).trim().split('\r\n').length - 1;
    await exportFile(other, report, 'records', always);
  }
  expect(lines).toBeGreaterThan(1_000);
  await expect.poll(() => alerts(reader)).toEqual([{ records: lines }]);
  expect(await alerts(other)).toEqual([]);
});

test('beyond the hourly limit records are refused, figures and records without customers are not', async () => {
  const reader = await stage.reader();
  await sql`insert into data_reads (user_id, hour, kind, calls, rows, records)
    values (${reader.id}, date_trunc('hour', now()), 'deals', 1, 1, ${maxRecordsPerHour})`.execute(
    stage.platform.db,
  );
  const { client } = reader;
  const list = `/api/reports/sales/records?${new URLSearchParams(march)}`;
  await expect.poll(async () => (await client.raw('GET', list)).status).toBe(429);
  const refused = await client.raw('POST', '/api/reports/sales/export', {
    body: { ...march, what: 'records' },
  });
  expect(refused.status).toBe(429);
  expect((await exportFile(reader, 'sales', 'figures')).status).toBe(200);
  expect((await listRecords(reader, 'workforce')).status).toBe(200);
});
