import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openSocket } from '../../../../test/support/socket.ts';
import { startForecourt } from '../../../main/forecourt.ts';
import { readConfig } from '../../../platform/server/config/config.ts';
import { createLog } from '../../../platform/server/log/log.ts';
import { login } from '../../access/contract.ts';
import {
  changePermissions,
  changeRole,
  createUser,
  deleteUser,
  toggleStatus,
  updateUser,
} from '../../admin/contract.ts';
import { accountBody, password, type StageUser } from '../../admin/test/stage.ts';
import { listNotifications } from '../../notifications/contract.ts';
import type { User } from '../../people/contract.ts';
import {
  cancelRun,
  decideItem,
  finishRun,
  getRun,
  linkAccount,
  listNewAccounts,
  type Run,
  saveRun,
  setAccountStart,
} from '../contract.ts';
import { startDueAccounts } from '../server/start-accounts.ts';
import {
  dayFrom,
  itemOf,
  type OnboardingStage,
  openOnboardingStage,
  start,
  templateOf,
} from './stage.ts';

let stage: OnboardingStage;
/** Manages accounts at Ford, and is not of HR. */
let it: StageUser;
beforeAll(async () => {
  stage = await openOnboardingStage();
  it = await stage.addUser({
    firstName: 'Tina',
    role: 'manager',
    department: 'it',
    storeAccess: ['ford'],
    pagePermissions: ['user_management', 'customer_management'],
    featurePermissions: ['view_data'],
  });
});
afterAll(() => stage.stop());

const startHire = async (days = 5) =>
  start(stage, {
    hire: {
      name: 'Ines Calloway',
      jobTitle: 'Cashier',
      store: 'ford',
      managerId: stage.manager.id,
    },
    day: dayFrom(stage.today, days),
    templateId: await templateOf(stage, 'New hire'),
  });

const rights = {
  department: 'it',
  storeAccess: ['ford'],
  pagePermissions: ['customer_management'],
  featurePermissions: ['view_data'],
};

/** An inactive account with its rights, as someone who manages accounts creates it. */
async function addInactive(overrides: object = {}, by = it): Promise<User> {
  const response = await by.client.call(createUser, {
    body: accountBody({ firstName: 'Ines', ...rights, isActive: false, ...overrides }) as never,
  });
  if (response.status !== 201) throw new Error(JSON.stringify(response.body));
  return response.body as User;
}

const link = async (run: Run, employeeId: number, by = it) =>
  by.client.call(linkAccount, {
    params: { runId: run.id },
    body: { version: run.version, employeeId },
  });

/** A new hire whose account starts in five days. */
async function plan(days = 5): Promise<{ run: Run; account: User }> {
  const hire = await startHire(days);
  const account = await addInactive();
  const response = await link(hire, account.id);
  if (response.status !== 200) throw new Error(JSON.stringify(response.body));
  return { run: response.body as Run, account };
}

const read = async (runId: number, by: StageUser = it) =>
  (await by.client.call(getRun, { params: { runId } })).body as Run;

const setStart = (run: Run, isPlanned: boolean, by: StageUser = it) =>
  by.client.call(setAccountStart, {
    params: { runId: run.id },
    body: { version: run.version, isPlanned },
  });

/** As if the first day had come. */
const comes = (runId: number) =>
  sql`update onboarding_runs set activate_at = now() - interval '1 second'
    where id = ${runId} and activate_at is not null`.execute(stage.platform.db);

const nameOf = ({ firstName, lastName }: User) => `${firstName} ${lastName}`;

const isActive = async (id: number) => (await stage.row(id)).is_active;

/** The start of the account, as the database has it in the group’s time zone. */
const startOf = async (runId: number) => {
  const { rows } = await sql<{ at: string | null }>`
    select to_char(activate_at at time zone ${stage.timezone}, 'YYYY-MM-DD HH24:MI') as at
    from onboarding_runs where id = ${runId}`.execute(stage.platform.db);
  return rows[0]?.at;
};

describe('a new account that is linked', () => {
  test('starts with its first day by itself, once, and not before', async () => {
    const { run, account } = await plan();
    expect(await startOf(run.id)).toBe(`${run.day} 00:00`);
    expect(run).toMatchObject({ startedAt: null, may: { planStart: true } });
    expect(itemOf(run, 'Create the account').check).toEqual({
      isMet: false,
      text: 'The account starts on the first day.',
    });
    // Its rights are there to be checked before.
    expect(itemOf(run, 'Grant the rights that were agreed').check).toEqual({
      isMet: true,
      text: 'Employee, IT, Ford, 1 page.',
    });
    const signIn = () =>
      stage.client().call(login, { body: { username: account.username, password } });
    await startDueAccounts(stage.platform);
    expect(await isActive(account.id)).toBe(false);
    expect((await signIn()).status).toBe(401);

    const socket = await openSocket(stage.url, stage.colleague.client.cookie);
    await comes(run.id);
    await Promise.all([startDueAccounts(stage.platform), startDueAccounts(stage.platform)]);
    expect(await socket.next('user_status_toggled')).toEqual({
      userId: account.id,
      newStatus: true,
    });
    socket.close();
    expect((await signIn()).status).toBe(200);
    const after = await read(run.id);
    expect(after.startedAt).not.toBe(null);
    expect(after.may.planStart).toBe(false);
    expect(after.events.filter(({ data }) => data.kind === 'start_failed')).toEqual([]);
    expect(after.events[0]).toMatchObject({
      by: null,
      data: { kind: 'account_start', state: 'started' },
    });
    const enabled = (await stage.log(account.id)).filter(({ action }) => action === 'user.enabled');
    expect(enabled).toMatchObject([
      { actor_id: null, after: { isActive: true, onboarding: run.id } },
    ]);
    const { body } = await it.client.call(listNotifications, { query: {} } as never);
    expect(JSON.stringify(body)).toContain(`The account of ${nameOf(account)} has started`);

    // Someone disables it again: it is not started a second time.
    await it.client.call(toggleStatus, { params: { id: account.id } });
    await startDueAccounts(stage.platform);
    expect(await isActive(account.id)).toBe(false);
    expect((await setStart(await read(run.id), true)).status).toBe(409);
  });

  test('whose first day has come starts at once', async () => {
    const { run, account } = await plan(0);
    expect(await isActive(account.id)).toBe(true);
    expect(run.startedAt).not.toBe(null);
  });

  test('starts before the first request after the server was down', async () => {
    const { run, account } = await plan();
    await comes(run.id);
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
      stage.platform.db,
    );
    const host = encodeURIComponent(inject('socketDir'));
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'forecourt-data-'));
    const second = await startForecourt(
      readConfig({
        PORT: '0',
        DATA_DIR: dataDir,
        DATABASE_URL: `postgres:///${rows[0]?.name}?host=${host}&user=forecourt`,
        TEST_ALLOW_UNSAFE_DATABASE: '1',
        SEED: 'none',
      }),
      createLog('silent'),
    );
    expect(await isActive(account.id)).toBe(true);
    await second.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  });

  test('moves with the first day, in the list and in the file', async () => {
    const { run, account } = await plan();
    const day = dayFrom(stage.today, 150);
    const saved = await stage.hr.client.call(saveRun, {
      params: { runId: run.id },
      body: { version: run.version, day },
    });
    expect(saved.status).toBe(200);
    // Across the change to or from daylight saving time, still midnight.
    expect(await startOf(run.id)).toBe(`${day} 00:00`);
    const corrected = dayFrom(stage.today, 30);
    await sql`update employees set hired_on = ${corrected}::date
      where user_id = ${account.id}`.execute(stage.platform.db);
    expect(await startOf(run.id)).toBe(`${corrected} 00:00`);
    await startDueAccounts(stage.platform);
    expect(await isActive(account.id)).toBe(false);
    const { version } = await read(run.id);
    await stage.hr.client.call(saveRun, {
      params: { runId: run.id },
      body: { version, day: stage.today },
    });
    expect(await isActive(account.id)).toBe(true);
  });

  test('does not start once the list was canceled', async () => {
    const { run, account } = await plan();
    const canceled = await stage.hr.client.call(cancelRun, {
      params: { runId: run.id },
      body: { version: run.version, reason: 'Took another job' },
    });
    expect(canceled.body).toMatchObject({ startsAt: null, may: { planStart: false } });
    await comes(run.id);
    await startDueAccounts(stage.platform);
    expect(await isActive(account.id)).toBe(false);
    expect((await setStart(canceled.body as Run, true)).status).toBe(409);
  });

  test('keeps a list open until it has started', async () => {
    const { run, account } = await plan();
    for (const { id, version, owner } of run.items) {
      const by = owner === 'it' ? it : stage.hr;
      const decided = await by.client.call(decideItem, {
        params: { itemId: id },
        body: { version, state: 'skipped', reason: 'Done elsewhere' },
      });
      expect(decided.status).toBe(200);
    }
    const open = await read(run.id, stage.hr);
    expect(open).toMatchObject({ outcome: null, may: { finish: false } });
    const finish = async () =>
      stage.hr.client.call(finishRun, {
        params: { runId: run.id },
        body: { version: (await read(run.id, stage.hr)).version },
      });
    expect((await finish()).body).toMatchObject({ error: 'The account has not started yet.' });
    await comes(run.id);
    await startDueAccounts(stage.platform);
    expect(await isActive(account.id)).toBe(true);
    expect((await finish()).body).toMatchObject({ outcome: 'done' });
  });
});

describe('a change of the account by an administrator', () => {
  const changes: [string, (id: number) => Promise<{ status: number }>][] = [
    [
      'other pages',
      (id) =>
        it.client.call(changePermissions, {
          params: { id },
          body: { pagePermissions: [] } as never,
        }),
    ],
    [
      'another role',
      (id) => it.client.call(changeRole, { params: { id }, body: { role: 'manager' } }),
    ],
    [
      'another department',
      (id) =>
        stage.admin.client.call(updateUser, { params: { id }, body: { department: 'sales' } }),
    ],
    [
      'enabling and disabling',
      async (id) => {
        await it.client.call(toggleStatus, { params: { id } });
        return it.client.call(toggleStatus, { params: { id } });
      },
    ],
    ['deleting', (id) => it.client.call(deleteUser, { params: { id } })],
  ];
  test.each(changes)('removes the plan: %s', async (name, change) => {
    const { run, account } = await plan();
    expect((await change(account.id)).status).toBe(200);
    const after = await read(run.id);
    expect(after.startsAt).toBe(null);
    expect(after.events[0]).toMatchObject({
      data: { kind: 'account_start', state: 'account_changed' },
    });
    await comes(run.id);
    await startDueAccounts(stage.platform);
    expect(await isActive(account.id)).toBe(false);
    // With its new rights it can be planned again, unless it was active or is gone.
    const isNew = !['enabling and disabling', 'deleting'].includes(name);
    expect(after.may.planStart).toBe(isNew);
    expect((await setStart(after, true, stage.admin)).status).toBe(isNew ? 200 : 403);
  });

  test('that leaves the rights as they are keeps it', async () => {
    const { run, account } = await plan();
    await it.client.call(updateUser, { params: { id: account.id }, body: { firstName: 'Inés' } });
    expect(await startOf(run.id)).toBe(`${run.day} 00:00`);
  });
});

describe('an account that was suspended', () => {
  test('is linked as it is, is not offered, and never starts', async () => {
    const hire = await startHire(0);
    const account = await addInactive({ isActive: true });
    await it.client.call(toggleStatus, { params: { id: account.id } });
    const offered = await it.client.call(listNewAccounts, { params: { runId: hire.id } });
    expect((offered.body as { id: number }[]).map(({ id }) => id)).not.toContain(account.id);
    const linked = await link(hire, account.id);
    expect(linked.body).toMatchObject({ startsAt: null, may: { planStart: false } });
    expect((await setStart(linked.body as Run, true)).status).toBe(403);
    // Not even if a plan were in the database.
    await sql`update onboarding_runs set activate_at = now() - interval '1 second'
      where id = ${hire.id}`.execute(stage.platform.db);
    await startDueAccounts(stage.platform);
    await startDueAccounts(stage.platform);
    expect(await isActive(account.id)).toBe(false);
    const { events, startedAt } = await read(hire.id);
    expect(startedAt).toBe(null);
    expect(events.filter(({ data }) => data.kind === 'start_failed').length).toBe(1);
  });
});

describe('who plans it', () => {
  test('someone who manages accounts, not HR: it links the account as it is', async () => {
    const hire = await startHire();
    const account = await addInactive();
    const listed = (by: StageUser) =>
      by.client.call(listNewAccounts, { params: { runId: hire.id } });
    expect((await listed(stage.hr)).body).toEqual([]);
    expect((await listed(stage.colleague)).status).toBe(404);
    expect((await listed(it)).body).toContainEqual({ id: account.id, name: nameOf(account) });

    const linked = (await link(hire, account.id, stage.hr)).body as Run;
    expect(linked).toMatchObject({ startsAt: null, may: { planStart: false } });
    for (const user of [stage.hr, stage.manager, stage.colleague]) {
      expect((await setStart(linked, true, user)).status).toBe(403);
    }
    expect(await startOf(hire.id)).toBe(null);
    const planned = await setStart(await read(hire.id), true);
    expect(planned.status).toBe(200);
    expect(await startOf(hire.id)).toBe(`${hire.day} 00:00`);

    expect((await setStart(planned.body as Run, false, stage.hr)).status).toBe(403);
    expect((await setStart(linked, false)).status).toBe(409);
    const removed = await setStart(planned.body as Run, false);
    expect(removed.body).toMatchObject({ startsAt: null, may: { planStart: true } });
    await comes(hire.id);
    await startDueAccounts(stage.platform);
    expect(await isActive(account.id)).toBe(false);
    const actions = (await stage.log(account.id)).map(({ action }) => action);
    expect(actions).toContain('onboarding.account_start_planned');
    expect(actions).toContain('onboarding.account_start_canceled');
  });

  test('someone who has confirmed their password, as for enabling an account', async () => {
    const hire = await startHire();
    // By someone else: it extends the confirmation of the session that creates it, maybe only after the reply.
    const account = await addInactive({}, stage.admin);
    const expire = (at: string) =>
      sql`update sessions set confirmed_until = now() + ${at}::interval where user_id = ${it.id}`.execute(
        stage.platform.db,
      );
    await expire('-1 minute');
    expect((await link(hire, account.id)).body).toMatchObject({
      code: 'password_confirmation_required',
    });
    expect(await read(hire.id)).toMatchObject({ employee: { id: null }, startsAt: null });
    expect((await setStart(hire, true)).status).toBe(403);
    await expire('1 hour');
    expect((await link(hire, account.id)).status).toBe(200);
  });

  test('no one whose role or stores do not reach the account', async () => {
    const hire = await startHire();
    const [above, elsewhere] = [
      await addInactive({ role: 'admin' }, stage.admin),
      await addInactive({ storeAccess: ['hyundai'], department: 'sales' }, stage.admin),
    ];
    const offered = await it.client.call(listNewAccounts, { params: { runId: hire.id } });
    const ids = (offered.body as { id: number }[]).map(({ id }) => id);
    for (const { id } of [above, elsewhere]) expect(ids).not.toContain(id);
    const linked = (await link(hire, above.id)).body as Run;
    expect(linked).toMatchObject({ startsAt: null, may: { planStart: false } });
    expect((await setStart(linked, true)).status).toBe(403);
    expect((await setStart(linked, true, stage.admin)).status).toBe(200);
  });
});
