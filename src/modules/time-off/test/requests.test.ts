import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../../../platform/contract/wallTime.ts';
import type { StageUser } from '../../admin/test/stage.ts';
import { listNotifications } from '../../notifications/contract.ts';
import { getPreview, getRequest, listApprovals, listRequests } from '../contract/requests.ts';
import { addBlackout, addHoliday } from '../contract/rules.ts';
import {
  approvalsOf,
  ask,
  balanceOf,
  decide,
  end,
  give,
  h,
  hrRights,
  ledgerOf,
  openTimeOffStage,
  type TimeOffStage,
} from './stage.ts';

let stage: TimeOffStage;
let boss: StageUser;
let manager: StageUser;
let nora: StageUser;
let other: StageUser;

beforeAll(async () => {
  stage = await openTimeOffStage();
  boss = await stage.hire({ role: 'general_manager', firstName: 'Gina', lastName: 'Major' });
  manager = await stage.hire({
    role: 'manager',
    manager: boss,
    firstName: 'Mark',
    lastName: 'Minor',
  });
  nora = await stage.hire({ manager, firstName: 'Nora', lastName: 'Novak' });
  other = await stage.hire({ manager, firstName: 'Otto', lastName: 'Olsen' });
  await give(stage, nora, 80 * h);
});
afterAll(() => stage.stop());

const titlesOf = async ({ client }: StageUser) =>
  (await client.call(listNotifications)).body.notifications.map(({ title }) => title);
const vacation = () => stage.kinds.vacation;
/** A Monday of its own for each test. */
let weeks = 0;
const nextMonday = () => addDays(stage.monday, 7 * weeks++);

describe('a request', () => {
  test('waits for the manager, who is notified, and takes the balance once it is approved', async () => {
    const startsOn = nextMonday();
    const sent = await ask(nora, { kindId: vacation(), startsOn, endsOn: addDays(startsOn, 6) });
    expect(sent.status).toBe(201);
    expect(sent.body).toMatchObject({
      state: 'pending',
      minutes: 40 * h,
      waitsFor: ['Mark Minor'],
    });
    expect(await titlesOf(manager)).toContain('Nora Novak requests time off');
    expect(await approvalsOf(manager)).toContain(sent.body.id);
    expect(await approvalsOf(boss)).not.toContain(sent.body.id);
    expect(await approvalsOf(boss, 'all')).toContain(sent.body.id);
    expect(await balanceOf(nora, vacation())).toMatchObject({
      balanceMinutes: 80 * h,
      pendingMinutes: 40 * h,
    });
    const done = await decide(manager, sent.body);
    expect(done.body).toMatchObject({ state: 'approved', decidedBy: 'Mark Minor' });
    expect(await titlesOf(nora)).toContain('Your time off was approved');
    expect(await titlesOf(manager)).not.toContain('Nora Novak requests time off');
    expect(await balanceOf(nora, vacation())).toMatchObject({
      balanceMinutes: 80 * h,
      scheduledMinutes: 40 * h,
      pendingMinutes: 0,
    });
    const canceled = await end(nora, done.body);
    expect(canceled.body.state).toBe('canceled');
    expect(await balanceOf(nora, vacation())).toMatchObject({ scheduledMinutes: 0 });
    const entries = (await ledgerOf(nora, vacation())).filter(
      ({ requestId }) => requestId === sent.body.id,
    );
    // Five days taken and five given back; nothing is ever deleted.
    expect(entries).toHaveLength(10);
    expect(entries.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(0);
    expect(await titlesOf(manager)).toContain('Nora Novak canceled time off');
  });

  test('is made once, however often it is sent', async () => {
    const clientId = randomUUID();
    const asked = { kindId: vacation(), startsOn: nextMonday(), clientId };
    const answers = await Promise.all([1, 2, 3].map(() => ask(nora, asked)));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    await end(nora, answers[0]?.body ?? { id: 0, version: 0 });
  });

  test('is decided once, by the first', async () => {
    const { body } = await ask(nora, { kindId: vacation(), startsOn: nextMonday() });
    const answers = await Promise.all([
      decide(manager, body, 'approved'),
      decide(boss, body, 'declined'),
      decide(stage.hr, body, 'approved'),
    ]);
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({
      error: expect.stringMatching(/already (approved|declined) this request/),
    });
  });

  test('is not decided by the person themselves, a colleague or a manager who is not above them', async () => {
    const { body } = await ask(manager, { kindId: stage.kinds.unpaid, startsOn: nextMonday() });
    expect((await decide(manager, body)).status).toBe(403);
    const beside = await stage.hire({ role: 'general_manager' });
    expect((await decide(beside, body)).status).toBe(404);
    expect((await decide(nora, body)).status).toBe(404);
    const { body: own } = await ask(stage.hr, {
      kindId: stage.kinds.unpaid,
      startsOn: nextMonday(),
    });
    expect((await decide(stage.hr, own)).status).toBe(403);
    expect((await decide(boss, body)).status).toBe(200);
  });

  test('goes to the next manager up while the manager is away, and to HR if there is none', async () => {
    const away = await stage.hire({ role: 'manager', manager: boss });
    const person = await stage.hire({ manager: away });
    const startsOn = nextMonday();
    await sql`insert into time_off_requests (user_id, kind_id, starts_on, ends_on, portion, from_minute,
        to_minute, reason, state, client_id, created_by)
      values (${away.id}, ${vacation()}, ${stage.today}, ${stage.today}, 'full', 0, 1440, '', 'approved',
        gen_random_uuid(), ${away.id})`.execute(stage.platform.db);
    const sent = await ask(person, { kindId: stage.kinds.unpaid, startsOn });
    expect(sent.body.waitsFor).toEqual(['Gina Major']);
    expect(await approvalsOf(away)).not.toContain(sent.body.id);
    // They may still decide.
    expect(await approvalsOf(away, 'all')).toContain(sent.body.id);
    const alone = await stage.hire();
    const toHr = await ask(alone, { kindId: stage.kinds.unpaid, startsOn });
    expect(toHr.body.waitsFor.length).toBeGreaterThan(0);
    expect(await approvalsOf(stage.hr)).toContain(toHr.body.id);
    // HR of another store is not asked, and may not decide.
    const elsewhere = await stage.hire({ ...hrRights, storeAccess: ['hyundai'] });
    expect(await approvalsOf(elsewhere, 'all')).not.toContain(toHr.body.id);
    expect((await decide(elsewhere, toHr.body)).status).toBe(404);
  });

  test('is refused with a sentence, and changes nothing', async () => {
    const monday = nextMonday();
    const before = await balanceOf(nora, vacation());
    const cases: [Parameters<typeof ask>[1], number, RegExp][] = [
      [
        { kindId: vacation(), startsOn: monday, endsOn: addDays(monday, -1) },
        400,
        /before the first/,
      ],
      [
        { kindId: vacation(), startsOn: addDays(monday, 5), endsOn: addDays(monday, 6) },
        400,
        /no working days/,
      ],
      [{ kindId: vacation(), startsOn: addDays(monday, 5) }, 400, /not a working day/],
      [
        { kindId: vacation(), startsOn: monday, endsOn: addDays(monday, 1), portion: 'morning' },
        400,
        /on one day/,
      ],
      [{ kindId: vacation(), startsOn: monday, portion: 'hours' }, 400, /when it starts/],
      [
        { kindId: vacation(), startsOn: monday, portion: 'hours', fromMinute: 600 },
        400,
        /how long/,
      ],
      [{ kindId: vacation(), startsOn: monday, endsOn: addDays(monday, 21) }, 400, /short of this/],
      [{ kindId: vacation(), startsOn: addDays(stage.today, -90) }, 400, /more than 60 days/],
      [{ kindId: vacation(), startsOn: addDays(stage.today, 700) }, 400, /18 months/],
      [{ kindId: 99_999, startsOn: monday }, 404, /does not exist/],
      [{ kindId: vacation(), startsOn: monday, userId: other.id }, 404, /does not exist/],
    ];
    for (const [asked, status, sentence] of cases) {
      const answer = await ask(nora, asked);
      expect([answer.status, answer.body]).toMatchObject([
        status,
        { error: expect.stringMatching(sentence) },
      ]);
    }
    const unknown = await nora.client.raw('POST', '/api/time-off/requests', {
      body: {
        clientId: randomUUID(),
        kindId: vacation(),
        startsOn: monday,
        endsOn: monday,
        state: 'approved',
      },
    });
    expect(unknown.status).toBe(400);
    expect(await balanceOf(nora, vacation())).toEqual(before);
  });

  test('cannot overlap another, except for the other half of a day', async () => {
    const startsOn = nextMonday();
    const { body } = await ask(nora, { kindId: vacation(), startsOn, portion: 'morning' });
    expect(body.minutes).toBe(4 * h);
    const again = await ask(nora, {
      kindId: stage.kinds.unpaid,
      startsOn,
      endsOn: addDays(startsOn, 1),
    });
    expect([again.status, again.body]).toMatchObject([
      409,
      { error: expect.stringContaining('You already have time off') },
    ]);
    const rest = await ask(nora, { kindId: stage.kinds.unpaid, startsOn, portion: 'afternoon' });
    expect(rest.status).toBe(201);
    await end(nora, body);
    await end(nora, rest.body);
  });

  test('that needs no approval is approved at once, and only HR reads a private reason', async () => {
    const startsOn = nextMonday();
    const { body } = await ask(nora, { kindId: stage.kinds.sick, startsOn, reason: 'Surgery' });
    expect(body).toMatchObject({ state: 'approved', reason: 'Surgery' });
    expect(await titlesOf(manager)).toContain('Nora Novak takes time off');
    const seenBy = async ({ client }: StageUser) =>
      (await client.call(getRequest, { params: { requestId: body.id } })).body.request;
    expect((await seenBy(manager)).reason).toBeNull();
    expect((await seenBy(stage.hr)).reason).toBe('Surgery');
    const texts = (await manager.client.call(listNotifications)).body.notifications;
    expect(JSON.stringify(texts)).not.toContain('Surgery');
    const colleague = await other.client.call(getRequest, { params: { requestId: body.id } });
    expect(colleague.status).toBe(404);
    const theirs = await other.client.call(listRequests, { query: { userId: nora.id } });
    expect(theirs.status).toBe(404);
    await end(nora, body);
  });

  test('in place of another ends that one: at once, or when it is approved', async () => {
    const startsOn = nextMonday();
    const first = await ask(nora, { kindId: vacation(), startsOn });
    const instead = {
      kindId: vacation(),
      startsOn: addDays(startsOn, 1),
      replacesId: first.body.id,
    };
    const second = await ask(nora, instead);
    const stateOf = async (requestId: number) =>
      (await nora.client.call(getRequest, { params: { requestId } })).body.request.state;
    expect(await stateOf(first.body.id)).toBe('withdrawn');
    await decide(manager, second.body);
    const third = await ask(nora, {
      kindId: vacation(),
      startsOn: addDays(startsOn, 1),
      endsOn: addDays(startsOn, 2),
      replacesId: second.body.id,
    });
    expect(third.status).toBe(201);
    // The approved one counts until then.
    expect(await stateOf(second.body.id)).toBe('approved');
    await decide(manager, third.body);
    expect([await stateOf(second.body.id), await stateOf(third.body.id)]).toEqual([
      'canceled',
      'approved',
    ]);
    const used = (await ledgerOf(nora, vacation())).filter(
      ({ day }) => day >= startsOn && day <= addDays(startsOn, 6),
    );
    expect(used.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(-16 * h);
    const theirs = await ask(other, { ...instead, replacesId: third.body.id });
    expect(theirs.status).toBe(404);
  });

  test('in place of a pending change takes over what that was to replace', async () => {
    const startsOn = nextMonday();
    const approved = await ask(nora, { kindId: vacation(), startsOn });
    await decide(manager, approved.body);
    const change = await ask(nora, {
      kindId: vacation(),
      startsOn: addDays(startsOn, 1),
      replacesId: approved.body.id,
    });
    // Also on the day of the approved one, which is still there.
    const instead = { kindId: vacation(), startsOn, endsOn: addDays(startsOn, 1) };
    const query = { ...instead, replacesId: change.body.id };
    expect((await nora.client.call(getPreview, { query })).body.problem).toBeNull();
    const last = await ask(nora, query);
    expect([last.status, last.body]).toMatchObject([201, { replacesId: approved.body.id }]);
    await decide(manager, last.body);
    const { body } = await nora.client.call(listRequests, { query: { limit: 200 } });
    const states = [approved, change, last].map(
      ({ body: { id } }) => body.find((one) => one.id === id)?.state,
    );
    expect(states).toEqual(['canceled', 'withdrawn', 'approved']);
    await end(manager, { ...last.body, version: last.body.version + 1 });
  });

  test('in place of another is the only pending change of that one', async () => {
    const startsOn = nextMonday();
    const { body: first } = await ask(nora, { kindId: stage.kinds.unpaid, startsOn });
    await decide(manager, first);
    const day = (days: number) => addDays(startsOn, days);
    const change = (days: number, by = nora) =>
      ask(by, {
        ...{ kindId: stage.kinds.unpaid, userId: nora.id },
        ...{ startsOn: day(days), replacesId: first.id },
      });
    const { body: pending } = await change(1);
    for (const by of [nora, manager]) {
      const refused = await change(2, by);
      expect([refused.status, refused.body]).toMatchObject([
        409,
        { error: expect.stringMatching(/^A change to .* is already pending\.$/) },
      ]);
    }
    // The pending change itself can be changed, and takes its place.
    const { body: next } = await ask(nora, {
      ...{ kindId: stage.kinds.unpaid, startsOn: day(3), replacesId: pending.id },
    });
    expect((await decide(manager, next)).body.state).toBe('approved');
    const { body: own } = await nora.client.call(listRequests, { query: {} });
    const open = own.filter(
      ({ startsOn: begins, state }) =>
        begins >= startsOn && begins <= day(6) && ['pending', 'approved'].includes(state),
    );
    expect(open.map(({ id }) => id)).toEqual([next.id]);
  });

  test('cannot replace what the person could not end themselves', async () => {
    const startsOn = addDays(stage.today, -14);
    const recorded = await ask(manager, {
      userId: nora.id,
      kindId: stage.kinds.unpaid,
      startsOn,
      endsOn: addDays(startsOn, 4),
    });
    // Sick needs no approval, so it would return days that were taken.
    const replacesId = recorded.body.id;
    const refused = await ask(nora, {
      kindId: stage.kinds.sick,
      startsOn: nextMonday(),
      replacesId,
    });
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { error: 'This time off has begun. Ask your manager or HR to cancel it.' },
    ]);
    expect((await end(manager, recorded.body)).body.state).toBe('canceled');
    const pending = await ask(nora, { kindId: vacation(), startsOn: nextMonday() });
    const taken = await ask(manager, {
      userId: nora.id,
      kindId: stage.kinds.unpaid,
      startsOn: nextMonday(),
      replacesId: pending.body.id,
    });
    expect(taken.status).toBe(403);
    expect((await end(nora, pending.body)).body.state).toBe('withdrawn');
  });

  test('that has begun is canceled by those who decide, not by the person', async () => {
    const startsOn = addDays(stage.today, -7);
    const recorded = await ask(manager, {
      userId: nora.id,
      kindId: stage.kinds.unpaid,
      startsOn,
      endsOn: addDays(startsOn, 4),
    });
    // Recorded by someone who decides, it needs no further approval.
    expect(recorded.body).toMatchObject({ state: 'approved', createdBy: 'Mark Minor' });
    const refused = await end(nora, recorded.body);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { error: 'This time off has begun. Ask your manager or HR to cancel it.' },
    ]);
    expect((await end(manager, recorded.body)).body.state).toBe('canceled');
  });

  test('is shown to those who decide with what remains, also for later approved days', async () => {
    const person = await stage.hire({ manager });
    await give(stage, person, 48 * h);
    const [early, late] = [nextMonday(), nextMonday()];
    const week = await ask(person, {
      kindId: vacation(),
      startsOn: late,
      endsOn: addDays(late, 4),
    });
    await decide(manager, week.body);
    const { body } = await ask(person, { kindId: vacation(), startsOn: early });
    const remaining = async () =>
      (await manager.client.call(listApprovals, { query: {} })).body.find(
        ({ id }) => id === body.id,
      )?.remainingMinutes;
    expect(await remaining()).toBe(0);
    await give(stage, person, -8 * h);
    expect(await remaining()).toBe(-8 * h);
    const refused = await decide(manager, body);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { error: 'Vacation is 8 h short of this.' },
    ]);
    await end(person, body);
  });

  test('takes no holidays, is warned about blackout days or refused, and shows who else is away', async () => {
    const startsOn = nextMonday();
    const holiday = { day: addDays(startsOn, 2), name: 'Founders’ Day', store: null };
    expect((await stage.hr.client.call(addHoliday, { body: holiday })).status).toBe(201);
    const blackout = {
      name: 'Inventory',
      startsOn: addDays(startsOn, 4),
      endsOn: addDays(startsOn, 4),
      lastDays: null,
      store: 'ford' as const,
      department: null,
      refuses: false,
    };
    expect((await stage.hr.client.call(addBlackout, { body: blackout })).status).toBe(201);
    const colleague = await ask(stage.hr, {
      userId: other.id,
      kindId: stage.kinds.unpaid,
      startsOn: addDays(startsOn, 3),
      portion: 'morning',
    });
    expect(colleague.body.state).toBe('approved');
    // Two parts of a day are listed once.
    await ask(stage.hr, {
      userId: other.id,
      kindId: stage.kinds.jury,
      startsOn: addDays(startsOn, 3),
      portion: 'afternoon',
    });
    const query = { kindId: vacation(), startsOn, endsOn: addDays(startsOn, 4) };
    const { body } = await nora.client.call(getPreview, { query });
    expect(body).toMatchObject({
      minutes: 32 * h,
      holidays: [{ name: 'Founders’ Day' }],
      problem: null,
      warnings: ['These days include blackout days: Inventory.'],
      away: [{ name: 'Otto Olsen' }],
    });
    expect(body.availableMinutes).toBe((body.remainingMinutes ?? 0) + 32 * h);
    await stage.hr.client.call(addBlackout, { body: { ...blackout, name: 'Sale', refuses: true } });
    const refused = await ask(nora, query);
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { error: 'No time off on these days: Sale.' },
    ]);
    // HR may still record it.
    expect((await ask(stage.hr, { ...query, userId: nora.id })).status).toBe(201);
  });
});
