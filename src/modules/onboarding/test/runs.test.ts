import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSocket } from '../../../../test/support/socket.ts';
import { instantOf } from '../../../platform/contract/wallTime.ts';
import {
  type EmployeePage,
  getEmployee,
  listEmployeeEvents,
} from '../../employees/contract/employee.ts';
import { listNotifications } from '../../notifications/contract.ts';
import {
  addComment,
  addItem,
  cancelRun,
  countRuns,
  decideItem,
  finishRun,
  getChoices,
  getRun,
  linkAccount,
  listRuns,
  listRunsOf,
  listTasks,
  type Run,
  removeItem,
  saveItem,
  saveRun,
  startRun,
} from '../contract.ts';
import { notifyDue } from '../server/notify.ts';
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

const task = (overrides: object = {}) => ({
  clientId: crypto.randomUUID(),
  title: 'Order business cards',
  kind: 'task',
  owner: 'hr',
  dueDays: 0,
  ...overrides,
});

/** Adds a task to a list, and returns it with a call that marks it done or open. */
async function addTaskTo({ id: runId }: Run) {
  const added = await stage.hr.client.call(addItem, { params: { runId }, body: task() as never });
  const [item] = (added.body as Run).items;
  if (!item) throw new Error('No item');
  const decide = (version: number, state: 'done' | 'open') =>
    stage.hr.client.call(decideItem, { params: { itemId: item.id }, body: { version, state } });
  return { item, decide };
}

describe('starting', () => {
  test('copies the checklist with days relative to the first day, and writes that day into the file', async () => {
    const employee = await stage.addEmployee();
    const day = dayFrom(stage.today, 14);
    const templateId = await templateOf(stage, 'Salesperson');
    const run = await start(stage, { employeeId: employee.id, day, templateId });
    expect(run.items.length).toBe(13);
    expect(itemOf(run, 'Create the account').dueOn).toBe(dayFrom(day, -5));
    expect(itemOf(run, 'Talk about the first 30 days').dueOn).toBe(dayFrom(day, 30));
    expect(run.manager?.id).toBe(stage.manager.id);
    const { rows } = await sql<{ day: string }>`select hired_on::text as day from employees
      where user_id = ${employee.id}`.execute(stage.platform.db);
    expect(rows[0]?.day).toBe(day);
  });

  test('is the same for a repeated client id, and refused while another list is open', async () => {
    const employee = await stage.addEmployee();
    const body = startBody({ employeeId: employee.id, day: stage.today });
    const first = await stage.hr.client.call(startRun, { body });
    const again = await stage.hr.client.call(startRun, { body });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect((again.body as Run).id).toBe((first.body as Run).id);
    const second = await stage.hr.client.call(startRun, {
      body: startBody({ employeeId: employee.id, day: stage.today }),
    });
    expect(second.status).toBe(409);
    expect(second.body).toMatchObject({
      error: 'This employee already has an open list. Close it first.',
    });
  });

  test('is for HR of the store alone', async () => {
    const employee = await stage.addEmployee();
    const fordHr = await stage.addHr({ storeAccess: ['ford'] });
    const hyundaiHr = await stage.addHr({ storeAccess: ['hyundai'] });
    const reader = await stage.addHr({ featurePermissions: ['view_data'] });
    const body = () => startBody({ employeeId: employee.id, day: stage.today });
    for (const { client } of [hyundaiHr, reader, stage.manager, stage.colleague, stage.admin]) {
      expect((await client.call(startRun, { body: body() })).status).toBe(403);
    }
    expect((await fordHr.client.call(startRun, { body: body() })).status).toBe(201);
  });

  test('of one’s own list is refused', async () => {
    const response = await stage.hr.client.call(startRun, {
      body: startBody({ employeeId: stage.hr.id, day: stage.today }),
    });
    expect(response.status).toBe(403);
    expect(response.body).toMatchObject({
      error: 'You can’t do this for yourself. Ask someone else in HR.',
    });
  });

  test('says what is missing, and starts nothing', async () => {
    const employee = await stage.addEmployee();
    const bad = [
      [{ day: stage.today }, 'employeeId'],
      [{ kind: 'offboarding', employeeId: employee.id, day: stage.today }, 'reason'],
      [{ employeeId: employee.id, day: dayFrom(stage.today, 500) }, 'day'],
      [{ employeeId: employee.id, day: stage.today, templateId: 999_999 }, 'templateId'],
      [{ hire: { name: '' }, day: stage.today }, 'hire.name'],
      [{ employeeId: employee.id, day: stage.today, rights: ['all'] }, 'rights'],
    ] as const;
    for (const [body, field] of bad) {
      const response = await stage.hr.client.call(startRun, { body: startBody(body) });
      expect(response.status).toBe(400);
      expect(JSON.stringify(response.body)).toContain(field);
    }
    const { body } = await stage.hr.client.call(listRunsOf, {
      params: { employeeId: employee.id },
    });
    expect(body).toEqual([]);
  });
});

describe('a new hire without an account', () => {
  test('has a list that HR of the store and the manager see, and gets the account later', async () => {
    const run = await start(stage, {
      hire: {
        name: 'Ines Novak',
        jobTitle: 'Cashier',
        store: 'ford',
        department: 'back_office',
        managerId: stage.manager.id,
      },
      day: dayFrom(stage.today, 3),
      templateId: await templateOf(stage, 'New hire'),
    });
    expect(run.employee).toEqual({ id: null, name: 'Ines Novak' });
    expect(itemOf(run, 'Create the account').check).toEqual({
      isMet: false,
      text: 'No account yet.',
    });
    const params = { runId: run.id };
    const seen = await stage.manager.client.call(getRun, { params });
    expect(seen.body).toMatchObject({ may: { edit: false, link: false } });
    expect((await stage.colleague.client.call(getRun, { params })).status).toBe(404);

    const account = await stage.addUser({ firstName: 'Ines', storeAccess: ['ford'] });
    const link = { params, body: { version: run.version, employeeId: account.id } };
    expect((await stage.manager.client.call(linkAccount, link)).status).toBe(403);
    // Someone who was here before is HR’s to link: it writes a first day into their file.
    const before = await stage.admin.client.call(linkAccount, {
      params,
      body: { version: run.version, employeeId: stage.colleague.id },
    });
    expect(before.status).toBe(400);
    // An account manager has created it, and says so.
    const linked = await stage.admin.client.call(linkAccount, link);
    expect(linked.status).toBe(200);
    expect((linked.body as Run).employee.id).toBe(account.id);
    expect(itemOf(linked.body as Run, 'Create the account').check?.isMet).toBe(true);
    expect((await stage.admin.client.call(linkAccount, link)).status).toBe(409);
  });
});

describe('the day', () => {
  test('moves what is open, not what is done, and the file follows', async () => {
    const employee = await stage.addEmployee();
    const templateId = await templateOf(stage, 'New hire');
    const run = await start(stage, { employeeId: employee.id, templateId });
    const first = itemOf(run, 'Run the background check');
    await stage.hr.client.call(decideItem, {
      params: { itemId: first.id },
      body: { version: first.version, state: 'done' },
    });
    const day = dayFrom(stage.today, 21);
    const saved = await stage.hr.client.call(saveRun, {
      params: { runId: run.id },
      body: { version: run.version, day },
    });
    expect(saved.status).toBe(200);
    const after = saved.body as Run;
    expect(itemOf(after, 'Run the background check').dueOn).toBe(first.dueOn);
    expect(itemOf(after, 'Read the employee handbook').dueOn).toBe(day);
    const stale = await stage.hr.client.call(saveRun, {
      params: { runId: run.id },
      body: { version: run.version, day: stage.today },
    });
    expect(stale.status).toBe(409);

    // HR corrects the first day in the employee’s file.
    const corrected = dayFrom(stage.today, 28);
    await sql`update employees set hired_on = ${corrected}::date
      where user_id = ${employee.id}`.execute(stage.platform.db);
    const { body } = await stage.hr.client.call(getRun, { params: { runId: run.id } });
    expect((body as Run).day).toBe(corrected);
    expect(itemOf(body as Run, 'Read the employee handbook').dueOn).toBe(corrected);
  });
});

test('a first day changed in the file while the list is saved is no deadlock', async () => {
  const { platform, hr, today } = stage;
  const { id: employeeId } = await stage.addEmployee();
  const run = await start(stage, { employeeId });
  const { saved } = await platform.db.transaction().execute(async (tx) => {
    // As the file does.
    await sql`select from employees where user_id = ${employeeId} for update`.execute(tx);
    const saved = hr.client.call(saveRun, {
      params: { runId: run.id },
      body: { version: run.version, day: dayFrom(today, 3) },
    });
    await expect
      .poll(async () => {
        const { rows } = await sql`select from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock' and query like '%employees%'`.execute(platform.db);
        return rows.length;
      })
      .toBe(1);
    await sql`update employees set hired_on = ${dayFrom(today, 7)}::date
      where user_id = ${employeeId}`.execute(tx);
    return { saved };
  });
  expect((await saved).status).toBe(409);
});

describe('items', () => {
  test('are in the list of their owner, who marks them; no one else does', async () => {
    const employee = await stage.addEmployee();
    const templateId = await templateOf(stage, 'New hire');
    const run = await start(stage, { employeeId: employee.id, templateId });
    const titlesOf = async (client: typeof employee.client) => {
      const { body } = await client.call(listTasks, { query: { limit: 200 } });
      return (body as { runId: number; title: string }[])
        .filter(({ runId }) => runId === run.id)
        .map(({ title }) => title);
    };
    expect(await titlesOf(employee.client)).toEqual(['Read the employee handbook']);
    expect(await titlesOf(stage.manager.client)).toEqual([
      'Add to the team’s channels',
      'Issue keys and devices',
      'Talk about the first 30 days',
    ]);
    expect(await titlesOf(stage.admin.client)).toEqual([
      'Create the account',
      'Grant the rights that were agreed',
    ]);
    expect(await titlesOf(stage.colleague.client)).toEqual([]);

    const handbook = itemOf(run, 'Read the employee handbook');
    const call = {
      params: { itemId: handbook.id },
      body: { version: handbook.version, state: 'done' as const },
    };
    expect((await stage.colleague.client.call(decideItem, call)).status).toBe(404);
    const done = await employee.client.call(decideItem, call);
    expect(done.body).toMatchObject({ state: 'done', decided: { reason: null } });
    expect(await titlesOf(employee.client)).toEqual([]);
    // The employee has tasks, not the list.
    expect((await employee.client.call(getRun, { params: { runId: run.id } })).status).toBe(404);
  });

  test('about rights are decided by those who manage accounts, not by HR', async () => {
    const employee = await stage.addEmployee();
    const templateId = await templateOf(stage, 'New hire');
    const run = await start(stage, { employeeId: employee.id, templateId });
    const rights = itemOf(run, 'Grant the rights that were agreed');
    expect(rights.may.decide).toBe(false);
    const call = {
      params: { itemId: rights.id },
      body: { version: rights.version, state: 'done' as const },
    };
    const refused = await stage.hr.client.call(decideItem, call);
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({
      error: 'Only those who manage accounts can decide this.',
    });
    expect((await stage.admin.client.call(decideItem, call)).status).toBe(200);
  });

  test('that the system checks are done when they are, or skipped with a reason', async () => {
    const employee = await stage.addEmployee();
    const templateId = await templateOf(stage, 'New hire');
    const run = await start(stage, { employeeId: employee.id, templateId });
    const issued = itemOf(run, 'Issue keys and devices');
    expect(issued.check).toEqual({ isMet: false, text: 'Nothing issued yet.' });
    const decide = (state: 'done' | 'skipped', reason: string | null = null) =>
      stage.manager.client.call(decideItem, {
        params: { itemId: issued.id },
        body: { version: issued.version, state, reason },
      });
    expect((await decide('done')).status).toBe(409);
    const silent = await decide('skipped');
    expect(silent.status).toBe(400);
    expect(silent.body).toMatchObject({ fields: { reason: 'Enter a reason' } });
    await sql`insert into employee_equipment (user_id, kind, name, issued_on, created_by, client_id, position)
      values (${employee.id}, 'key', 'Front door key', current_date, ${stage.hr.id},
        gen_random_uuid(), 1)`.execute(stage.platform.db);
    expect((await decide('done')).status).toBe(200);
    const papers = itemOf(run, 'File I-9, W-4 and direct deposit');
    expect(papers.check?.text).toMatch(/^\d+ documents missing: /);
    const skipped = await stage.hr.client.call(decideItem, {
      params: { itemId: papers.id },
      body: { version: papers.version, state: 'skipped', reason: 'Filed on paper' },
    });
    expect(skipped.body).toMatchObject({
      state: 'skipped',
      decided: { reason: 'Filed on paper' },
    });
  });

  test('are added, changed and removed by HR, once each', async () => {
    const employee = await stage.addEmployee();
    const run = await start(stage, { employeeId: employee.id });
    const params = { runId: run.id };
    const body = task({ owner: 'person', ownerId: stage.colleague.id }) as never;
    expect((await stage.manager.client.call(addItem, { params, body })).status).toBe(403);
    const added = await stage.hr.client.call(addItem, { params, body });
    await stage.hr.client.call(addItem, { params, body });
    const again = (await stage.hr.client.call(getRun, { params })).body as Run;
    expect(added.status).toBe(201);
    expect(again.items.length).toBe(1);
    const [item] = again.items;
    if (!item) throw new Error('No item');
    const { body: tasks } = await stage.colleague.client.call(listTasks, { query: {} });
    expect(tasks).toMatchObject([{ title: 'Order business cards', seesRun: false }]);
    const { clientId: _, ...facts } = task({ title: 'Order name badge', dueDays: 2 });
    const changed = await stage.hr.client.call(saveItem, {
      params: { itemId: item.id },
      body: { version: item.version, ...facts } as never,
    });
    expect((changed.body as Run).items[0]).toMatchObject({
      title: 'Order name badge',
      dueOn: dayFrom(run.day, 2),
    });
    for (const wrong of [
      { kind: 'handover' },
      { owner: 'person' },
      { owner: 'person', ownerId: 999_999 },
      { title: '' },
    ]) {
      const response = await stage.hr.client.call(addItem, { params, body: task(wrong) as never });
      expect(response.status).toBe(400);
    }
    const gone = await stage.hr.client.call(removeItem, {
      params: { itemId: item.id },
      query: { version: String(item.version + 1) } as never,
    });
    expect((gone.body as Run).items).toEqual([]);

    const [open, done] = ['Order keys', 'Order a badge'].map((title) => task({ title }));
    await stage.hr.client.call(addItem, { params, body: open as never });
    const two = (await stage.hr.client.call(addItem, { params, body: done as never })).body as Run;
    const [first, second] = two.items;
    if (!first || !second) throw new Error('No items');
    await stage.hr.client.call(decideItem, {
      params: { itemId: second.id },
      body: { version: second.version, state: 'done' },
    });
    const early = await stage.hr.client.call(finishRun, { params, body: { version: two.version } });
    expect(early.body).toMatchObject({ error: 'Some tasks are still open.' });
    // Without the open one nothing is left.
    await stage.hr.client.call(removeItem, {
      params: { itemId: first.id },
      query: { version: String(first.version) } as never,
    });
    const finished = await stage.hr.client.call(finishRun, {
      params,
      body: { version: two.version },
    });
    expect(finished.body).toMatchObject({ outcome: 'done' });
  });

  test('the last one finishes the list, and opening it again reopens the list', async () => {
    const employee = await stage.addEmployee();
    const run = await start(stage, { employeeId: employee.id });
    const params = { runId: run.id };
    const { item, decide } = await addTaskTo(run);
    await decide(item.version, 'done');
    expect((await stage.hr.client.call(getRun, { params })).body).toMatchObject({
      outcome: 'done',
      done: 1,
    });
    await decide(item.version + 1, 'open');
    expect((await stage.hr.client.call(getRun, { params })).body).toMatchObject({
      outcome: null,
      done: 0,
    });
  });
});

test('a list that is done is not opened again while the employee has another one', async () => {
  const employee = await stage.addEmployee();
  const run = await start(stage, { employeeId: employee.id });
  const params = { runId: run.id };
  const { item, decide } = await addTaskTo(run);
  await decide(item.version, 'done');
  await start(stage, { employeeId: employee.id });
  const refused = await decide(item.version + 1, 'open');
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({
    error: 'This employee already has an open list. Close it first.',
  });
  expect((await stage.hr.client.call(getRun, { params })).body).toMatchObject({ outcome: 'done' });
});

test('someone who is hired again has no last day anymore', async () => {
  const { id: employeeId } = await stage.addEmployee();
  const lastDay = dayFrom(stage.today, -100);
  await sql`update employees set left_on = ${lastDay}::date where user_id = ${employeeId}`.execute(
    stage.platform.db,
  );
  const socket = await openSocket(stage.url, stage.colleague.client.cookie);
  const run = await start(stage, { employeeId });
  expect(await socket.next('employee_changed', 10_000)).toEqual({ employeeId });
  socket.close();
  const params = { employeeId };
  const { body } = await stage.hr.client.call(getEmployee, { params });
  expect((body as EmployeePage).file).toMatchObject({ hiredOn: run.day, leftOn: null });
  const { body: events } = await stage.hr.client.call(listEmployeeEvents, { params, query: {} });
  expect((events as { data: unknown }[])[0]?.data).toEqual({
    kind: 'employment',
    fields: [
      { name: 'hiredOn', from: dayFrom(stage.today, -400), to: run.day },
      { name: 'leftOn', from: lastDay, to: null },
    ],
  });
});

test('those who manage accounts at another store are not notified', async () => {
  const employee = await stage.addEmployee({ lastName: 'Quillfeather' });
  const it = {
    department: 'it',
    pagePermissions: ['user_management'],
    featurePermissions: ['manage_users'],
  } as const;
  const [atFord, atHyundai] = [
    await stage.addUser({ ...it, storeAccess: ['ford'] } as never),
    await stage.addUser({ ...it, storeAccess: ['hyundai'] } as never),
  ];
  await sql`update employees set store = 'ford' where user_id = ${employee.id}`.execute(
    stage.platform.db,
  );
  await start(stage, {
    employeeId: employee.id,
    templateId: await templateOf(stage, 'New hire'),
  });
  const notices = async ({ client }: typeof employee) =>
    JSON.stringify((await client.call(listNotifications, { query: {} } as never)).body);
  expect(await notices(atFord)).toContain('Quillfeather');
  expect(await notices(atHyundai)).not.toContain('Quillfeather');
});

test('what is due is notified from seven in the morning, to HR of all stores for the whole group', async () => {
  const employee = await stage.addEmployee({ lastName: 'Thistlewood' });
  await sql`update employees set store = null where user_id = ${employee.id}`.execute(
    stage.platform.db,
  );
  const [ofEach, ofFord] = [
    await stage.addHr({ storeAccess: ['ford', 'hyundai', 'chevrolet'] }),
    await stage.addHr({ storeAccess: ['ford'] }),
  ];
  const run = await start(stage, { employeeId: employee.id });
  await stage.hr.client.call(addItem, { params: { runId: run.id }, body: task() as never });
  const isNotified = async ({ client }: typeof employee) =>
    JSON.stringify((await client.call(listNotifications, { query: {} } as never)).body).includes(
      'Thistlewood',
    );
  const at = (time: string) => instantOf(stage.timezone, `${stage.today}T${time}`);
  await notifyDue(stage.platform, at('06:59'));
  expect(await isNotified(stage.hr)).toBe(false);
  await notifyDue(stage.platform, at('07:00'));
  expect(await isNotified(stage.hr)).toBe(true);
  expect(await isNotified(ofEach)).toBe(true);
  expect(await isNotified(ofFord)).toBe(false);
});

describe('reading', () => {
  test('is for HR of the store, the managers above and those who manage accounts', async () => {
    const employee = await stage.addEmployee();
    const above = await stage.addEmployee({ role: 'manager' });
    await sql`update employees set manager_id = ${above.id}
      where user_id = ${stage.manager.id}`.execute(stage.platform.db);
    const templateId = await templateOf(stage, 'New hire');
    const run = await start(stage, { employeeId: employee.id, templateId });
    const params = { runId: run.id };
    const hyundaiHr = await stage.addHr({ storeAccess: ['hyundai'] });
    const sees = async ({ client }: typeof employee) => {
      const [list, one] = [
        await client.call(listRuns, { query: { limit: 200 } }),
        await client.call(getRun, { params }),
      ];
      const isListed = (list.body as { id: number }[]).some(({ id }) => id === run.id);
      expect(isListed).toBe(one.status === 200);
      return isListed;
    };
    expect(await sees(stage.hr)).toBe(true);
    expect(await sees(stage.manager)).toBe(true);
    expect(await sees(above)).toBe(true);
    expect(await sees(stage.admin)).toBe(true);
    expect(await sees(hyundaiHr)).toBe(false);
    expect(await sees(stage.colleague)).toBe(false);
    expect(await sees(employee)).toBe(false);
    // What HR says about a leave is HR’s alone.
    expect((await stage.manager.client.call(getRun, { params })).body).toMatchObject({ hr: null });
  });

  test('of long lists is page by page, with their number', async () => {
    const runIds: number[] = [];
    for (const name of ['Vera Pageturner', 'Walt Pageturner', 'Xena Pageturner']) {
      const hire = { name, store: 'ford' };
      runIds.push((await start(stage, { hire, day: stage.today })).id);
    }
    const filters = { q: 'pageturner' };
    const page = async (offset: number) => {
      const query = { ...filters, limit: 2, offset };
      const { body } = await stage.hr.client.call(listRuns, { query });
      return (body as { id: number }[]).map(({ id }) => id);
    };
    expect([await page(0), await page(2)]).toEqual([runIds.slice(0, 2), runIds.slice(2)]);
    const { body } = await stage.hr.client.call(countRuns, { query: filters });
    expect(body).toEqual({ count: 3, isMore: false });
    const { body: none } = await stage.colleague.client.call(countRuns, { query: filters });
    expect(none).toEqual({ count: 0, isMore: false });

    const owner = await stage.addEmployee();
    for (const [at, runId] of runIds.entries()) {
      const body = task({ owner: 'person', ownerId: owner.id, dueDays: at }) as never;
      await stage.hr.client.call(addItem, { params: { runId }, body });
    }
    const tasksFrom = async (offset: number) => {
      const { body } = await owner.client.call(listTasks, { query: { limit: 2, offset } });
      return (body as { runId: number }[]).map(({ runId }) => runId);
    };
    expect([await tasksFrom(0), await tasksFrom(2)]).toEqual([runIds.slice(0, 2), runIds.slice(2)]);
  });

  test('of the choices gives a colleague nothing', async () => {
    const { body } = await stage.colleague.client.call(getChoices, {});
    expect(body).toMatchObject({ stores: [], staff: [], employees: [], may: { start: false } });
  });

  test('comments are once per client id, and for those who see the list', async () => {
    const employee = await stage.addEmployee();
    const run = await start(stage, { employeeId: employee.id });
    const params = { runId: run.id };
    const body = { clientId: crypto.randomUUID(), text: 'Starts at eight.' };
    expect((await stage.colleague.client.call(addComment, { params, body })).status).toBe(404);
    await stage.manager.client.call(addComment, { params, body });
    const { body: seen } = await stage.manager.client.call(addComment, { params, body });
    const comments = (seen as Run).events.filter(({ data }) => data.kind === 'comment');
    expect(comments.length).toBe(1);
  });
});

describe('canceling', () => {
  test('needs HR and a reason, and takes the last day back', async () => {
    const employee = await stage.addEmployee();
    const run = await start(stage, {
      kind: 'offboarding',
      employeeId: employee.id,
      day: dayFrom(stage.today, 9),
      reason: 'resigned',
    });
    const leftOn = async () => {
      const { rows } = await sql<{ day: string | null }>`select left_on::text as day
        from employees where user_id = ${employee.id}`.execute(stage.platform.db);
      return rows[0]?.day;
    };
    expect(await leftOn()).toBe(dayFrom(stage.today, 9));
    const call = {
      params: { runId: run.id },
      body: { version: run.version, reason: 'Stays after all' },
    };
    expect((await stage.manager.client.call(cancelRun, call)).status).toBe(403);
    expect((await stage.hr.client.call(cancelRun, call)).status).toBe(200);
    expect(await leftOn()).toBe(null);
    expect((await stage.hr.client.call(cancelRun, call)).status).toBe(409);
  });
});
