import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, dateAt } from '../../../platform/contract/wallTime.ts';
import type { StageUser } from '../../admin/test/stage.ts';
import { moveThrough } from '../../deals/test/stage.ts';
import { defaultTimezone } from '../../organization/contract.ts';
import {
  countTitles,
  exportTitles,
  listTitleLimits,
  listTitles,
  saveTitleLimits,
  saveTitleWork,
  type TitleStep,
} from '../contract/titles.ts';
import {
  backdate,
  deliveredDeal,
  fetchJacket,
  type JacketStage,
  openJacketStage,
  signedDeal,
} from './stage.ts';

let stage: JacketStage;
let clerk: StageUser;
beforeAll(async () => {
  stage = await openJacketStage();
  clerk = await stage.addClerk();
});
afterAll(() => stage.stop());

const today = dateAt(defaultTimezone, Date.now());
const daysAgo = (days: number) => addDays(today, -days);
const trade = { vehicle: '2018 Kia Sorento', allowanceCents: 900_000, payoffCents: 450_000 };

type Days = Partial<Record<TitleStep, string | null>>;
const enter = ({ client }: StageUser, dealId: number, version: number, days: Days) =>
  client.call(saveTitleWork, {
    params: { dealId },
    body: {
      version,
      steps: Object.entries(days).map(([step, day]) => ({ step: step as TitleStep, day })),
    },
  });

async function delivered(daysBefore = 0, overrides: object = {}) {
  const deal = await deliveredDeal(stage, overrides);
  if (daysBefore > 0) await backdate(stage, deal.id, daysBefore);
  return deal;
}
const openOf = async (dealId: number) =>
  (await fetchJacket(clerk, dealId)).body.titleWork?.open.map(({ step, dueOn }) => [step, dueOn]);

describe('title work', () => {
  test('starts with the delivery', async () => {
    const { id } = await signedDeal(stage);
    expect((await fetchJacket(clerk, id)).body.titleWork).toBeNull();
    const early = await enter(clerk, id, 0, {});
    expect([early.status, early.body]).toMatchObject([
      409,
      { error: 'Title work starts when the deal is delivered.' },
    ]);
  });

  test('has clocks from the delivery, and from what was entered', async () => {
    const { id } = await delivered(3, { trade });
    const day = daysAgo(3);
    expect(await openOf(id)).toEqual([
      ['payoff_sent', addDays(day, 7)],
      ['title_in', addDays(day, 14)],
      ['title_out', addDays(day, 20)],
      ['registration_sent', addDays(day, 20)],
    ]);
    const tag = { tag_issued: day, tag_expires: addDays(day, 30) };
    await enter(clerk, id, 0, { payoff_due: addDays(day, 10), ...tag });
    expect(await openOf(id)).toMatchObject([
      ['payoff_sent', addDays(day, 10)],
      ['title_in', addDays(day, 14)],
      ['title_out', addDays(day, 20)],
      ['registration_sent', addDays(day, 30)],
    ]);
    await enter(clerk, id, 1, { payoff_sent: daysAgo(1), title_in: today, ...tag });
    expect(await openOf(id)).toEqual([
      ['payoff_confirmed', addDays(today, 6)],
      ['title_out', addDays(day, 20)],
      ['lien_released', addDays(today, 20)],
      ['registration_sent', addDays(day, 30)],
    ]);
  });

  test('of a trade without a payoff has none, and of a wholesale deal no registration', async () => {
    const plain = await delivered(0, { trade: { ...trade, payoffCents: 0 } });
    expect((await openOf(plain.id))?.map(([step]) => step)).toEqual([
      'title_in',
      'title_out',
      'registration_sent',
    ]);
    const wholesale = await delivered(0, { type: 'wholesale', method: 'cash' });
    expect((await openOf(wholesale.id))?.map(([step]) => step)).toEqual(['title_in', 'title_out']);
    const refused = await enter(clerk, wholesale.id, 0, { registration_sent: today });
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { error: 'Registration sent does not concern this deal.' },
    ]);
  });

  test('keeps who entered a day that stays', async () => {
    const { id } = await delivered(2);
    await enter(clerk, id, 0, { title_in: daysAgo(1) });
    const { body } = await enter(stage.boss, id, 1, { title_in: daysAgo(1), title_out: today });
    const by = new Map(body.steps.map((step) => [step.step, step.by]));
    expect(by.get('title_in')).not.toBe(by.get('title_out'));
    expect(body.version).toBe(2);
    expect(
      (await enter(clerk, id, 2, { title_in: daysAgo(1), title_out: today })).body.version,
    ).toBe(2);
    const log = (await stage.log(id)).filter(({ action }) => action === 'title_work.changed');
    expect(log.map(({ after }) => after)).toEqual([{ title_in: daysAgo(1) }, { title_out: today }]);
  });

  test('is done when every step has a day or is not needed', async () => {
    const { id } = await delivered(4);
    await enter(clerk, id, 0, { title_in: today, title_out: null, registration_sent: today });
    expect(await openOf(id)).toEqual([]);
    const { body } = await clerk.client.call(listTitles, { query: { scope: 'done', limit: 200 } });
    expect(body.find((row) => row.id === id)?.steps).toMatchObject([
      { step: 'title_in', day: today },
      { step: 'title_out', day: null },
      { step: 'registration_sent', day: today },
    ]);
  });

  test('of two people who save at once, the second is refused', async () => {
    const { id } = await delivered();
    const both = await Promise.all([
      enter(clerk, id, 0, { title_in: today }),
      enter(stage.boss, id, 0, { title_out: today }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test.each([
    ['in the future', { title_in: addDays(today, 1) }, 'title_in'],
    ['before what comes first', { title_in: today, title_out: daysAgo(1) }, 'title_out'],
    [
      'before the payoff was sent',
      { payoff_sent: today, payoff_confirmed: daysAgo(1) },
      'payoff_confirmed',
    ],
    [
      'a tag that expires before it is issued',
      { tag_issued: today, tag_expires: daysAgo(1) },
      'tag_expires',
    ],
    ['a due day that is not needed', { payoff_due: null }, 'payoff_due'],
  ] as [string, Days, TitleStep][])('refuses a day %s', async (_, days, field) => {
    const { id } = await delivered(5, { trade });
    const { status, body } = await enter(clerk, id, 0, days);
    expect([status, Object.keys((body as unknown as { fields: object }).fields)]).toEqual([
      400,
      [field],
    ]);
    expect((await fetchJacket(clerk, id)).body.titleWork?.steps).toEqual([]);
  });

  test('refuses a step twice, and days that are none', async () => {
    const { id: dealId } = await delivered();
    const call = (steps: unknown) =>
      clerk.client.call(saveTitleWork, {
        params: { dealId },
        body: { version: 0, steps } as never,
      });
    const step = { step: 'title_in', day: today };
    expect((await call([step, step])).status).toBe(400);
    expect((await call([{ step: 'title_in', day: '2026-13-01' }])).status).toBe(400);
    expect((await call([{ step: 'paint', day: today }])).status).toBe(400);
  });
});

describe('the list of titles', () => {
  const list = async (query: object) =>
    (await clerk.client.call(listTitles, { query: { limit: 200, ...query } as never })).body;

  test('has what is overdue first, and counts it', async () => {
    const late = await delivered(40, { trade });
    const fresh = await delivered();
    const before = (await clerk.client.call(countTitles, { query: {} })).body.scopes;
    const ids = (await list({})).map(({ id }) => id);
    expect(ids.indexOf(late.id)).toBeGreaterThanOrEqual(0);
    expect(ids.indexOf(late.id)).toBeLessThan(ids.indexOf(fresh.id));
    const overdue = await list({ scope: 'overdue' });
    expect(overdue.map(({ id }) => id)).toContain(late.id);
    expect(overdue.map(({ id }) => id)).not.toContain(fresh.id);
    expect(overdue.find(({ id }) => id === late.id)).toMatchObject({
      days: 40,
      number: late.number,
      open: [{ step: 'payoff_sent', isOverdue: true }, {}, {}, {}],
    });
    await enter(clerk, late.id, 0, {
      ...{ payoff_sent: daysAgo(30), payoff_confirmed: daysAgo(28), lien_released: daysAgo(20) },
      ...{ title_in: daysAgo(20), title_out: daysAgo(10), registration_sent: daysAgo(10) },
    });
    const { body: after } = await clerk.client.call(countTitles, { query: {} });
    expect(after.scopes).toEqual({ ...before, open: before.open - 1, overdue: before.overdue - 1 });
    expect(after.count).toBe(after.scopes.open);
  });

  test('warns of temporary tags until the registration is sent', async () => {
    const { id } = await delivered(20);
    const tags = async () => (await list({ scope: 'tags' })).map((row) => row.id);
    await enter(clerk, id, 0, { tag_issued: daysAgo(20), tag_expires: addDays(today, 30) });
    expect(await tags()).not.toContain(id);
    const tag = { tag_issued: daysAgo(20), tag_expires: addDays(today, 5) };
    await enter(clerk, id, 1, tag);
    expect(await tags()).toContain(id);
    await enter(clerk, id, 2, { ...tag, registration_sent: today });
    expect(await tags()).not.toContain(id);
  });

  test('is filtered by step and search, and leaves out deals that were undone', async () => {
    const deal = await delivered(1, { trade });
    const q = deal.number;
    expect(await list({ q, step: 'payoff_sent' })).toHaveLength(1);
    expect(await list({ q, step: 'payoff_confirmed' })).toEqual([]);
    expect(await list({ q, store: 'hyundai' })).toEqual([]);
    await moveThrough(stage.boss, deal, 'signed');
    expect(await list({ q, scope: 'all' })).toEqual([]);
  });

  test('is exported with every day, and that is logged', async () => {
    const { id, number } = await delivered(1);
    await enter(clerk, id, 0, { title_in: today, title_out: null });
    const { body } = await clerk.client.call(exportTitles, { body: { q: number } });
    const [head, line] = String(body).split('\r\n');
    expect(head).toContain('days_since_delivery,open,payoff_due');
    expect(line).toContain(`${number},Ford,`);
    expect(line).toContain(`${today},not needed`);
    const logged = await stage.platform.db
      .selectFrom('activity_log')
      .select('actor_id')
      .where('action', '=', 'titles.exported')
      .execute();
    expect(logged.map(({ actor_id }) => actor_id)).toContain(clerk.id);
  });
});

describe('the limits of a store', () => {
  test('move its clocks, and two people do not overwrite each other', async () => {
    const { client } = stage.boss;
    const [ford] = (await client.call(listTitleLimits)).body;
    if (!ford) throw new Error('No limits');
    const { id } = await delivered(3);
    const { store, version, since } = ford;
    const days = { ...ford.days, title_in: 2 };
    const save = (body: object) =>
      client.call(saveTitleLimits, { params: { store }, body: body as never });
    expect((await save({ version, since, days })).status).toBe(200);
    expect((await openOf(id))?.[0]).toEqual(['title_in', daysAgo(1)]);
    expect((await save({ version, since, days })).status).toBe(409);
    expect(
      (await save({ version: version + 1, since, days: { ...days, title_in: 0 } })).status,
    ).toBe(400);
    // Deals delivered before are not followed.
    await save({ version: version + 1, since: today, days });
    expect(await openOf(id)).toBeUndefined();
    const early = await enter(clerk, id, 0, {});
    expect([early.status, early.body]).toMatchObject([
      409,
      { error: 'This deal was delivered before title work was kept here.' },
    ]);
    await save({ version: version + 2, since, days: ford.days });
  });
});
