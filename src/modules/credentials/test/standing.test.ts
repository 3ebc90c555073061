import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import { addKind, listKinds, saveKind } from '../contract/kinds.ts';
import * as calls from '../contract.ts';
import { cannotDrive, cannotSell } from '../server/public.ts';
import { add, type CredentialStage, driver, license, openCredentialStage, renew } from './stage.ts';

let stage: CredentialStage;
const mvr = 'Driving record (MVR) check';
beforeAll(async () => {
  stage = await openCredentialStage();
});
afterAll(() => stage.stop());

const sells = async ({ id }: StageUser, store: 'ford' | 'hyundai' = 'ford', days = 0) =>
  (await cannotSell(stage.platform.db, [id], store, stage.day(days))).get(id);
const drives = async ({ id }: StageUser, days = 0) =>
  (await cannotDrive(stage.platform.db, [id], stage.day(days))).get(id);

describe('selling', () => {
  test('requires a license for the store if the job needs one', async () => {
    const one = await stage.addEmployee({ storeAccess: ['ford', 'hyundai'] });
    expect(await sells(one)).toBe('salesperson license for Ford missing');
    await add(stage.hr, one.id, { kind: license, store: 'ford', expiresOn: stage.day(400) });
    expect(await sells(one)).toBeUndefined();
    expect(await sells(one, 'hyundai')).toBe('salesperson license for Hyundai missing');
  });

  test('requires none if the job needs none', async () => {
    const clerk = await stage.addEmployee({ department: 'back_office' });
    expect(await sells(clerk)).toBeUndefined();
  });

  test('ends with the last day of the license', async () => {
    const one = await stage.addEmployee();
    await add(stage.hr, one.id, { kind: license, store: 'ford', expiresOn: stage.day(10) });
    expect(await sells(one, 'ford', 10)).toBeUndefined();
    expect(await sells(one, 'ford', 11)).toBe('salesperson license for Ford expired');
  });

  test('depends on the license of that day, also after its renewal', async () => {
    const one = await stage.addEmployee();
    const credential = await add(stage.hr, one.id, {
      kind: license,
      store: 'ford',
      issuedOn: stage.day(-400),
      expiresOn: stage.day(-30),
    });
    await renew(stage.hr, credential, { issuedOn: stage.day(-5), expiresOn: stage.day(700) });
    const on = async (days: number) => sells(one, 'ford', days);
    expect([await on(-401), await on(-30), await on(-29), await on(-6), await on(-5)]).toEqual([
      'salesperson license for Ford expired',
      undefined,
      'salesperson license for Ford expired',
      'salesperson license for Ford expired',
      undefined,
    ]);
  });

  test('is not allowed after a license expired, whatever the job is now', async () => {
    const one = await stage.addEmployee();
    await add(stage.hr, one.id, { kind: license, store: 'ford', expiresOn: stage.day(-1) });
    await sql`update employees set department = 'service' where user_id = ${one.id}`.execute(
      stage.platform.db,
    );
    expect(await sells(one)).toBe('salesperson license for Ford expired');
  });

  test('is not allowed while the license is not verified', async () => {
    const one = await stage.addEmployee();
    await add(one, one.id, { kind: license, store: 'ford', expiresOn: stage.day(400) });
    expect(await sells(one)).toBe('salesperson license for Ford not verified yet');
  });
});

describe('driving', () => {
  test('requires all that the job needs, and every reason is named', async () => {
    const one = await stage.addEmployee();
    expect(await drives(one)).toBe('driver license missing, driving record (MVR) check missing');
    await add(stage.hr, one.id, { kind: driver, expiresOn: stage.day(400) });
    expect(await drives(one)).toBe('driving record (MVR) check missing');
    await add(stage.hr, one.id, { kind: mvr, expiresOn: stage.day(100) });
    expect(await drives(one)).toBeUndefined();
  });

  test('stays allowed through the grace period of the kind', async () => {
    const one = await stage.addEmployee();
    await add(stage.hr, one.id, { kind: driver, expiresOn: stage.day(400) });
    await add(stage.hr, one.id, { kind: mvr, expiresOn: stage.day(0) });
    // The grace period is 30 days.
    expect(await drives(one, 30)).toBeUndefined();
    expect(await drives(one, 31)).toBe('driving record (MVR) check expired');
  });

  test('is not allowed after a license was revoked, until it is restored', async () => {
    const one = await stage.addEmployee();
    await add(stage.hr, one.id, { kind: mvr, expiresOn: stage.day(100) });
    const { id, version } = await add(stage.hr, one.id, {
      kind: driver,
      expiresOn: stage.day(400),
    });
    const params = { credentialId: id };
    const { body } = await stage.hr.client.call(calls.revokeCredential, {
      params,
      body: { version, on: stage.day(-2), reason: 'Suspended by the state' },
    });
    expect([await drives(one, -3), await drives(one, -2), await drives(one)]).toEqual([
      undefined,
      'driver license revoked',
      'driver license revoked',
    ]);
    const current = body.credentials.find((c) => c.id === id)?.version ?? 0;
    await stage.hr.client.call(calls.restoreCredential, { params, query: { version: current } });
    expect(await drives(one)).toBeUndefined();
  });
});

describe('a kind', () => {
  const facts = {
    isForSelling: false,
    isForDriving: true,
    byStore: false,
    mustExpire: true,
    validMonths: 12,
    graceDays: 0,
    isNumberPrivate: false,
  };
  const anyJob = { department: null, jobTitle: null, store: null };
  const missingOf = async ({ id, client }: StageUser) =>
    (await client.call(calls.getEmployeeCredentials, { params: { userId: id } })).body.missing.map(
      ({ kind, store }) => [kind.name, store].filter(Boolean).join(' '),
    );

  test('forbids nothing before anyone has one', async () => {
    const requiredFor = [{ ...anyJob, department: 'it' as const }];
    await stage.hr.client.call(addKind, { body: { name: 'Yard pass', ...facts, requiredFor } });
    const [one, other] = [
      await stage.addEmployee({ department: 'it' }),
      await stage.addEmployee({ department: 'it' }),
    ];
    expect([await drives(one), await missingOf(one)]).toEqual([undefined, ['Yard pass']]);
    await add(stage.hr, other.id, { kind: 'Yard pass', expiresOn: stage.day(100) });
    expect(await drives(one)).toBe('yard pass missing');
  });

  test('is needed by department, title and store, each of them or any', async () => {
    const requiredFor = [
      { ...anyJob, jobTitle: 'porter' },
      { ...anyJob, department: 'finance' as const, store: 'hyundai' as const },
    ];
    await stage.hr.client.call(addKind, { body: { name: 'Lot rules', ...facts, requiredFor } });
    const [porter, ford, hyundai] = [
      await stage.addEmployee({ department: 'back_office' }),
      await stage.addEmployee({ department: 'finance', storeAccess: ['ford'] }),
      await stage.addEmployee({ department: 'finance', storeAccess: ['hyundai'] }),
    ];
    await sql`update employees set job_title = 'Porter' where user_id = ${porter.id}`.execute(
      stage.platform.db,
    );
    expect([await missingOf(porter), await missingOf(ford), await missingOf(hyundai)]).toEqual([
      ['Lot rules'],
      [],
      ['Lot rules'],
    ]);
  });

  test('that holds at one store is missing at the home store, or at each store they work at', async () => {
    const group = await stage.addEmployee({ storeAccess: ['ford', 'hyundai'] });
    const licenses = async () =>
      (await missingOf(group)).filter((name) => name.startsWith(license)).toSorted();
    expect(await licenses()).toEqual([`${license} ford`, `${license} hyundai`]);
    await add(stage.hr, group.id, { kind: license, store: 'hyundai', expiresOn: stage.day(9) });
    expect(await licenses()).toEqual([`${license} ford`]);
  });

  test('that is archived is no longer needed', async () => {
    const requiredFor = [{ ...anyJob, department: 'it' as const }];
    const { body } = await stage.hr.client.call(addKind, {
      body: { name: 'Old pass', ...facts, requiredFor },
    });
    const one = await stage.addEmployee({ department: 'it' });
    await add(stage.hr, one.id, { kind: 'Old pass', expiresOn: stage.day(-1) });
    expect(await drives(one)).toMatch(/old pass expired/);
    const { id, isArchived: _, ...kind } = body;
    const saved = await stage.hr.client.call(saveKind, {
      params: { kindId: id },
      body: { ...kind, isArchived: true },
    });
    expect(saved.status).toBe(200);
    expect(await drives(one)).not.toMatch(/old pass/);
    expect((await stage.hr.client.call(listKinds)).body.kinds.at(-1)).toMatchObject({
      name: 'Old pass',
      isArchived: true,
    });
  });
});
