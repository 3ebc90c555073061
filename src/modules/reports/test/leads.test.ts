import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startForecourt } from '../../../../test/support/forecourt.ts';
import { leadsReport } from '../server/reports/leads/report.ts';
import {
  at,
  fullScope,
  openServiceStage,
  queryOf,
  read,
  type ServiceStage,
  zone,
} from './service-stage.ts';

let stage: ServiceStage;
beforeAll(async () => {
  stage = await openServiceStage();
});
beforeEach(() => stage.empty());
afterAll(() => stage.stop());

const march = (values = {}) => queryOf('2026-03-01', '2026-03-31', values);
const figures = (by?: string, values = {}) => read(stage.db, leadsReport, march(values), by);

const received_at = at('2026-03-10T10:00');
const due_at = at('2026-03-10T10:15');
const after = (minutes: number) => new Date(received_at.getTime() + minutes * 60_000);
/** A lead with a contact after these minutes of opening hours. */
const answered = (minutes: number, values: object = {}) => ({
  received_at,
  due_at,
  status: 'contacted',
  answer_seconds: minutes * 60,
  answered_at: after(minutes),
  attempted_at: after(minutes),
  attempt_seconds: minutes * 60,
  contacted_at: after(minutes),
  contact_seconds: minutes * 60,
  ...values,
});
/** The same, but no one has been reached yet. */
const tried = (minutes: number, values: object = {}) =>
  answered(minutes, {
    status: 'attempted',
    contacted_at: null,
    contact_seconds: null,
    ...values,
  });
const showed = { appointment_set_at: received_at, showed_at: received_at };

test('matches a hand calculation', async () => {
  await stage.lead(answered(4, { ...showed, status: 'sold', sold_at: received_at }));
  await stage.lead(answered(10, { ...showed, status: 'showed' }));
  await stage.lead(answered(40, { appointment_set_at: received_at, status: 'appointment' }));
  await stage.lead({ received_at, due_at, status: 'lost', lost_reason: 'price' });
  await stage.lead({ received_at, due_at: '2090-01-01T00:00:00Z' });
  await stage.lead(answered(1, { status: 'duplicate' }));
  const { total, ford } = await figures();
  expect(total).toEqual({
    leads: 5,
    answeredShare: 0.6,
    answerMinutes: 10,
    inTimeShare: 0.5,
    contactShare: 0.6,
    appointmentShare: 0.6,
    noShowShare: 0,
    shownShare: 0.4,
    sold: 1,
    soldShare: 0.2,
    soldOfShown: 0.5,
    lostShare: 0.2,
    firstVisits: 2,
    beBacks: 0,
  });
  expect(ford).toEqual(total);
});

test('a sold lead has showed, unless it was sold remotely', async () => {
  await stage.lead(answered(4, { status: 'sold', sold_at: received_at }));
  await stage.lead(answered(4, { ...showed, status: 'showed' }));
  expect((await figures()).total).toMatchObject({ shownShare: 1, sold: 1, soldOfShown: 0.5 });
  await stage.lead(answered(4, { status: 'sold', sold_at: received_at, is_remote: true }));
  const { total } = await figures();
  expect(total).toMatchObject({ shownShare: 2 / 3, sold: 2, soldShare: 2 / 3, soldOfShown: 0.5 });
  // Remote, but the customer had come to look first.
  await stage.lead(
    answered(4, { ...showed, status: 'sold', sold_at: received_at, is_remote: true }),
  );
  expect((await figures()).total).toMatchObject({ shownShare: 0.75, soldOfShown: 2 / 3 });
});

test('be-backs count every visit after the first, beside the leads who visited', async () => {
  await stage.lead(answered(4, { ...showed, status: 'showed', be_backs: 2 }));
  await stage.lead(answered(4, { ...showed, status: 'lost', lost_reason: 'price', be_backs: 1 }));
  await stage.lead(answered(4, { ...showed, status: 'showed' }));
  await stage.lead(tried(6));
  expect((await figures()).total).toMatchObject({ firstVisits: 3, beBacks: 3, shownShare: 0.75 });
});

test('an attempt is not a contact, and a missed appointment is a no-show', async () => {
  await stage.lead(answered(4, { appointment_set_at: received_at, no_show_at: after(60) }));
  await stage.lead(answered(4, { ...showed, status: 'showed' }));
  await stage.lead(tried(6));
  await stage.lead({ received_at, due_at });
  expect((await figures()).total).toMatchObject({
    leads: 4,
    answeredShare: 0.75,
    contactShare: 0.5,
    noShowShare: 0.5,
    shownShare: 0.25,
  });
});

test('the formulas say what stops the response clock', async () => {
  const { changeSetting } = await import('../../organization/server/public.ts');
  const formula = async () => (await leadsReport.formulas?.(stage.db))?.answerMinutes;
  expect(await formula()).toContain('first attempt');
  const setting = { name: 'leads.response_clock' } as Parameters<typeof changeSetting<string>>[1];
  await changeSetting(stage.db, setting, 'contact');
  expect(await formula()).toContain('first contact');
  await changeSetting(stage.db, setting, 'attempt');
});

test('leads count on the local day they were received', async () => {
  for (const localTime of [
    '2026-02-28T23:59',
    '2026-03-01T00:00',
    '2026-03-08T03:00',
    '2026-03-31T23:59',
  ]) {
    await stage.lead({ received_at: at(localTime), due_at: at(localTime) });
  }
  await stage.lead({ received_at: at('2026-04-01T00:00'), due_at: at('2026-04-01T00:00') });
  expect((await figures()).total?.leads).toBe(3);
  const months = await read(stage.db, leadsReport, queryOf('2026-02-01', '2026-04-30'), 'month');
  expect(['2026-02', '2026-03', '2026-04'].map((key) => months[key]?.leads)).toEqual([1, 3, 1]);
});

test('leads are grouped by salesperson, source and lost reason', async () => {
  const { id: seller } = await stage.addUser({ firstName: 'Sal', lastName: 'Seller' });
  const { rows } = await sql<{
    id: number;
  }>`insert into lead_sources (store, name, type, created_by)
    values ('ford', 'Cars Online', 'internet', ${stage.admin.id}) returning id`.execute(stage.db);
  const source_id = rows[0]?.id;
  await stage.lead({ source_id, assignee_id: seller, created_by: null });
  await stage.lead({ type: 'phone', assignee_id: seller, status: 'lost', lost_reason: 'price' });
  await stage.lead({ store: 'hyundai', type: 'phone' });
  const leadsBy = async (by: string) => {
    const { rows } = await leadsReport.read(stage.db, march(), by);
    return Object.fromEntries(rows.map(({ label, figures }) => [label, figures.leads]));
  };
  expect(await leadsBy('source')).toEqual({ 'Cars Online (Ford)': 1, 'No source': 2 });
  expect(await leadsBy('assignee')).toEqual({ 'Sal Seller': 2, Unassigned: 1 });
  expect(await leadsBy('type')).toEqual({ Internet: 1, Phone: 2 });
  expect(await leadsBy('lostReason')).toEqual({ 'Price or payment': 1, 'Not lost': 2 });
  const only = [
    { by: 'assignee', key: String(seller) },
    { by: 'type', key: 'phone' },
  ];
  expect((await figures('store', { only })).total?.leads).toBe(1);
  expect((await figures('store', { only: [{ by: 'assignee', key: '' }] })).total?.leads).toBe(1);
});

test('leads of other stores are neither counted nor listed', async () => {
  await stage.lead();
  await stage.lead({ store: 'hyundai' });
  const ford = { stores: ['ford'], scope: { ...fullScope, stores: ['ford'], customers: false } };
  expect((await figures('store', ford)).total?.leads).toBe(1);
  const page = { after: undefined, limit: 50 };
  const { records } = await leadsReport.records.read(stage.db, march(ford), page);
  expect(records.map(({ href, cells }) => [href, cells[1]])).toEqual([[null, 'Ford']]);
});

test('the records are paged without duplicates and match the count', async () => {
  const ids: number[] = [];
  for (const day of [3, 4, 4, 4, 20]) {
    const received_at = at(`2026-03-${String(day).padStart(2, '0')}T12:00`);
    ids.unshift(await stage.lead({ received_at, due_at: received_at }));
  }
  await stage.lead({ status: 'duplicate' });
  const shown: string[] = [];
  for (let after: string | undefined, more = true; more; ) {
    const page = await leadsReport.records.read(stage.db, march(), { after, limit: 2 });
    shown.push(...page.records.map(({ id }) => id));
    after = page.next ?? undefined;
    more = page.next !== null;
  }
  expect(shown).toEqual(ids.map(String));
  expect((await figures()).total?.leads).toBe(shown.length);
});

test('the demo group’s figures match its leads', async () => {
  const demo = await startForecourt();
  const db = demo.platform.db;
  const { rows } = await sql<{ store: string; received_at: Date; status: string; seconds: number }>`
    select store, received_at, status, answer_seconds as seconds from leads`.execute(db);
  const all = queryOf('2020-01-01', '2030-12-31', { timezone: zone });
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
