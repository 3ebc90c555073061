import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AdminStage, openAdminStage } from '../../admin/test/stage.ts';
import { checkActivity, exportActivity, listActivity } from '../contract.ts';
import { openAnchors } from '../server/anchors.ts';
import { type Chain, createChain } from '../server/chain.ts';
import { recordActivity } from '../server/public.ts';

let stage: AdminStage;
let chain: Chain;
let folder: string;
let auditor: Awaited<ReturnType<AdminStage['addUser']>>;
beforeAll(async () => {
  stage = await openAdminStage({ LOG_LEVEL: 'silent' });
  auditor = await stage.addUser({ featurePermissions: ['audit_logs'], storeAccess: ['all'] });
  const { db, secrets } = stage.platform;
  // Not the server's own anchors, which are written on a timer.
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'forecourt-anchors-'));
  chain = createChain({ db, secrets, anchors: openAnchors(folder, secrets) });
});
afterAll(async () => {
  await stage.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

const act = (name: string) => ({
  actor: { userId: stage.admin.id, firstName: 'Ada', lastName: 'Admin' },
  action: 'test.done',
  subject: { type: 'thing', id: 'x', name },
  before: { text: 'old "quoted" ümläut', list: [1, 2] },
  after: { text: 'new', list: [1, 2, 3] },
  ip: '10.0.0.1',
});
const record = (name: string, db = stage.platform.db) => recordActivity(db, act(name));
const seal = () => chain.seal();
const check = (behind = 0) => chain.check(behind);
/** Other transactions on the same PostgreSQL delay sealing until they end. */
const sealed = () =>
  expect
    .poll(async () => {
      await seal();
      return (await check()).unsealed;
    })
    .toBe(0);
/** As an attacker with full access to the database could. */
const tamper = async (statement: ReturnType<typeof sql>) => {
  await stage.platform.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await statement.execute(tx);
  });
};

test('every entry is sealed once, in one chain, with concurrent sealers', async () => {
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

test('entries of open transactions are sealed later, and none is left out', async () => {
  const { db } = stage.platform;
  await db.transaction().execute(async (tx) => {
    await record('Slow', tx);
    await record('Quick');
    await seal();
    expect((await check()).unsealed).toBeGreaterThanOrEqual(1);
  });
  await sealed();
  expect((await check()).broken).toBeNull();
});

test('a part can be checked from any position', async () => {
  const full = await check();
  const part = await check(full.length - 3);
  expect(part).toMatchObject({ reached: full.length, hash: full.hash, broken: null });
});

test('readers of the log may check it, and the check is logged', async () => {
  const { status, body } = await auditor.client.call(checkActivity, { body: { behind: 0 } });
  expect([status, body.broken]).toEqual([200, null]);
  const [entry] = (await auditor.client.call(listActivity, { query: { limit: 1 } } as never)).body;
  expect(entry).toMatchObject({ action: 'activity.checked', after: { broken: null } });
  const employee = await stage.addUser({ featurePermissions: ['view_data'] });
  expect((await employee.client.call(checkActivity, { body: {} })).status).toBe(403);
});

/** Counts sealed entries; nothing is sealed on top of what a test tampers with. */
const placeFromEnd = async (offset: number) => {
  await sealed();
  const { rows } = await sql<{ id: number; place: number }>`
    select activity_id as id, position as place from activity_seals
    order by position desc offset ${offset} limit 1`.execute(stage.platform.db);
  return rows[0] ?? { id: 0, place: 0 };
};

test('a changed entry is detected and identified', async () => {
  const { id, place } = await placeFromEnd(4);
  await tamper(sql`update activity_log set actor_name = 'Somebody else' where id = ${id}`);
  expect(await check()).toMatchObject({ broken: place, problem: 'changed', entryId: id });
  await tamper(sql`update activity_log set actor_name = 'Ada Admin' where id = ${id}`);
  expect((await check()).broken).toBeNull();
});

test('a changed entry is detected even if every later seal was recomputed from the database', async () => {
  const { id, place } = await placeFromEnd(6);
  const { rows: seals } = await sql<{ position: number; seal: string }>`
    select position, encode(seal, 'hex') as seal from activity_seals where position >= ${place}`.execute(
    stage.platform.db,
  );
  await tamper(sql`
    with changed as (update activity_log set actor_name = 'Somebody else' where id = ${id} returning 1)
    update activity_seals s set seal = activity_hash(''::bytea, l)
    from activity_log l where l.id = s.activity_id and s.position >= ${place}`);
  expect(await check()).toMatchObject({ broken: place, problem: 'changed', entryId: id });
  for (const { position, seal: hex } of seals) {
    await tamper(
      sql`update activity_seals set seal = decode(${hex}, 'hex') where position = ${position}`,
    );
  }
  await tamper(sql`update activity_log set actor_name = 'Ada Admin' where id = ${id}`);
  expect((await check()).broken).toBeNull();
});

test('a truncated end is detected, and later entries do not hide it', async () => {
  await record('The last');
  await sealed();
  const anchor = await chain.anchor();
  expect(anchor).toMatchObject({ length: (await check()).length });
  const { id, place } = await placeFromEnd(0);
  const { db } = stage.platform;
  const { rows } = await sql<{ key_id: string; seal: Buffer }>`
    select key_id, seal from activity_seals where position = ${place}`.execute(db);
  const entry = await db
    .selectFrom('activity_log')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await tamper(sql`delete from activity_seals where position = ${place}`);
  await tamper(sql`delete from activity_log where id = ${id}`);
  expect(await check()).toMatchObject({ broken: place, problem: 'cut', entryId: id });
  await record('Written later');
  await sealed();
  expect(await check()).toMatchObject({ broken: place, problem: 'replaced', entryId: id });
  await expect(chain.anchor()).rejects.toThrow('no longer matches');
  // Once restored, the chain is valid again.
  await tamper(sql`delete from activity_seals where position = ${place}`);
  await tamper(sql`delete from activity_log where id > ${id}`);
  await tamper(sql`insert into activity_log (id, at, actor_id, actor_name, action, subject_type, subject_id,
      subject_name, before, after, ip) overriding system value
    values (${id}, ${entry.at}, ${entry.actor_id}, ${entry.actor_name}, ${entry.action}, ${entry.subject_type},
      ${entry.subject_id}, ${entry.subject_name}, ${JSON.stringify(entry.before)}, ${JSON.stringify(entry.after)},
      ${entry.ip})`);
  const [old] = rows;
  await tamper(sql`insert into activity_seals (position, activity_id, key_id, seal)
    values (${place}, ${id}, ${old?.key_id}, ${old?.seal})`);
});

test('entries of a version without a key are sealed once, with the result of its chain', async () => {
  const fresh = await openAdminStage({ LOG_LEVEL: 'silent' });
  const { db, secrets, config } = fresh.platform;
  const write = (statement: ReturnType<typeof sql>) =>
    db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await statement.execute(tx);
    });
  await recordActivity(db, act('One'), act('Two'));
  // As an earlier version left it: a chain without a key, its second entry changed since.
  await write(sql`delete from activity_seals`);
  await write(sql`insert into activity_chain (position, activity_id, hash)
    select row_number() over (order by l.id), l.id, activity_hash(''::bytea, l) from activity_log l`);
  const own = createChain({ db, secrets, anchors: openAnchors(config.dataDir, secrets) });
  const entries = () =>
    db
      .selectFrom('activity_log')
      .select('after')
      .where('action', '=', 'activity.resealed')
      .execute();
  await expect
    .poll(async () => {
      await own.seal();
      return (await own.check(0)).unsealed;
    })
    .toBe(0);
  expect(await entries()).toEqual([
    { after: { broken: 2, head: expect.stringMatching(/^[0-9a-f]{64}$/) } },
  ]);
  expect((await own.checkAll()).broken).toBeNull();
  await fresh.stop();
});

test('a removed entry is detected, with or without its seal', async () => {
  const { id, place } = await placeFromEnd(2);
  await tamper(sql`delete from activity_log where id = ${id}`);
  expect(await check()).toMatchObject({ broken: place, problem: 'missing', entryId: id });
  await tamper(sql`delete from activity_seals where position = ${place}`);
  expect(await check()).toMatchObject({ broken: place, problem: 'missing', entryId: null });
});

test('readers of the log may export it as CSV, and the export is logged', async () => {
  const exportCsv = (action: string, { client } = auditor) =>
    client.raw('POST', exportActivity.path, { body: { action } });
  const response = await exportCsv('test.done');
  expect([response.status, response.headers.get('content-disposition')]).toEqual([
    200,
    expect.stringMatching(/^attachment; filename="?activity-\d{4}-\d\d-\d\d\.csv/),
  ]);
  const lines = (response.body as string).split('\r\n');
  expect(lines[0]).toContain('ID,Time,User,Action');
  expect(lines.find((line) => line.includes('Thing 3'))).toContain('""text"":""new""');
  // In the group time zone, with its UTC offset.
  expect(lines[1]).toMatch(/^\d+,\d{4}-\d\d-\d\dT[\d:.]{12}-0[78]:00,/);
  const again = await exportCsv('activity.exported');
  expect(again.body).toContain('activity.exported');
  const employee = await stage.addUser({ featurePermissions: ['view_data'] });
  expect((await exportCsv('test.done', employee)).status).toBe(403);
});
