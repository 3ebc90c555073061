import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moveEach } from '../../../platform/server/records/handover.ts';
import type { StageUser } from '../../admin/test/stage.ts';
import { listNotifications } from '../../notifications/contract.ts';
import { addItem, getHandover, getRun, type Handover, handOver, type Run } from '../contract.ts';
import { dayFrom, type OnboardingStage, openOnboardingStage, start } from './stage.ts';

let stage: OnboardingStage;
beforeAll(async () => {
  stage = await openOnboardingStage();
});
afterAll(() => stage.stop());

async function leave(employee: StageUser): Promise<Run> {
  return start(stage, {
    kind: 'offboarding',
    employeeId: employee.id,
    day: dayFrom(stage.today, 9),
    reason: 'resigned',
  });
}

/** Assigns an open lead of this store; returns its id. */
async function giveLead(userId: number, store = 'ford'): Promise<string> {
  const { rows } = await sql<{ id: number }>`update leads set assignee_id = ${userId}
    where id = (select id from leads where is_open and store = ${store}
      and assignee_id is distinct from ${userId} order by id limit 1) returning id`.execute(
    stage.platform.db,
  );
  return String(rows[0]?.id);
}

const assigneeOf = async (leadId: string) => {
  const { rows } = await sql<{ id: number }>`select assignee_id as id from leads
    where id = ${Number(leadId)}`.execute(stage.platform.db);
  return rows[0]?.id;
};

const move = (user: StageUser, runId: number, moves: object[]) =>
  user.client.call(handOver, { params: { runId }, body: { moves } as never });

test('is for HR of the store and the managers above, not for colleagues, IT or the employee', async () => {
  const employee = await stage.addEmployee();
  const run = await leave(employee);
  const params = { runId: run.id };
  const hyundaiHr = await stage.addHr({ storeAccess: ['hyundai'] });
  const reader = await stage.addHr({ featurePermissions: ['view_data'] });
  const statusFor = async ({ client }: StageUser) =>
    (await client.call(getHandover, { params })).status;
  expect(await statusFor(stage.hr)).toBe(200);
  expect(await statusFor(stage.manager)).toBe(200);
  expect(await statusFor(reader)).toBe(403);
  expect(await statusFor(hyundaiHr)).toBe(404);
  expect(await statusFor(stage.colleague)).toBe(404);
  expect(await statusFor(employee)).toBe(404);
  expect(await statusFor(stage.admin)).toBe(404);
  const leadId = await giveLead(employee.id);
  const moves = [{ source: 'leads', toId: stage.colleague.id, ids: [leadId] }];
  for (const user of [reader, hyundaiHr, stage.colleague, employee, stage.admin]) {
    expect((await move(user, run.id, moves)).status).toBeGreaterThanOrEqual(403);
  }
  expect(await assigneeOf(leadId)).toBe(employee.id);
});

test('names customers only to those who may read them', async () => {
  const employee = await stage.addEmployee();
  await giveLead(employee.id);
  const run = await leave(employee);
  const { rows } = await sql<{ name: string }>`select c.name from leads l
    join customers n on n.id = l.customer_id join customers c on c.id = n.root_id
    where l.assignee_id = ${employee.id}`.execute(stage.platform.db);
  const name = rows[0]?.name ?? '';
  const titlesFor = async ({ client }: StageUser) => {
    const { body } = await client.call(getHandover, { params: { runId: run.id } });
    return JSON.stringify((body as Handover).sources);
  };
  expect(await titlesFor(stage.manager)).toContain(name);
  const forHr = await titlesFor(stage.hr);
  expect(forHr).not.toContain(name);
  expect(forHr).toMatch(/Lead \d+/);
});

test('counts as much as it lists', async () => {
  const employee = await stage.addEmployee();
  await giveLead(employee.id);
  await sql`update leads set assignee_id = ${employee.id} where id =
    (select id from leads where not is_open and store = 'ford' limit 1)`.execute(stage.platform.db);
  await sql`update customer_stores set owner_id = ${employee.id} where customer_id in
    (select customer_id from customer_stores where store = 'ford' order by customer_id limit 3)
    and store = 'ford'`.execute(stage.platform.db);
  const run = await leave(employee);
  const { body } = await stage.hr.client.call(getHandover, { params: { runId: run.id } });
  const counts = (body as Handover).sources.map(({ key, items }) => [key, items.length] as const);
  expect(counts.filter(([, count]) => count > 0)).toEqual([
    ['leads', 1],
    ['customers', 3],
  ]);
  expect(run.handover).toBe(4);
});

test('says of each item why it stays, moves the rest, and can be repeated', async () => {
  const employee = await stage.addEmployee({ storeAccess: ['ford', 'hyundai'] });
  const [atFord, atHyundai] = [await giveLead(employee.id), await giveLead(employee.id, 'hyundai')];
  const run = await leave(employee);
  const ids = [atFord, atHyundai];
  const first = await move(stage.hr, run.id, [{ source: 'leads', toId: stage.colleague.id, ids }]);
  expect(first.body).toEqual({
    moved: 1,
    problems: [
      {
        source: 'leads',
        id: atHyundai,
        message: 'This employee doesn’t work on leads at this store.',
      },
    ],
  });
  expect(await assigneeOf(atFord)).toBe(stage.colleague.id);
  expect(await assigneeOf(atHyundai)).toBe(employee.id);
  const other = await stage.addEmployee({ storeAccess: ['hyundai'] });
  const second = await move(stage.hr, run.id, [{ source: 'leads', toId: other.id, ids }]);
  expect(second.body).toEqual({ moved: 1, problems: [] });
  // What the first press moved stays where it went.
  expect(await assigneeOf(atFord)).toBe(stage.colleague.id);
  const actions = (await stage.log(employee.id)).map(({ action }) => action);
  expect(actions.filter((action) => action === 'onboarding.handed_over').length).toBe(2);
});

test('refuses a successor who can’t sign in, or who leaves, before anything moves', async () => {
  const employee = await stage.addEmployee();
  const leadId = await giveLead(employee.id);
  const run = await leave(employee);
  const disabled = await stage.addEmployee({ isActive: false });
  for (const toId of [disabled.id, employee.id, 999_999, null]) {
    const response = await move(stage.hr, run.id, [
      { source: 'leads', toId: stage.colleague.id, ids: [leadId] },
      { source: 'leads', toId, ids: [leadId] },
    ]);
    expect(response.status).toBe(400);
  }
  const unknown = await move(stage.hr, run.id, [{ source: 'secrets', toId: null, ids: ['1'] }]);
  expect(unknown.status).toBe(400);
  expect(await assigneeOf(leadId)).toBe(employee.id);
});

test('never puts anyone on a deal twice', async () => {
  const employee = await stage.addEmployee();
  const { rows } = await sql<{ id: number }>`
    update deals set salesperson_id = ${employee.id}, second_salesperson_id = ${stage.colleague.id}
    where id = (select id from deals where status = 'open' and store = 'ford' limit 1)
    returning id`.execute(stage.platform.db);
  const id = rows[0]?.id ?? 0;
  const run = await leave(employee);
  const moved = await move(stage.hr, run.id, [
    { source: 'deals', toId: stage.colleague.id, ids: [String(id)] },
  ]);
  expect(moved.body).toEqual({ moved: 1, problems: [] });
  const { rows: after } = await sql<{ first: number; second: number | null }>`
    select salesperson_id as first, second_salesperson_id as second from deals
    where id = ${id}`.execute(stage.platform.db);
  expect(after).toEqual([{ first: stage.colleague.id, second: null }]);
});

test('leaves no one reporting to themselves or to someone below them', async () => {
  const boss = await stage.addEmployee({ role: 'manager' });
  const report = await stage.addEmployee({}, boss.id);
  const below = await stage.addEmployee({}, report.id);
  const run = await leave(boss);
  const moves = (toId: number) => [{ source: 'reports', toId, ids: [String(report.id)] }];
  for (const toId of [report.id, below.id]) {
    const refused = await move(stage.hr, run.id, moves(toId));
    expect(refused.body).toMatchObject({ moved: 0, problems: [{ id: String(report.id) }] });
  }
  expect((await move(stage.hr, run.id, moves(stage.manager.id))).body).toEqual({
    moved: 1,
    problems: [],
  });
});

test('is not part of an onboarding', async () => {
  const employee = await stage.addEmployee();
  const run = await start(stage, { employeeId: employee.id });
  const { status } = await stage.hr.client.call(getHandover, { params: { runId: run.id } });
  expect(status).toBe(404);
});

const sourceOf = async ({ client }: StageUser, runId: number, key: string) => {
  const { body } = await client.call(getHandover, { params: { runId } });
  return (body as Handover).sources.find((source) => source.key === key)?.items ?? [];
};

test('does not show or give a manager someone else’s offboarding', async () => {
  const employee = await stage.addEmployee();
  const other = await stage.addEmployee({ lastName: 'Quillfeather' }, stage.admin.id);
  const secret = await start(stage, {
    kind: 'offboarding',
    employeeId: other.id,
    day: dayFrom(stage.today, 5),
    reason: 'terminated',
  });
  await stage.hr.client.call(addItem, {
    params: { runId: secret.id },
    body: {
      clientId: crypto.randomUUID(),
      title: 'Take back the master key',
      kind: 'task',
      owner: 'person',
      ownerId: employee.id,
      dueDays: 0,
    },
  });
  const run = await leave(employee);
  const [hidden] = await sourceOf(stage.manager, run.id, 'onboarding');
  expect(hidden).toMatchObject({ title: 'Offboarding task', detail: '' });
  const ids = [hidden?.id ?? ''];
  const toSelf = [{ source: 'onboarding', toId: stage.manager.id, ids }];
  expect((await move(stage.manager, run.id, toSelf)).body).toMatchObject({
    moved: 0,
    problems: [{ id: ids[0] }],
  });
  const [shown] = await sourceOf(stage.hr, run.id, 'onboarding');
  expect(shown).toMatchObject({ title: 'Take back the master key' });
  expect(shown?.detail).toContain('Quillfeather');
  expect((await move(stage.hr, run.id, toSelf)).body).toEqual({ moved: 1, problems: [] });
});

test('gives a shared note only to someone who reads it', async () => {
  const employee = await stage.addEmployee();
  const reader = await stage.addEmployee({ department: 'finance' });
  const { rows } = await sql<{ id: string }>`with note as (
      insert into notes (id, owner_id, title, content, updated_by)
      values (gen_random_uuid(), ${employee.id}, 'Bonus plan', 'Draft', ${employee.id}) returning id)
    insert into note_shares (note_id, department, can_edit) select id, 'finance', true from note
    returning note_id as id`.execute(stage.platform.db);
  const ids = [rows[0]?.id ?? ''];
  const run = await leave(employee);
  const refused = await move(stage.manager, run.id, [
    { source: 'notes', toId: stage.manager.id, ids },
  ]);
  expect(refused.body).toMatchObject({ moved: 0, problems: [{ id: ids[0] }] });
  expect(await sourceOf(stage.manager, run.id, 'notes')).toMatchObject([{ title: 'Shared note' }]);
  const given = await move(stage.manager, run.id, [{ source: 'notes', toId: reader.id, ids }]);
  expect(given.body).toEqual({ moved: 1, problems: [] });
});

test('names shared views only to those who may use them', async () => {
  const employee = await stage.addEmployee();
  await sql`insert into employee_views (owner_id, store, name, filters)
    values (${employee.id}, 'ford', 'Last warnings', '{}')`.execute(stage.platform.db);
  await sql`insert into report_views (client_id, owner_id, name, report, question, is_shared)
    values (gen_random_uuid(), ${employee.id}, 'Bonus by person', 'deals', '{}', true)`.execute(
    stage.platform.db,
  );
  const run = await leave(employee);
  expect(await sourceOf(stage.hr, run.id, 'employee_views')).toMatchObject([
    { title: 'Last warnings', href: '/hr' },
  ]);
  const [hidden] = await sourceOf(stage.manager, run.id, 'employee_views');
  expect(hidden).toMatchObject({ title: `View ${hidden?.id}`, href: null });
  const [report] = await sourceOf(stage.manager, run.id, 'report_views');
  expect(report).toMatchObject({ title: `View ${report?.id}`, href: null });
  await sql`update users set page_permissions = page_permissions || '{reports}' where id = ${stage.manager.id}`.execute(
    stage.platform.db,
  );
  expect(await sourceOf(stage.manager, run.id, 'report_views')).toMatchObject([
    { title: 'Bonus by person', href: '/reports' },
  ]);
});

test('gives visitors who are in the showroom now to someone who works with customers there', async () => {
  const employee = await stage.addEmployee();
  const elsewhere = await stage.addEmployee({ storeAccess: ['hyundai'] });
  const { db } = stage.platform;
  const { rows } = await sql<{ id: number }>`
    insert into customer_ups (store, guest, arrived_at, greeter_id, created_by, result)
    values ('ford', 'Wilhelmina Quarles', now(), ${employee.id}, ${employee.id}, null),
      ('ford', 'Of another day', now() - interval '2 days', ${employee.id}, ${employee.id}, null),
      ('ford', 'Gone', now(), ${employee.id}, ${employee.id}, 'left')
    returning id`.execute(db);
  const ids = [String(rows[0]?.id)];
  const run = await leave(employee);
  expect(await sourceOf(stage.manager, run.id, 'visits')).toMatchObject([
    { id: ids[0], title: 'Wilhelmina Quarles', href: '/customers?view=today' },
  ]);
  // This HR does not read customers.
  expect(await sourceOf(stage.hr, run.id, 'visits')).toMatchObject([
    { id: ids[0], title: `Visit ${ids[0]}`, href: null },
  ]);
  const all = rows.map(({ id }) => String(id));
  const give = (toId: number) => move(stage.hr, run.id, [{ source: 'visits', toId, ids: all }]);
  expect((await give(elsewhere.id)).body).toMatchObject({
    moved: 0,
    problems: [{ id: ids[0], message: 'This employee doesn’t work with customers at this store.' }],
  });
  expect((await give(stage.colleague.id)).body).toEqual({ moved: 1, problems: [] });
  const { rows: after } = await sql<{ greeter_id: number }>`select greeter_id from customer_ups
    where id = any(${rows.map(({ id }) => id)}::integer[]) order by id`.execute(db);
  expect(after.map(({ greeter_id }) => greeter_id)).toEqual([
    stage.colleague.id,
    employee.id,
    employee.id,
  ]);
  const { body } = await stage.colleague.client.call(listNotifications, { query: {} } as never);
  expect(JSON.stringify(body)).toContain('assigned you 1 visitor in the showroom');
  const { rows: log } = await sql`select from activity_log
    where action = 'visit.assigned' and subject_id = ${ids[0]}`.execute(db);
  expect(log.length).toBe(1);
});

test('ends the lot walks someone has started, and leaves those of others', async () => {
  const employee = await stage.addEmployee();
  const { db } = stage.platform;
  await sql`update lot_walks set ended_by = started_by, ended_at = now()
    where ended_at is null`.execute(db);
  const walks = [];
  for (const [store, userId] of [
    ['ford', employee.id],
    ['hyundai', stage.colleague.id],
  ]) {
    const { rows } = await sql<{ id: number }>`insert into lot_walks (client_id, store, started_by)
      values (gen_random_uuid(), ${store}, ${userId}) returning id`.execute(db);
    walks.push(rows[0]?.id ?? 0);
  }
  const [own = 0, other = 0] = walks;
  const run = await leave(employee);
  expect(await sourceOf(stage.manager, run.id, 'lot_walks')).toMatchObject([
    { id: String(own), detail: '0 seen', store: 'ford' },
  ]);
  const moves = [{ source: 'lot_walks', toId: null, ids: walks.map(String) }];
  expect((await move(stage.colleague, run.id, moves)).status).toBe(404);
  expect((await move(stage.manager, run.id, moves)).body).toEqual({ moved: 1, problems: [] });
  expect((await move(stage.manager, run.id, moves)).body).toEqual({ moved: 0, problems: [] });
  const { rows } = await sql<{ id: number; started_by: number; ended_by: number | null }>`
    select w.id, w.started_by, w.ended_by,
      exists (select from lot_walk_missing m where m.walk_id = w.id) as has_missing
    from lot_walks w where w.id = any(${walks}::integer[]) order by w.id`.execute(db);
  expect(rows).toEqual([
    { id: own, started_by: employee.id, ended_by: stage.manager.id, has_missing: true },
    { id: other, started_by: stage.colleague.id, ended_by: null, has_missing: false },
  ]);
  const seen = await stage.hr.client.call(getRun, { params: { runId: run.id } });
  expect((seen.body as Run).events.map(({ data }) => data)).toContainEqual({
    kind: 'moved',
    what: 'Lot walks',
    count: 1,
    to: null,
    isEnded: true,
  });
});

test('ends with the list once someone is hired again', async () => {
  const employee = await stage.addEmployee();
  const leadId = await giveLead(employee.id);
  const run = await leave(employee);
  const { db } = stage.platform;
  await sql`update onboarding_runs set outcome = 'done', closed_at = now(), closed_by = ${stage.hr.id}
    where id = ${run.id}`.execute(db);
  const moves = [{ source: 'leads', toId: stage.colleague.id, ids: [leadId] }];
  expect((await move(stage.manager, run.id, moves)).status).toBe(403);
  await sql`update users set is_active = false where id = ${employee.id}`.execute(db);
  expect((await move(stage.manager, run.id, moves)).body).toEqual({ moved: 1, problems: [] });
});

test('reports what was moved before a failure', async () => {
  const error = new TypeError('Broken');
  const result = await moveEach(['a', 'b', 'c'], async (id) => {
    if (id === 'b') throw error;
    return true;
  });
  expect(result).toMatchObject({ moved: ['a'], problems: [{ id: 'b' }, { id: 'c' }], error });
});
