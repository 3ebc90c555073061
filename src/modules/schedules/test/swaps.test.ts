import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../../../platform/contract/wallTime.ts';
import type { StageUser } from '../../admin/test/stage.ts';
import { titlesOf } from '../../notifications/test/stage.ts';
import {
  decideOffer,
  declineOffer,
  listCandidates,
  listOffers,
  offerShift,
  takeOffer,
  withdrawOffer,
} from '../contract/offers.ts';
import { removeShift, type Shift, saveShift } from '../contract/shift.ts';
import { getMySchedule } from '../contract/week.ts';
import { expireOffers } from '../server/offers/expire.ts';
import {
  addOne,
  monday,
  moveTo,
  openScheduleStage,
  publishedShift,
  type ScheduleStage,
  shiftOn,
} from './stage.ts';

let stage: ScheduleStage;
let planner: StageUser;
let owner: StageUser;
let first: StageUser;
let second: StageUser;
let week = 1;

beforeAll(async () => {
  stage = await openScheduleStage();
  planner = await stage.addPlanner();
  owner = await stage.addWorker({ firstName: 'Olga', lastName: 'Owner' });
  first = await stage.addWorker();
  second = await stage.addWorker();
});
afterAll(() => stage.stop());

/** A published shift of the owner, each in a week of its own. */
async function ownShift(): Promise<Shift> {
  week += 1;
  return publishedShift(planner, owner, monday(week));
}

interface Fields {
  toUserId?: number;
  wantedShiftId?: number;
  clientId?: string;
}

const offer = ({ client }: StageUser, { shiftId }: Shift, fields: Fields = {}) =>
  client.call(offerShift, {
    params: { shiftId },
    body: { clientId: randomUUID(), toUserId: null, wantedShiftId: null, note: '', ...fields },
  });

const act = (
  { client }: StageUser,
  endpoint: typeof takeOffer | typeof declineOffer | typeof withdrawOffer,
  offerId: number,
) => client.call(endpoint, { params: { offerId } });

const decide = ({ client }: StageUser, offerId: number, approved: boolean, reason = '') =>
  client.call(decideOffer, { params: { offerId }, body: { approved, reason } });

const offersOf = async ({ client }: StageUser) => (await client.call(getMySchedule)).body.offers;
const stateFor = async (person: StageUser, offerId: number) =>
  (await offersOf(person)).find((one) => one.offerId === offerId)?.state;

describe('an offered shift', () => {
  test('goes to who took it once a manager approves, and both see each state', async () => {
    const shift = await ownShift();
    const clientId = randomUUID();
    const { status, body } = await offer(owner, shift, { clientId });
    expect([status, body]).toMatchObject([
      201,
      { state: 'open', to: null, may: { take: false, withdraw: true, decide: false } },
    ]);
    expect((await offer(owner, shift, { clientId })).body.offerId).toBe(body.offerId);
    expect((await offer(owner, shift)).body).toMatchObject({
      error: 'This shift is already offered.',
    });
    expect(await titlesOf(first.client)).toContain('Olga Owner offers a shift');
    const taken = await act(first, takeOffer, body.offerId);
    expect(taken.body).toMatchObject({ state: 'taken', takenBy: { id: first.id } });
    expect(await stateFor(owner, body.offerId)).toBe('taken');
    // Until then it is still theirs.
    expect((await shiftOn(planner, owner, shift.date)).person.id).toBe(owner.id);
    expect(await titlesOf(planner.client)).toContain('A shift swap needs your approval');

    expect((await decide(planner, body.offerId, true)).body.state).toBe('approved');
    expect((await shiftOn(planner, first, shift.date)).shiftId).toBe(shift.shiftId);
    for (const person of [owner, first]) {
      expect(await stateFor(person, body.offerId)).toBe('approved');
      expect(await titlesOf(person.client)).toContain('Your shift swap was approved');
    }
    expect((await decide(planner, body.offerId, false, 'Too late')).status).toBe(409);
  });

  test('has one winner when two take it at once', async () => {
    const shift = await ownShift();
    const { offerId } = (await offer(owner, shift)).body;
    const taken = await Promise.all([first, second].map((one) => act(one, takeOffer, offerId)));
    expect(taken.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(taken.find(({ status }) => status === 409)?.body).toMatchObject({
      error: 'This shift was already taken.',
    });
    const decided = await Promise.all(
      [planner, await stage.addPlanner()].map((one) => decide(one, offerId, true)),
    );
    expect(decided.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const winner = taken.find(({ status }) => status === 200)?.body.takenBy?.id;
    const holder = winner === first.id ? first : second;
    expect((await shiftOn(planner, holder, shift.date)).version).toBe(shift.version + 1);
  });

  test('is swapped for a shift of the other person', async () => {
    const shift = await ownShift();
    const wanted = await publishedShift(planner, first, addDays(shift.date, 1));
    const candidates = (
      await owner.client.call(listCandidates, { params: { shiftId: shift.shiftId } })
    ).body;
    const shown = candidates.find(({ id }) => id === first.id)?.shifts ?? [];
    expect(shown.map(({ shiftId }) => shiftId)).toContain(wanted.shiftId);
    const { offerId } = (
      await offer(owner, shift, { toUserId: first.id, wantedShiftId: wanted.shiftId })
    ).body;
    // Offered to one person: for others it does not exist.
    expect((await act(second, takeOffer, offerId)).status).toBe(404);
    expect(await stateFor(second, offerId)).toBeUndefined();
    await act(first, takeOffer, offerId);
    expect((await decide(planner, offerId, true)).status).toBe(200);
    expect((await shiftOn(planner, first, shift.date)).shiftId).toBe(shift.shiftId);
    expect((await shiftOn(planner, owner, wanted.date)).shiftId).toBe(wanted.shiftId);
  });

  test('is swapped for one that starts at the same time', async () => {
    const shift = await ownShift();
    const wanted = await publishedShift(planner, first, shift.date);
    expect(wanted.start).toBe(shift.start);
    const { offerId } = (
      await offer(owner, shift, { toUserId: first.id, wantedShiftId: wanted.shiftId })
    ).body;
    expect((await act(first, takeOffer, offerId)).body.state).toBe('taken');
    const decided = await decide(planner, offerId, true);
    expect([decided.status, decided.body.state]).toEqual([200, 'approved']);
    expect((await shiftOn(planner, first, shift.date)).shiftId).toBe(shift.shiftId);
    expect((await shiftOn(planner, owner, shift.date)).shiftId).toBe(wanted.shiftId);
  });

  test('is not taken by someone who works then, of another department, or who offered it', async () => {
    const shift = await ownShift();
    await publishedShift(planner, second, shift.date, { start: '08:00' });
    const { offerId } = (await offer(owner, shift)).body;
    const sales = await stage.addWorker({ department: 'sales' });
    expect((await act(second, takeOffer, offerId)).body).toMatchObject({
      error: 'You already work at this time.',
    });
    expect((await act(sales, takeOffer, offerId)).status).toBe(404);
    expect((await act(owner, takeOffer, offerId)).status).toBe(403);
    expect(await stateFor(owner, offerId)).toBe('open');
  });

  test('is declined by the one it is offered to, withdrawn by its owner, or declined by a manager', async () => {
    const toOne = (await offer(owner, await ownShift(), { toUserId: first.id })).body.offerId;
    expect((await act(second, declineOffer, toOne)).status).toBe(404);
    expect((await act(first, declineOffer, toOne)).body.state).toBe('declined');
    expect((await act(first, takeOffer, toOne)).body).toMatchObject({
      error: 'This offer was declined.',
    });

    const open = (await offer(owner, await ownShift())).body.offerId;
    expect((await act(first, withdrawOffer, open)).status).toBe(403);
    await act(first, takeOffer, open);
    expect((await act(owner, withdrawOffer, open)).body.state).toBe('withdrawn');
    expect(await titlesOf(first.client)).toContain('Olga Owner withdrew an offered shift');

    const shift = await ownShift();
    const decided = (await offer(owner, shift)).body.offerId;
    expect((await decide(planner, decided, true)).body).toMatchObject({
      error: 'No one has taken it yet.',
    });
    await act(first, takeOffer, decided);
    expect((await decide(planner, decided, false)).status).toBe(400);
    const declined = await decide(planner, decided, false, 'We need you at the front.');
    expect(declined.body).toMatchObject({ state: 'declined', reason: 'We need you at the front.' });
    expect((await shiftOn(planner, owner, shift.date)).person.id).toBe(owner.id);
  });

  test('is decided by no one who takes part, nor by anyone who does not plan it', async () => {
    const lead = await stage.addPlanner();
    week += 1;
    const shift = await publishedShift(planner, lead, monday(week));
    const { offerId } = (await offer(lead, shift)).body;
    await act(first, takeOffer, offerId);
    expect((await decide(lead, offerId, true)).body).toMatchObject({
      error: 'Another manager of this store has to decide on this swap.',
    });
    expect((await decide(first, offerId, true)).status).toBe(403);
    const elsewhere = await stage.addPlanner({ storeAccess: ['ford'] });
    expect((await decide(elsewhere, offerId, true)).status).toBe(404);
    expect((await elsewhere.client.call(listOffers)).body).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ offerId })]),
    );
    expect((await decide(planner, offerId, true)).body.state).toBe('approved');
  });

  test('ends when its shift is changed or removed', async () => {
    const shift = await ownShift();
    const { offerId } = (await offer(owner, shift)).body;
    await act(first, takeOffer, offerId);
    const body = {
      ...{ version: shift.version, userId: owner.id, date: shift.date },
      ...{ start: '12:00', end: '20:00', breakMinutes: 30 },
    };
    const saved = await planner.client.call(saveShift, {
      params: { shiftId: shift.shiftId },
      body,
    });
    expect(saved.status).toBe(200);
    expect((await offersOf(owner)).find((one) => one.offerId === offerId)).toMatchObject({
      state: 'withdrawn',
      reason: 'The shift was changed.',
    });
    expect(await titlesOf(first.client)).toContain('A shift swap was canceled');
    expect((await decide(planner, offerId, true)).status).toBe(409);

    const again = (await offer(owner, saved.body)).body.offerId;
    await planner.client.call(removeShift, {
      params: { shiftId: shift.shiftId },
      query: { version: saved.body.version },
    });
    expect((await act(first, takeOffer, again)).status).toBe(409);
  });

  test('expires when its shift begins, and stays its owner’s', async () => {
    const shift = await ownShift();
    const { offerId } = (await offer(owner, shift)).body;
    await moveTo(stage, shift.shiftId, new Date(Date.now() - 60_000));
    // Before the job has run.
    expect(await stateFor(owner, offerId)).toBe('expired');
    expect((await act(first, takeOffer, offerId)).body).toMatchObject({
      error: 'This shift has already started.',
    });
    await expireOffers({ platform: stage.platform, db: stage.platform.db });
    await expireOffers({ platform: stage.platform, db: stage.platform.db });
    const titles = await titlesOf(owner.client);
    expect(titles.filter((title) => title === 'Your offered shift is still yours')).toHaveLength(1);
  });

  test('is not swapped for a shift that has begun meanwhile, and expires', async () => {
    const wanted = await publishedShift(planner, first, (await ownShift()).date, {
      start: '18:00',
      end: '22:00',
    });
    const shift = await ownShift();
    const { offerId } = (
      await offer(owner, shift, { toUserId: first.id, wantedShiftId: wanted.shiftId })
    ).body;
    await act(first, takeOffer, offerId);
    await moveTo(stage, wanted.shiftId, new Date(Date.now() - 60_000));
    expect(await stateFor(first, offerId)).toBe('expired');
    expect((await decide(planner, offerId, true)).body).toMatchObject({
      error: 'The shift in exchange has already started.',
    });
    expect((await shiftOn(planner, owner, shift.date)).person.id).toBe(owner.id);
    await expireOffers({ platform: stage.platform, db: stage.platform.db });
    expect(await titlesOf(first.client)).toContain('The shift you took was not approved');
  });

  test('ends the other swaps of both shifts once it is approved, and notifies who had taken one', async () => {
    const shift = await ownShift();
    const wanted = await publishedShift(planner, first, addDays(shift.date, 1));
    const third = await stage.addWorker();
    const other = (await offer(first, wanted)).body.offerId;
    await act(third, takeOffer, other);
    const { offerId } = (
      await offer(owner, shift, { toUserId: first.id, wantedShiftId: wanted.shiftId })
    ).body;
    await act(first, takeOffer, offerId);
    expect((await decide(planner, offerId, true)).status).toBe(200);
    expect((await offersOf(third)).find((one) => one.offerId === other)).toMatchObject({
      state: 'withdrawn',
      reason: 'The shift changed hands.',
    });
    expect(await titlesOf(third.client)).toContain('A shift swap was canceled');
  });
});

test('swaps that wait for an answer come before those that were decided later', async () => {
  const waiting = (await offer(owner, await ownShift())).body.offerId;
  const declined = (await offer(owner, await ownShift(), { toUserId: first.id })).body.offerId;
  await act(first, declineOffer, declined);
  const listed = (await planner.client.call(listOffers)).body.map(({ offerId }) => offerId);
  expect(listed.indexOf(waiting)).toBeGreaterThanOrEqual(0);
  expect(listed.indexOf(waiting)).toBeLessThan(listed.indexOf(declined));
});

describe('offering', () => {
  test('is for one’s own published shifts, to people who may take them', async () => {
    const shift = await ownShift();
    const draft = await addOne(planner, owner, addDays(shift.date, 2));
    expect((await offer(first, shift)).status).toBe(404);
    expect((await offer(planner, shift)).status).toBe(404);
    expect((await offer(owner, draft)).status).toBe(404);
    const sales = await stage.addWorker({ department: 'sales' });
    expect((await offer(owner, shift, { toUserId: sales.id })).body).toMatchObject({
      fields: { toUserId: expect.any(String) },
    });
    const leaves = await stage.addWorker();
    await stage.platform.db
      .updateTable('employees')
      .set({ left_on: addDays(shift.date, -1) })
      .where('user_id', '=', leaves.id)
      .execute();
    expect((await offer(owner, shift, { toUserId: leaves.id })).body).toMatchObject({
      fields: { toUserId: expect.any(String) },
    });
    const foreign = await publishedShift(planner, second, addDays(shift.date, 3));
    const wrong = { toUserId: first.id, wantedShiftId: foreign.shiftId };
    expect((await offer(owner, shift, wrong)).body).toMatchObject({
      fields: { wantedShiftId: expect.any(String) },
    });
    expect((await offer(owner, shift, { wantedShiftId: foreign.shiftId })).status).toBe(400);
    expect((await shiftOn(planner, owner, shift.date)).isOffered).toBe(false);
  });

  test('wants no shift in exchange that changes hands at the same moment', async () => {
    const shift = await ownShift();
    const wanted = await publishedShift(planner, first, addDays(shift.date, 1));
    let offering: ReturnType<typeof offer> | undefined;
    await stage.platform.db.transaction().execute(async (tx) => {
      await sql`update work_shifts set user_id = ${second.id} where id = ${wanted.shiftId}`.execute(
        tx,
      );
      offering = offer(owner, shift, { toUserId: first.id, wantedShiftId: wanted.shiftId });
      await Promise.race([offering, setTimeout(300)]);
    });
    expect((await offering)?.body).toMatchObject({ fields: { wantedShiftId: expect.any(String) } });
  });
});
