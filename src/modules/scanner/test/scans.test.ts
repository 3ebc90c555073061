import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import type { Db } from '../../../platform/server/db/database.ts';
import { type AdminStage, openAdminStage, type StageUser } from '../../admin/test/stage.ts';
import * as calls from '../contract.ts';
import type { ScannerTables } from '../server/tables.ts';

const vin = 'KM8K2CAB4PU001140';
const wrongVin = 'KM8K2CAB4PU001141';

let stage: AdminStage;
let db: Db<ScannerTables>;
beforeAll(async () => {
  stage = await openAdminStage();
  db = stage.platform.db;
});
afterAll(() => stage.stop());

const addUser = () => stage.addUser({ featurePermissions: ['utilities'] });
const bodyOf = (overrides: object = {}) => ({
  id: randomUUID(),
  text: vin,
  format: null,
  source: 'typed' as const,
  scannedAt: new Date().toISOString(),
  ...overrides,
});
const scanned = (client: Client, overrides: object = {}) =>
  client.call(calls.recordScan, { body: bodyOf(overrides) });
const values = async (client: Client) =>
  (await client.call(calls.listScans)).body.map(({ value }) => value);

describe('a scan', () => {
  test('is normalized and classified', async () => {
    const { client } = await addUser();
    const { status, body } = await scanned(client, {
      text: `i${vin.toLowerCase()}`,
      format: 'code_39',
      source: 'camera',
    });
    expect([status, body.target, body.addHref]).toEqual([200, null, null]);
    expect(body.scan).toMatchObject({
      kind: 'vin',
      value: vin,
      format: 'code_39',
      source: 'camera',
      overrideReason: null,
    });
    await scanned(client, { text: 'RO 123456' });
    await scanned(client, { text: vin, asText: true });
    const { body: list } = await client.call(calls.listScans);
    expect(list.map(({ kind, value }) => `${kind} ${value}`).sort()).toEqual([
      'repair_order 123456',
      `text ${vin}`,
      `vin ${vin}`,
    ]);
    const scanId = body.scan.id;
    expect((await client.call(calls.getScan, { params: { scanId } })).body).toEqual(body);
  });

  test('that is sent again is saved and published once', async () => {
    const { id, client } = await addUser();
    const phone = await (await stage.openSession(id)).socket();
    const body = bodyOf();
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => client.call(calls.recordScan, { body })),
    );
    for (const response of responses) expect(response.body).toEqual(responses[0]?.body);
    expect((await scanned(client, { id: body.id, text: 'HC325A' })).body.scan.value).toBe(vin);
    expect(await values(client)).toEqual([vin]);
    await phone.next('scans_changed');
    expect(phone.frames.filter(({ type }) => type === 'scans_changed')).toHaveLength(1);
    phone.close();
  });

  test('is listed by scan time, which is clamped', async () => {
    const { client } = await addUser();
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    await scanned(client, { text: 'late', scannedAt: at(-60_000) });
    await scanned(client, { text: 'ahead', scannedAt: at(86_400_000) });
    await scanned(client, { text: 'ancient', scannedAt: '1900-01-01T00:00:00Z' });
    const { body } = await client.call(calls.listScans);
    expect(body.map(({ value }) => value)).toEqual(['ahead', 'late', 'ancient']);
    expect(Date.parse(body[0]?.scannedAt ?? '')).toBeLessThanOrEqual(Date.now());
    expect(Date.parse(body[2]?.scannedAt ?? '')).toBeGreaterThan(Date.now() - 31 * 86_400_000);
  });

  test('replaces the oldest beyond 200', async () => {
    const { id, client } = await addUser();
    const start = Date.now() - 3_600_000;
    await db
      .insertInto('scans')
      .values(
        Array.from({ length: 203 }, (_, at) => ({
          user_id: id,
          id: randomUUID(),
          kind: 'text' as const,
          value: `old ${at}`,
          format: null,
          source: 'typed' as const,
          override_reason: null,
          scanned_at: new Date(start + at * 1_000),
        })),
      )
      .execute();
    await scanned(client);
    const list = await values(client);
    expect([list.length, list[0], list.at(-1)]).toEqual([calls.maxScans, vin, 'old 4']);
    const stored = await db.selectFrom('scans').select('id').where('user_id', '=', id).execute();
    expect(stored).toHaveLength(calls.maxScans);
  });

  test.each([
    ['blank text', { text: ' ' }, 'text'],
    ['control characters only', { text: '\x01\x02' }, 'text'],
    ['too much text', { text: 'x'.repeat(5_001) }, 'text'],
    ['an unknown source', { source: 'guess' }, 'source'],
    ['an unknown format', { format: 'maxicode' }, 'format'],
    ['an invalid time', { scannedAt: 'yesterday' }, 'scannedAt'],
    ['a kind', { kind: 'vin' }, 'kind'],
    ['an invalid id', { id: '7' }, 'id'],
    ['a driver license', { text: '@\n\x1e\rANSI 636015080002DL00410278' }, 'text'],
  ])('is rejected with %s', async (_, overrides, field) => {
    const { client } = await addUser();
    const response = await client.raw('POST', '/api/scans', { body: bodyOf(overrides) });
    expect([response.status, Object.keys(response.body.fields)]).toEqual([400, [field]]);
    expect(await values(client)).toEqual([]);
  });
});

describe('a VIN with an invalid check digit', () => {
  const logged = () => stage.log(wrongVin as unknown as number);

  test('is accepted only with a reason, which is saved and logged once', async () => {
    const { id, client } = await addUser();
    const rejected = await client.raw('POST', '/api/scans', { body: bodyOf({ text: wrongVin }) });
    expect([rejected.status, rejected.body.fields]).toEqual([
      400,
      { overrideReason: 'Enter a reason for accepting this VIN' },
    ]);
    const body = bodyOf({ text: wrongVin, overrideReason: ' Imported, as on the title ' });
    await client.call(calls.recordScan, { body });
    const { body: again } = await client.call(calls.recordScan, { body });
    expect(again.scan).toMatchObject({
      kind: 'vin',
      value: wrongVin,
      overrideReason: 'Imported, as on the title',
    });
    expect(await logged()).toMatchObject([
      {
        action: 'vin.overridden',
        actor_id: id,
        subject_type: 'vin',
        after: { reason: 'Imported, as on the title' },
      },
    ]);
  });

  test('with an illegal letter is never accepted', async () => {
    const { client } = await addUser();
    const text = 'KM8K2CAB4PUOO1140';
    const body = bodyOf({ text, overrideReason: 'Because' });
    const response = await client.raw('POST', '/api/scans', { body });
    expect([response.status, response.body.fields]).toEqual([
      400,
      { text: 'A VIN can’t contain I, O or Q' },
    ]);
  });

  test('needs no reason as plain text, and a valid VIN drops it', async () => {
    const { client } = await addUser();
    const text = await scanned(client, { text: wrongVin, asText: true });
    expect(text.body.scan).toMatchObject({ kind: 'text', value: wrongVin });
    const good = await scanned(client, { overrideReason: 'Because' });
    expect(good.body.scan.overrideReason).toBeNull();
  });
});

describe('removing', () => {
  test('one scan keeps the others, and a late resend does not restore it', async () => {
    const { client } = await addUser();
    const body = bodyOf();
    await client.call(calls.recordScan, { body });
    await scanned(client, { text: 'HC325A' });
    const params = { scanId: body.id };
    expect((await client.call(calls.removeScan, { params })).status).toBe(200);
    expect((await client.call(calls.removeScan, { params })).status).toBe(200);
    expect((await client.call(calls.recordScan, { body })).status).toBe(404);
    expect((await client.call(calls.getScan, { params })).status).toBe(404);
    expect(await values(client)).toEqual(['HC325A']);
  });

  test('all scans clears their content', async () => {
    const { id, client } = await addUser();
    const other = await addUser();
    await scanned(other.client);
    await scanned(client);
    await scanned(client, { text: wrongVin, overrideReason: 'Seen on the title' });
    const phone = await (await stage.openSession(id)).socket();
    expect((await client.call(calls.removeAllScans)).status).toBe(200);
    await phone.next('scans_changed');
    phone.close();
    expect([await values(client), await values(other.client)]).toEqual([[], [vin]]);
    const rows = await db.selectFrom('scans').selectAll().where('user_id', '=', id).execute();
    for (const row of rows) expect([row.value, row.override_reason]).toEqual(['', null]);
  });
});

describe('someone else’s scan', () => {
  let owner: StageUser;
  let scanId: string;
  beforeAll(async () => {
    owner = await addUser();
    scanId = (await scanned(owner.client)).body.scan.id;
  });

  test('does not exist for others, administrators included', async () => {
    const params = { scanId };
    const all = await stage.addUser({ role: 'admin', featurePermissions: ['all'] });
    for (const { client } of [await addUser(), all]) {
      expect((await client.call(calls.getScan, { params })).status).toBe(404);
      expect((await client.call(calls.removeScan, { params })).status).toBe(404);
      expect(await values(client)).toEqual([]);
    }
    expect((await owner.client.call(calls.getScan, { params })).status).toBe(200);
  });

  test('does not conflict with the same id of another user', async () => {
    const { client } = await addUser();
    expect((await scanned(client, { id: scanId, text: 'HC325A' })).body.scan.value).toBe('HC325A');
    expect(await values(owner.client)).toEqual([vin]);
  });

  test('is published only to its owner', async () => {
    const { client } = await addUser();
    const socket = await client.socket();
    await scanned(owner.client, { text: 'HC326A' });
    await expect(socket.next('scans_changed', 300)).rejects.toThrow();
    socket.close();
  });
});

test('scans require the utilities feature; page access alone is not enough', async () => {
  const { client } = await stage.addUser({ pagePermissions: ['utilities'] });
  expect((await client.call(calls.listScans)).status).toBe(403);
  expect((await scanned(client)).status).toBe(403);
  const { client: permitted } = await addUser();
  expect((await scanned(permitted)).status).toBe(200);
});
