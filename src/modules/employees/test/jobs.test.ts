import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { dayStart } from '../../../platform/contract/wallTime.ts';
import type { StageUser } from '../../admin/test/stage.ts';
import { getTimezone } from '../../organization/server/public.ts';
import { listEmployeeEvents } from '../contract/employee.ts';
import { employeeChanged, employeeFileChanged } from '../contract/events.ts';
import { changeJob, removeJob, saveEmployment } from '../contract/writing.ts';
import { beginPlanned } from '../server/begin.ts';
import {
  actsOn,
  type EmployeeStage,
  fileOf,
  open,
  openEmployeeStage,
  report,
  setJob,
} from './stage.ts';

let stage: EmployeeStage;
let hr: StageUser;
beforeAll(async () => {
  stage = await openEmployeeStage();
  hr = await stage.addHr();
});
afterAll(() => stage.stop());

const page = async (about: StageUser) => (await open(hr, about)).body;
const jobsOf = async (about: StageUser) =>
  (await fileOf(hr, about)).jobs.map(({ jobTitle, state }) => [jobTitle, state]);
const events = async (about: StageUser) =>
  (await hr.client.call(listEmployeeEvents, { params: { employeeId: about.id } })).body;

describe('a job', () => {
  test('of today or before is the employee’s at once, and says so in the history and the log', async () => {
    const boss = await stage.addEmployee();
    const someone = await stage.addEmployee({ department: 'sales' });
    const { status, body } = await setJob(stage, hr, someone, {
      ...{ jobTitle: 'Sales Manager', managerId: boss.id },
      ...{ reason: 'Promotion', effectiveOn: stage.day(0) },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ jobTitle: 'Sales Manager', manager: { id: boss.id } });
    const [event] = await events(someone);
    expect(event?.data).toEqual({
      kind: 'job',
      effectiveOn: stage.day(0),
      from: { jobTitle: null, store: 'ford', department: 'sales', manager: null },
      to: {
        jobTitle: 'Sales Manager',
        store: 'ford',
        department: 'sales',
        manager: (await stage.row(boss.id)).shown_name,
      },
      reason: 'Promotion',
      isPlanned: false,
    });
    expect((await actsOn(stage, someone)).at(-1)).toMatchObject({
      action: 'employee.job_changed',
      actorId: hr.id,
      before: { jobTitle: null },
      after: { jobTitle: 'Sales Manager', reason: 'Promotion' },
    });
  });

  test('that began before the current one fills the history only', async () => {
    const someone = await stage.addEmployee();
    await setJob(stage, hr, someone, { jobTitle: 'Advisor', effectiveOn: stage.day(-10) });
    await setJob(stage, hr, someone, { jobTitle: 'Porter', effectiveOn: stage.day(-400) });
    expect((await page(someone)).jobTitle).toBe('Advisor');
    expect(await jobsOf(someone)).toEqual([
      ['Advisor', 'current'],
      ['Porter', 'past'],
    ]);
  });

  test('recorded twice for a day is the later one', async () => {
    const someone = await stage.addEmployee();
    await setJob(stage, hr, someone, { jobTitle: 'Advisr', effectiveOn: stage.day(-1) });
    await setJob(stage, hr, someone, { jobTitle: 'Advisor', effectiveOn: stage.day(-1) });
    expect((await page(someone)).jobTitle).toBe('Advisor');
  });

  test('of a later day begins when the day does, also after downtime, and once', async () => {
    const someone = await stage.addEmployee();
    const before = await setJob(stage, hr, someone, { jobTitle: 'Advisor' });
    expect(before.status).toBe(200);
    const planned = await setJob(stage, hr, someone, {
      ...{ jobTitle: 'Service Manager', department: 'service', effectiveOn: stage.day(3) },
    });
    expect(planned.body).toMatchObject({ jobTitle: 'Advisor', department: 'sales' });
    await beginPlanned(stage.platform, stage.day(2));
    expect((await page(someone)).jobTitle).toBe('Advisor');
    const socket = await someone.client.socket();
    await beginPlanned(stage.platform, stage.day(9));
    expect(await socket.next(employeeChanged.type)).toEqual({ employeeId: someone.id });
    expect(await page(someone)).toMatchObject({
      jobTitle: 'Service Manager',
      department: 'service',
    });
    socket.terminate();
    await beginPlanned(stage.platform, stage.day(10));
    const began = (await events(someone)).filter(({ data }) => data.kind === 'job_began');
    expect(began).toMatchObject([{ by: null, data: { keptManager: false } }]);
  });

  test('begins with the day of the group’s time zone, not with that of UTC', async () => {
    const someone = await stage.addEmployee();
    const effectiveOn = stage.day(3);
    await setJob(stage, hr, someone, { jobTitle: 'Advisor', effectiveOn });
    const midnight = dayStart(await getTimezone(stage.platform.db), effectiveOn);
    expect(new Date(midnight).toISOString()).not.toMatch(/T00:00/);
    const beginAt = async (instant: number) => {
      const now = vi.spyOn(Date, 'now').mockReturnValue(instant);
      await beginPlanned(stage.platform).finally(() => now.mockRestore());
      return (await page(someone)).jobTitle;
    };
    expect(await beginAt(midnight - 1)).toBeNull();
    expect(await beginAt(midnight)).toBe('Advisor');
  });

  test('what the file had before the first one stays in the history', async () => {
    const someone = await stage.addEmployee();
    await sql`update users set created_at = now() - interval '90 days' where id = ${someone.id}`.execute(
      stage.platform.db,
    );
    await setJob(stage, hr, someone, { jobTitle: 'Advisor', store: 'hyundai' });
    expect((await fileOf(hr, someone)).jobs).toMatchObject([
      { jobTitle: 'Advisor', store: 'hyundai', state: 'current' },
      { jobTitle: null, store: 'ford', state: 'past', recordedBy: null },
    ]);
  });

  test('is taken back: a planned one leaves no trace on the day, a past one brings the one before', async () => {
    const someone = await stage.addEmployee();
    const remove = async (index: number) => {
      const { jobs, version } = await fileOf(hr, someone);
      return hr.client.call(removeJob, {
        params: { employeeId: someone.id, jobId: jobs[index]?.id ?? 0 },
        query: { version },
      });
    };
    await setJob(stage, hr, someone, { jobTitle: 'Porter', effectiveOn: stage.day(-50) });
    await setJob(stage, hr, someone, { jobTitle: 'Wrong', effectiveOn: stage.day(-5) });
    await setJob(stage, hr, someone, { jobTitle: 'Advisor', effectiveOn: stage.day(5) });
    expect((await remove(0)).status).toBe(200);
    await beginPlanned(stage.platform, stage.day(6));
    expect((await page(someone)).jobTitle).toBe('Wrong');
    expect((await remove(0)).body.jobTitle).toBe('Porter');
    const last = await remove(0);
    expect(last.status).toBe(409);
    expect((await page(someone)).jobTitle).toBe('Porter');
    const unknown = await hr.client.call(removeJob, {
      params: { employeeId: someone.id, jobId: 999_999 },
      query: { version: (await fileOf(hr, someone)).version },
    });
    expect(unknown.status).toBe(404);
  });

  test('is refused with a sentence and changes nothing', async () => {
    const someone = await stage.addEmployee();
    const gone = await stage.addEmployee();
    await sql`update employees set left_on = ${stage.day(-1)}::date where user_id = ${gone.id}`.execute(
      stage.platform.db,
    );
    const before = await page(someone);
    for (const [wrong, field] of [
      [{ managerId: someone.id }, 'managerId'],
      [{ managerId: gone.id }, 'managerId'],
      [{ managerId: 999_999 }, 'managerId'],
      [{ effectiveOn: stage.day(800) }, 'effectiveOn'],
      [{ effectiveOn: 'soon' }, 'effectiveOn'],
      [{ jobTitle: '   ' }, 'jobTitle'],
      [{ jobTitle: 'Two\nlines' }, 'jobTitle'],
      [{ jobTitle: 'x'.repeat(101) }, 'jobTitle'],
      [{ reason: '' }, 'reason'],
      [{ store: 'tesla' }, 'store'],
    ] as const) {
      const { status, body } = await setJob(stage, hr, someone, wrong as never);
      const { fields } = body as unknown as { fields?: Record<string, string> };
      expect([wrong, status, Object.keys(fields ?? {})]).toEqual([wrong, 400, [field]]);
    }
    expect(await page(someone)).toEqual(before);
  });

  test('changed meanwhile is not overwritten', async () => {
    const someone = await stage.addEmployee();
    const { version } = await fileOf(hr, someone);
    await setJob(stage, hr, someone, { jobTitle: 'First' });
    const { status } = await setJob(stage, hr, someone, { jobTitle: 'Second', version });
    expect(status).toBe(409);
    expect((await page(someone)).jobTitle).toBe('First');
  });

  test('is changed by HR of the store only, and by no one for themselves', async () => {
    const someone = await stage.addEmployee();
    const boss = await stage.addEmployee({ role: 'general_manager' });
    await report(stage, hr, someone, boss);
    const { version } = await fileOf(hr, someone);
    const hyundaiHr = await stage.addHr({ storeAccess: ['hyundai'] });
    const body = {
      version,
      jobTitle: 'President',
      store: 'ford' as const,
      department: null,
      managerId: null,
      effectiveOn: stage.day(0),
      reason: 'Because',
    };
    for (const user of [someone, boss, hyundaiHr]) {
      const { status } = await user.client.call(changeJob, {
        params: { employeeId: someone.id },
        body,
      });
      expect(status).toBe(403);
    }
    const own = await hr.client.call(changeJob, { params: { employeeId: hr.id }, body });
    expect(own.status).toBe(403);
    expect((await page(someone)).jobTitle).toBeNull();
    const fordHr = await stage.addHr({ storeAccess: ['ford'] });
    // To a store that is not theirs, and to the group.
    for (const store of ['hyundai', null] as const) {
      expect((await setJob(stage, fordHr, someone, { store })).status).toBe(400);
    }
    expect((await setJob(stage, fordHr, someone, { jobTitle: 'Lead' })).status).toBe(200);
  });
});

describe('reporting lines', () => {
  test('are no circles, however long', async () => {
    const [a, b, c] = [
      await stage.addEmployee(),
      await stage.addEmployee(),
      await stage.addEmployee(),
    ];
    await report(stage, hr, b, a);
    await report(stage, hr, c, b);
    const refused = await report(stage, hr, a, c);
    expect(refused.status).toBe(400);
    const { error } = refused.body as unknown as { error: string };
    expect(error).toContain('reports to this employee');
    expect((await page(a)).manager).toBeNull();
    // The other way round is fine once the line is undone.
    await report(stage, hr, b, null);
    expect((await report(stage, hr, a, c)).status).toBe(200);
  });

  test('are no circles when two are closed at once', async () => {
    for (let round = 0; round < 8; round++) {
      const [a, b] = [await stage.addEmployee(), await stage.addEmployee()];
      const both = await Promise.all([report(stage, hr, a, b), report(stage, hr, b, a)]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
  });

  test('stay as they are when a planned manager reports to the employee by that day', async () => {
    const [a, b] = [await stage.addEmployee(), await stage.addEmployee()];
    await setJob(stage, hr, a, {
      ...{ jobTitle: 'Later', managerId: b.id, effectiveOn: stage.day(2) },
    });
    await report(stage, hr, b, a);
    await beginPlanned(stage.platform, stage.day(2));
    expect(await page(a)).toMatchObject({ jobTitle: 'Later', manager: null });
    expect((await events(a))[0]?.data).toMatchObject({ kind: 'job_began', keptManager: true });
    const { rows } = await sql<{ user_id: number }>`select user_id from notifications
      where key like 'employee-manager-kept:%'`.execute(stage.platform.db);
    expect(rows.map(({ user_id }) => user_id)).toContain(hr.id);
  });
});

describe('employment', () => {
  const save = async (user: StageUser, about: StageUser, fields: Record<string, unknown>) => {
    const { version } = await fileOf(hr, about);
    return user.client.call(saveEmployment, {
      params: { employeeId: about.id },
      body: {
        version,
        ...{ employeeNumber: null, hiredOn: null, leftOn: null, reviewOn: null },
        ...{ workPhone: null, payBasis: null, ...fields },
      },
    });
  };

  test('is saved with what changed in the history', async () => {
    const someone = await stage.addEmployee();
    const { status, body } = await save(hr, someone, {
      employeeNumber: 'F-204',
      hiredOn: '2020-02-29',
      workPhone: '316-555-0111',
      payBasis: 'hourly',
    });
    expect(status).toBe(200);
    expect(body.file).toMatchObject({
      employeeNumber: 'F-204',
      hiredOn: '2020-02-29',
      payBasis: 'hourly',
    });
    expect(body.workPhone).toEqual({ e164: '+13165550111', extension: '' });
    const [event] = await events(someone);
    expect(event?.data).toMatchObject({
      kind: 'employment',
      fields: expect.arrayContaining([{ name: 'hiredOn', from: null, to: '2020-02-29' }]),
    });
    // The same again is no change.
    const again = await save(hr, someone, {
      employeeNumber: 'F-204',
      hiredOn: '2020-02-29',
      workPhone: '(316) 555-0111',
      payBasis: 'hourly',
    });
    expect(again.body.file?.version).toBe(body.file?.version);
  });

  test('has one number for one employee', async () => {
    const [one, other] = [await stage.addEmployee(), await stage.addEmployee()];
    expect((await save(hr, one, { employeeNumber: 'DUP-1' })).status).toBe(200);
    const { status, body } = await save(hr, other, { employeeNumber: 'DUP-1' });
    expect(status).toBe(409);
    expect(body).toMatchObject({ fields: { employeeNumber: expect.any(String) } });
    expect((await save(hr, other, { employeeNumber: 'dup-1' })).status).toBe(409);
    expect((await save(hr, one, { employeeNumber: '90042' })).status).toBe(200);
    expect((await save(hr, other, { employeeNumber: '0090042' })).status).toBe(409);
    expect((await save(hr, other, { employeeNumber: 'DUP-1' })).status).toBe(200);
  });

  test('is refused with a sentence', async () => {
    const someone = await stage.addEmployee();
    for (const wrong of [
      { hiredOn: '2021-05-02', leftOn: '2021-05-01' },
      { workPhone: '911' },
      { employeeNumber: 'no spaces' },
      { payBasis: 'weekly' },
      { hiredOn: '2021-02-30' },
      { salaryCents: 5 },
    ]) {
      const { status, body } = await save(hr, someone, wrong);
      expect([wrong, status]).toEqual([wrong, 400]);
      expect((body as unknown as { error: string }).error).toMatch(/\.$|\w/);
    }
    expect((await fileOf(hr, someone)).version).toBe(1);
    expect((await save(someone, someone, { hiredOn: '2001-01-01' })).status).toBe(403);
    expect((await save(hr, hr, { hiredOn: '2001-01-01' })).status).toBe(403);
  });

  test('reaches open pages of the employee, their managers and HR, and of no one else', async () => {
    const [boss, someone, stranger] = [
      await stage.addEmployee(),
      await stage.addEmployee(),
      await stage.addEmployee(),
    ];
    await report(stage, hr, someone, boss);
    const hyundaiHr = await stage.addHr({ storeAccess: ['hyundai'] });
    const heard = [boss, someone, hr];
    const sockets = await Promise.all(heard.map(({ client }) => client.socket()));
    const deaf = await Promise.all([stranger, hyundaiHr].map(({ client }) => client.socket()));
    await save(hr, someone, { reviewOn: stage.day(30) });
    for (const socket of sockets) {
      expect(await socket.next(employeeFileChanged.type)).toEqual({ employeeId: someone.id });
    }
    // Whatever follows comes after it.
    await setJob(stage, hr, stranger, { jobTitle: 'Next' });
    for (const socket of deaf) {
      await socket.next(employeeChanged.type);
      const files = socket.frames.filter(
        ({ type, data }) =>
          type === employeeFileChanged.type &&
          (data as { employeeId: number }).employeeId === someone.id,
      );
      expect(files).toEqual([]);
    }
    for (const socket of [...sockets, ...deaf]) socket.terminate();
  });
});
