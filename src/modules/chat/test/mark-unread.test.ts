import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { dm, idOf, postText } from './chatCalls.ts';
import { readTo, unreadFrom, unreadIn } from './personalCalls.ts';

let forecourt: TestForecourt;
let employee: Client;
let manager: Client;
let direct: string;
let last: number;

beforeAll(async () => {
  forecourt = await startForecourt();
  employee = await forecourt.signIn('employee');
  manager = await forecourt.signIn('manager');
  direct = dm(await idOf(forecourt, 'employee'), await idOf(forecourt, 'manager'));
  for (let turn = 0; turn < 5; turn += 1) await postText(manager, direct, `Turn ${turn}`);
  last = (await unreadIn(employee, direct)).lastSeq;
  await readTo(employee, direct, last);
});
afterAll(() => forecourt.stop());

test('a message and all later ones become unread again, on every device', async () => {
  const phone = await forecourt.signIn('employee');
  const socket = await phone.socket();
  const { body } = await unreadFrom(employee, direct, last - 1);
  expect(body).toMatchObject({ lastReadSeq: last - 2, unread: 2, version: 1 });
  expect(await socket.next('read_state')).toEqual(body);
  expect(await unreadIn(phone, direct)).toEqual(body);
  socket.close();
});

test('a concurrent read in another tab changes nothing', async () => {
  const { version } = await unreadIn(employee, direct);
  const { body: marked } = await unreadFrom(employee, direct, last);
  expect(marked).toMatchObject({ version: version + 1, unread: 1 });
  expect((await readTo(employee, direct, last, version)).body).toEqual(marked);
  expect(await unreadIn(employee, direct)).toMatchObject({ unread: 1 });
});

test('reading it again marks it as read', async () => {
  const { version } = await unreadIn(employee, direct);
  expect((await readTo(employee, direct, last, version)).body).toMatchObject({
    lastReadSeq: last,
    unread: 0,
    version,
  });
});

test('the whole conversation can be unread, and nothing before or after it', async () => {
  expect((await unreadFrom(employee, direct, 0)).body).toMatchObject({ lastReadSeq: 0 });
  expect((await unreadFrom(employee, direct, 1)).body).toMatchObject({ lastReadSeq: 0 });
  const { body } = await unreadFrom(employee, direct, last + 1_000);
  expect(body).toMatchObject({ lastReadSeq: last - 1, unread: 1 });
});

test('a shared channel no one has opened yet can be marked', async () => {
  const tyler = await forecourt.signIn('tyler.boone');
  const id = await idOf(forecourt, 'tyler.boone');
  const { db } = forecourt.platform;
  await db.deleteFrom('chat_reads').where('user_id', '=', id).execute();
  const { lastSeq } = (await unreadFrom(tyler, 'general', 1_000_000)).body;
  expect(await unreadIn(tyler, 'general')).toMatchObject({ lastReadSeq: lastSeq - 1, version: 1 });
});

test('many tabs at once end in one state', async () => {
  const start = (await unreadFrom(employee, direct, 1)).body.version;
  await Promise.all(
    Array.from({ length: 20 }, (_, turn) => readTo(employee, direct, 1 + (turn % last), start)),
  );
  expect(await unreadIn(employee, direct)).toMatchObject({
    lastReadSeq: Math.min(20, last),
    version: start,
  });
});

test('it is refused in an unreadable channel', async () => {
  expect((await unreadFrom(employee, 'management', 1)).status).toBe(404);
  expect((await unreadFrom(manager, 'management', 1)).status).toBe(200);
});
