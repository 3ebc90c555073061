import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import type { TestSocket } from '../../../../test/support/socket.ts';
import { caughtUp, newId, newMessagesOn, postText, read } from './chatCalls.ts';

let forecourt: TestForecourt;
let employee: Client;
let socket: TestSocket;
let reader: TestSocket;

beforeAll(async () => {
  forecourt = await startForecourt();
  employee = await forecourt.signIn('employee');
  socket = await employee.socket();
  reader = await (await forecourt.signIn('manager')).socket();
});
afterAll(() => forecourt.stop());

const good = () => ({ channelId: 'general', content: 'Hello', clientMsgId: newId() });
const tooLong = 'A message must be at most 16,000 characters long.';

const refusals: [what: string, fields: object, code: string, message?: string][] = [
  ['a blank message', { content: ' \n\t ' }, 'invalid', 'Enter a message.'],
  ['an empty message', { content: '' }, 'invalid', 'Enter a message.'],
  ['16,001 characters', { content: 'x'.repeat(16_001) }, 'invalid', tooLong],
  ['a null character', { content: 'a\0b' }, 'invalid'],
  ['no content', { content: undefined }, 'invalid'],
  ['content that is not a string', { content: 42 }, 'invalid'],
  ['content that is a list', { content: ['a'] }, 'invalid'],
  ['another kind of message', { messageType: 'html' }, 'invalid'],
  ['a clientMsgId that is not a UUID', { clientMsgId: 'again' }, 'invalid'],
  ['a senderId that is not a number', { senderId: '3' }, 'invalid'],
  ['an unknown channel', { channelId: 'lounge' }, 'not_found'],
];

test.each(refusals)('%s is refused on the socket', async (_, fields, code, message) => {
  const frame = { ...good(), ...fields };
  socket.send('chat_message', frame);
  const error = await socket.next('error');
  expect(error).toMatchObject({ code, retryable: false, ...(message && { message }) });
  if (frame.clientMsgId) expect(error.ref).toBe(frame.clientMsgId);
  await caughtUp(reader);
  expect(newMessagesOn(reader)).toEqual([]);
});

test.each(refusals)('%s is refused over HTTP', async (_, fields, code, message) => {
  const { channelId, ...body } = { ...good(), ...fields };
  const before = (await read(employee, 'general')).at(-1)?.seq;
  const response = await employee.raw('POST', `/api/chat/messages/${channelId}`, { body });
  expect(response.body).toMatchObject({ code, ...(message && { error: message }) });
  expect((await read(employee, 'general')).at(-1)?.seq).toBe(before);
});

test.each([
  ['text that is not JSON', 'hello', 'invalid'],
  ['JSON that is not a frame', '[1,2]', 'invalid'],
  ['a frame without a type', '{"data":{}}', 'invalid'],
  ['data that is not an object', '{"type":"chat_message","data":"x"}', 'invalid'],
  ['an unknown event', '{"type":"drop_tables","data":{}}', 'invalid'],
  ['an event of the server', '{"type":"new_message","data":{}}', 'invalid'],
])('%s is refused', async (_, text, code) => {
  socket.sendText(text);
  expect((await socket.next('error')).code).toBe(code);
});

test('unknown fields of a frame are ignored, those of a body are refused', async () => {
  socket.send('chat_message', { ...good(), content: 'Extra', mood: 'good' });
  expect(await socket.next('new_message')).toMatchObject({ content: 'Extra' });
  await reader.next('new_message');
  const { channelId: _, ...body } = { ...good(), mood: 'good' };
  expect((await employee.raw('POST', '/api/chat/messages/general', { body })).status).toBe(400);
});

test('a frame of an older client, without a clientMsgId, is accepted; a body is not', async () => {
  const { clientMsgId: _, ...frame } = { ...good(), content: 'From an older client' };
  socket.send('chat_message', frame);
  const message = await socket.next('new_message');
  expect(message).toMatchObject({ content: frame.content, clientMsgId: expect.any(String) });
  const response = await employee.raw('POST', '/api/chat/messages/general', {
    body: { content: 'No id' },
  });
  expect([response.status, Object.keys(response.body.fields)]).toEqual([400, ['clientMsgId']]);
});

test('nothing is received or sent before auth', async () => {
  const early = await employee.socket({ auth: false });
  early.send('chat_message', good());
  expect((await early.next('error')).code).toBe('invalid');
  await postText(employee, 'general', 'Not for you yet');
  expect(newMessagesOn(early)).toEqual([]);
  early.close();
});

test('the socket still works after all of this', async () => {
  const frame = good();
  socket.send('chat_message', frame);
  for (;;) {
    const { clientMsgId } = await socket.next('new_message');
    if (clientMsgId === frame.clientMsgId) break;
  }
});
