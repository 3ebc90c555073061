import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { updateUser } from '../../admin/contract.ts';
import type { StageUser } from '../../admin/test/stage.ts';
import * as calls from '../contract/private.ts';
import { saveEmployment } from '../contract/writing.ts';
import { beginPlanned } from '../server/begin.ts';
import {
  actsOn,
  addHolder,
  type EmployeeStage,
  endAllAccess,
  fileOf,
  open,
  openEmployeeStage,
  report,
} from './stage.ts';

let stage: EmployeeStage;
let holder: StageUser;
let hr: StageUser;
beforeAll(async () => {
  stage = await openEmployeeStage();
  hr = await stage.addHr();
});
beforeEach(async () => {
  await endAllAccess(stage);
  holder = await addHolder(stage);
});
afterAll(() => stage.stop());

const at = ({ id }: StageUser) => ({ params: { employeeId: id } });
const read = ({ client }: StageUser, about: StageUser) =>
  client.call(calls.getPrivatePart, at(about));
const hasOpened = async (reader: StageUser, about: StageUser) =>
  (await read(reader, about)).status === 200;

const pay = {
  basis: 'hourly',
  rateCents: 2_150,
  per: 'hour',
  reason: 'Hired',
} as const;
const addPay = (
  { client }: StageUser,
  about: StageUser,
  overrides: object = {},
  clientId: string = randomUUID(),
) =>
  client.call(calls.addPay, {
    ...at(about),
    body: { clientId, effectiveOn: stage.day(-10), ...pay, ...overrides },
  });
const addNote = (
  { client }: StageUser,
  about: StageUser,
  kind: calls.NoteKind,
  text = 'Late twice',
  clientId: string = randomUUID(),
  onDate: string = stage.day(-1),
) =>
  client.call(calls.addPrivateNote, {
    ...at(about),
    body: { clientId, kind, onDate, text },
  });
const saveIdentity = ({ client }: StageUser, about: StageUser, overrides: object = {}) =>
  client.call(calls.saveIdentity, {
    ...at(about),
    body: {
      version: 0,
      legalName: 'Eleonora Novak',
      dateOfBirth: '1988-02-29',
      payrollId: 'P-77',
      ...overrides,
    },
  });

const privateActs = async (about: StageUser) =>
  (await actsOn(stage, about)).filter(({ action }) => action.startsWith('employee.private'));

describe('the private part', () => {
  test('is read by the employee and those with the grant, and each view is logged', async () => {
    const someone = await stage.addEmployee();
    await saveIdentity(holder, someone);
    await addPay(holder, someone);
    await addNote(holder, someone, 'medical', 'Knee surgery in May');
    for (const reader of [holder, someone]) {
      const { status, body } = await read(reader, someone);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        identity: { legalName: 'Eleonora Novak', dateOfBirth: '1988-02-29', payrollId: 'P-77' },
        pay: [{ rateCents: 2_150, per: 'hour', state: 'current' }],
        notes: [{ kind: 'medical', text: 'Knee surgery in May' }],
        may: { change: reader === holder },
      });
    }
    expect((await privateActs(someone)).map(({ action, actorId }) => [action, actorId])).toEqual([
      ['employee.private_changed', holder.id],
      ['employee.private_changed', holder.id],
      ['employee.private_changed', holder.id],
      ['employee.private_viewed', holder.id],
      ['employee.private_viewed', someone.id],
    ]);
    const { body: views } = await someone.client.call(calls.listPrivateViews, at(someone));
    expect(views.map(({ did }) => did)).toEqual([
      'viewed',
      'viewed',
      'changed',
      'changed',
      'changed',
    ]);
  });

  test('is read by no one else, whatever their role and permissions', async () => {
    const boss = await stage.addEmployee({ role: 'general_manager' });
    const someone = await stage.addEmployee();
    await report(stage, hr, someone, boss);
    await addPay(holder, someone);
    const others = [
      boss,
      hr,
      await stage.addEmployee(),
      await stage.addAdmin(),
      await stage.addAdmin({ department: 'hr' }),
      await stage.addAdmin({ role: 'executive' }),
    ];
    for (const user of others) {
      expect((await open(user, someone)).body.may).toMatchObject({
        seePrivate: false,
        changePrivate: false,
      });
      const { client } = user;
      const tries = [
        await read(user, someone),
        await client.call(calls.listPrivateViews, at(someone)),
        await addPay(user, someone),
        await addNote(user, someone, 'praise'),
        await saveIdentity(user, someone),
      ];
      expect(tries.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    }
    const viewers = new Set((await privateActs(someone)).map(({ actorId }) => actorId));
    expect([...viewers]).toEqual([holder.id]);
  });

  test('of another store is closed to a holder who does not work there', async () => {
    const local = await stage.addHr({ storeAccess: ['ford'] });
    await holder.client.call(calls.grantPrivateAccess, { body: { userId: local.id } });
    const [ford, hyundai] = [
      await stage.addEmployee(),
      await stage.addEmployee({ storeAccess: ['hyundai'] }),
    ];
    expect([await hasOpened(local, ford), await hasOpened(local, hyundai)]).toEqual([true, false]);
  });

  test('is changed by no one for themselves', async () => {
    expect(await hasOpened(holder, holder)).toBe(true);
    expect((await addPay(holder, holder)).status).toBe(403);
    expect((await saveIdentity(holder, holder)).status).toBe(403);
    expect((await addNote(holder, holder, 'praise')).status).toBe(403);
    expect((await read(holder, holder)).body.may.change).toBe(false);
  });

  test('is encrypted, and bound to its employee', async () => {
    const { db } = stage.platform;
    const [one, other] = [await stage.addEmployee(), await stage.addEmployee()];
    await saveIdentity(holder, one);
    await addPay(holder, one, { reason: 'Reason-4711' });
    await addNote(holder, one, 'discipline', 'Text-4711');
    const { rows } = await sql<{ all: string }>`select jsonb_build_array(
      (select jsonb_agg(p) from employee_private p), (select jsonb_agg(p) from employee_pay p),
      (select jsonb_agg(n) from employee_private_notes n))::text as all`.execute(db);
    expect(rows[0]?.all).toContain('wrappedKey');
    expect(rows[0]?.all).not.toMatch(/4711|Eleonora|1988|P-77|2150/);
    await sql`insert into employee_private (user_id, sealed, updated_by)
      select ${other.id}, sealed, updated_by from employee_private where user_id = ${one.id}`.execute(
      db,
    );
    expect((await read(holder, other)).status).toBe(503);
  });

  test('refuses wrong values with a sentence, and changes nothing', async () => {
    const someone = await stage.addEmployee();
    for (const wrong of [
      { basis: 'salary', per: 'hour' },
      { rateCents: -1 },
      { rateCents: 1.5 },
      { rateCents: 2_000_000_000 },
      { effectiveOn: '2026-02-30' },
      { reason: '' },
      { currency: 'EUR' },
    ]) {
      const { status, body } = await addPay(holder, someone, wrong);
      expect([wrong, status]).toEqual([wrong, 400]);
      expect((body as unknown as { error: string }).error).toMatch(/\w/);
    }
    expect((await addNote(holder, someone, 'gossip' as never)).status).toBe(400);
    expect((await addNote(holder, someone, 'praise', ' ')).status).toBe(400);
    const tomorrow = stage.day(1);
    expect(
      (await addNote(holder, someone, 'praise', 'Well done', randomUUID(), tomorrow)).body,
    ).toMatchObject({
      error: 'This day is in the future.',
      fields: { onDate: 'Choose today or before' },
    });
    expect((await saveIdentity(holder, someone, { ssn: '123-45-6789' })).status).toBe(400);
    expect((await saveIdentity(holder, someone, { dateOfBirth: tomorrow })).status).toBe(400);
    expect((await read(holder, someone)).body).toMatchObject({
      ...{ pay: [], notes: [] },
      identity: { version: 0 },
    });
  });
});

describe('pay', () => {
  test('sets the pay basis of the file, from its day on', async () => {
    const someone = await stage.addEmployee();
    await addPay(holder, someone);
    expect((await fileOf(hr, someone)).payBasis).toBe('hourly');
    await addPay(holder, someone, {
      ...{ basis: 'salary', per: 'year', rateCents: 7_000_000 },
      ...{ effectiveOn: stage.day(4), reason: 'Promotion' },
    });
    expect((await fileOf(hr, someone)).payBasis).toBe('hourly');
    expect((await read(holder, someone)).body.pay.map(({ state }) => state)).toEqual([
      'planned',
      'current',
    ]);
    await beginPlanned(stage.platform, stage.day(4));
    expect((await fileOf(hr, someone)).payBasis).toBe('salary');
    const { version } = await fileOf(hr, someone);
    const { status } = await hr.client.call(saveEmployment, {
      ...at(someone),
      body: {
        ...{ version, employeeNumber: null, hiredOn: null, leftOn: null, reviewOn: null },
        ...{ workPhone: null, payBasis: 'commission' },
      },
    });
    expect(status).toBe(409);
  });

  test('is recorded once by a repeated request, and erased when removed', async () => {
    const someone = await stage.addEmployee();
    await addPay(holder, someone);
    const clientId = randomUUID();
    const raise = { rateCents: 2_400, effectiveOn: stage.day(-1), reason: 'Raise' };
    await Promise.all([
      addPay(holder, someone, raise, clientId),
      addPay(holder, someone, raise, clientId),
    ]);
    const [latest, ...rest] = (await read(holder, someone)).body.pay;
    expect([latest?.rateCents, rest.length]).toEqual([2_400, 1]);
    const remove = () =>
      holder.client.call(calls.removePay, {
        params: { employeeId: someone.id, payId: latest?.id ?? 0 },
      });
    expect((await remove()).body.pay).toHaveLength(1);
    expect((await remove()).status).toBe(404);
    const { rows } = await sql<{ sealed: unknown }>`
      select sealed from employee_pay where id = ${latest?.id}`.execute(stage.platform.db);
    expect(rows).toEqual([{ sealed: null }]);
  });

  test('changed meanwhile: identity is not overwritten', async () => {
    const someone = await stage.addEmployee();
    expect((await saveIdentity(holder, someone)).status).toBe(200);
    expect((await saveIdentity(holder, someone, { payrollId: 'P-78' })).status).toBe(409);
    const { body } = await saveIdentity(holder, someone, { version: 1, payrollId: 'P-79' });
    expect(body.identity).toMatchObject({ payrollId: 'P-79', version: 2 });
  });
});

describe('a discipline note', () => {
  test('is acknowledged by the employee only, once', async () => {
    const someone = await stage.addEmployee();
    const { body } = await addNote(holder, someone, 'discipline');
    const noteId = body.notes[0]?.id ?? 0;
    const acknowledge = ({ client }: StageUser) =>
      client.call(calls.acknowledgeNote, { params: { employeeId: someone.id, noteId } });
    expect((await acknowledge(holder)).status).toBe(403);
    expect((await acknowledge(hr)).status).toBe(403);
    const { rows } = await sql<{ title: string; message: string }>`
      select title, message from notifications where user_id = ${someone.id}`.execute(
      stage.platform.db,
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toMatch(/Late|iscipline/);
    expect((await read(someone, someone)).body.notes[0]?.may.acknowledge).toBe(true);
    const first = await acknowledge(someone);
    expect(first.body.notes[0]).toMatchObject({ may: { acknowledge: false } });
    const again = await acknowledge(someone);
    expect(again.body.notes[0]?.acknowledgedAt).toBe(first.body.notes[0]?.acknowledgedAt);
    const acts = (await privateActs(someone)).map(({ action }) => action);
    expect(acts.filter((action) => action === 'employee.private_acknowledged')).toHaveLength(1);
  });

  test('of praise or medical facts is not acknowledged, and any is erased when removed', async () => {
    const someone = await stage.addEmployee();
    const { body } = await addNote(holder, someone, 'praise');
    const noteId = body.notes[0]?.id ?? 0;
    const params = { employeeId: someone.id, noteId };
    expect((await someone.client.call(calls.acknowledgeNote, { params })).status).toBe(409);
    expect((await someone.client.call(calls.removePrivateNote, { params })).status).toBe(403);
    expect((await hr.client.call(calls.removePrivateNote, { params })).status).toBe(403);
    const removed = await holder.client.call(calls.removePrivateNote, { params });
    expect(removed.body.notes).toEqual([]);
    const { rows } = await sql<{ sealed: unknown }>`
      select sealed from employee_private_notes where id = ${noteId}`.execute(stage.platform.db);
    expect(rows).toEqual([{ sealed: null }]);
  });
});

describe('private access', () => {
  const access = async ({ client }: StageUser) => (await client.call(calls.listPrivateAccess)).body;
  const grant = ({ client }: StageUser, { id }: StageUser) =>
    client.call(calls.grantPrivateAccess, { body: { userId: id } });
  const end = ({ client }: StageUser, { id }: StageUser) =>
    client.call(calls.endPrivateAccess, { params: { userId: id } });
  const claim = ({ client }: StageUser) => client.call(calls.claimPrivateAccess);

  test('is given by someone who has it to someone else who writes in HR', async () => {
    const other = await stage.addHr({ department: 'back_office' });
    expect((await grant(hr, other)).status).toBe(403);
    expect((await grant(await stage.addAdmin(), other)).status).toBe(403);
    expect((await grant(holder, holder)).status).toBe(409);
    expect((await grant(holder, await stage.addEmployee())).status).toBe(400);
    expect((await access(hr)).may).toEqual({ grant: false, claim: false });
    expect((await access(hr)).candidates).toEqual([]);
    const list = await access(holder);
    expect(list.may).toEqual({ grant: true, claim: false });
    expect(list.candidates.map(({ id }) => id)).toContain(other.id);
    expect((await grant(holder, other)).status).toBe(200);
    expect((await grant(holder, other)).status).toBe(409);
    expect(await hasOpened(other, await stage.addEmployee())).toBe(true);
    expect((await access(other)).holders.map(({ userId, isYou }) => [userId, isYou])).toEqual([
      [holder.id, false],
      [other.id, true],
    ]);
    expect((await actsOn(stage, other)).at(-1)).toMatchObject({
      action: 'private_access.granted',
      actorId: holder.id,
    });
  });

  test('is taken away by someone who has it, and given up', async () => {
    const [other, someone] = [await addHolder(stage, holder), await stage.addEmployee()];
    expect((await end(hr, other)).status).toBe(403);
    expect((await end(await stage.addAdmin(), other)).status).toBe(403);
    expect((await end(holder, hr)).status).toBe(404);
    expect((await end(holder, other)).status).toBe(200);
    expect(await hasOpened(other, someone)).toBe(false);
    expect((await end(holder, holder)).status).toBe(200);
    expect(await hasOpened(holder, someone)).toBe(false);
  });

  test('is taken by the HR department only while no one has it, and alerts administrators', async () => {
    expect((await claim(hr)).status).toBe(409);
    await end(holder, holder);
    const office = await stage.addHr({ department: 'back_office' });
    expect((await claim(office)).status).toBe(403);
    expect((await claim(await stage.addAdmin())).status).toBe(403);
    expect((await claim(await stage.addHr({ featurePermissions: ['view_data'] }))).status).toBe(
      403,
    );
    const admin = await stage.addAdmin();
    expect((await access(hr)).may.claim).toBe(true);
    const both = await Promise.all([claim(hr), claim(await stage.addHr())]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { rows } = await sql<{ urgent: boolean }>`select urgent from notifications
      where user_id = ${admin.id} and key like 'private-access-claimed:%'`.execute(
      stage.platform.db,
    );
    expect(rows).toEqual([{ urgent: true }]);
    const { email } = await stage.row(admin.id);
    const mails = await sql<{ to: string }>`select 1 from mail_outbox m
      where m::text like ${`%${email}%`} and m::text like '%private access%'`.execute(
      stage.platform.db,
    );
    expect(mails.rows.length).toBe(1);
  });

  test('ends with the account and with the right to write in HR, and does not come back', async () => {
    const someone = await stage.addEmployee();
    const losses: [object, object][] = [
      [{ isActive: false }, { isActive: true }],
      [
        { featurePermissions: ['view_data'] },
        { featurePermissions: ['view_data', 'manage_users'] },
      ],
      [{ pagePermissions: [] }, { pagePermissions: ['hr'] }],
    ];
    for (const [lost, back] of losses) {
      const other = await addHolder(stage, holder);
      const patch = async (body: object) => {
        const { status } = await stage.admin.client.call(updateUser, {
          params: { id: other.id },
          body,
        });
        expect(status).toBe(200);
      };
      expect(await hasOpened(other, someone)).toBe(true);
      await patch(lost);
      const holders = (await access(holder)).holders.map(({ userId }) => userId);
      expect(holders).toEqual([holder.id]);
      await patch(back);
      const again = { ...other, client: await stage.openSession(other.id) };
      expect(await hasOpened(again, someone)).toBe(false);
    }
  });

  test('goes on through a change of the account that takes nothing away', async () => {
    const someone = await stage.addEmployee();
    await stage.admin.client.call(updateUser, {
      params: { id: holder.id },
      body: { lastName: 'Newname' },
    });
    expect(await hasOpened(holder, someone)).toBe(true);
  });
});
