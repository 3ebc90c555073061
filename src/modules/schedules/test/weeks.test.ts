import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../../../platform/contract/wallTime.ts';
import type { StageUser } from '../../admin/test/stage.ts';
import { listOf, titlesOf } from '../../notifications/test/stage.ts';
import { getPlan, savePlan } from '../contract/plan.ts';
import { addShifts, copyWeek, publishWeek, removeShift, saveShift } from '../contract/shift.ts';
import { getMySchedule, getWeek, listNextShifts, listPlaces } from '../contract/week.ts';
import {
  add,
  addOne,
  monday,
  openScheduleStage,
  place,
  publish,
  publishedShift,
  type ScheduleStage,
  shiftBody,
  shiftOn,
  takeOff,
  weekOf,
} from './stage.ts';

let stage: ScheduleStage;
let planner: StageUser;
let worker: StageUser;
let stranger: StageUser;

beforeAll(async () => {
  stage = await openScheduleStage();
  planner = await stage.addPlanner({ firstName: 'Paula', lastName: 'Planner' });
  worker = await stage.addWorker({ firstName: 'Will', lastName: 'Worker' });
  stranger = await stage.addUser({ department: 'it', storeAccess: ['ford'] });
});
afterAll(() => stage.stop());

const mine = async ({ client }: StageUser) => (await client.call(getMySchedule)).body;

describe('a week', () => {
  test('is a draft for its planners until it is published, then each person is notified once', async () => {
    const week = monday(2);
    const days = [0, 1, 2].map((day) => addDays(week, day));
    const { status, body } = await add(planner, [worker.id], days);
    expect([status, body]).toEqual([201, { added: 3, skipped: [] }]);
    expect(await weekOf(planner, week)).toMatchObject({ drafts: 3, may: { edit: true } });
    const seen = await weekOf(worker, week);
    expect([seen.shifts, seen.warnings, seen.others]).toEqual([[], [], []]);
    expect((await mine(worker)).shifts).toEqual([]);

    const published = await publish(planner, week);
    expect(published.body).toEqual({ published: 3, people: 1 });
    const { shifts, drafts, may } = await weekOf(worker, week);
    expect(shifts.map(({ date, start, end }) => [date, start, end])).toEqual(
      days.map((date) => [date, '09:00', '17:00']),
    );
    expect([drafts, may.edit]).toEqual([0, false]);
    expect((await mine(worker)).shifts).toHaveLength(3);
    const { notifications } = await listOf(worker.client);
    expect(notifications).toHaveLength(1);
    expect(notifications[0]).toMatchObject({
      title: 'Your schedule was published',
      message: expect.stringMatching(/ at Chevrolet: 3 shifts, first Mon, .* 9:00 AM – 5:00 PM$/),
      actionUrl: '/people/schedule',
    });
    // Nothing is left to publish, so no one is notified again.
    expect((await publish(planner, week)).body).toEqual({ published: 0, people: 0 });
    expect((await listOf(worker.client)).notifications).toHaveLength(1);
  });

  test('is added, copied and published once, however often the request is repeated', async () => {
    const week = monday(3);
    const helper = await stage.addWorker();
    const body = shiftBody([helper.id], [week]);
    const both = await Promise.all([1, 2].map(() => planner.client.call(addShifts, { body })));
    expect(both.map(({ body: reply }) => reply)).toEqual([
      { added: 1, skipped: [] },
      { added: 1, skipped: [] },
    ]);
    expect((await weekOf(planner, week)).shifts).toHaveLength(1);

    const copy = { clientId: randomUUID(), ...place, fromWeek: week, toWeek: monday(4) };
    for (let repeat = 0; repeat < 2; repeat += 1) {
      const copied = await planner.client.call(copyWeek, { body: copy });
      expect(copied.body).toEqual({ added: 1, skipped: [] });
    }
    expect((await weekOf(planner, monday(4))).shifts).toHaveLength(1);

    const request = { clientId: randomUUID(), ...place, week };
    const replies = await Promise.all(
      [1, 2].map(() => planner.client.call(publishWeek, { body: request })),
    );
    expect(replies.map(({ body: reply }) => reply.published)).toEqual([1, 1]);
    expect(await titlesOf(helper.client)).toEqual(['Your schedule was published']);
  });

  test('is copied as drafts without those who left, and without what is planned already', async () => {
    const [from, to] = [monday(5), monday(6)];
    const [stays, leaves] = [
      await stage.addWorker(),
      await stage.addWorker({ firstName: 'Lea', lastName: 'Leaver' }),
    ];
    await add(planner, [stays.id, leaves.id], [from, addDays(from, 1)]);
    await publish(planner, from);
    await add(planner, [stays.id], [to]);
    await stage.platform.db
      .updateTable('users')
      .set({ is_active: false })
      .where('id', '=', leaves.id)
      .execute();
    const body = { clientId: randomUUID(), ...place, fromWeek: from, toWeek: to };
    const copied = (await planner.client.call(copyWeek, { body })).body;
    expect(copied.added).toBe(1);
    const reasons = copied.skipped.map(({ person, date, reason }) => [person.id, date, reason]);
    expect(reasons).toEqual(
      expect.arrayContaining([
        [stays.id, to, 'planned'],
        [leaves.id, to, 'left'],
        [leaves.id, addDays(to, 1), 'left'],
      ]),
    );
    expect(reasons).toHaveLength(3);
    const { shifts } = await weekOf(planner, to);
    expect(shifts.map(({ person, isPublished }) => [person.id, isPublished])).toEqual([
      [stays.id, false],
      [stays.id, false],
    ]);
    // The copy of Lea’s published shifts stays behind and is marked.
    const { warnings } = await weekOf(planner, from);
    expect(warnings.filter(({ kind }) => kind === 'left')).toHaveLength(2);
  });

  test('shows warnings that count all stores', async () => {
    const week = monday(7);
    const both = await stage.addWorker({ storeAccess: ['ford', 'chevrolet'] });
    const chief = await stage.addPlanner({ storeAccess: ['ford', 'chevrolet'] });
    const days = [0, 1, 2, 3, 4].map((day) => addDays(week, day));
    await add(chief, [both.id], days.slice(1), { end: '18:00', breakMinutes: 0 });
    await add(chief, [both.id], days.slice(0, 1), { store: 'ford', breakMinutes: 0 });
    const { warnings, shifts, people } = await weekOf(chief, week);
    const friday = shifts.find(({ date }) => date === days[4]);
    expect(warnings).toEqual([{ shiftId: friday?.shiftId, kind: 'hours' }]);
    expect(people.find(({ id }) => id === both.id)?.minutes).toBe(44 * 60);
  });

  test('is seen by its department and its planners, and does not exist for others', async () => {
    const sales = await stage.addUser({ department: 'sales', storeAccess: ['chevrolet'] });
    const hr = await stage.addUser({
      department: 'hr',
      storeAccess: ['chevrolet'],
      pagePermissions: ['hr'],
      featurePermissions: ['view_data'],
    });
    const query = { ...place };
    for (const [person, status] of [
      [worker, 200],
      [hr, 200],
      [sales, 404],
      [stranger, 404],
    ] as const) {
      expect((await person.client.call(getWeek, { query })).status).toBe(status);
    }
    expect((await hr.client.call(getWeek, { query })).body.may).toEqual({ edit: false });
    expect((await worker.client.call(listPlaces)).body).toEqual([
      { ...place, hasPeople: true, mayEdit: false },
    ]);
    const places = (await planner.client.call(listPlaces)).body;
    expect(places).toHaveLength(7);
    expect(places.every(({ store, mayEdit }) => store === 'chevrolet' && mayEdit)).toBe(true);
  });

  test('is offered with whether anyone works there', async () => {
    // An administrator sees every place; no one works in IT at Hyundai.
    const places = (await stage.admin.client.call(listPlaces)).body;
    const hasPeople = (store: string) =>
      places.find((one) => one.store === store && one.department === 'it')?.hasPeople;
    expect([hasPeople('chevrolet'), hasPeople('hyundai')]).toEqual([true, false]);
  });
});

describe('planning', () => {
  test('is for those who manage the store’s hours, and for HR writers of the store', async () => {
    const week = monday(8);
    const writer = await stage.addUser({
      department: 'hr',
      storeAccess: ['chevrolet'],
      pagePermissions: ['hr'],
      featurePermissions: ['view_data', 'manage_users'],
    });
    const away = await stage.addPlanner({ storeAccess: ['ford'] });
    expect((await add(writer, [worker.id], [week])).status).toBe(201);
    expect((await add(worker, [worker.id], [week])).status).toBe(403);
    expect((await add(away, [worker.id], [week])).status).toBe(404);
    const shift = await shiftOn(planner, worker, week);
    const body = { version: shift.version, userId: worker.id, date: week, ...times };
    const params = { shiftId: shift.shiftId };
    const query = { version: shift.version };
    for (const [person, status] of [
      [worker, 403],
      [away, 404],
    ] as const) {
      expect((await person.client.call(saveShift, { params, body })).status).toBe(status);
      expect((await person.client.call(removeShift, { params, query })).status).toBe(status);
      expect((await publish(person, week)).status).toBe(status);
      const copy = { clientId: randomUUID(), ...place, fromWeek: week, toWeek: monday(9) };
      expect((await person.client.call(copyWeek, { body: copy })).status).toBe(status);
    }
    expect(await shiftOn(planner, worker, week)).toEqual(shift);
  });

  const times = { start: '10:00', end: '18:00', breakMinutes: 30 };

  test('notifies both of a shift that changes hands, once per save, and no one of a draft', async () => {
    const week = monday(10);
    const [first, second] = [await stage.addWorker(), await stage.addWorker()];
    const draft = await addOne(planner, first, week);
    const save = (version: number, fields: object) =>
      planner.client.call(saveShift, {
        params: { shiftId: draft.shiftId },
        body: { version, userId: first.id, date: week, ...times, ...fields },
      });
    expect((await save(draft.version, {})).body).toMatchObject({ start: '10:00', version: 2 });
    expect(await titlesOf(first.client)).toEqual([]);
    await publish(planner, week);
    const { version } = await shiftOn(planner, first, week);
    expect((await save(version, { start: '11:00' })).status).toBe(200);
    // Saved without a change: no notification.
    expect((await save(version + 1, { start: '11:00' })).body.version).toBe(version + 1);
    expect((await save(version + 1, { start: '11:00', userId: second.id })).status).toBe(200);
    expect(await titlesOf(first.client)).toEqual([
      'Your shift was removed',
      'Your shift was changed',
      'Your schedule was published',
    ]);
    expect(await titlesOf(second.client)).toEqual(['You have a new shift']);
  });

  test('when two people save the same shift at once, one gets a conflict', async () => {
    const week = monday(11);
    const other = await stage.addPlanner();
    const helper = await stage.addWorker();
    const { shiftId, version } = await addOne(planner, helper, week);
    const save = ({ client }: StageUser, start: string) =>
      client.call(saveShift, {
        params: { shiftId },
        body: { version, userId: helper.id, date: week, ...times, start },
      });
    const saved = await Promise.all([save(planner, '11:00'), save(other, '12:00')]);
    expect(saved.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const winner = saved.find(({ status }) => status === 200);
    expect(await shiftOn(planner, helper, week)).toEqual(winner?.body);
    const removed = await other.client.call(removeShift, {
      params: { shiftId },
      query: { version },
    });
    expect(removed.status).toBe(409);
  });

  test('two who add the same shift at once schedule the person once', async () => {
    const week = monday(12);
    const other = await stage.addPlanner();
    const helper = await stage.addWorker({ firstName: 'Hal', lastName: 'Helper' });
    const added = await Promise.all([
      add(planner, [helper.id], [week]),
      add(other, [helper.id], [week]),
    ]);
    expect(added.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(added.find(({ status }) => status === 409)?.body).toMatchObject({
      error: expect.stringMatching(/^Hal Helper already has a shift at this time on Mon, /),
    });
    expect((await weekOf(planner, week)).shifts).toHaveLength(1);
  });

  test.each([
    ['a day that is over', { dates: ['2020-01-06'] }, 409, 'Choose a day that isn’t over.'],
    [
      'a break as long as the shift',
      { end: '11:00', breakMinutes: 120 },
      400,
      'The break must be shorter than the shift.',
    ],
    [
      'a shift of 17 hours',
      { start: '05:00', end: '22:00' },
      400,
      'A shift lasts at most 16 hours.',
    ],
    ['a time that does not exist', { start: '25:00' }, 400, expect.stringContaining('time')],
    ['an unknown field', { color: 'red' }, 400, expect.any(String)],
  ])('refuses %s', async (_, fields, status, error) => {
    const week = monday(13);
    const reply = await add(planner, [worker.id], [week], fields);
    expect([reply.status, reply.body]).toMatchObject([status, { error }]);
    expect((await weekOf(planner, week)).shifts).toEqual([]);
  });

  test('refuses someone who does not work at the store, by name', async () => {
    const week = monday(13);
    const { status, body } = await add(planner, [stranger.id], [week]);
    expect([status, body]).toMatchObject([
      409,
      { error: expect.stringMatching(/^Nora Novak \d+ doesn’t work at this store on /) },
    ]);
    const { shiftId, version } = await addOne(planner, worker, week);
    const moved = await planner.client.call(saveShift, {
      params: { shiftId },
      body: { version, userId: stranger.id, date: week, ...times },
    });
    expect(moved.body).toMatchObject({ fields: { userId: expect.any(String) } });
    expect((await shiftOn(planner, worker, week)).version).toBe(version);
  });

  test('keeps what has ended', async () => {
    const shift = await publishedShift(planner, worker, monday(14));
    await stage.platform.db
      .updateTable('work_shifts')
      .set({
        starts_at: new Date('2026-01-05T15:00:00Z'),
        ends_at: new Date('2026-01-05T23:00:00Z'),
      })
      .where('id', '=', shift.shiftId)
      .execute();
    const { status, body } = await planner.client.call(removeShift, {
      params: { shiftId: shift.shiftId },
      query: { version: shift.version },
    });
    expect([status, body]).toMatchObject([
      409,
      { error: 'This shift has ended, so it can’t be changed.' },
    ]);
  });
});

describe('someone on time off', () => {
  test('is not scheduled: one by one with a sentence, of several they are left out', async () => {
    const [week, next] = [monday(17), monday(18)];
    const days = [0, 1, 2].map((day) => addDays(week, day));
    const away = await stage.addWorker({ firstName: 'Ava', lastName: 'Away' });
    await takeOff(stage, away, [days[1] ?? '', days[2] ?? '']);
    const alone = await add(planner, [away.id], days.slice(1, 2));
    expect([alone.status, alone.body]).toMatchObject([
      409,
      { error: expect.stringMatching(/^Ava Away is on time off on Tue, /) },
    ]);
    const several = await add(planner, [away.id], days);
    const person = { id: away.id, name: 'Ava Away' };
    expect(several.body).toEqual({
      added: 1,
      skipped: days.slice(1).map((date) => ({ person, date, reason: 'away' })),
    });
    const shift = await shiftOn(planner, away, week);
    const moved = await planner.client.call(saveShift, {
      params: { shiftId: shift.shiftId },
      body: {
        ...{ version: shift.version, userId: away.id, date: days[1] ?? '' },
        ...{ start: '09:00', end: '17:00', breakMinutes: 0 },
      },
    });
    expect([moved.status, moved.body]).toMatchObject([
      409,
      { error: 'Ava Away is on time off then.' },
    ]);
    await takeOff(stage, away, [next, next]);
    const body = { clientId: randomUUID(), ...place, fromWeek: week, toWeek: next };
    expect((await planner.client.call(copyWeek, { body })).body).toEqual({
      added: 0,
      skipped: [{ person, date: next, reason: 'away' }],
    });
  });

  test('can work the other part of the day, and is marked where they were scheduled before', async () => {
    const week = monday(19);
    const away = await stage.addWorker();
    await add(planner, [away.id], [week, addDays(week, 1)]);
    await takeOff(stage, away, [week, week]);
    const { warnings, people } = await weekOf(planner, week);
    const { shiftId } = await shiftOn(planner, away, week);
    expect(warnings).toEqual([{ shiftId, kind: 'away' }]);
    expect(people.find(({ id }) => id === away.id)?.away).toEqual([
      { date: week, fromMinute: 0, toMinute: 1_440 },
    ]);
    const half = addDays(week, 3);
    await takeOff(stage, away, [half, half], [0, 720]);
    expect((await add(planner, [away.id], [half], { start: '11:00' })).status).toBe(409);
    expect((await add(planner, [away.id], [half], { start: '12:00' })).status).toBe(201);
    // Not for colleagues.
    expect((await weekOf(worker, week)).people.every((one) => one.away.length === 0)).toBe(true);
  });
});

describe('the hours of a department', () => {
  const params = place;
  const hours = { opens: '09:00', closes: '12:00' };
  const fields = {
    opening: [null, hours, hours, hours, hours, hours, null],
    exceptions: [],
    targets: [{ days: [1], from: '09:00', until: '11:00', people: 2 }],
    graceMinutes: 5,
    alertsManagers: true,
  };

  test('give the coverage of its week', async () => {
    const week = monday(15);
    const { version } = (await planner.client.call(getPlan, { params })).body;
    const saved = await planner.client.call(savePlan, { params, body: { version, ...fields } });
    expect(saved.body).toMatchObject({ ...place, ...fields, version: version + 1 });
    await addOne(planner, worker, week);
    const { coverage } = await weekOf(planner, week);
    const day = coverage.find(({ date }) => date === week);
    expect(day?.slots.map(({ start, planned, needed }) => [start, planned, needed])).toEqual([
      ['09:00', 1, 2],
      ['10:00', 1, 2],
      ['11:00', 1, 1],
    ]);
    // Drafts are not coverage for those who do not see them.
    const seen = (await weekOf(worker, week)).coverage.find(({ date }) => date === week);
    expect(seen?.slots.map(({ planned }) => planned)).toEqual([0, 0, 0]);
  });

  test('are set by its planners, and nothing is overwritten', async () => {
    const { version } = (await planner.client.call(getPlan, { params })).body;
    const body = { version, ...fields, graceMinutes: 7 };
    expect((await worker.client.call(savePlan, { params, body })).status).toBe(403);
    expect((await stranger.client.call(savePlan, { params, body })).status).toBe(404);
    expect((await stranger.client.call(getPlan, { params })).status).toBe(404);
    const other = await stage.addPlanner();
    const both = await Promise.all(
      [planner, other].map(({ client }) => client.call(savePlan, { params, body })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test.each([
    [
      'a target that ends before it starts',
      { targets: [{ days: [1], from: '12:00', until: '11:00', people: 1 }] },
    ],
    [
      'a special day twice',
      { exceptions: [1, 2].map(() => ({ date: '2026-12-25', name: 'Christmas', opening: null })) },
    ],
    ['a week of six days', { opening: [null, null, null, null, null, null] }],
    ['a grace period of a day', { graceMinutes: 1_440 }],
  ])('refuse %s', async (_, change) => {
    const before = (await planner.client.call(getPlan, { params })).body;
    const body = { version: before.version, ...fields, ...change };
    const { status, body: reply } = await planner.client.call(savePlan, { params, body });
    expect([status, reply]).toMatchObject([400, { error: expect.any(String) }]);
    expect((await planner.client.call(getPlan, { params })).body).toEqual(before);
  });
});

describe('the next shifts of an employee', () => {
  test('are for themselves, their planners and those above them', async () => {
    const week = monday(1);
    const boss = await stage.addUser({ department: 'sales', storeAccess: ['ford'] });
    const helper = await stage.addWorker();
    await stage.platform.db
      .updateTable('employees')
      .set({ manager_id: boss.id })
      .where('user_id', '=', helper.id)
      .execute();
    await publishedShift(planner, helper, week);
    const params = { id: helper.id };
    for (const person of [helper, planner, boss]) {
      const { status, body } = await person.client.call(listNextShifts, { params });
      expect([status, body]).toMatchObject([200, [{ date: week }]]);
    }
    for (const person of [worker, stranger]) {
      expect((await person.client.call(listNextShifts, { params })).status).toBe(404);
    }
  });
});
