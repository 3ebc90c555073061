import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Office, openOffice } from '../../admin/test/office.ts';
import { checkActivity, exportActivity, listActivity } from '../contract.ts';
import { checkChain, sealEntries } from '../server/chain.ts';
import { recordActivity } from '../server/public.ts';

let office: Office;
let auditor: Awaited<ReturnType<Office['hire']>>;
beforeAll(async () => {
  office = await openOffice({ LOG_LEVEL: 'silent' });
  auditor = await office.hire({ featurePermissions: ['audit_logs'] });
});
afterAll(() => office.stop());

const act = (name: string) => ({
  actor: { userId: office.admin.id, firstName: 'Ada', lastName: 'Admin' },
  action: 'test.done',
  subject: { type: 'thing', id: 'x', name },
  before: { text: 'old "quoted" ümläut', list: [1, 2] },
  after: { text: 'new', list: [1, 2, 3] },
  ip: '10.0.0.1',
});
const record = (name: string, db = office.platform.db) => recordActivity(db, act(name));
const seal = () => sealEntries(office.platform.db);
const check = (behind = 0) => checkChain(office.platform.db, behind);
/** Whatever else runs on the same PostgreSQL holds the seal back until it is over. */
const sealed = () =>
  expect
    .poll(async () => {
      await seal();
      return (await check()).unsealed;
    })
    .toBe(0);
/** As somebody might who has the whole database in their hands. */
const tamper = async (statement: ReturnType<typeof sql>) => {
  await office.platform.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await statement.execute(tx);
  });
};

test('every entry is sealed once, in one chain, whoever seals', async () => {
  for (let n = 0; n < 20; n += 1) await record(`Thing ${n}`);
  await Promise.all([seal(), seal(), seal()]);
  await sealed();
  const state = await check();
  expect(state.broken).toBeNull();
  expect(state.reached).toBe(state.length);
  expect(state.hash).toMatch(/^[0-9a-f]{64}$/);
  const { hash } = await check();
  expect(hash).toBe(state.hash);
});

test('what is still being written is sealed after it, and nothing is left out', async () => {
  const { db } = office.platform;
  await db.transaction().execute(async (tx) => {
    await record('Slow', tx);
    await record('Quick');
    await seal();
    expect((await check()).unsealed).toBeGreaterThanOrEqual(1);
  });
  await sealed();
  expect((await check()).broken).toBeNull();
});

test('a part can be checked from any place', async () => {
  const whole = await check();
  const part = await check(whole.length - 3);
  expect(part).toMatchObject({ reached: whole.length, hash: whole.hash, broken: null });
});

test('who reads the log may check it, which is an entry itself', async () => {
  const { status, body } = await auditor.client.call(checkActivity, { body: { behind: 0 } });
  expect([status, body.broken]).toEqual([200, null]);
  const [entry] = (await auditor.client.call(listActivity, { query: { limit: 1 } } as never)).body;
  expect(entry).toMatchObject({ action: 'activity.checked', after: { broken: null } });
  const outsider = await office.hire({ featurePermissions: ['view_data'] });
  expect((await outsider.client.call(checkActivity, { body: {} })).status).toBe(403);
});

test('a changed entry shows', async () => {
  const { rows } = await sql<{ id: number; place: number }>`
    select activity_id as id, position as place from activity_chain order by position desc offset 4 limit 1`.execute(
    office.platform.db,
  );
  const [{ id, place } = { id: 0, place: 0 }] = rows;
  await tamper(sql`update activity_log set actor_name = 'Somebody else' where id = ${id}`);
  expect((await check()).broken).toBe(place);
  await tamper(sql`update activity_log set actor_name = 'Ada Admin' where id = ${id}`);
  expect((await check()).broken).toBeNull();
});

test('an entry taken out shows, with its link or without it', async () => {
  const { length } = await check();
  await tamper(sql`delete from activity_log where id =
    (select activity_id from activity_chain where position = ${length - 2})`);
  expect((await check()).broken).toBe(length - 2);
  await tamper(sql`delete from activity_chain where position = ${length - 2}`);
  expect((await check()).broken).toBe(length - 2);
});

test('the log is saved as a table by those who may read it, and that is an entry', async () => {
  const save = (action: string, { client } = auditor) =>
    client.raw('POST', exportActivity.path, { body: { action } });
  const answer = await save('test.done');
  expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
    200,
    expect.stringMatching(/^attachment; filename="?activity-\d{4}-\d\d-\d\d\.csv/),
  ]);
  const lines = (answer.body as string).split('\r\n');
  expect(lines[0]).toContain('Id,At,By,Action');
  expect(lines.find((line) => line.includes('Thing 3'))).toContain('""text"":""new""');
  // By the clocks of the group, with what they are off UTC.
  expect(lines[1]).toMatch(/^\d+,\d{4}-\d\d-\d\dT[\d:.]{12}-0[78]:00,/);
  const again = await save('activity.exported');
  expect(again.body).toContain('activity.exported');
  const outsider = await office.hire({ featurePermissions: ['view_data'] });
  expect((await save('test.done', outsider)).status).toBe(403);
});
