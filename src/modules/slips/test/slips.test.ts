import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { readKeys } from '../../../platform/server/secrets/keys.ts';
import { createSecrets } from '../../../platform/server/secrets/secrets.ts';
import { listActivity } from '../../activity/contract.ts';
import { deleteMessage } from '../../chat/contract/changes.ts';
import { archiveChannel, createChannel, removeMember } from '../../chat/contract/channels.ts';
import { openCarChannel, seesCars } from '../../chat/test/carChannel.ts';
import { addUser } from '../../notifications/test/stage.ts';
import { carSource, fillCars } from '../../records/test/cars.ts';
import {
  create,
  currentSlip,
  expireSlip,
  idOf,
  open,
  post,
  revoke,
  rowOf,
  stateOf,
} from './stage.ts';

const secret = 'Her SSN is 536-22-8126';

let forecourt: TestForecourt;
let admin: Client;
let employee: Client;
let manager: Client;
let gm: Client;
let managerId: number;

beforeAll(async () => {
  forecourt = await startForecourt({ records: carSource });
  fillCars();
  admin = await forecourt.signIn('admin');
  employee = await forecourt.signIn('employee');
  manager = await forecourt.signIn('manager');
  gm = await forecourt.signIn('gm');
  managerId = await idOf(forecourt, 'manager');
});
afterAll(() => forecourt.stop());

const actions = async (slipId: string) =>
  (await admin.call(listActivity, { query: { subjectId: slipId } })).body.map(
    ({ action }) => action,
  );
const privateChannel = async (...userIds: number[]) => {
  const body = { name: `Channel ${Math.random()}`, type: 'private' as const, userIds };
  return (await employee.call(createChannel, { body })).body.id;
};

describe('a slip', () => {
  test('is read by opening it, and each opening is recorded first', async () => {
    const { slipId, message } = await post(employee, 'sales', { content: secret });
    expect(message).toMatchObject({
      messageType: 'card',
      content: 'Protected slip: Credit application',
      metadata: { parts: { slips: { audience: 'channel', once: false, revoked: false } } },
    });
    const opened = await open(manager, slipId);
    expect([opened.status, opened.body]).toEqual([200, { content: secret }]);
    expect(opened.headers.get('cache-control')).toBe('no-store');
    await open(manager, slipId);
    const { body: state } = await stateOf(employee, slipId);
    expect(state).toMatchObject({ closed: null, openedAt: null, canRevoke: true });
    expect(state.followed).toMatchObject({ recipients: null, openerCount: 1 });
    expect(state.followed?.views.map(({ userId }) => userId)).toEqual([managerId, managerId]);
    expect(await actions(slipId)).toEqual(['slip.opened', 'slip.opened', 'slip.created']);
  });

  test('shows who opened it to its author and moderators, and to no one else', async () => {
    const { slipId } = await post(manager, 'sales');
    await open(gm, slipId);
    expect((await stateOf(admin, slipId)).body.followed).not.toBeNull();
    expect((await stateOf(employee, slipId)).body).toMatchObject({
      closed: null,
      followed: null,
      canRevoke: false,
    });
  });

  test('is posted once, no matter how often it is sent', async () => {
    const clientMsgId = crypto.randomUUID();
    const [one, other] = [
      await create(employee, 'sales', { clientMsgId }),
      await create(employee, 'sales', { clientMsgId }),
    ];
    expect([one.status, other.status]).toEqual([201, 201]);
    expect(other.body.id).toBe(one.body.id);
    const rows = await forecourt.platform.db
      .selectFrom('slips')
      .select('id')
      .where('message_id', '=', one.body.id)
      .execute();
    expect(rows).toHaveLength(1);
  });

  test('publishes openings to followers at once, and to no one else', async () => {
    const { slipId } = await post(manager, 'sales');
    const [author, other] = [await manager.socket(), await employee.socket()];
    for (const socket of [author, other]) {
      socket.send('watch_slip', { slipId, watching: true });
      socket.send('ping');
      await socket.next('pong');
    }
    await open(gm, slipId);
    expect(await author.next('slip_changed')).toEqual({ slipId });
    other.send('ping');
    await other.next('pong');
    expect(other.frames.filter(({ type }) => type === 'slip_changed')).toEqual([]);
    author.close();
    other.close();
  });

  test('refuses numbers in the label and recipients outside the conversation', async () => {
    const numbered = await create(employee, 'sales', { label: 'SSN 536-22-8126' });
    expect(numbered.status).toBe(400);
    expect(numbered.body.fields.label).toMatch(/Everyone can read the label/);
    const channelId = await privateChannel();
    const stranger = await create(employee, channelId, { recipientIds: [managerId] });
    expect([stranger.status, Object.keys(stranger.body.fields ?? {})]).toEqual([
      400,
      ['recipientIds'],
    ]);
    expect((await create(manager, channelId)).status).toBe(404);
    expect((await create(manager, channelId, { recipientIds: [managerId] })).status).toBe(404);
    for (const wrong of [
      { content: ' ' },
      { content: 'x'.repeat(2_001) },
      { expiresInSeconds: 31 * 24 * 3_600 },
      { recipientIds: [] },
    ]) {
      expect((await create(employee, 'sales', wrong)).status).toBe(400);
    }
  });
});

describe('who may open it', () => {
  test('the recipients and its author, though others see the card', async () => {
    const { slipId, message } = await post(employee, 'sales', { recipientIds: [managerId] });
    expect(message.metadata?.parts?.slips).toMatchObject({ audience: 'people' });
    // The recipients are not disclosed.
    expect(JSON.stringify(message)).not.toMatch(/recipient/i);
    for (const other of [gm, admin]) {
      expect((await stateOf(other, slipId)).body.closed).toBe('This slip is for other people.');
      expect((await open(other, slipId)).status).toBe(403);
    }
    expect((await open(manager, slipId)).status).toBe(200);
    expect((await open(employee, slipId)).status).toBe(200);
    expect((await rowOf(forecourt, slipId)).views).toBe(2);
  });

  test('only people who read the conversation, for as long as they do', async () => {
    const channelId = await privateChannel(managerId);
    const { slipId } = await post(employee, channelId);
    for (const ask of [stateOf, open, revoke]) expect((await ask(gm, slipId)).status).toBe(404);
    expect((await open(manager, slipId)).status).toBe(200);
    await employee.call(removeMember, { params: { channelId, userId: managerId } });
    for (const ask of [stateOf, open]) expect((await ask(manager, slipId)).status).toBe(404);
    const [entry] = (await admin.call(listActivity, { query: { subjectId: slipId } })).body;
    expect(entry?.subjectName).toBe('');
  });

  test('each of them only once with `once`, even with concurrent requests', async () => {
    const { slipId } = await post(employee, 'sales', { once: true });
    const responses = await Promise.all(Array.from({ length: 8 }, () => open(manager, slipId)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect((await stateOf(manager, slipId)).body.closed).toMatch(/once per person/);
    expect((await open(gm, slipId)).status).toBe(200);
    expect((await rowOf(forecourt, slipId)).views).toBe(2);
  });
});

test('the activity log names a slip only where everyone can read it', async () => {
  const loggedLabel = async (slipId: string) =>
    (await admin.call(listActivity, { query: { subjectId: slipId } })).body[0]?.subjectName;
  const everyone = await post(employee, 'sales', { label: 'Gate code' });
  expect(await loggedLabel(everyone.slipId)).toBe('Gate code');
  const { client } = await addUser(forecourt, seesCars);
  const few = await post(client, await openCarChannel(client), { label: 'Gate code' });
  expect(await loggedLabel(few.slipId)).toBe('');
});

describe('its content', () => {
  test('is stored only in its own row, encrypted', async () => {
    const content = `Zanzibar ${randomBytes(6).toString('hex')}`;
    const { slipId } = await post(employee, 'sales', { content });
    await open(manager, slipId);
    const { db } = forecourt.platform;
    const tables = await db
      .selectFrom('pg_tables')
      .select(['schemaname', 'tablename'])
      .where('schemaname', 'in', ['public', 'graphile_worker'])
      .execute();
    expect(tables.length).toBeGreaterThan(20);
    for (const { schemaname, tablename } of tables) {
      const { rows } = await sql<{ found: number }>`
        select count(*) as found from ${sql.table(`${schemaname}.${tablename}`)} t
        where t::text ilike ${`%${content.slice(9)}%`}`.execute(db);
      expect([tablename, rows[0]?.found]).toEqual([tablename, 0]);
    }
  });

  test('is destroyed when its author revokes it, and the openings stay', async () => {
    const { slipId, message } = await post(employee, 'sales');
    await open(manager, slipId);
    expect((await revoke(manager, slipId)).status).toBe(403);
    expect((await revoke(admin, slipId)).status).toBe(403);
    expect((await revoke(employee, slipId)).status).toBe(200);
    expect((await revoke(employee, slipId)).status).toBe(200);
    expect(await rowOf(forecourt, slipId)).toMatchObject({ sealed: null, views: 1 });
    expect((await open(manager, slipId)).body.error).toBe('This slip was revoked.');
    expect(await currentSlip(employee, 'sales', message.id)).toMatchObject({
      slipId,
      revoked: true,
    });
    expect((await actions(slipId)).filter((action) => action === 'slip.revoked')).toHaveLength(1);
  });

  test('is destroyed in an archived channel too', async () => {
    const channelId = await privateChannel(managerId);
    const { slipId } = await post(employee, channelId);
    await employee.call(archiveChannel, { params: { channelId }, body: { archived: true } });
    expect((await revoke(employee, slipId)).status).toBe(200);
    expect((await rowOf(forecourt, slipId)).sealed).toBeNull();
  });

  test('is destroyed when it expires', async () => {
    const { slipId } = await post(employee, 'sales');
    await expireSlip(forecourt, slipId);
    expect((await open(manager, slipId)).body.error).toBe('This slip has expired.');
    await forecourt.platform.jobs.add(forecourt.platform.db, 'slips.destroy', {});
    await eventually(async () => (await rowOf(forecourt, slipId)).sealed === null);
    expect((await stateOf(employee, slipId)).body.closed).toBe('This slip has expired.');
  });

  test('is destroyed with its message', async () => {
    const { slipId, message } = await post(employee, 'sales');
    const params = { channelId: 'sales', messageId: message.id };
    expect((await employee.call(deleteMessage, { params })).status).toBe(200);
    expect((await open(manager, slipId)).status).toBe(404);
    await eventually(async () => (await rowOf(forecourt, slipId)).sealed === null);
  });

  test('cannot be decrypted without its key or in another row: 503 with a message', async () => {
    const [one, other] = [await post(employee, 'sales'), await post(employee, 'sales')];
    const { db } = forecourt.platform;
    const { sealed } = await rowOf(forecourt, other.slipId);
    const put = (value: unknown) =>
      db
        .updateTable('slips')
        .set({ sealed: JSON.stringify(value) })
        .where('id', '=', one.slipId)
        .execute();
    await put(sealed);
    expect((await open(manager, one.slipId)).status).toBe(503);
    const elsewhere = createSecrets(
      await readKeys([randomBytes(32).toString('base64')], '/nonexistent/keys'),
    );
    await put(elsewhere.seal('x', `slip:${one.slipId}`));
    const response = await open(manager, one.slipId);
    expect([response.status, response.body.error]).toEqual([
      503,
      expect.stringMatching(/its encryption key is missing/),
    ]);
    // What could not be decrypted does not count as opened.
    expect((await rowOf(forecourt, one.slipId)).views).toBe(0);
  });
});
