import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, instantOf } from '../../../platform/contract/wallTime.ts';
import type { StageUser } from '../../admin/test/stage.ts';
import { addAppointment } from '../../customers/contract/work.ts';
import { addCustomer } from '../../deals/test/stage.ts';
import { defaultTimezone } from '../../organization/contract.ts';
import { setStatus } from '../../presence/contract.ts';
import { exportTeam, getSheet } from '../../time-clock/contract/sheets.ts';
import { getCalendar } from '../contract/calendar.ts';
import { syncStatuses } from '../server/away/statuses.ts';
import { awayAmong, awayOn, timeOffHours } from '../server/public.ts';
import {
  ask,
  decide,
  end,
  h,
  hrRights,
  openTimeOffStage,
  type TimeOffStage,
  workday,
} from './stage.ts';

let stage: TimeOffStage;
let manager: StageUser;
let nora: StageUser;

beforeAll(async () => {
  stage = await openTimeOffStage();
  manager = await stage.hire({
    role: 'manager',
    featurePermissions: ['utilities', 'view_data', 'create_records'],
    pagePermissions: ['customer_management'],
  });
  nora = await stage.hire({
    manager,
    firstName: 'Nora',
    lastName: 'Novak',
    featurePermissions: ['view_data', 'create_records', 'utilities'],
    pagePermissions: ['customer_management'],
  });
});
afterAll(() => stage.stop());

/** Recorded by the manager, so it is approved. */
const record = (
  startsOn: string,
  endsOn = startsOn,
  kindId = stage.kinds.jury,
  more: object = {},
) => ask(manager, { userId: nora.id, kindId, startsOn, endsOn, ...more });
const rowOf = async ({ id }: StageUser) => stage.row(id);
const services = () => ({
  platform: stage.platform,
  db: stage.platform.db,
  writes: stage.platform.limits('t', 100, 60),
});

describe('someone who is away', () => {
  test('is shown on vacation until they are back; what they choose themselves stays', async () => {
    const today = workday(stage.today);
    // A day without work has no time off to record.
    if (today !== stage.today) return;
    const { body } = await record(stage.today, stage.today, stage.kinds.jury);
    expect(body.state).toBe('approved');
    const shown = await rowOf(nora);
    expect(shown.status).toBe('on-vacation');
    expect(shown.status_until?.getTime()).toBeGreaterThan(Date.now());
    const params = { id: nora.id };
    await nora.client.call(setStatus, { params, body: { status: 'online' } });
    await syncStatuses(services());
    expect((await rowOf(nora)).status).toBe('online');
    await nora.client.call(setStatus, {
      params,
      body: { status: 'unavailable', statusMessage: 'Court' },
    });
    await syncStatuses(services());
    expect(await rowOf(nora)).toMatchObject({ status: 'unavailable', status_message: 'Court' });
    await nora.client.call(setStatus, { params, body: { status: 'online' } });
    await end(manager, body);
    // The next absence is shown again, and ends when it is canceled.
    const again = await record(stage.today, stage.today, stage.kinds.unpaid);
    expect((await rowOf(nora)).status).toBe('on-vacation');
    await end(manager, again.body);
    expect(await rowOf(nora)).toMatchObject({ status: 'online', status_until: null });
  });

  test('gets no appointment, and the sentence says until when', async () => {
    const monday = addDays(stage.monday, 28);
    await record(monday, addDays(monday, 2));
    const { id: customerId } = await addCustomer(nora);
    const at = (day: string, time = '10:00') =>
      new Date(instantOf(defaultTimezone, `${day}T${time}`)).toISOString();
    const book = (startsAt: string) =>
      nora.client.call(addAppointment, {
        params: { customerId },
        body: { clientId: randomUUID(), store: 'ford', kind: 'sales', startsAt, note: '' },
      });
    const refused = await book(at(addDays(monday, 1)));
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { error: expect.stringMatching(/^Nora Novak is away .* Choose another time or employee\.$/) },
    ]);
    expect((await book(at(addDays(monday, 3)))).status).toBe(201);
  });

  test('is known to payroll and schedules by day, hours and pay', async () => {
    const monday = addDays(stage.monday, 35);
    await record(monday, addDays(monday, 1));
    await record(addDays(monday, 2), addDays(monday, 2), stage.kinds.unpaid, {
      portion: 'afternoon',
    });
    const { db } = stage.platform;
    expect(await timeOffHours(db, [nora.id], monday, addDays(monday, 6))).toMatchObject([
      { day: monday, minutes: 8 * h, isPaid: true, kindName: 'Jury duty' },
      { day: addDays(monday, 1), minutes: 8 * h, isPaid: true },
      { day: addDays(monday, 2), minutes: 4 * h, isPaid: false, kindName: 'Unpaid' },
    ]);
    expect((await awayAmong(db, [nora.id, manager.id], monday)).has(nora.id)).toBe(true);
    expect((await awayAmong(db, [nora.id], addDays(monday, 3))).size).toBe(0);
    expect((await awayOn(db, monday)).map(({ name }) => name)).toEqual(['Nora Novak']);
  });

  test('has the paid hours in the timesheet, apart from hours worked', async () => {
    const monday = addDays(stage.monday, 42);
    await record(monday, addDays(monday, 1));
    await record(addDays(monday, 2), addDays(monday, 2), stage.kinds.unpaid);
    const { body } = await manager.client.call(getSheet, {
      params: { id: nora.id },
      query: { week: monday },
    });
    expect(body.timeOff).toEqual([
      { date: monday, ms: 8 * 3_600_000 },
      { date: addDays(monday, 1), ms: 8 * 3_600_000 },
    ]);
    expect(body.totals).toMatchObject({ paidMs: 0, overtimeMs: 0 });
    const file = await manager.client.call(exportTeam, { body: { week: monday } });
    const [header = '', ...lines] = String(file.body).replace('\ufeff', '').trim().split('\r\n');
    const line = lines.find((one) => one.includes('Novak'))?.split(',') ?? [];
    expect(line[header.split(',').indexOf('paid_time_off_hours')]).toBe('16.00');
  });
});

describe('the calendar', () => {
  test('shows colleagues only that someone is away; managers and HR see the kind', async () => {
    const monday = addDays(stage.monday, 49);
    const { body: request } = await record(monday);
    const colleague = await stage.hire({ manager });
    const pending = await ask(nora, { kindId: stage.kinds.unpaid, startsOn: addDays(monday, 1) });
    const seenBy = async ({ client }: StageUser) => {
      const query = { from: monday, to: addDays(monday, 6) };
      const { body } = await client.call(getCalendar, { query });
      return body.people.find(({ id }) => id === nora.id)?.absences;
    };
    expect(await seenBy(colleague)).toEqual([
      expect.objectContaining({
        startsOn: monday,
        kindId: null,
        requestId: null,
        isPending: false,
      }),
    ]);
    for (const user of [nora, manager, stage.hr]) {
      expect(await seenBy(user)).toMatchObject([
        { kindId: stage.kinds.jury, requestId: request.id, isPending: false },
        { kindId: stage.kinds.unpaid, isPending: true },
      ]);
    }
    const elsewhere = await stage.hire({ storeAccess: ['hyundai'] });
    expect(await seenBy(elsewhere)).toBeUndefined();
    const hyundaiHr = await stage.hire({ ...hrRights, storeAccess: ['hyundai'] });
    expect(await seenBy(hyundaiHr)).toBeUndefined();
    await decide(manager, pending.body, 'declined');
    expect(await seenBy(nora)).toHaveLength(1);
    const tooLong = await nora.client.call(getCalendar, {
      query: { from: monday, to: addDays(monday, 200) },
    });
    expect(tooLong.status).toBe(400);
  });
});
