import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Client } from '../../../../../test/support/client.ts';
import type { TestSocket } from '../../../../../test/support/socket.ts';
import { clientEvent } from '../../../contract/socket.ts';
import { encodeFrame } from '../frames.ts';
import { type RealtimeServer, startRealtimeServer, testEvent } from './testServer.ts';

const eventually = <T>(ask: () => T) => expect.poll(ask);

let server: RealtimeServer;
let manager: Client;
beforeAll(async () => {
  server = await startRealtimeServer();
  manager = await server.signIn('manager');
});
afterAll(() => server.stop());
beforeEach(() => {
  server.received.length = 0;
});

const receivedNumbers = () => server.received.map(({ n }) => n);
const publish = (n: number, topic = 'everyone:', text?: string) =>
  server.platform.realtime.publish(topic, testEvent, { n, ...(text && { text }) });
const numbers = ({ frames }: TestSocket) =>
  frames.filter(({ type }) => type === testEvent.type).map(({ data }) => data.n);

describe('a frame that is', () => {
  test.each<[string, string | Uint8Array, number]>([
    ['binary', new Uint8Array([123, 125]), 1003],
    ['one byte too long', `"${'a'.repeat(65_535)}"`, 1009],
  ])('%s closes the socket', async (_name, text, code) => {
    const socket = await manager.socket();
    socket.sendText(text);
    expect((await socket.closed).code).toBe(code);
  });

  test('no UTF-8 closes the socket', async () => {
    const ws = new WebSocket(`${server.url.replace('http', 'ws')}/ws`, {
      headers: { cookie: manager.cookie ?? '' },
    });
    await new Promise((resolve) => ws.once('open', resolve));
    const code = new Promise((resolve) => ws.once('close', resolve));
    ws.send(Buffer.from([0x22, 0xff, 0xfe, 0x22]), { binary: false });
    expect(await code).toBe(1007);
  });

  test('of the maximum length is read', async () => {
    const socket = await manager.socket();
    const frame = JSON.stringify({ type: 'test_command', data: { n: 1, filling: '' } });
    socket.sendText(frame.replace('""', `"${'a'.repeat(65_536 - frame.length)}"`));
    await eventually(receivedNumbers).toEqual([1]);
    socket.close();
  });

  const brackets = '['.repeat(30_000) + ']'.repeat(30_000);
  test.each<[string, string, string]>([
    ['no JSON', '{', 'The frame is not valid JSON.'],
    ['empty', '', 'The frame is not valid JSON.'],
    ['null', 'null', 'body: Must be an object'],
    ['a list', '[]', 'body: Must be an object'],
    ['without a type', '{"data": {}}', 'type: Required'],
    ['of a type that is no text', '{"type": 7}', 'type: Must be a string'],
    ['without an object in it', '{"type": "ping", "data": "x"}', 'data: '],
    ['of an unknown type', '{"type": "nonsense", "data": {}}', 'Unknown event.'],
    ['with the name of an object property', '{"type": "__proto__"}', 'Unknown event.'],
    ['that only the server may send', '{"type": "force_logout", "data": {}}', 'Unknown event.'],
    ['wrong inside', '{"type": "test_command", "data": {"n": "1"}}', 'n: Must be a number'],
    ['incomplete', '{"type": "test_command"}', 'n: Required'],
    [
      'with null characters',
      '{"type": "test_command", "data": {"n": 1, "x": "\\u0000"}}',
      'Text must',
    ],
    ['too deep', `{"type": "test_command", "data": {"n": 1, "x": ${brackets}}}`, 'This is nested'],
  ])('%s is rejected, and the socket stays open', async (_name, text, message) => {
    const socket = await manager.socket();
    socket.sendText(text);
    expect(await socket.next('error')).toEqual({
      message: expect.stringContaining(message),
      code: 'invalid',
      retryable: false,
    });
    socket.send('test_command', { n: 5, unknown: 'ignored' });
    await eventually(receivedNumbers).toEqual([5]);
    socket.close();
  });

  test('rejected names the frame', async () => {
    const socket = await manager.socket();
    socket.send('test_command', { clientMsgId: 'mine', n: 'x' });
    expect(await socket.next('error')).toMatchObject({ ref: 'mine', code: 'invalid' });
    socket.send('test_command', { clientMsgId: 'x'.repeat(1_000), n: 'x' });
    expect((await socket.next('error')).ref).toBe('x'.repeat(64));
    socket.close();
  });

  test('that fails on our side reveals nothing', async () => {
    server.platform.realtime.handle(clientEvent('test_fault', {}), async () => {
      throw new TypeError('secret');
    });
    const socket = await manager.socket();
    socket.send('test_fault');
    expect(await socket.next('error')).toEqual({
      message: 'Something went wrong on our side.',
      code: 'internal',
      retryable: true,
    });
    socket.close();
  });
});

describe('frames of one socket', () => {
  test('are handled one at a time, in order', async () => {
    const order: string[] = [];
    const { realtime } = server.platform;
    realtime.handle(clientEvent('test_slow', {}), async () => {
      order.push('begin');
      await new Promise((resolve) => setTimeout(resolve, 20));
      order.push('end');
    });
    const socket = await manager.socket();
    for (let i = 0; i < 3; i++) socket.send('test_slow');
    await eventually(() => order.length).toBe(6);
    expect(order).toEqual(['begin', 'end', 'begin', 'end', 'begin', 'end']);
    socket.close();
  });

  test('beyond the rate limit close it; others do not notice', async () => {
    const other = await (await server.signIn('executive')).socket();
    const socket = await manager.socket();
    for (let n = 0; n < 400; n++) socket.send('test_command', { n });
    expect(await socket.closed).toMatchObject({ code: 1008 });
    expect(socket.frames.at(-1)).toMatchObject({ type: 'error', data: { code: 'rate_limited' } });
    expect(server.received.length).toBeLessThan(300);
    other.send('test_command', { n: 1_000 });
    await eventually(receivedNumbers).toContain(1_000);
    other.close();
  });

  test('at the maximum rate of a browser are all handled', async () => {
    const socket = await manager.socket();
    for (let n = 0; n < 150; n++) socket.send('test_command', { n });
    await eventually(() => server.received.length).toBe(150);
    socket.close();
  });

  test('are counted: the pong says how many were sent before it', async () => {
    const socket = await manager.socket();
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 5; n++) publish(n);
      await new Promise((resolve) => setTimeout(resolve, 50));
      socket.send('ping');
      const { n } = await socket.next('pong');
      expect(n).toBe(socket.frames.length - 1);
    }
    socket.close();
  });
});

describe('published events', () => {
  test('arrive at every reader in order, whatever the topics', async () => {
    const [one, two] = [await manager.socket(), await (await server.signIn('gm')).socket()];
    const topics = ['everyone:', 'test:ford', 'everyone:', 'test:ford', 'test:ford', 'everyone:'];
    const expected = Array.from({ length: 60 }, (_, n) => n);
    for (const n of expected) publish(n, topics[n % topics.length]);
    for (const socket of [one, two]) {
      await eventually(() => numbers(socket).length).toBe(60);
      expect(numbers(socket)).toEqual(expected);
      socket.close();
    }
  });

  test('on a topic without subscribers, or undeclared, disturb no one', async () => {
    const socket = await manager.socket();
    publish(1, 'test:nowhere');
    publish(2, 'undeclared:x');
    publish(3);
    await eventually(() => numbers(socket)).toEqual([3]);
    socket.close();
  });

  test.each([0, 1, 124, 125, 126, 127, 65_534, 65_535, 65_536, 200_000])(
    'with %i more characters arrive complete',
    async (length) => {
      const socket = await manager.socket();
      const bare = JSON.stringify({ type: testEvent.type, data: { n: 1, text: '' } }).length;
      const text = 'ü'.repeat(Math.max(0, Math.floor((length - bare) / 2)));
      server.platform.realtime.publish('everyone:', testEvent, { n: 1, text });
      expect(await socket.next(testEvent.type)).toEqual({ n: 1, text });
      socket.close();
    },
  );

  test('are framed according to the protocol at every length', () => {
    for (const length of [0, 125, 126, 65_535, 65_536]) {
      const frame = encodeFrame('a'.repeat(length));
      const header = length < 126 ? 2 : length < 65_536 ? 4 : 10;
      expect(frame.length).toBe(header + length);
      expect(frame[0]).toBe(0x81);
      expect(frame[1]).toBe(length < 126 ? length : length < 65_536 ? 126 : 127);
    }
  });
});

test('a reader that does not read is disconnected; the others get everything', async () => {
  const reader = await (await server.signIn('gm')).socket();
  const stuck = new WebSocket(`${server.url.replace('http', 'ws')}/ws`, {
    headers: { cookie: manager.cookie ?? '' },
  });
  await new Promise((resolve) => stuck.once('open', resolve));
  stuck.send(JSON.stringify({ type: 'auth', data: {} }));
  await new Promise((resolve) => stuck.once('message', resolve));
  const closed = new Promise<number>((resolve) => stuck.once('close', resolve));
  stuck.pause();

  const text = 'a'.repeat(60_000);
  const total = 400;
  for (let n = 0; n < total; n++) {
    publish(n, 'everyone:', text);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await eventually(() => server.connectionsOf('manager').length).toBe(0);
  await eventually(() => numbers(reader).length).toBe(total);
  stuck.resume();
  expect([4408, 1006]).toContain(await closed);
  reader.close();
});
