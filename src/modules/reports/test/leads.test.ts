import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startForecourt } from '../../../../test/support/forecourt.ts';
import { leadsReport } from '../server/reports/leads/report.ts';
import { asking, at, everything, type Ledger, openLedger, read, zone } from './ledger.ts';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await openLedger();
});
beforeEach(() => ledger.empty());
afterAll(() => ledger.stop());

const march = (given = {}) => asking('2026-03-01', '2026-03-31', given);
const figures = (by?: string, given = {}) => read(ledger.db, leadsReport, march(given), by);

const received_at = at('2026-03-10T10:00');
const due_at = at('2026-03-10T10:15');
/** Answered so many minutes of open hours later. */
const answered = (minutes: number, given: object = {}) => ({
  ...{ received_at, due_at, status: 'contacted', answer_seconds: minutes * 60 },
  answered_at: new Date(received_at.getTime() + minutes * 60_000),
  ...given,
});
const came = { appointment_set_at: received_at, showed_at: received_at };

test('worked out by hand', async () => {
  await ledger.lead(answered(4, { ...came, status: 'sold', sold_at: received_at }));
  await ledger.lead(answered(10, { ...came, status: 'showed' }));
  await ledger.lead(answered(40, { appointment_set_at: received_at, status: 'appointment' }));
  await ledger.lead({ received_at, due_at, status: 'lost', lost_reason: 'price' });
  await ledger.lead({ received_at, due_at: '2090-01-01T00:00:00Z' });
  await ledger.lead(answered(1, { status: 'duplicate' }));
  const { total, ford } = await figures();
  expect(total).toEqual({
    ...{ leads: 5, answeredShare: 0.6, answerMinutes: 10, inTimeShare: 0.5 },
    ...{ appointmentShare: 0.6, shownShare: 0.4, sold: 1, soldShare: 0.2, soldOfShown: 0.5 },
    lostShare: 0.2,
  });
  expect(ford).toEqual(total);
});

test('sold without having been seen in the store is no sale of those who came', async () => {
  await ledger.lead(answered(4, { status: 'sold', sold_at: received_at }));
  await ledger.lead(answered(4, { ...came, status: 'showed' }));
  expect((await figures()).total).toMatchObject({ sold: 1, soldShare: 0.5, soldOfShown: 0 });
});

test('are of the day of the group’s clocks they came in', async () => {
  for (const wall of [
    '2026-02-28T23:59',
    '2026-03-01T00:00',
    '2026-03-08T03:00',
    '2026-03-31T23:59',
  ]) {
    await ledger.lead({ received_at: at(wall), due_at: at(wall) });
  }
  await ledger.lead({ received_at: at('2026-04-01T00:00'), due_at: at('2026-04-01T00:00') });
  expect((await figures()).total?.leads).toBe(3);
  const months = await read(ledger.db, leadsReport, asking('2026-02-01', '2026-04-30'), 'month');
  expect(['2026-02', '2026-03', '2026-04'].map((key) => months[key]?.leads)).toEqual([1, 3, 1]);
});

test('are told apart by whose they are, where they came from and why they were lost', async () => {
  const { id: seller } = await ledger.hire({ firstName: 'Sal', lastName: 'Seller' });
  const { rows } = await sql<{
    id: number;
  }>`insert into lead_sources (store, name, type, created_by)
    values ('ford', 'Cars Online', 'internet', ${ledger.admin.id}) returning id`.execute(ledger.db);
  const source_id = rows[0]?.id;
  await ledger.lead({ source_id, assignee_id: seller, created_by: null });
  await ledger.lead({ type: 'phone', assignee_id: seller, status: 'lost', lost_reason: 'price' });
  await ledger.lead({ store: 'hyundai', type: 'phone' });
  const told = async (by: string) => {
    const { rows } = await leadsReport.read(ledger.db, march(), by);
    return Object.fromEntries(rows.map(({ label, figures }) => [label, figures.leads]));
  };
  expect(await told('source')).toEqual({ 'Cars Online (Ford)': 1, 'No source': 2 });
  expect(await told('assignee')).toEqual({ 'Sal Seller': 2, 'Nobody yet': 1 });
  expect(await told('type')).toEqual({ Internet: 1, Phone: 2 });
  expect(await told('lostReason')).toEqual({ 'Price or payment': 1, 'Not lost': 2 });
  const only = [
    { by: 'assignee', key: String(seller) },
    { by: 'type', key: 'phone' },
  ];
  expect((await figures('store', { only })).total?.leads).toBe(1);
  expect((await figures('store', { only: [{ by: 'assignee', key: '' }] })).total?.leads).toBe(1);
});

test('of a store one has not are not counted, nor among the records', async () => {
  await ledger.lead();
  await ledger.lead({ store: 'hyundai' });
  const ford = { stores: ['ford'], sight: { ...everything, stores: ['ford'], customers: false } };
  expect((await figures('store', ford)).total?.leads).toBe(1);
  const page = { after: undefined, limit: 50 };
  const { records } = await leadsReport.records.read(ledger.db, march(ford), page);
  expect(records.map(({ href, cells }) => [href, cells[1]])).toEqual([[null, 'Ford']]);
});

test('the records come page by page, each once, and are as many as the figure says', async () => {
  const ids: number[] = [];
  for (const day of [3, 4, 4, 4, 20]) {
    const received_at = at(`2026-03-${String(day).padStart(2, '0')}T12:00`);
    ids.unshift(await ledger.lead({ received_at, due_at: received_at }));
  }
  await ledger.lead({ status: 'duplicate' });
  const shown: string[] = [];
  for (let after: string | undefined, more = true; more; ) {
    const page = await leadsReport.records.read(ledger.db, march(), { after, limit: 2 });
    shown.push(...page.records.map(({ id }) => id));
    after = page.next ?? undefined;
    more = page.next !== null;
  }
  expect(shown).toEqual(ids.map(String));
  expect((await figures()).total?.leads).toBe(shown.length);
});

test('of the demo group are what its leads themselves say', async () => {
  const demo = await startForecourt();
  const db = demo.platform.db;
  const { rows } = await sql<{ store: string; received_at: Date; status: string; seconds: number }>`
    select store, received_at, status, answer_seconds as seconds from leads`.execute(db);
  const all = asking('2020-01-01', '2030-12-31', { timezone: zone });
  const { total, ford } = await read(db, leadsReport, all);
  const counted = rows.filter(({ status }) => status !== 'duplicate');
  expect(counted.length).toBeGreaterThan(50);
  expect(total?.leads).toBe(counted.length);
  expect(ford?.leads).toBe(counted.filter(({ store }) => store === 'ford').length);
  const waits = counted.flatMap(({ seconds }) => seconds ?? []).toSorted((a, b) => a - b);
  const middle = (waits.length - 1) / 2;
  const median = ((waits[Math.floor(middle)] ?? 0) + (waits[Math.ceil(middle)] ?? 0)) / 2;
  expect(total?.answerMinutes).toBeCloseTo(median / 60, 6);
  expect(total?.sold).toBe(counted.filter(({ status }) => status === 'sold').length);
  await demo.stop();
});
