import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { setTimezone } from '../../organization/contract.ts';
import { listDue } from '../contract/disposition.ts';
import { getRetention, setRetentionPeriod } from '../contract.ts';
import { findRetentionStatuses, keepItems } from '../server/public.ts';
import { openRetentionStage, type RetentionStage, yearsAfter } from './stage.ts';

let stage: RetentionStage;
let manager: Awaited<ReturnType<RetentionStage['addManager']>>;
beforeAll(async () => {
  stage = await openRetentionStage();
  manager = await stage.addManager();
});
afterAll(() => stage.stop());

const classOf = async (code: string) => {
  const { body } = await manager.client.call(getRetention);
  const found = body.classes.find((one) => one.code === code);
  if (!found) throw new Error(`There is no ${code}`);
  return found;
};
const change = (code: string, years: number, version: number) =>
  manager.client.call(setRetentionPeriod, { params: { code }, body: { years, version } });

describe('periods', () => {
  test('default to three, five, seven and ten years', async () => {
    const { body } = await manager.client.call(getRetention);
    expect(body.classes.map(({ name, years, event }) => [name, years, event])).toEqual([
      ['Credit applications without a sale', 3, 'deal_canceled'],
      ['Service records', 5, 'repair_order_closed'],
      ['Accounting records', 7, 'document_dated'],
      ['Sales documents', 7, 'deal_delivered'],
      ['HR files', 10, 'employment_ended'],
    ]);
    expect([body.due, body.holds, body.openBatches, body.destroyed]).toEqual([[], 0, 0, 0]);
  });

  test.each([
    ['2020-02-29', 7, '2027-03-01'],
    ['2020-02-29', 8, '2028-02-29'],
    ['2019-02-28', 5, '2024-02-28'],
    ['2019-03-01', 5, '2024-03-01'],
    ['2096-02-29', 4, '2100-03-01'],
    ['2020-12-31', 10, '2030-12-31'],
  ])('from %s of %i years end on %s', async (from, years, until) => {
    expect(await stage.periodEnd(from, years)).toBe(until);
  });

  test('end on the same day of a later year, from any date', async () => {
    for (let day = 0; day < 60; day++) {
      const from = new Date(Date.UTC(2023, 11, 15 + day * 9)).toISOString().slice(0, 10);
      const years = 1 + (day % 11);
      expect([from, await stage.periodEnd(from, years)]).toEqual([from, yearsAfter(from, years)]);
    }
  });

  test('end by the date in the group time zone', async () => {
    const { admin } = stage;
    const today = async () => (await manager.client.call(getRetention)).body.today;
    // Late in the evening on the West Coast, the next day in London.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2024-03-01T05:30:00Z') });
    expect(await today()).toBe('2024-02-29');
    const switchTimezone = (
      timezone: 'America/New_York' | 'Pacific/Honolulu' | 'America/Los_Angeles',
    ) => admin.client.call(setTimezone, { body: { timezone } });
    await switchTimezone('America/New_York');
    expect(await today()).toBe('2024-03-01');
    // A quarter past midnight in New York is still the day before in Honolulu.
    vi.setSystemTime(new Date('2026-07-01T04:15:00Z'));
    expect(await today()).toBe('2026-07-01');
    await switchTimezone('Pacific/Honolulu');
    expect(await today()).toBe('2026-06-30');
    vi.useRealTimers();
    await switchTimezone('America/Los_Angeles');
  });
});

describe('changing a period', () => {
  test('applies to existing documents, is logged, and never overwrites someone else’s change', async () => {
    const document = await stage.addDocument({ classCode: 'hr_files', eventDate: '2020-05-05' });
    const retentionStatus = async () =>
      (await findRetentionStatuses(stage.db, 'documents', [document.sourceId])).get(
        document.sourceId,
      );
    expect(await retentionStatus()).toEqual({
      classCode: 'hr_files',
      className: 'HR files',
      eventDate: '2020-05-05',
      keepUntil: '2030-05-05',
      held: false,
      condemned: false,
    });
    const { version } = await classOf('hr_files');
    const { status, body } = await change('hr_files', 12, version);
    expect([status, body.years, body.version]).toEqual([200, 12, version + 1]);
    expect((await retentionStatus())?.keepUntil).toBe('2032-05-05');
    const late = await change('hr_files', 3, version);
    expect([late.status, (await classOf('hr_files')).years]).toEqual([409, 12]);
    const rows = await stage.query(
      `select actor_id, before, after from activity_log where action = 'retention.period_changed'`,
    );
    expect(rows).toEqual([{ actor_id: manager.id, before: { years: 10 }, after: { years: 12 } }]);
    await change('hr_files', 10, version + 1);
  });

  test('goes no lower than the legal minimum, and names it', async () => {
    const { version, years } = await classOf('sales_documents');
    const refused = await change('sales_documents', 4, version);
    expect(refused.body).toMatchObject({
      code: 'invalid',
      fields: {
        years:
          'Must be at least 5 years. Odometer statements are kept for five years (49 CFR 580.8).',
      },
    });
    expect((await change('sales_documents', 31, version)).status).toBe(400);
    expect((await change('sales_documents', 6.5, version)).status).toBe(400);
    expect((await change('nothing', 7, 1)).status).toBe(404);
    expect(await classOf('sales_documents')).toMatchObject({ version, years });
  });

  test('requires system management', async () => {
    const { client } = await stage.addUser({ pagePermissions: ['admin_panel', 'user_management'] });
    const body = { years: 8, version: 1 };
    const response = await client.call(setRetentionPeriod, {
      params: { code: 'sales_documents' },
      body,
    });
    expect([response.status, (await client.call(getRetention)).status]).toEqual([403, 403]);
  });
});

describe('items', () => {
  test('fall due by their event, in the month their period ends, and never before the event', async () => {
    const next = await stage.dueIn(40, 5);
    const due = await stage.addDocument({ classCode: 'service_records', eventDate: next });
    const waiting = await stage.addDocument({ classCode: 'service_records', eventDate: null });
    const month = `${Number(next.slice(0, 4)) + 5}${next.slice(4, 7)}`;
    const { body } = await manager.client.call(getRetention);
    expect(body.due).toContainEqual({ month, items: 1, held: 0 });
    const service = body.classes.find(({ code }) => code === 'service_records');
    expect([service?.kept, service?.notBegun]).toEqual([1, 1]);
    const { body: listed } = await manager.client.call(listDue, { query: { through: month } });
    const titles = listed.map(({ title }) => title);
    expect([titles.includes(due.title), titles.includes(waiting.title)]).toEqual([true, false]);
    const wrong = await manager.client.call(listDue, { query: { through: '2027-13' } });
    expect(wrong.status).toBe(400);
  });

  test('are updated when submitted again, and share no file with another document', async () => {
    const document = await stage.addDocument({ eventDate: null });
    const keep = (item: typeof document) =>
      stage.db.transaction().execute((tx) => keepItems(tx, [item]));
    await keep({ ...document, eventDate: '2024-01-02' });
    const found = await findRetentionStatuses(stage.db, 'documents', [document.sourceId]);
    expect([...found.values()].map(({ keepUntil }) => keepUntil)).toEqual(['2031-01-02']);
    await expect(keep({ ...document, sourceId: 'another' })).rejects.toThrow(
      'A file already belongs to another document.',
    );
    expect((await findRetentionStatuses(stage.db, 'documents', ['another'])).size).toBe(0);
  });
});
