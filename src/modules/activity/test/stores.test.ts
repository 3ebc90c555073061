import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Employed, type Office, openOffice } from '../../admin/test/office.ts';
import { checkActivity, exportActivity, listActivity } from '../contract.ts';
import { recordActivity } from '../server/public.ts';

/** The log as read by an auditor of one store, an auditor of all stores, and role admin. */
let office: Office;
let ford: Employed;
let everywhere: Employed;
let nowhere: Employed;
let admin: Employed;
const people: Record<string, Employed> = {};

beforeAll(async () => {
  office = await openOffice({ LOG_LEVEL: 'silent' });
  const auditor = { featurePermissions: ['audit_logs' as const], role: 'general_manager' as const };
  ford = await office.hire({ ...auditor, storeAccess: ['ford'] });
  everywhere = await office.hire({ ...auditor, storeAccess: ['ford', 'hyundai', 'chevrolet'] });
  nowhere = await office.hire({ ...auditor, storeAccess: [] });
  admin = await office.hire({ role: 'admin', featurePermissions: ['audit_logs'] });
  people.ford = await office.hire({ storeAccess: ['ford'] });
  people.hyundai = await office.hire({ storeAccess: ['hyundai'] });
  people.both = await office.hire({ storeAccess: ['ford', 'hyundai'] });
  people.all = await office.hire({ storeAccess: ['all'] });
  people.none = await office.hire({ storeAccess: [] });
  const { db } = office.platform;
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
afterAll(() => office.stop());

const names = Object.keys;
const everything = () => 5 * 6 + 5;
const action = 'test.stores';

async function listed({ client }: Employed): Promise<string[]> {
  const { status, body } = await client.call(listActivity, { query: { action } });
  expect(status).toBe(200);
  return body.map(({ subjectName }) => subjectName).sort();
}

async function exported({ client }: Employed): Promise<string[]> {
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
  expect(await listed(everywhere)).toHaveLength(everything());
  expect(await exported(everywhere)).toHaveLength(everything());
  expect(await listed(admin)).toHaveLength(everything());
});

test('an auditor without stores reads their own entries, and every auditor may check the whole chain', async () => {
  expect(await listed(nowhere)).toEqual([]);
  const { body } = await nowhere.client.call(checkActivity, { body: { behind: 0 } });
  expect(body.broken).toBeNull();
  const { body: own } = await nowhere.client.call(listActivity);
  expect(new Set(own.map(({ actorId }) => actorId))).toEqual(new Set([nowhere.id]));
});
