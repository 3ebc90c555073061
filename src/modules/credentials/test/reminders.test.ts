import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import { listOf } from '../../notifications/test/stage.ts';
import { changeSetting } from '../../organization/server/public.ts';
import { timezoneSetting } from '../../organization/server/timezone.ts';
import type { Credential } from '../contract/credential.ts';
import * as calls from '../contract.ts';
import { remind } from '../server/reminders/remind.ts';
import {
  add,
  type CredentialStage,
  decide,
  driver,
  license,
  openCredentialStage,
  pick,
  renew,
} from './stage.ts';

let stage: CredentialStage;
let manager: StageUser;
let boss: StageUser;
let caleb: StageUser;

beforeAll(async () => {
  stage = await openCredentialStage();
  await removeAll();
  await changeSetting(stage.platform.db, timezoneSetting, 'America/Chicago');
});
afterAll(() => stage.stop());

/** So that reminders are only about what a test adds. */
const removeAll = () =>
  sql`update employee_credentials set removed_at = now(), removed_by = ${stage.hr.id}`.execute(
    stage.platform.db,
  );
beforeEach(async () => {
  [boss, manager, caleb] = [
    await stage.addEmployee({ role: 'general_manager' }),
    await stage.addEmployee({ role: 'manager' }),
    await stage.addEmployee({ firstName: 'Caleb', lastName: 'Nguyen' }),
  ];
  await stage.setManager(caleb.id, manager.id);
  await stage.setManager(manager.id, boss.id);
});

/** At noon in Chicago, or at this time in UTC. */
const on = (day: string, time = '18:00') =>
  remind(stage.platform, Date.parse(`${day}T${time}:00Z`));

const titles = async ({ client }: StageUser) =>
  (await listOf(client)).notifications
    // Many people of these tests have the same name.
    .map(({ title }) => title.replace(/ \(@\w+\)/, ''))
    .filter((title) => /expire/.test(title))
    .reverse();

/** Entered today, whatever the day of the test. */
const enter = (expiresOn: string, entry: object = {}) =>
  add(stage.hr, caleb.id, { expiresOn, number: 'D55512345', ...entry });

describe('reminders', () => {
  test('go to the employee and their manager at 90, 60, 30 and 7 days and after expiry, each once', async () => {
    await enter('2028-02-29');
    for (const day of ['2027-11-30', '2027-12-01', '2027-12-02', '2027-12-31', '2028-01-30']) {
      await on(day);
      await on(day);
    }
    for (const day of ['2028-02-22', '2028-02-29', '2028-03-01', '2028-03-02']) await on(day);
    expect(await titles(caleb)).toEqual([
      'Your driver license expires in 90 days',
      'Your driver license expires in 60 days',
      'Your driver license expires in 30 days',
      'Your driver license expires in 7 days',
      'Your driver license expired yesterday',
    ]);
    expect(await titles(manager)).toEqual([
      'Caleb Nguyen: driver license expires in 90 days',
      'Caleb Nguyen: driver license expires in 60 days',
      'Caleb Nguyen: driver license expires in 30 days',
      'Caleb Nguyen: driver license expires in 7 days',
      'Caleb Nguyen: driver license expired yesterday',
    ]);
    expect(await titles(boss)).toEqual([]);
  });

  test('follow the calendar of the group, from seven in the morning', async () => {
    await enter('2027-05-31');
    // March 2 in UTC, 22:00 on March 1 in Chicago: 91 days.
    await on('2027-03-02', '04:00');
    // 06:59 and 07:00 on March 2.
    await on('2027-03-02', '12:59');
    expect(await titles(caleb)).toEqual([]);
    await on('2027-03-02', '13:00');
    expect(await titles(caleb)).toEqual(['Your driver license expires in 90 days']);
  });

  test('that were missed are replaced by the next', async () => {
    await enter('2027-05-31');
    await on('2027-03-02');
    // The server was down for ten weeks.
    await on('2027-05-20');
    await on('2027-05-21');
    expect(await titles(caleb)).toEqual([
      'Your driver license expires in 90 days',
      'Your driver license expires in 11 days',
    ]);
  });

  test('are not sent about what expired long ago', async () => {
    await enter('2027-05-31');
    await on('2027-07-01');
    expect(await titles(caleb)).toEqual([]);
  });

  test('stop with the renewal, and begin again for it', async () => {
    const credential = await enter('2027-05-31');
    await on('2027-05-01');
    expect((await renew(stage.hr, credential, { expiresOn: '2029-05-31' })).status).toBe(201);
    await on('2027-05-25');
    await on('2027-06-01');
    expect(await titles(caleb)).toEqual(['Your driver license expires in 30 days']);
    await on('2029-05-24');
    expect((await titles(caleb)).at(-1)).toBe('Your driver license expires in 7 days');
  });

  test('pause while a renewal waits for HR, and go on once it is returned', async () => {
    const credential = await enter('2027-05-31');
    const { body } = await renew(caleb, credential, { expiresOn: '2029-05-31' });
    await on('2027-05-25');
    expect(await titles(manager)).toEqual([]);
    await decide(stage.hr, pick(body), { verify: false, reason: 'Not readable' });
    await on('2027-05-26');
    expect(await titles(manager)).toEqual(['Caleb Nguyen: driver license expires in 5 days']);
  });

  test('go to the manager of the day: a new one, or the next above one who left', async () => {
    await enter('2027-05-31');
    await on('2027-03-02');
    const next = await stage.addEmployee({ role: 'manager' });
    await stage.setManager(caleb.id, next.id);
    await on('2027-05-01');
    expect([await titles(manager), await titles(next)]).toEqual([
      ['Caleb Nguyen: driver license expires in 90 days'],
      ['Caleb Nguyen: driver license expires in 30 days'],
    ]);
    await stage.setManager(next.id, boss.id);
    await sql`update users set is_active = false where id = ${next.id}`.execute(stage.platform.db);
    await on('2027-05-24');
    expect(await titles(boss)).toEqual(['Caleb Nguyen: driver license expires in 7 days']);
  });

  test('are sent once by several servers at the same time', async () => {
    await enter('2027-05-31');
    await Promise.all([on('2027-05-01'), on('2027-05-01'), on('2027-05-01')]);
    expect(await titles(manager)).toHaveLength(1);
  });

  test.each([
    ['was revoked', (c: Credential) => revoke(c)],
    ['was removed', (c: Credential) => remove(c)],
  ])('are not sent about a credential that %s', async (_, end) => {
    const credential = await enter('2027-05-31');
    expect(await end(credential)).toBe(200);
    await on('2027-05-01');
    expect(await titles(caleb)).toEqual([]);
  });

  test('are sent again after the day was corrected', async () => {
    const credential = await enter('2027-05-31');
    await on('2027-05-25');
    const { status } = await stage.hr.client.call(calls.correctCredential, {
      params: { credentialId: credential.id },
      body: { version: credential.version, expiresOn: '2027-06-01' },
    });
    expect(status).toBe(200);
    await on('2027-05-26');
    expect(await titles(caleb)).toEqual([
      'Your driver license expires in 6 days',
      'Your driver license expires in 6 days',
    ]);
  });

  test('name the store of a license that holds at one, and never a number', async () => {
    await enter('2027-05-31', { kind: license, store: 'ford' });
    await enter('2027-05-31', { kind: driver });
    await on('2027-05-01');
    expect((await titles(caleb)).toSorted()).toEqual([
      'Your driver license expires in 30 days',
      'Your salesperson license (Ford) expires in 30 days',
    ]);
    const { rows } = await sql`select from notifications
      where title like '%55512345%' or message like '%55512345%'`.execute(stage.platform.db);
    expect(rows).toHaveLength(0);
  });
});

describe('HR', () => {
  const digests = async ({ client }: StageUser) =>
    (await listOf(client)).notifications.filter(({ title }) => title === 'Credentials this week');

  test('gets a weekly summary of what is open at their stores', async () => {
    const ford = await stage.addHr({ storeAccess: ['ford'] });
    const chevrolet = await stage.addHr({ storeAccess: ['chevrolet'] });
    const reader = await stage.addHr({ featurePermissions: ['view_data'] });
    await removeAll();
    await enter('2027-05-31', { kind: license, store: 'ford' });
    // Monday to Sunday, and the Monday after.
    for (const day of ['2027-05-03', '2027-05-04', '2027-05-09', '2027-05-10']) await on(day);
    const [second, first, ...others] = await digests(ford);
    expect(others).toEqual([]);
    expect(first?.message).toMatch(/\b1 expiring within 90 days/);
    expect(first?.id).not.toBe(second?.id);
    expect((await digests(chevrolet))[0]?.message).not.toMatch(/expiring/);
    expect(await digests(reader)).toEqual([]);
    expect(await digests(manager)).toEqual([]);
  });

  test('gets it later in the week if the server was down on Monday', async () => {
    const one = await stage.addHr();
    await on('2027-08-19');
    expect(await digests(one)).toHaveLength(1);
  });
});

const revoke = async ({ id, version }: Credential) => {
  const body = { version, on: stage.day(0), reason: 'Suspended' };
  const params = { credentialId: id };
  return (await stage.hr.client.call(calls.revokeCredential, { params, body })).status;
};
const remove = async ({ id, version }: Credential) => {
  const params = { credentialId: id };
  return (await stage.hr.client.call(calls.removeCredential, { params, query: { version } }))
    .status;
};
