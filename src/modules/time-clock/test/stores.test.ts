import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Store } from '../../../platform/contract/access.ts';
import { instantOf } from '../../../platform/contract/wallTime.ts';
import type { StageUser } from '../../admin/test/stage.ts';
import type { Rules } from '../contract/rules.ts';
import { exportTeam, getSheet, getTeam } from '../contract/sheets.ts';
import type { PunchKind } from '../contract.ts';
import { countWeek } from '../server/hours/week.ts';
import {
  ago,
  type ClockStage,
  clockOf,
  correct,
  hourMs,
  openClockStage,
  recordPunch,
  timesheetOf,
} from './stage.ts';

const timezone = 'America/Los_Angeles';
const federal: Rules = {
  timezone,
  law: 'federal',
  basis: 'non_exempt',
  paidBreakMinutes: 20,
  breakAfterMinutes: 360,
};
const california: Rules = { ...federal, law: 'california' };

type Line = [wallTime: string, kind: PunchKind, store?: Store];
type Row = [store: Store | null, regular: number, overtime: number, doubleTime: number];

// The week of Sunday, June 7, 2026; hours worked by hand.
const cases: [name: string, rules: Rules, punches: Line[], expected: Row[]][] = [
  [
    'overtime over 40 hours belongs to the store of the last hours: 26 at Ford, then 10 + 8 at Hyundai',
    federal,
    [
      ['2026-06-08T08:00', 'clock_in', 'ford'],
      ['2026-06-08T21:00', 'clock_out'],
      ['2026-06-09T08:00', 'clock_in', 'ford'],
      ['2026-06-09T21:00', 'clock_out'],
      ['2026-06-10T08:00', 'clock_in', 'hyundai'],
      ['2026-06-10T18:00', 'clock_out'],
      ['2026-06-11T08:00', 'clock_in', 'hyundai'],
      ['2026-06-11T16:00', 'clock_out'],
    ],
    [
      ['ford', 26, 0, 0],
      ['hyundai', 14, 4, 0],
    ],
  ],
  [
    'daily overtime in California: 6 hours at Ford, then 5 at Hyundai, 3 of them beyond 8',
    california,
    [
      ['2026-06-08T08:00', 'clock_in', 'ford'],
      ['2026-06-08T14:00', 'clock_out'],
      ['2026-06-08T14:30', 'clock_in', 'hyundai'],
      ['2026-06-08T19:30', 'clock_out'],
    ],
    [
      ['ford', 6, 0, 0],
      ['hyundai', 2, 3, 0],
    ],
  ],
  [
    'double time in California: 9 hours at Hyundai, then 4 at Ford, one of them beyond 12',
    california,
    [
      ['2026-06-08T06:00', 'clock_in', 'hyundai'],
      ['2026-06-08T15:00', 'clock_out'],
      ['2026-06-08T15:30', 'clock_in', 'ford'],
      ['2026-06-08T19:30', 'clock_out'],
    ],
    [
      ['ford', 0, 3, 1],
      ['hyundai', 8, 1, 0],
    ],
  ],
  [
    'the end of a break can name another store; an unpaid lunch belongs to none',
    federal,
    [
      ['2026-06-08T08:00', 'clock_in', 'ford'],
      ['2026-06-08T12:00', 'break_start'],
      ['2026-06-08T12:30', 'break_end', 'hyundai'],
      ['2026-06-08T17:00', 'clock_out'],
    ],
    [
      ['ford', 4, 0, 0],
      ['hyundai', 4.5, 0, 0],
    ],
  ],
  [
    'a paid break belongs to the store before it, and without another store work goes on there',
    federal,
    [
      ['2026-06-08T08:00', 'clock_in', 'ford'],
      ['2026-06-08T10:00', 'break_start'],
      ['2026-06-08T10:15', 'break_end'],
      ['2026-06-08T11:00', 'break_start'],
      ['2026-06-08T11:15', 'break_end', 'chevrolet'],
      ['2026-06-08T12:00', 'clock_out'],
    ],
    [
      ['ford', 3.25, 0, 0],
      ['chevrolet', 0.75, 0, 0],
    ],
  ],
  [
    'hours without a store stand apart',
    federal,
    [
      ['2026-06-08T08:00', 'clock_in'],
      ['2026-06-08T12:00', 'clock_out'],
      ['2026-06-09T08:00', 'clock_in', 'ford'],
      ['2026-06-09T10:00', 'clock_out'],
    ],
    [
      ['ford', 2, 0, 0],
      [null, 4, 0, 0],
    ],
  ],
];

test.each(cases)('%s', (_name, rules, lines, expected) => {
  const punches = lines.map(([wallTime, kind, store]) => ({
    kind,
    at: instantOf(timezone, wallTime),
    store: store ?? null,
  }));
  const { byStore, totals } = countWeek(
    punches,
    '2026-06-07',
    rules,
    instantOf(timezone, '2026-06-20T12:00'),
  );
  const rows = byStore.map(({ store, regularMs, overtimeMs, doubleMs }) => [
    store,
    ...[regularMs, overtimeMs, doubleMs].map((ms) => ms / hourMs),
  ]);
  const order = ['ford', 'hyundai', 'chevrolet', null];
  expect(rows).toEqual(expected.toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b)));
  for (const name of ['paidMs', 'regularMs', 'overtimeMs', 'doubleMs'] as const)
    expect(byStore.reduce((sum, one) => sum + one[name], 0)).toBe(totals[name]);
});

describe('a punch', () => {
  let stage: ClockStage;
  let manager: StageUser;
  beforeAll(async () => {
    stage = await openClockStage();
    manager = await stage.addEmployee({ role: 'manager', storeAccess: ['ford', 'hyundai'] });
  });
  afterAll(() => stage.stop());

  const ofTwo = () => stage.addEmployee({ storeAccess: ['ford', 'hyundai'] });

  test('of someone with one store belongs to it', async () => {
    const nora = await stage.addEmployee();
    await recordPunch(nora, 'clock_in', { at: ago(3 * hourMs) });
    const { body } = await recordPunch(nora, 'clock_out');
    expect([body.clock.stores, body.clock.store]).toEqual([['ford'], 'ford']);
    const { punches, byStore } = await timesheetOf(nora);
    expect(punches.map(({ store }) => store)).toEqual(['ford', null]);
    expect(byStore.map(({ store }) => store)).toEqual(['ford']);
  });

  test('of someone with several stores says which, and is the last one by default', async () => {
    const nora = await ofTwo();
    const missing = await recordPunch(nora, 'clock_in');
    expect([missing.status, missing.body]).toMatchObject([
      400,
      { error: 'Choose the store you work at.', fields: { store: expect.any(String) } },
    ]);
    const foreign = await recordPunch(nora, 'clock_in', { store: 'chevrolet' });
    expect([foreign.status, foreign.body]).toMatchObject([
      400,
      { error: 'Choose one of the stores the employee works at.' },
    ]);
    expect((await timesheetOf(nora)).punches).toEqual([]);
    const { body } = await recordPunch(nora, 'clock_in', { store: 'hyundai' });
    expect([body.clock.stores, body.clock.store]).toEqual([['ford', 'hyundai'], 'hyundai']);
    const late = await recordPunch(nora, 'clock_out', { store: 'ford' });
    expect([late.status, late.body]).toMatchObject([
      400,
      { error: 'Only a clock-in or the end of a break can name a store.' },
    ]);
    await recordPunch(nora, 'clock_out');
    await recordPunch(nora, 'clock_in');
    expect((await timesheetOf(nora)).punches.map(({ store }) => store)).toEqual([
      'hyundai',
      null,
      'hyundai',
    ]);
  });

  test('made offline without a store is kept, and a correction says where it was', async () => {
    const nora = await ofTwo();
    await recordPunch(nora, 'clock_in', { at: ago(4 * hourMs) });
    await recordPunch(nora, 'clock_out', { at: ago(2 * hourMs) });
    const sheet = await timesheetOf(nora);
    expect(sheet.byStore.map(({ store }) => store)).toEqual([null]);
    const [first] = sheet.punches;
    const change = { act: 'move' as const, punchId: first?.id ?? 0, at: first?.at ?? '' };
    const foreign = await correct(manager, nora.id, [{ ...change, store: 'chevrolet' }]);
    expect(foreign.status).toBe(400);
    const { status, body } = await correct(manager, nora.id, [{ ...change, store: 'ford' }]);
    expect([status, body.changes]).toMatchObject([
      201,
      [{ act: 'move', kind: 'clock_in', from: first?.at, to: first?.at, store: 'ford' }],
    ]);
    const corrected = await timesheetOf(nora);
    expect(corrected.byStore).toMatchObject([{ store: 'ford', paidMs: sheet.totals.paidMs }]);
    expect(corrected.totals).toEqual(sheet.totals);
  });

  test('made offline at a store that is no longer theirs is kept without one', async () => {
    const nora = await ofTwo();
    const { status, body } = await recordPunch(nora, 'clock_in', {
      at: ago(hourMs),
      store: 'chevrolet',
    });
    expect([status, body.outcome]).toEqual([200, 'recorded']);
    expect((await timesheetOf(nora)).punches.map(({ store }) => store)).toEqual([null]);
  });

  test('that a correction adds or moves carries its store, too', async () => {
    const nora = await ofTwo();
    const day = [
      { act: 'add' as const, kind: 'clock_in' as const, at: ago(5 * hourMs) },
      { act: 'add' as const, kind: 'clock_out' as const, at: ago(2 * hourMs) },
    ];
    const unstated = await correct(nora, nora.id, day);
    expect([unstated.status, unstated.body]).toMatchObject([
      400,
      { error: 'Choose the store of the added clock-in.' },
    ]);
    const [clockIn, clockOut] = day;
    if (!clockIn || !clockOut) throw new Error('No day');
    await correct(manager, nora.id, [{ ...clockIn, store: 'hyundai' }, clockOut]);
    const [punch] = (await timesheetOf(nora)).punches;
    const moved = { act: 'move' as const, punchId: punch?.id ?? 0, at: ago(4 * hourMs) };
    expect((await correct(manager, nora.id, [moved])).status).toBe(201);
    const { byStore } = await timesheetOf(nora);
    expect(byStore.map(({ store, paidMs }) => [store, Math.round(paidMs / hourMs)])).toEqual([
      ['hyundai', 2],
    ]);
  });

  test('reaches the team’s timesheets and the payroll file by store', async () => {
    const nora = await ofTwo();
    for (const [kind, hours, store] of [
      ['clock_in', 8, 'ford'],
      ['clock_out', 6, undefined],
      ['clock_in', 5, 'hyundai'],
      ['clock_out', 4, undefined],
    ] as const) {
      const { status } = await recordPunch(nora, kind, {
        at: ago(hours * hourMs),
        ...(store && { store }),
      });
      expect(status).toBe(200);
    }
    const { body } = await manager.client.call(getTeam, { query: {} });
    const row = body.rows.find(({ person }) => person.id === nora.id);
    const shown = row?.byStore.map(({ store, paidMs }) => [store, Math.round(paidMs / 60_000)]);
    expect(shown).toEqual([
      ['ford', 120],
      ['hyundai', 60],
    ]);
    const own = await manager.client.call(getSheet, { params: { id: nora.id }, query: {} });
    expect(own.body.byStore).toEqual(row?.byStore);
    const file = await manager.client.raw('POST', exportTeam.path, { body: {} });
    const [header = '', ...lines] = String(file.body).replace('\ufeff', '').split('\r\n');
    const names = header.split(',');
    const line = lines.find((one) => one.startsWith(row?.person.emrn ?? '?'))?.split(',') ?? [];
    const cell = (name: string) => line[names.indexOf(name)];
    expect(names.slice(-5)).toEqual([
      'no_store_regular_hours',
      'no_store_overtime_hours',
      'no_store_double_time_hours',
      'no_store_paid_hours',
      'paid_time_off_hours',
    ]);
    expect([cell('ford_paid_hours'), cell('hyundai_paid_hours')]).toEqual(['2.00', '1.00']);
    expect([cell('chevrolet_paid_hours'), cell('no_store_paid_hours')]).toEqual(['0.00', '0.00']);
    expect(Number(cell('paid_hours'))).toBeCloseTo(3, 1);
    // The clock shows where the next shift probably is.
    expect((await clockOf(nora)).store).toBe('hyundai');
  });
});
