import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSocket } from '../../../../test/support/socket.ts';
import { type EmployeePage, getEmployee } from '../../employees/contract/employee.ts';
import { saveEmployment } from '../../employees/contract/writing.ts';
import { listNotifications } from '../../notifications/contract.ts';
import {
  addItem,
  cancelRun,
  decideItem,
  endAccountNow,
  finishRun,
  getRun,
  listTasks,
  type Run,
  saveRun,
  startRun,
} from '../contract.ts';
import { endDueAccounts, endRunAccount } from '../server/end-accounts.ts';
import {
  dayFrom,
  itemOf,
  type OnboardingStage,
  openOnboardingStage,
  start,
  startBody,
  templateOf,
} from './stage.ts';

let stage: OnboardingStage;
beforeAll(async () => {
  stage = await openOnboardingStage();
});
afterAll(() => stage.stop());

const leave = async (employeeId: number, overrides: object = {}) =>
  start(stage, {
    kind: 'offboarding',
    employeeId,
    day: dayFrom(stage.today, 9),
    reason: 'resigned',
    ...overrides,
  });

/** As if the hour had come. */
const comes = (runId: number) =>
  sql`update onboarding_runs set ends_at = now() - interval '1 second' where id = ${runId}`.execute(
    stage.platform.db,
  );

const leftOn = async (userId: number) => {
  const { rows } = await sql<{ day: string | null }>`select left_on::text as day from employees
    where user_id = ${userId}`.execute(stage.platform.db);
  return rows[0]?.day;
};

/** When the account of a run ends, in the group’s time zone. */
const endsAt = async (runId: number) => {
  const { rows } = await sql<{ at: string }>`
    select to_char(ends_at at time zone ${stage.timezone}, 'YYYY-MM-DD HH24:MI') as at
    from onboarding_runs where id = ${runId}`.execute(stage.platform.db);
  return rows[0]?.at;
};

/** HR changes the last day in the employee’s file. */
async function setLastDay(employeeId: number, leftOn: string | null) {
  const params = { employeeId };
  const { file, workPhone } = (await stage.hr.client.call(getEmployee, { params }))
    .body as EmployeePage;
  if (!file) throw new Error('No file');
  const { version, employeeNumber, hiredOn, reviewOn, payBasis } = file;
  return stage.hr.client.call(saveEmployment, {
    params,
    body: {
      ...{ version, employeeNumber, hiredOn, leftOn, reviewOn, payBasis },
      workPhone: workPhone?.e164 ?? null,
    },
  });
}

describe('the last day', () => {
  test('ends the account at its hour in the group’s time zone', async () => {
    const employee = await stage.addEmployee();
    const run = await leave(employee.id, { endTime: '17:30' });
    expect(await endsAt(run.id)).toBe(`${run.day} 17:30`);
    expect(run.endTime).toBe('17:30');
    const saved = await stage.hr.client.call(saveRun, {
      params: { runId: run.id },
      body: { version: run.version, day: run.day, reason: 'resigned' },
    });
    // Without a time, with the day.
    expect((saved.body as Run).endTime).toBe(null);
    expect(await endsAt(run.id)).toBe(`${dayFrom(run.day, 1)} 00:00`);
  });

  test('ends account, sessions and sockets, once, and not before', async () => {
    const employee = await stage.addEmployee();
    const templateId = await templateOf(stage, 'Leaving');
    const run = await leave(employee.id, { templateId });
    const socket = await openSocket(stage.url, employee.client.cookie);
    await endDueAccounts(stage.platform);
    expect((await stage.row(employee.id)).is_active).toBe(true);

    await comes(run.id);
    await endDueAccounts(stage.platform);
    expect((await stage.row(employee.id)).is_active).toBe(false);
    expect(await socket.next('force_logout')).toMatchObject({});
    await socket.closed;
    expect((await employee.client.call(listTasks, { query: {} })).status).toBe(401);
    expect(await leftOn(employee.id)).toBe(run.day);
    const ended = (await stage.hr.client.call(getRun, { params: { runId: run.id } })).body as Run;
    expect(ended.endedAt).not.toBe(null);
    expect(itemOf(ended, 'Account and sessions end')).toMatchObject({
      state: 'done',
      decided: { by: null },
    });

    // Someone enables the account again: it is not ended a second time.
    await sql`update users set is_active = true where id = ${employee.id}`.execute(
      stage.platform.db,
    );
    await endDueAccounts(stage.platform);
    expect((await stage.row(employee.id)).is_active).toBe(true);
    const actions = (await stage.log(employee.id)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'user.disabled').length).toBe(1);
  });

  test('that was canceled or moved at the same moment leaves the account as it is', async () => {
    const [canceled, moved] = [await stage.addEmployee(), await stage.addEmployee()];
    const run = await leave(canceled.id);
    const found = { id: run.id, user_id: canceled.id, name: '', store: null };
    await stage.hr.client.call(cancelRun, {
      params: { runId: run.id },
      body: { version: run.version, reason: 'Stays after all' },
    });
    await expect(endRunAccount(stage.platform, found, null, '')).rejects.toThrow('changed');
    const later = { ...found, id: (await leave(moved.id)).id, user_id: moved.id };
    await expect(endRunAccount(stage.platform, later, null, '')).rejects.toThrow('changed');
    for (const { id } of [canceled, moved]) expect((await stage.row(id)).is_active).toBe(true);
  });

  test('of one employee does not wait for another whose account can’t be ended', async () => {
    const [first, second] = [await stage.addEmployee(), await stage.addEmployee()];
    for (const { id } of [first, second]) await comes((await leave(id)).id);
    let failures = 1;
    const bus = new Proxy(stage.platform.bus, {
      get(target, key) {
        const value = Reflect.get(target, key);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          if (key === 'publish' && failures-- > 0) throw new TypeError('Broken');
          return Reflect.apply(value, target, args);
        };
      },
    });
    await endDueAccounts({ ...stage.platform, bus });
    expect(failures).toBeLessThan(1);
    for (const { id } of [first, second]) expect((await stage.row(id)).is_active).toBe(false);
  });

  test('after all tasks leaves a list that HR finishes, with a reason while something is out', async () => {
    const employee = await stage.addEmployee();
    const run = await leave(employee.id);
    const params = { runId: run.id };
    const finish = (client: typeof stage.hr.client, body: { version: number; reason?: string }) =>
      client.call(finishRun, { params, body });
    const early = await finish(stage.hr.client, { version: run.version });
    expect(early.status).toBe(409);
    expect(early.body).toMatchObject({ error: 'The account has not ended yet.' });
    await comes(run.id);
    await endDueAccounts(stage.platform);
    const ended = (await stage.hr.client.call(getRun, { params })).body as Run;
    expect(ended).toMatchObject({ outcome: null, may: { finish: true, cancel: false } });
    expect((await stage.manager.client.call(getRun, { params })).body).toMatchObject({
      may: { finish: false },
    });
    const { version } = ended;
    expect((await finish(stage.manager.client, { version })).status).toBe(403);
    expect((await finish(stage.colleague.client, { version })).status).toBe(404);
    await sql`insert into employee_equipment (user_id, kind, name, issued_on, created_by, client_id, position)
      values (${employee.id}, 'key', 'Key 12', current_date, ${stage.hr.id}, gen_random_uuid(), 1)`.execute(
      stage.platform.db,
    );
    const asked = await finish(stage.hr.client, { version });
    expect(asked.status).toBe(409);
    expect(asked.body).toMatchObject({ code: 'confirmation_required' });
    const done = await finish(stage.hr.client, { version, reason: 'The lock is changed' });
    expect(done.body).toMatchObject({ outcome: 'done', may: { finish: false } });
    expect((await finish(stage.hr.client, { version: version + 1 })).status).toBe(409);
  });

  test('that HR changes in the file moves the list and the end of the account with it', async () => {
    const employee = await stage.addEmployee();
    const templateId = await templateOf(stage, 'Leaving');
    const { id, day } = await leave(employee.id, { templateId, endTime: '17:30' });
    const opened = async () =>
      (await stage.hr.client.call(getRun, { params: { runId: id } })).body as Run;
    const title = 'Return keys, badge, plates and devices';
    const dueOn = itemOf(await opened(), title).dueOn;
    const later = dayFrom(day, 15);
    expect((await setLastDay(employee.id, later)).status).toBe(200);
    const moved = await opened();
    expect(moved).toMatchObject({ day: later, endTime: '17:30' });
    expect(await endsAt(id)).toBe(`${later} 17:30`);
    expect(itemOf(moved, title).dueOn).toBe(dayFrom(dueOn, 15));
    expect(moved.events[0]?.data).toEqual({ kind: 'day', from: day, to: later });

    // A mistyped year would end the account at once.
    for (const days of [-380, 380]) {
      const wrong = await setLastDay(employee.id, dayFrom(stage.today, days));
      expect(wrong.status).toBe(400);
      expect(wrong.body).toMatchObject({ fields: { leftOn: 'Choose a day within a year' } });
    }

    // Only the list cancels the end.
    expect((await setLastDay(employee.id, null)).status).toBe(200);
    expect(await opened()).toMatchObject({ day: later, outcome: null });
    await comes(id);
    await endDueAccounts(stage.platform);
    expect(await leftOn(employee.id)).toBe(later);

    // What has ended stays as it was.
    expect((await setLastDay(employee.id, dayFrom(later, 1))).status).toBe(200);
    expect((await opened()).day).toBe(later);
  });

  test('without an hour moves to the end of the other day', async () => {
    const employee = await stage.addEmployee();
    const { id, day } = await leave(employee.id);
    await setLastDay(employee.id, dayFrom(day, 4));
    expect(await endsAt(id)).toBe(`${dayFrom(day, 5)} 00:00`);
  });

  test('changed in the file while the account ends is no deadlock', async () => {
    const { platform, hr } = stage;
    const employee = await stage.addEmployee();
    const { id, day } = await leave(employee.id);
    const later = dayFrom(day, 3);
    const { ended } = await platform.db.transaction().execute(async (tx) => {
      // As the file does.
      await sql`select from employees where user_id = ${employee.id} for update`.execute(tx);
      const ended = hr.client.call(endAccountNow, { params: { runId: id } });
      await expect
        .poll(async () => {
          const { rows } = await sql`select from pg_stat_activity where datname = current_database()
            and wait_event_type = 'Lock' and query like '%employees%'`.execute(platform.db);
          return rows.length;
        })
        .toBe(1);
      await sql`update employees set left_on = ${later}::date
        where user_id = ${employee.id}`.execute(tx);
      return { ended };
    });
    expect((await ended).status).toBe(200);
    expect(await leftOn(employee.id)).toBe(later);
  });

  test('that is past ends the account at once', async () => {
    const employee = await stage.addEmployee();
    await leave(employee.id, { day: dayFrom(stage.today, -1) });
    expect((await stage.row(employee.id)).is_active).toBe(false);
  });

  test('before the first day is refused', async () => {
    const employee = await stage.addEmployee();
    await sql`update employees set hired_on = ${dayFrom(stage.today, 30)}::date
      where user_id = ${employee.id}`.execute(stage.platform.db);
    const response = await stage.hr.client.call(startRun, {
      body: startBody({
        kind: 'offboarding',
        employeeId: employee.id,
        day: stage.today,
        reason: 'resigned',
      }),
    });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({
      fields: { day: 'The last day can’t be before the first.' },
    });
  });

  test('is published as a change of the file, each time', async () => {
    const employee = await stage.addEmployee();
    const socket = await openSocket(stage.url, stage.colleague.client.cookie);
    const published = async () =>
      expect(await socket.next('employee_changed', 10_000)).toEqual({ employeeId: employee.id });
    const run = await leave(employee.id);
    await published();
    const saved = await stage.hr.client.call(saveRun, {
      params: { runId: run.id },
      body: { version: run.version, day: dayFrom(run.day, 1), reason: 'resigned' },
    });
    await published();
    const { version } = saved.body as Run;
    await stage.hr.client.call(cancelRun, {
      params: { runId: run.id },
      body: { version, reason: 'Stays after all' },
    });
    await published();
    // Of a termination, only the end.
    const again = await leave(employee.id, { reason: 'terminated' });
    await stage.hr.client.call(endAccountNow, { params: { runId: again.id } });
    await published();
    socket.close();
    const changes = socket.frames.filter(({ type }) => type === 'employee_changed');
    expect(changes.length).toBe(4);
  });
});

describe('who can’t be offboarded', () => {
  const offboard = (client: typeof stage.hr.client, employeeId: number) =>
    client.call(startRun, {
      body: startBody({ kind: 'offboarding', employeeId, day: stage.today, reason: 'resigned' }),
    });

  test('protected accounts, oneself, and administrators except by one', async () => {
    const { rows } = await sql<{ id: number }>`select id from users
      where protection = 'protected'`.execute(stage.platform.db);
    const isProtected = await offboard(stage.hr.client, rows[0]?.id ?? 0);
    expect(isProtected.status).toBe(403);
    expect(isProtected.body).toMatchObject({
      error: 'This account is protected and can’t be offboarded.',
    });
    expect((await offboard(stage.hr.client, stage.hr.id)).status).toBe(403);
    const administrator = await stage.addUser({ role: 'admin', storeAccess: ['all'] });
    const refused = await offboard(stage.hr.client, administrator.id);
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({
      error: 'Only an administrator can offboard an administrator.',
    });
    const hrAdmin = await stage.addHr({ role: 'admin' });
    expect((await offboard(hrAdmin.client, administrator.id)).status).toBe(201);
  });

  test('one that became protected in the meantime stays, and HR and IT are notified once', async () => {
    const employee = await stage.addEmployee();
    const run = await leave(employee.id);
    await sql`update users set protection = 'protected' where id = ${employee.id}`.execute(
      stage.platform.db,
    );
    await comes(run.id);
    await endDueAccounts(stage.platform);
    await endDueAccounts(stage.platform);
    expect((await stage.row(employee.id)).is_active).toBe(true);
    const seen = (await stage.hr.client.call(getRun, { params: { runId: run.id } })).body as Run;
    expect(seen.events.filter(({ data }) => data.kind === 'end_failed').length).toBe(1);
    const { body } = await stage.hr.client.call(listNotifications, { query: {} } as never);
    expect(JSON.stringify(body)).toContain('could not be ended');
    await sql`update users set protection = null where id = ${employee.id}`.execute(
      stage.platform.db,
    );
    await endDueAccounts(stage.platform);
    expect((await stage.row(employee.id)).is_active).toBe(false);
  });
});

describe('a termination', () => {
  test('is not in the employee’s tasks, notifications or file before it has happened', async () => {
    const employee = await stage.addEmployee();
    const templateId = await templateOf(stage, 'Leaving');
    const run = await leave(employee.id, { reason: 'terminated', templateId, day: stage.today });
    const { body: tasks } = await employee.client.call(listTasks, { query: {} });
    expect(tasks).toEqual([]);
    const { body: notifications } = await employee.client.call(listNotifications, {
      query: {},
    } as never);
    expect(JSON.stringify(notifications)).not.toContain('ffboarding');
    expect(await leftOn(employee.id)).toBe(null);
    // Not even where the list names them.
    await stage.hr.client.call(addItem, {
      params: { runId: run.id },
      body: {
        clientId: crypto.randomUUID(),
        title: 'Explain the key cabinet',
        kind: 'task',
        owner: 'person',
        ownerId: employee.id,
        dueDays: 0,
      },
    });
    expect((await employee.client.call(listTasks, { query: {} })).body).toEqual([]);
    // Someone who resigned has tasks.
    const other = await stage.addEmployee();
    await leave(other.id, { templateId });
    const { body: known } = await other.client.call(listTasks, { query: {} });
    expect((known as { title: string }[]).map(({ title }) => title)).toEqual([
      'Write down what is under way',
      'Return keys, badge, plates and devices',
    ]);
    // Why is for HR alone.
    const params = { runId: run.id };
    expect((await stage.hr.client.call(getRun, { params })).body).toMatchObject({
      hr: { reason: 'terminated' },
    });
    const { body: seen } = await stage.manager.client.call(getRun, { params });
    expect(JSON.stringify(seen)).not.toContain('terminated');
  });

  test('ends the account at once for HR, not for the manager; a second press changes nothing', async () => {
    const employee = await stage.addEmployee();
    const run = await leave(employee.id, { reason: 'terminated', day: stage.today });
    const params = { runId: run.id };
    expect((await stage.manager.client.call(endAccountNow, { params })).status).toBe(403);
    expect((await stage.colleague.client.call(endAccountNow, { params })).status).toBe(404);
    expect((await stage.hr.client.call(endAccountNow, { params })).status).toBe(200);
    expect((await stage.row(employee.id)).is_active).toBe(false);
    expect(await leftOn(employee.id)).toBe(stage.today);
    expect((await stage.hr.client.call(endAccountNow, { params })).status).toBe(200);
  });
});

describe('finishing', () => {
  test('while something is out takes a reason', async () => {
    const employee = await stage.addEmployee();
    const run = await leave(employee.id, { day: stage.today });
    const params = { runId: run.id };
    const added = await stage.hr.client.call(addItem, {
      params,
      body: {
        clientId: crypto.randomUUID(),
        title: 'Say goodbye',
        kind: 'task',
        owner: 'hr',
        dueDays: 0,
      },
    });
    await sql`insert into employee_equipment (user_id, kind, name, issued_on, created_by, client_id, position)
      values (${employee.id}, 'key', 'Front door key', current_date - 10, ${stage.hr.id},
        gen_random_uuid(), 1)`.execute(stage.platform.db);
    await stage.hr.client.call(endAccountNow, { params });
    const item = itemOf(added.body as Run, 'Say goodbye');
    const finish = (reason: string | null) =>
      stage.hr.client.call(decideItem, {
        params: { itemId: item.id },
        body: { version: item.version, state: 'done', reason },
      });
    const refused = await finish(null);
    expect(refused.body).toMatchObject({
      code: 'confirmation_required',
      error: '1 thing is still out. Enter a reason to finish the list.',
    });
    expect((await stage.hr.client.call(getRun, { params })).body).toMatchObject({ outcome: null });
    expect((await finish('Charged to the last paycheck')).status).toBe(200);
    const { body } = await stage.hr.client.call(getRun, { params });
    expect(body).toMatchObject({ outcome: 'done', equipment: [{ name: 'Front door key' }] });
  });
});
