import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Client } from '../../../../../test/support/client.ts';
import type { TestSocket } from '../../../../../test/support/socket.ts';
import { clientEvent } from '../../../contract/socket.ts';
import { encodeFrame } from '../frames.ts';
import { type Hall, openHall, said } from './hall.ts';

const eventually = <T>(ask: () => T) => expect.poll(ask);

let hall: Hall;
let manager: Client;
beforeAll(async () => {
  hall = await openHall();
  manager = await hall.signIn('manager');
});
afterAll(() => hall.stop());
beforeEach(() => {
  hall.heard.length = 0;
});

const heardNumbers = () => hall.heard.map(({ n }) => n);
const say = (n: number, topic = 'everyone:', text?: string) =>
  hall.platform.realtime.publish(topic, said, { n, ...(text && { text }) });
const numbers = ({ frames }: TestSocket) =>
  frames.filter(({ type }) => type === said.type).map(({ data }) => data.n);

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
    const ws = new WebSocket(`${hall.url.replace('http', 'ws')}/ws`, {
      headers: { cookie: manager.cookie ?? '' },
    });
    await new Promise((resolve) => ws.once('open', resolve));
    const code = new Promise((resolve) => ws.once('close', resolve));
    ws.send(Buffer.from([0x22, 0xff, 0xfe, 0x22]), { binary: false });
    expect(await code).toBe(1007);
  });

  test('as long as it may be is read', async () => {
    const socket = await manager.socket();
    const frame = JSON.stringify({ type: 'test_told', data: { n: 1, filling: '' } });
    socket.sendText(frame.replace('""', `"${'a'.repeat(65_536 - frame.length)}"`));
    await eventually(heardNumbers).toEqual([1]);
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
    ['named like a part of the language', '{"type": "__proto__"}', 'Unknown event.'],
    ['of the server’s own', '{"type": "force_logout", "data": {}}', 'Unknown event.'],
    ['wrong inside', '{"type": "test_told", "data": {"n": "1"}}', 'n: Must be a number'],
    ['incomplete', '{"type": "test_told"}', 'n: Required'],
    [
      'with null characters',
      '{"type": "test_told", "data": {"n": 1, "x": "\\u0000"}}',
      'Text must',
    ],
    ['too deep', `{"type": "test_told", "data": {"n": 1, "x": ${brackets}}}`, 'This is nested'],
  ])('%s is refused, and the socket lives on', async (_name, text, message) => {
    const socket = await manager.socket();
    socket.sendText(text);
    expect(await socket.next('error')).toEqual({
      message: expect.stringContaining(message),
      code: 'invalid',
      retryable: false,
    });
    socket.send('test_told', { n: 5, unknown: 'ignored' });
    await eventually(heardNumbers).toEqual([5]);
    socket.close();
  });

  test('refused says which one it was', async () => {
    const socket = await manager.socket();
    socket.send('test_told', { clientMsgId: 'mine', n: 'x' });
    expect(await socket.next('error')).toMatchObject({ ref: 'mine', code: 'invalid' });
    socket.send('test_told', { clientMsgId: 'x'.repeat(1_000), n: 'x' });
    expect((await socket.next('error')).ref).toBe('x'.repeat(64));
    socket.close();
  });

  test('not served by a fault of ours tells nothing of it', async () => {
    hall.platform.realtime.handle(clientEvent('test_fault', {}), async () => {
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
  test('are taken one after the other, in order', async () => {
    const order: string[] = [];
    const { realtime } = hall.platform;
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

  test('beyond a flood’s worth close it; others do not notice', async () => {
    const other = await (await hall.signIn('executive')).socket();
    const socket = await manager.socket();
    for (let n = 0; n < 400; n++) socket.send('test_told', { n });
    expect(await socket.closed).toMatchObject({ code: 1008 });
    expect(socket.frames.at(-1)).toMatchObject({ type: 'error', data: { code: 'rate_limited' } });
    expect(hall.heard.length).toBeLessThan(300);
    other.send('test_told', { n: 1_000 });
    await eventually(heardNumbers).toContain(1_000);
    other.close();
  });

  test('as fast as a person’s browser may send are all taken', async () => {
    const socket = await manager.socket();
    for (let n = 0; n < 150; n++) socket.send('test_told', { n });
    await eventually(() => hall.heard.length).toBe(150);
    socket.close();
  });

  test('are counted: the answer to a ping says how many went before it', async () => {
    const socket = await manager.socket();
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 5; n++) say(n);
      await new Promise((resolve) => setTimeout(resolve, 50));
      socket.send('ping');
      const { n } = await socket.next('pong');
      expect(n).toBe(socket.frames.length - 1);
    }
    socket.close();
  });
});

describe('what is published', () => {
  test('arrives at every reader in the order it was published, whatever the topics', async () => {
    const [one, two] = [await manager.socket(), await (await hall.signIn('gm')).socket()];
    const topics = ['everyone:', 'test:ford', 'everyone:', 'test:ford', 'test:ford', 'everyone:'];
    const expected = Array.from({ length: 60 }, (_, n) => n);
    for (const n of expected) say(n, topics[n % topics.length]);
    for (const socket of [one, two]) {
      await eventually(() => numbers(socket).length).toBe(60);
      expect(numbers(socket)).toEqual(expected);
      socket.close();
    }
  });

  test('on a topic nobody follows, or nobody declared, disturbs nobody', async () => {
    const socket = await manager.socket();
    say(1, 'test:nowhere');
    say(2, 'undeclared:x');
    say(3);
    await eventually(() => numbers(socket)).toEqual([3]);
    socket.close();
  });

  test.each([0, 1, 124, 125, 126, 127, 65_534, 65_535, 65_536, 200_000])(
    'with %i more characters arrives whole',
    async (length) => {
      const socket = await manager.socket();
      const bare = JSON.stringify({ type: said.type, data: { n: 1, text: '' } }).length;
      const text = 'ü'.repeat(Math.max(0, Math.floor((length - bare) / 2)));
      hall.platform.realtime.publish('everyone:', said, { n: 1, text });
      expect(await socket.next(said.type)).toEqual({ n: 1, text });
      socket.close();
    },
  );

  test('is framed as the protocol asks at every length', () => {
    for (const length of [0, 125, 126, 65_535, 65_536]) {
      const frame = encodeFrame('a'.repeat(length));
      const header = length < 126 ? 2 : length < 65_536 ? 4 : 10;
      expect(frame.length).toBe(header + length);
      expect(frame[0]).toBe(0x81);
      expect(frame[1]).toBe(length < 126 ? length : length < 65_536 ? 126 : 127);
    }
  });
});

test('a reader that does not read is sent away; the others get everything', async () => {
  const reader = await (await hall.signIn('gm')).socket();
  const stuck = new WebSocket(`${hall.url.replace('http', 'ws')}/ws`, {
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
    say(n, 'everyone:', text);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await eventually(() => hall.connectionsOf('manager').length).toBe(0);
  await eventually(() => numbers(reader).length).toBe(total);
  stuck.resume();
  expect([4408, 1006]).toContain(await closed);
  reader.close();
});
