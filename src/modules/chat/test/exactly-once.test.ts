import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { postMessage } from '../contract.ts';
import { caughtUp, change, dm, idOf, newId, newMessagesOn, postText, read } from './chatCalls.ts';

let forecourt: TestForecourt;
let employee: Client;
let manager: Client;

beforeAll(async () => {
  forecourt = await startForecourt();
  employee = await forecourt.signIn('employee');
  manager = await forecourt.signIn('manager');
});
afterAll(() => forecourt.stop());

async function rowsOf(clientMsgId: string): Promise<number> {
  const rows = await forecourt.platform.db
    .selectFrom('chat_messages')
    .select('id')
    .where('client_msg_id', '=', clientMsgId)
    .execute();
  return rows.length;
}

describe('the same clientMsgId', () => {
  test('by socket and then by HTTP is one message', async () => {
    const socket = await employee.socket();
    const clientMsgId = newId();
    const frame = { channelId: 'sales', content: 'Sold!', clientMsgId };
    socket.send('chat_message', frame);
    const { prevRev: _, ...stored } = await socket.next('new_message');
    const { status, body } = await postText(employee, 'sales', 'Sold!', clientMsgId);
    expect(status).toBe(201);
    expect(body).toEqual(stored);
    expect(await rowsOf(clientMsgId)).toBe(1);
    socket.close();
  });

  test('fifty times at once, over both ways and from two browsers, is one message', async () => {
    const one = await forecourt.signIn('tyler.boone');
    const other = await forecourt.signIn('tyler.boone');
    const socket = await one.socket();
    const reader = await manager.socket();
    const clientMsgId = newId();
    const frame = { channelId: 'sales', content: 'Sold twice?', clientMsgId };
    const responses = Array.from({ length: 50 }, (_, index) => {
      if (index % 5 === 0) socket.send('chat_message', frame);
      const body = { content: frame.content, clientMsgId: clientMsgId.toUpperCase() };
      const params = { channelId: 'sales' };
      return index % 2 === 0
        ? other.call(postMessage, { params, body })
        : postText(one, 'sales', frame.content, clientMsgId);
    });
    const ids = new Set((await Promise.all(responses)).map(({ status, body }) => status + body.id));
    expect(ids.size).toBe(1);
    expect(await rowsOf(clientMsgId)).toBe(1);
    await caughtUp(reader);
    expect(newMessagesOn(reader, 'sales')).toHaveLength(1);
    await caughtUp(socket);
    const acknowledged = new Set(newMessagesOn(socket).map((message) => JSON.stringify(message)));
    expect(acknowledged.size).toBe(1);
    socket.close();
    reader.close();
  });

  test('repeated is published to the sender only, whose acknowledgement may have been lost', async () => {
    const [socket, reader] = [await employee.socket(), await manager.socket()];
    const clientMsgId = newId();
    const frame = { channelId: 'sales', content: 'Did it arrive?', clientMsgId };
    socket.send('chat_message', frame);
    const first = await socket.next('new_message');
    socket.send('chat_message', frame);
    expect(await socket.next('new_message')).toEqual(first);
    await caughtUp(reader);
    expect(newMessagesOn(reader)).toHaveLength(1);
    socket.close();
    reader.close();
  });

  test('with other text or in another channel is still the first send', async () => {
    const clientMsgId = newId();
    const { body: first } = await postText(employee, 'sales', 'Original', clientMsgId);
    expect((await postText(employee, 'sales', 'Other', clientMsgId)).body).toEqual(first);
    expect((await postText(employee, 'service', 'Original', clientMsgId)).body).toEqual(first);
    expect(await rowsOf(clientMsgId)).toBe(1);
  });

  test('of another user is another send', async () => {
    const clientMsgId = newId();
    const mine = await postText(employee, 'sales', 'Mine', clientMsgId);
    const theirs = await postText(manager, 'sales', 'Theirs', clientMsgId);
    expect(theirs.body.id).not.toBe(mine.body.id);
    expect(theirs.body.content).toBe('Theirs');
  });

  test('is acknowledged although the channel was closed to its sender in the meantime', async () => {
    const gm = await forecourt.signIn('gm');
    const [gmId, omarId] = [await idOf(forecourt, 'gm'), await idOf(forecourt, 'omar.benali')];
    const clientMsgId = newId();
    const { body } = await postText(gm, dm(gmId, omarId), 'Numbers, please.', clientMsgId);
    await change(forecourt, omarId, { is_active: false });
    expect((await postText(gm, dm(gmId, omarId), 'Anybody?')).status).toBe(409);
    const again = await postText(gm, dm(gmId, omarId), 'Numbers, please.', clientMsgId);
    expect([again.status, again.body]).toEqual([201, body]);
    await change(forecourt, omarId, { is_active: true });
  });
});

describe('the send limit', () => {
  test('allows sixty at once, then refuses, but never a repeat', async () => {
    const kayla = await forecourt.signIn('kayla.moss');
    const socket = await kayla.socket();
    const stored = newId();
    await postText(kayla, 'general', 'First', stored);
    const sends = Array.from({ length: 63 }, (_, index) =>
      postText(kayla, 'general', `Now ${index}`),
    );
    const responses = await Promise.all(sends);
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(59);
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(4);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused[0]?.body).toMatchObject({ code: 'rate_limited' });
    expect((await postText(kayla, 'general', 'First', stored)).status).toBe(201);
    const ref = newId();
    socket.send('chat_message', { channelId: 'general', content: 'One more', clientMsgId: ref });
    expect(await socket.next('error')).toMatchObject({
      ref,
      code: 'rate_limited',
      retryable: true,
    });
    expect((await postText(employee, 'general', 'I may')).status).toBe(201);
    socket.close();
  });
});

describe('an acknowledgement', () => {
  test('waits for the commit', async () => {
    const [socket, reader] = [await employee.socket(), await manager.socket()];
    const clientMsgId = newId();
    const { db } = forecourt.platform;
    await db.transaction().execute(async (tx) => {
      await sql`select 1 from chat_channels where id = 'service' for update`.execute(tx);
      socket.send('chat_message', { channelId: 'service', content: 'Wait', clientMsgId });
      await eventually(async () => {
        const { rows } = await sql`select 1 from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database()`.execute(db);
        return rows.length > 0;
      });
      // A send in another channel does not wait for one that is being written.
      expect((await postText(manager, 'sales', 'Meanwhile')).status).toBe(201);
      await caughtUp(reader);
      expect(newMessagesOn(socket, 'service')).toEqual([]);
      expect(newMessagesOn(reader, 'service')).toEqual([]);
    });
    expect(await reader.next('new_message')).toMatchObject({ content: 'Meanwhile' });
    expect(await reader.next('new_message')).toMatchObject({ clientMsgId });
    await eventually(async () => newMessagesOn(socket, 'service').length === 1);
    socket.close();
    reader.close();
  });

  test('is never sent for a failed commit', async () => {
    const { db } = forecourt.platform;
    await sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'no' using errcode = 'XX000'; end $$`.execute(db);
    await sql`create constraint trigger refuse after insert on chat_messages
      deferrable initially deferred for each row when (new.content = 'Doomed')
      execute function refuse()`.execute(db);
    const [socket, reader] = [await employee.socket(), await manager.socket()];
    const before = (await read(manager, 'sales')).at(-1);
    const clientMsgId = newId();
    socket.send('chat_message', { channelId: 'sales', content: 'Doomed', clientMsgId });
    expect(await socket.next('error')).toMatchObject({ ref: clientMsgId, code: 'internal' });
    expect((await postText(employee, 'sales', 'Doomed')).status).toBe(500);
    await caughtUp(reader);
    expect([...newMessagesOn(socket), ...newMessagesOn(reader)]).toEqual([]);
    expect((await read(manager, 'sales')).at(-1)).toEqual(before);
    const { body } = await postText(employee, 'sales', 'Fine');
    expect(body.seq).toBe((before?.seq ?? 0) + 1);
    socket.close();
    reader.close();
  });
});
