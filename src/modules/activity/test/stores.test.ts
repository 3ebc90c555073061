import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AdminStage, openAdminStage, type StageUser } from '../../admin/test/stage.ts';
import { checkActivity, exportActivity, listActivity } from '../contract.ts';
import { recordActivity } from '../server/public.ts';

/** The log as read by an auditor of one store, an auditor of all stores, and role admin. */
let stage: AdminStage;
let ford: StageUser;
let allStoresAuditor: StageUser;
let noStoreAuditor: StageUser;
let admin: StageUser;
const people: Record<string, StageUser> = {};

beforeAll(async () => {
  stage = await openAdminStage({ LOG_LEVEL: 'silent' });
  const auditor = { featurePermissions: ['audit_logs' as const], role: 'general_manager' as const };
  ford = await stage.addUser({ ...auditor, storeAccess: ['ford'] });
  allStoresAuditor = await stage.addUser({
    ...auditor,
    storeAccess: ['ford', 'hyundai', 'chevrolet'],
  });
  noStoreAuditor = await stage.addUser({ ...auditor, storeAccess: [] });
  admin = await stage.addUser({ role: 'admin', featurePermissions: ['audit_logs'] });
  people.ford = await stage.addUser({ storeAccess: ['ford'] });
  people.hyundai = await stage.addUser({ storeAccess: ['hyundai'] });
  people.both = await stage.addUser({ storeAccess: ['ford', 'hyundai'] });
  people.all = await stage.addUser({ storeAccess: ['all'] });
  people.none = await stage.addUser({ storeAccess: [] });
  const { db } = stage.platform;
  for (const [by, doer] of Object.entries(people)) {
    const actor = { userId: doer.id, firstName: 'By', lastName: by };
    const entry = { actor, action: 'test.stores', ip: '10.0.0.1' };
    await recordActivity(db, { ...entry, subject: { type: 'deal', id: 1, name: `${by} deal` } });
    for (const [to, { id }] of Object.entries(people))
      await recordActivity(db, { ...entry, subject: { type: 'user', id, name: `${by} ${to}` } });
  }
  const system = { actor: null, action: 'test.stores', ip: '10.0.0.1' };
  for (const [to, { id }] of Object.entries(people))
    await recordActivity(db, { ...system, subject: { type: 'user', id, name: `system ${to}` } });
});
afterAll(() => stage.stop());

const names = Object.keys;
const everything = () => 5 * 6 + 5;
const action = 'test.stores';

async function listed({ client }: StageUser): Promise<string[]> {
  const { status, body } = await client.call(listActivity, { query: { action } });
  expect(status).toBe(200);
  return body.map(({ subjectName }) => subjectName).sort();
}

async function exported({ client }: StageUser): Promise<string[]> {
  const { body } = await client.raw('POST', exportActivity.path, { body: { action } });
  const rows = String(body).trim().split(/\r?\n/).slice(1);
  return rows
    .map((row) => row.split(',')[6] ?? '')
    .map((name) => name.replaceAll('"', ''))
    .sort();
}

test('an auditor reads entries about people of their stores and by people of only these stores', async () => {
  const own = ['ford', 'both', 'all'];
  const byFord = ['ford deal', ...names(people).map((to) => `ford ${to}`)];
  const others = [...names(people).filter((by) => by !== 'ford'), 'system'];
  const toFord = others.flatMap((by) => own.map((to) => `${by} ${to}`));
  const expected = [...byFord, ...toFord].sort();
  expect(await listed(ford)).toEqual(expected);
  expect(await exported(ford)).toEqual(expected);
  expect(expected).not.toContain('hyundai hyundai');
});

test('filters and pages find no other entries', async () => {
  const { hyundai } = people;
  const list = (query: object) =>
    ford.client.call(listActivity, { query: { action, ...query } as never });
  // Only entries by people of ford.
  const { body } = await list({ subjectId: String(hyundai?.id) });
  expect(body.map(({ subjectName }) => subjectName)).toEqual(['ford hyundai']);
  expect((await list({ search: 'hyundai hyundai' })).body).toEqual([]);
  expect((await list({ actorId: hyundai?.id })).body.map((one) => one.subjectName)).toEqual([
    'hyundai all',
    'hyundai both',
    'hyundai ford',
  ]);
});

test('auditors of every store and role admin read everything', async () => {
  expect(await listed(allStoresAuditor)).toHaveLength(everything());
  expect(await exported(allStoresAuditor)).toHaveLength(everything());
  expect(await listed(admin)).toHaveLength(everything());
});

test('an auditor without stores reads their own entries, and every auditor may check the whole chain', async () => {
  expect(await listed(noStoreAuditor)).toEqual([]);
  const { body } = await noStoreAuditor.client.call(checkActivity, { body: { behind: 0 } });
  expect(body.broken).toBeNull();
  const { body: own } = await noStoreAuditor.client.call(listActivity);
  expect(new Set(own.map(({ actorId }) => actorId))).toEqual(new Set([noStoreAuditor.id]));
});
