import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import { listOf } from '../../notifications/test/stage.ts';
import type { Credential } from '../contract/credential.ts';
import { addMonths } from '../contract/days.ts';
import * as calls from '../contract.ts';
import {
  add,
  type CredentialStage,
  decide,
  driver,
  fetchOf,
  firstAid,
  kindId,
  license,
  openCredentialStage,
  pick,
  renew,
  tryAdd,
  untilWaiting,
} from './stage.ts';

let stage: CredentialStage;
let caleb: StageUser;
beforeAll(async () => {
  stage = await openCredentialStage();
});
afterAll(() => stage.stop());

const newEmployee = async () => {
  caleb = await stage.addEmployee();
  return caleb;
};
const titlesOf = async ({ client }: StageUser) =>
  (await listOf(client)).notifications.map(({ title }) => title);

describe('a credential', () => {
  test('that HR adds counts at once, and its status follows from its days', async () => {
    const { id } = await newEmployee();
    const statusOf = async (expiresOn: string | null, kind = firstAid) =>
      (await add(stage.hr, (await newEmployee()).id, { kind, expiresOn })).status;
    expect([
      await statusOf(stage.day(91)),
      await statusOf(stage.day(90)),
      await statusOf(stage.day(0)),
      await statusOf(stage.day(-1)),
      await statusOf(null, 'Manufacturer training'),
    ]).toEqual(['valid', 'expiring', 'expiring', 'expired', 'valid']);
    expect((await fetchOf(stage.hr, id)).body.missing.map(({ kind }) => kind.name)).toEqual([
      license,
      driver,
      'Driving record (MVR) check',
    ]);
  });

  test('that an employee submits waits for HR, who are notified and decide', async () => {
    const { id } = await newEmployee();
    const credential = await add(caleb, id, { expiresOn: stage.day(400), number: 'D900' });
    expect(credential).toMatchObject({
      status: 'submitted',
      current: null,
      may: { decide: false },
    });
    expect(await titlesOf(stage.hr)).toContainEqual(
      expect.stringMatching(/submitted a driver license$/),
    );
    const waiting = (await stage.hr.client.call(calls.listSubmissions)).body;
    expect(waiting.at(-1)).toMatchObject({ employee: { id }, kind: { name: driver } });
    const { body } = await decide(stage.hr, credential, { verify: true });
    expect(pick(body)).toMatchObject({ status: 'valid', submitted: null });
    expect(await titlesOf(caleb)).toContain('Your driver license was verified');
    const again = await decide(stage.hr, credential, { verify: true });
    expect(again.status).toBe(409);
  });

  test('that is returned shows the reason, and can be submitted again', async () => {
    const { id } = await newEmployee();
    const credential = await add(caleb, id, { expiresOn: stage.day(400) });
    const noReason = await decide(stage.hr, credential, { verify: false });
    expect([noReason.status, noReason.body]).toMatchObject([
      400,
      { fields: { reason: 'Enter a reason' } },
    ]);
    const reason = 'The number is missing';
    expect((await decide(stage.hr, credential, { verify: false, reason })).status).toBe(200);
    const returned = pick((await fetchOf(caleb, id)).body);
    expect(returned).toMatchObject({ status: 'missing', terms: [{ state: 'returned', reason }] });
    const { status, body } = await renew(caleb, returned, {
      expiresOn: stage.day(400),
      number: 'D1',
    });
    expect([status, pick(body).status]).toEqual([201, 'submitted']);
    expect(body.credentials).toHaveLength(1);
  });

  test('can be withdrawn by the employee who submitted it, before HR decides', async () => {
    const { id } = await newEmployee();
    const credential = await add(caleb, id, { expiresOn: stage.day(400) });
    const params = { credentialId: credential.id };
    const withdraw = ({ client }: StageUser, { version }: Credential) =>
      client.call(calls.withdrawSubmission, { params, body: { version } });
    expect((await withdraw(stage.hr, credential)).status).toBe(403);
    expect((await withdraw(caleb, credential)).status).toBe(200);
    expect((await fetchOf(caleb, id)).body.credentials).toEqual([]);
    const late = await decide(stage.hr, credential, { verify: true });
    expect(late.status).toBe(409);
  });

  test('is added once, however often the request is sent', async () => {
    const { id } = await newEmployee();
    const body = {
      clientId: randomUUID(),
      userId: id,
      kindId: await kindId(stage.hr, driver),
      expiresOn: stage.day(400),
    };
    const send = () => stage.hr.client.call(calls.addCredential, { body });
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect((await fetchOf(stage.hr, id)).body.credentials).toHaveLength(1);
  });

  test.each([
    ['without an expiry', { expiresOn: null }, 'expiresOn', 'Enter the day it expires'],
    [
      'issued in the future',
      { issuedOn: 1, expiresOn: 9 },
      'issuedOn',
      'Choose a day that isn’t in the future',
    ],
    [
      'that expires before it was issued',
      { issuedOn: -2, expiresOn: -3 },
      'expiresOn',
      'Choose a day after the day it was issued',
    ],
    [
      'for one store though it holds everywhere',
      { store: 'ford', expiresOn: 9 },
      'store',
      'This kind holds at every store',
    ],
    [
      'for no store though it holds at one',
      { kind: license, expiresOn: 9 },
      'store',
      'Choose a store',
    ],
    [
      'for a store the employee is not at',
      { kind: license, store: 'hyundai', expiresOn: 9 },
      'store',
      'This employee doesn’t work at this store',
    ],
    [
      'of a state that does not exist',
      { region: 'Texas', expiresOn: 9 },
      'region',
      'Enter the two letters of the state',
    ],
  ])('%s is refused with a sentence and changes nothing', async (_, entry, field, problem) => {
    const { id } = await newEmployee();
    const days = Object.fromEntries(
      Object.entries(entry).map(([name, value]) => [
        name,
        typeof value === 'number' ? stage.day(value) : value,
      ]),
    );
    const { status, body } = await tryAdd(stage.hr, id, days as never);
    expect([status, body]).toMatchObject([400, { fields: { [field]: problem } }]);
    expect((await fetchOf(stage.hr, id)).body.credentials).toEqual([]);
  });

  test('is not submitted twice', async () => {
    const { id } = await newEmployee();
    await add(caleb, id, { expiresOn: stage.day(400) });
    const { status, body } = await tryAdd(caleb, id, { expiresOn: stage.day(500) });
    expect([status, body]).toMatchObject([
      409,
      { error: 'One of this kind already waits to be verified.' },
    ]);
  });

  test('is not submitted twice at the same time either', async () => {
    const { id } = await newEmployee();
    const { answers } = await stage.platform.db.transaction().execute(async (tx) => {
      await sql`lock table employee_credentials in share mode`.execute(tx);
      const sent = [300, 400].map((days) => tryAdd(caleb, id, { expiresOn: stage.day(days) }));
      await untilWaiting(stage, sent.length);
      return { answers: Promise.all(sent) };
    });
    expect((await answers).map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  test('with the id of a renewal is refused, and so is the reverse', async () => {
    const { id } = await newEmployee();
    const expiresOn = stage.day(300);
    const [clientId, ids] = [randomUUID(), { userId: id, kindId: await kindId(stage.hr, driver) }];
    const one = await add(stage.hr, id, { kind: firstAid, expiresOn: stage.day(9) });
    const other = await add(stage.hr, id, { expiresOn: stage.day(9) });
    expect((await renew(stage.hr, one, { clientId, expiresOn })).status).toBe(201);
    const { client } = stage.hr;
    const again = { credentialId: other.id, version: other.version, issuedOn: null, expiresOn };
    const [first, second] = [randomUUID(), randomUUID()];
    const third = await add(stage.hr, id, { kind: firstAid, expiresOn: stage.day(9) });
    const answers = [
      await client.call(calls.addCredential, { body: { clientId, ...ids, expiresOn } }),
      await renew(stage.hr, other, { clientId, expiresOn }),
      await client.call(calls.renewMany, { body: { renewals: [{ ...again, clientId }] } }),
      await client.call(calls.renewMany, {
        body: {
          renewals: [
            { ...again, clientId: first },
            { ...again, credentialId: third.id, version: third.version, clientId: first },
          ],
        },
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
    const send = () =>
      client.call(calls.renewMany, {
        body: { renewals: [{ ...again, clientId: second.toUpperCase() }] },
      });
    expect([(await send()).status, (await send()).status]).toEqual([201, 201]);
  });

  test('with unknown fields is refused', async () => {
    const { id } = await newEmployee();
    expect(
      (await tryAdd(stage.hr, id, { expiresOn: stage.day(9), state: 'verified' })).status,
    ).toBe(400);
  });
});

describe('a renewal', () => {
  test('keeps what came before as its history, and the number if none is entered', async () => {
    const { id } = await newEmployee();
    const first = await add(stage.hr, id, {
      kind: license,
      store: 'ford',
      number: 'S-77',
      issuer: 'Commission',
      expiresOn: stage.day(10),
    });
    const { body } = await renew(stage.hr, first, { issuer: 'Board', expiresOn: stage.day(700) });
    const renewed = pick(body, license, 'ford');
    expect(renewed.current).toMatchObject({
      number: 'S-77',
      issuer: 'Board',
      expiresOn: stage.day(700),
    });
    expect(renewed.terms.map(({ expiresOn }) => expiresOn)).toEqual([
      stage.day(700),
      stage.day(10),
    ]);
    const stale = await renew(stage.hr, first, { expiresOn: stage.day(800) });
    expect([stale.status, stale.body]).toMatchObject([
      409,
      { error: 'Someone else changed this credential. Reload and try again.' },
    ]);
  });

  test('expires later than what it renews', async () => {
    const { id } = await newEmployee();
    const first = await add(stage.hr, id, { kind: firstAid, expiresOn: stage.day(10) });
    const { status, body } = await renew(stage.hr, first, { expiresOn: stage.day(10) });
    expect([status, body]).toMatchObject([
      400,
      {
        fields: {
          expiresOn: expect.stringMatching(/^Choose a day after .+, when the current one expires$/),
        },
      },
    ]);
  });

  test('of one’s own leaves the current one in force until HR verifies it', async () => {
    const { id } = await newEmployee();
    const first = await add(stage.hr, id, { expiresOn: stage.day(10) });
    const { body } = await renew(caleb, first, { expiresOn: stage.day(700) });
    const waiting = pick(body);
    expect(waiting).toMatchObject({
      status: 'expiring',
      current: { expiresOn: stage.day(10) },
      submitted: { expiresOn: stage.day(700) },
    });
    const second = await renew(caleb, waiting, { expiresOn: stage.day(800) });
    expect([second.status, second.body]).toMatchObject([
      409,
      { error: 'A renewal already waits to be verified.' },
    ]);
    const decided = await decide(stage.hr, waiting, { verify: true });
    expect(pick(decided.body)).toMatchObject({ status: 'valid', submitted: null });
  });

  test('of many at once is entered for all or none', async () => {
    const people = await Promise.all([newEmployee(), newEmployee(), newEmployee()]);
    const mvr = 'Driving record (MVR) check';
    const [one, two, three] = await Promise.all(
      people.map(({ id }) =>
        add(stage.hr, id, { kind: mvr, issuer: 'Insurer', expiresOn: stage.day(5) }),
      ),
    );
    if (!one || !two || !three) throw new Error('Not added');
    const entry = ({ id, version }: Credential, expiresOn = stage.day(370)) => ({
      credentialId: id,
      clientId: randomUUID(),
      version,
      issuedOn: stage.day(0),
      expiresOn,
    });
    const send = (by: StageUser, renewals: object[]) =>
      by.client.call(calls.renewMany, { body: { renewals } as never });
    const wrong = await send(stage.hr, [entry(one), entry(two, stage.day(3))]);
    expect([wrong.status, wrong.body]).toMatchObject([
      400,
      { fields: { 'renewals.1.expiresOn': expect.stringMatching(/^Choose a day after/) } },
    ]);
    const [, , holder] = people;
    expect((await send(holder ?? caleb, [entry(three)])).status).toBe(403);
    const all = [entry(one), entry(two), entry(three)];
    const [first, repeat] = [await send(stage.hr, all), await send(stage.hr, all)];
    expect([first.status, first.body, repeat.status]).toEqual([201, { renewed: 3 }, 201]);
    const { body } = await fetchOf(stage.hr, people[1]?.id ?? 0);
    expect(pick(body, mvr)).toMatchObject({
      current: { expiresOn: stage.day(370), issuer: 'Insurer' },
      terms: { length: 2 },
    });
  });
});

describe('HR', () => {
  test('corrects what was entered, and revokes, restores and removes', async () => {
    const { id } = await newEmployee();
    const { id: credentialId, version } = await add(stage.hr, id, { expiresOn: stage.day(300) });
    const params = { credentialId };
    const { client } = stage.hr;
    const corrected = await client.call(calls.correctCredential, {
      params,
      body: { version, class: 'C', region: 'tx', expiresOn: stage.day(310) },
    });
    expect(pick(corrected.body).current).toMatchObject({
      class: 'C',
      region: 'TX',
      expiresOn: stage.day(310),
    });
    const revoke = (on: string) =>
      client.call(calls.revokeCredential, {
        params,
        body: { version: version + 1, on, reason: 'Suspended' },
      });
    expect((await revoke(stage.day(1))).body).toMatchObject({
      fields: { on: 'Choose a day that isn’t in the future' },
    });
    expect(pick((await revoke(stage.day(-1))).body)).toMatchObject({
      status: 'revoked',
      revoked: { on: stage.day(-1), reason: 'Suspended' },
      may: { renew: false },
    });
    const restored = await client.call(calls.restoreCredential, {
      params,
      query: { version: version + 2 },
    });
    expect(pick(restored.body).status).toBe('valid');
    const removed = await client.call(calls.removeCredential, {
      params,
      query: { version: version + 3 },
    });
    expect(removed.body.credentials).toEqual([]);
    const { rows } = await sql<{ action: string }>`select action from activity_log
      where subject_type = 'credential' and subject_id = ${String(credentialId)} order by id`.execute(
      stage.platform.db,
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'credential.added',
      'credential.corrected',
      'credential.revoked',
      'credential.restored',
      'credential.removed',
    ]);
  });

  test('finds everyone by kind, store, status and days left, and exports that', async () => {
    const { id } = await newEmployee();
    await add(stage.hr, id, { kind: firstAid, expiresOn: stage.day(20), number: '=1+1' });
    const query = { kindId: await kindId(stage.hr, firstAid) };
    const list = async (filters: object) =>
      (
        await stage.hr.client.call(calls.listCredentials, {
          query: { ...query, ...filters, limit: 200 },
        })
      ).body
        .filter(({ employee }) => employee.id === id)
        .map(({ status, daysLeft }) => [status, daysLeft]);
    const row = [['expiring', 20]];
    expect([
      await list({ within: 30 }),
      await list({ within: 7 }),
      await list({ status: 'expiring' }),
      await list({ status: 'attention' }),
      await list({ status: 'valid' }),
      await list({ store: 'ford', department: 'sales' }),
      await list({ store: 'hyundai' }),
    ]).toEqual([row, [], row, row, [], row, []]);
    const { status, body } = await stage.hr.client.raw('POST', '/api/credentials/export', {
      body: query,
    });
    expect([status, String(body)]).toEqual([
      200,
      expect.stringMatching(/First aid and CPR,,Expiring/),
    ]);
    expect(String(body)).not.toMatch(/1\+1/);
    const beyond = await stage.hr.client.raw('POST', '/api/credentials/export', {
      body: { within: 2_147_483_647 },
    });
    expect(beyond.status).toBe(400);
  });
});

test('months are added by the calendar', () => {
  expect([
    addMonths('2026-11-26', 12),
    addMonths('2028-02-29', 12),
    addMonths('2027-01-31', 1),
    addMonths('2028-01-31', 1),
    addMonths('2026-12-15', 24),
  ]).toEqual(['2027-11-26', '2029-02-28', '2027-02-28', '2028-02-29', '2028-12-15']);
});
