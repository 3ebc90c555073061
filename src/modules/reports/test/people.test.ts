import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, instantOf } from '../../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import { type AdminStage, openAdminStage, type StageUser } from '../../admin/test/stage.ts';
import type { NewUser } from '../../people/server/public.ts';
import { decideWeek, getSheet, getTeam } from '../../time-clock/contract/sheets.ts';
import { countHours } from '../../time-clock/server/public.ts';
import { peopleReport } from '../server/reports/people/report.ts';
import { fullScope, queryOf, read } from './service-stage.ts';

let stage: AdminStage;
let db: Db<AnyTables>;
let zone: string;
beforeAll(async () => {
  stage = await openAdminStage();
  db = stage.platform.db;
  zone = 'America/Los_Angeles';
});
afterAll(() => stage.stop());

// A past week without hours in the demo group.
const sunday = '2025-03-02';
const addEmployee = (values: Partial<NewUser> = {}) =>
  stage.addUser({ storeAccess: ['ford'], featurePermissions: ['utilities'], ...values });
const addManager = (values: Partial<NewUser> = {}) => addEmployee({ role: 'manager', ...values });

/** Adds shifts as `['2025-03-03T08:00', 9]`: start and length in hours. */
async function addShifts(
  person: StageUser,
  ...shifts: readonly [wall: string, hours: number, store?: string][]
): Promise<StageUser> {
  const punches = shifts.flatMap(([wall, hours, store = null]) => {
    const start = instantOf(zone, wall);
    return [
      { kind: 'clock_in', at: new Date(start), store },
      { kind: 'clock_out', at: new Date(start + hours * 3_600_000), store: null },
    ];
  });
  await db
    .insertInto('time_punches')
    .values(
      punches.map((punch) => ({
        user_id: person.id,
        source: 'online',
        client_id: crypto.randomUUID(),
        ...punch,
      })),
    )
    .execute();
  return person;
}

const queryFor = (user: StageUser, from: string, to: string, values: object = {}) =>
  queryOf(from, to, { scope: { ...fullScope, userId: user.id }, timezone: zone, ...values });
const figures = (user: StageUser, from: string, to: string, by = 'person', values: object = {}) =>
  read(db, peopleReport, queryFor(user, from, to, values), by);
const week = (user: StageUser, by?: string, values?: object) =>
  figures(user, sunday, addDays(sunday, 6), by, values);

const days = (length: number, hours: number): [string, number][] =>
  Array.from({ length }, (_, day) => [`${addDays(sunday, day + 1)}T08:00`, hours]);

test('counts hours and overtime like timesheets, and missed breaks by day', async () => {
  const [manager, nora] = [await addManager(), await addShifts(await addEmployee(), ...days(5, 9))];
  const result = await week(manager);
  expect(result[nora.id]).toMatchObject({
    hours: 45,
    overtime: 5,
    overtimeShare: 5 / 45,
    missedBreaks: 5,
    openPunches: 0,
    workers: 1,
    hoursPerPerson: 45,
  });
  // Overtime belongs to the day it was worked, whatever the requested days.
  const friday = addDays(sunday, 5);
  const late = await figures(manager, friday, friday);
  expect(late[nora.id]).toMatchObject({ hours: 9, overtime: 5, approvedShare: null });
  const thursday = await figures(manager, addDays(sunday, 1), addDays(sunday, 4));
  expect(thursday[nora.id]).toMatchObject({ hours: 36, overtime: 0 });
});

test('a shift over midnight is split between days, also across a daylight saving change', async () => {
  const manager = await addManager();
  // The clocks go forward at 2 AM: 10 PM to 6 AM is seven hours.
  const nora = await addShifts(await addEmployee(), ['2025-03-08T22:00', 7]);
  expect((await figures(manager, '2025-03-08', '2025-03-08'))[nora.id]?.hours).toBe(2);
  expect((await figures(manager, '2025-03-09', '2025-03-09'))[nora.id]?.hours).toBe(5);
});

test('covers only employees whose hours the reader manages', async () => {
  const one = (values: Partial<NewUser>) =>
    addEmployee(values).then((nora) => addShifts(nora, ...days(1, 8)));
  const [ford, hyundai] = [await one({}), await one({ storeAccess: ['hyundai'] })];
  const gm = await one({ role: 'general_manager' });
  const manager = await addShifts(await addManager(), ...days(1, 8));
  const result = await week(manager);
  expect(result[ford.id]?.hours).toBe(8);
  for (const id of [hyundai.id, gm.id, manager.id]) expect(result).not.toHaveProperty(String(id));
  const all = await week(await addManager({ role: 'executive', storeAccess: ['all'] }));
  expect([all[ford.id]?.hours, all[hyundai.id]?.hours, all[gm.id]?.hours]).toEqual([8, 8, 8]);
  const none = await week(await addEmployee());
  expect(Object.keys(none)).toEqual(['total']);
  expect(none.total).toMatchObject({ hours: 0, headcount: 0, workers: 0 });
  const { records } = await peopleReport.records.read(db, queryFor(ford, sunday, '2025-03-08'), {
    after: undefined,
    limit: 50,
  });
  expect(records).toEqual([]);
});

test('is for managers and above', () => {
  expect(peopleReport.isFor?.may({ ...fullScope, people: true })).toBe(true);
  expect(peopleReport.isFor?.may({ ...fullScope, people: false })).toBe(false);
});

test('uses the current role: a former manager sees nothing', async () => {
  const [manager, nora] = [await addManager(), await addShifts(await addEmployee(), ...days(1, 8))];
  expect((await week(manager))[nora.id]?.hours).toBe(8);
  await db.updateTable('users').set({ role: 'employee' }).where('id', '=', manager.id).execute();
  expect(await week(manager)).not.toHaveProperty(String(nora.id));
});

test('hours of an employee of several stores count where they were worked, and once in the total', async () => {
  const executive = await addManager({ role: 'executive', storeAccess: ['all'] });
  const before = await week(executive, 'store');
  const both = await addEmployee({ storeAccess: ['ford', 'hyundai'] });
  // 26 hours at Ford, then 18 at Hyundai: the week’s 40th hour ends at Hyundai, and so does the overtime.
  await addShifts(
    both,
    [`${addDays(sunday, 1)}T08:00`, 13, 'ford'],
    [`${addDays(sunday, 2)}T08:00`, 13, 'ford'],
    [`${addDays(sunday, 3)}T08:00`, 10, 'hyundai'],
    [`${addDays(sunday, 4)}T08:00`, 8, 'hyundai'],
  );
  const after = await week(executive, 'store');
  const more = (measure: 'hours' | 'overtime') =>
    ['ford', 'hyundai', 'chevrolet', 'total'].map(
      (key) => (after[key]?.[measure] ?? 0) - (before[key]?.[measure] ?? 0),
    );
  expect(more('hours')).toEqual([26, 18, 0, 44]);
  expect(more('overtime')).toEqual([0, 4, 0, 4]);
  const managers = {
    ford: await addManager(),
    hyundai: await addManager({ storeAccess: ['hyundai'] }),
  };
  const only = (store: string) => ({ stores: [store] });
  expect((await week(managers.ford, 'person', only('ford')))[both.id]?.hours).toBe(26);
  expect((await week(managers.hyundai, 'person', only('hyundai')))[both.id]?.hours).toBe(18);
  const { records } = await peopleReport.records.read(
    db,
    queryFor(executive, sunday, addDays(sunday, 6), {
      only: [{ by: 'person', key: String(both.id) }],
    }),
    { after: undefined, limit: 5 },
  );
  expect(records.map(({ cells }) => [cells[3], cells[4], cells[8]])).toEqual([
    [44, 4, 'Ford, Hyundai'],
  ]);
});

test('hours from before stores were recorded count at each store of the employee, and once in the total', async () => {
  const executive = await addManager({ role: 'executive', storeAccess: ['all'] });
  const before = await week(executive, 'store');
  const both = await addEmployee({ storeAccess: ['ford', 'hyundai'] });
  // As on a past month; the week goes on after the store is asked.
  await addShifts(both, ...days(2, 8), [`${addDays(sunday, 4)}T08:00`, 6, 'hyundai']);
  const after = await week(executive, 'store');
  const more = (key: string) => (after[key]?.hours ?? 0) - (before[key]?.hours ?? 0);
  expect(['ford', 'hyundai', 'chevrolet', 'total'].map(more)).toEqual([16, 22, 0, 22]);
  const only = [{ by: 'store', key: 'ford' }];
  expect((await week(executive, 'store', { only })).total?.hours).toBe(after.ford?.hours);
  const ford = await week(executive, 'store', { stores: ['ford'] });
  expect([ford.total?.hours, ford.hyundai]).toEqual([after.ford?.hours, undefined]);
  const inStore = async (store: 'ford' | 'hyundai' | 'chevrolet') => {
    const manager = await addManager({ storeAccess: [store] });
    return (await week(manager, 'person', { stores: [store] }))[both.id]?.hours;
  };
  expect([await inStore('ford'), await inStore('hyundai'), await inStore('chevrolet')]).toEqual([
    ...[16, 22, undefined],
  ]);
});

test('can be filtered by department, employee and month', async () => {
  const manager = await addManager();
  const parts = await addShifts(await addEmployee({ department: 'parts' }), [
    '2025-04-30T20:00',
    8,
  ]);
  const april = (by: string, only: object[]) =>
    figures(manager, '2025-04-01', '2025-05-31', by, { only });
  const person = { by: 'person', key: String(parts.id) };
  expect((await april('department', [person])).parts?.hours).toBe(8);
  const months = await april('month', [person]);
  expect([months['2025-04']?.hours, months['2025-05']?.hours]).toEqual([4, 4]);
  const may = await april('person', [person, { by: 'month', key: '2025-05' }]);
  expect(may[parts.id]?.hours).toBe(4);
  expect((await april('person', [person, { by: 'department', key: 'hr' }])).total?.hours).toBe(0);
});

test('distinguishes an approved week from one changed since', async () => {
  const [manager, nora] = [await addManager(), await addShifts(await addEmployee(), ...days(2, 8))];
  const params = { id: nora.id };
  const share = async () => (await week(manager))[nora.id]?.approvedShare;
  expect(await share()).toBe(0);
  const { body } = await manager.client.call(getSheet, { params, query: { week: sunday } });
  const { fingerprint } = body.approval;
  const values = { week: sunday, fingerprint, approved: true };
  expect((await manager.client.call(decideWeek, { params, body: values })).status).toBe(200);
  expect(await share()).toBe(1);
  await addShifts(nora, [`${addDays(sunday, 4)}T08:00`, 1]);
  expect(await share()).toBe(0);
});

test('a shift without clock-out is flagged and adds no hours', async () => {
  const [manager, nora] = [await addManager(), await addEmployee()];
  await db
    .insertInto('time_punches')
    .values({
      user_id: nora.id,
      kind: 'clock_in',
      source: 'online',
      client_id: crypto.randomUUID(),
      at: new Date(instantOf(zone, '2025-03-04T08:00')),
    })
    .execute();
  expect((await week(manager))[nora.id]).toMatchObject({ openPunches: 1, hours: 0, workers: 0 });
});

test('the headcount excludes employees who joined later or had left', async () => {
  const manager = await addManager();
  const nora = await addEmployee();
  const on = async (day: string) => (await figures(manager, day, day))[nora.id]?.headcount ?? 0;
  const set = (row: object) => db.updateTable('users').set(row).where('id', '=', nora.id).execute();
  await set({ created_at: '2025-02-01T12:00:00Z' });
  expect([await on('2025-01-31'), await on('2025-02-01')]).toEqual([0, 1]);
  await set({ deleted_at: '2025-06-01T12:00:00Z', is_active: false });
  expect([await on('2025-05-31'), await on('2025-06-01')]).toEqual([1, 0]);
});

test('the weeks behind the figures are paged and add up', async () => {
  const executive = await addManager({ role: 'executive', storeAccess: ['all'] });
  const query = queryFor(executive, '2025-02-24', '2025-05-10');
  const weeks: (string | number | null)[][] = [];
  for (let after: string | undefined, more = true; more; ) {
    const page = await peopleReport.records.read(db, query, { after, limit: 3 });
    weeks.push(...page.records.map(({ cells }) => cells));
    after = page.next ?? undefined;
    more = page.next !== null;
  }
  const { total } = await peopleReport.read(db, query, 'store');
  const sum = (column: number) => weeks.reduce((all, cells) => all + Number(cells[column]), 0);
  expect(sum(3)).toBeCloseTo(total.hours ?? 0, 6);
  expect(sum(4)).toBeCloseTo(total.overtime ?? 0, 6);
  expect(weeks.map(([first]) => first)).toEqual(
    weeks
      .map(([first]) => first)
      .toSorted()
      .toReversed(),
  );
  const bad = peopleReport.records.read(db, query, { after: 'x', limit: 3 });
  await expect(bad).rejects.toThrow('There is no such page');
});

// Five weeks in autumn, ending when the clocks go back.
const autumn = '2024-10-06';
/** Twelve employees of all stores with varying shifts. */
async function addEmployees(): Promise<{ id: number; store_access: string[] }[]> {
  const people: { id: number; store_access: string[] }[] = [];
  for (let n = 0; n < 12; n++) {
    const storeAccess = [(['ford', 'hyundai', 'chevrolet'] as const)[n % 3] ?? 'ford'];
    const person = await addEmployee({ storeAccess });
    const shifts = Array.from({ length: 35 }, (_, day): [string, number] => [
      `${addDays(autumn, day)}T${String(5 + ((n * 7 + day) % 17)).padStart(2, '0')}:15`,
      4 + ((n + day * 5) % 8) + 0.25,
    ]);
    await addShifts(person, ...shifts.filter((_, day) => (day + n) % 6 !== 0));
    people.push({ id: person.id, store_access: storeAccess });
  }
  return people;
}

test('every week of every employee matches the team timesheets', async () => {
  const people = await addEmployees();
  const executive = await addManager({ role: 'executive', storeAccess: ['all'] });
  let flagged = 0;
  for (let n = 0; n < 5; n++) {
    const first = addDays(autumn, 7 * n);
    const { body } = await executive.client.call(getTeam, { query: { week: first } });
    const result = await figures(executive, first, addDays(first, 6));
    for (const { id } of people) {
      const row = body.rows.find(({ person }) => person.id === id);
      expect(row?.totals.paidMs).toBeGreaterThan(0);
      expect(result[id]?.hours).toBeCloseTo((row?.totals.paidMs ?? 0) / 3_600_000, 9);
      const overtimeMs = (row?.totals.overtimeMs ?? 0) + (row?.totals.doubleMs ?? 0);
      expect(result[id]?.overtime).toBeCloseTo(overtimeMs / 3_600_000, 9);
      const isFlagged = row?.flags.includes('missed_break');
      expect((result[id]?.missedBreaks ?? 0) > 0).toBe(isFlagged);
      if (isFlagged) flagged += 1;
    }
  }
  expect(flagged).toBeGreaterThan(5);

  // Reading all weeks at once gives the same as one by one.
  const all = await countHours(db, people, { from: autumn, to: addDays(autumn, 34) }, Date.now());
  for (let n = 0; n < 5; n++) {
    const start = addDays(autumn, 7 * n);
    const span = { from: start, to: addDays(start, 6) };
    const one = await countHours(db, people, span, Date.now());
    for (const { id } of people) {
      expect(one.get(id)).toEqual(all.get(id)?.filter((found) => found.start === start));
      expect(one.get(id)).toHaveLength(1);
    }
  }
});
