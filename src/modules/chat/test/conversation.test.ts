import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { listChannels } from '../contract/channels.ts';
import { listGeneralMessages } from '../contract.ts';
import { caughtUp, change, dm, idOf, newId, newMessagesOn, postText, read } from './chatCalls.ts';

let forecourt: TestForecourt;
let employee: Client;
let manager: Client;
let employeeId: number;
let managerId: number;

beforeAll(async () => {
  forecourt = await startForecourt();
  employee = await forecourt.signIn('employee');
  manager = await forecourt.signIn('manager');
  employeeId = await idOf(forecourt, 'employee');
  managerId = await idOf(forecourt, 'manager');
});
afterAll(() => forecourt.stop());

describe('two people in a channel', () => {
  test('receive each other’s messages at once, and the sender gets the acknowledgement', async () => {
    const employeeSocket = await employee.socket();
    const managerSocket = await manager.socket();
    const clientMsgId = newId();
    employeeSocket.send('chat_message', {
      channelId: 'sales',
      content: 'Keys to 4471?',
      clientMsgId,
    });
    const [mine, theirs] = [
      await employeeSocket.next('new_message'),
      await managerSocket.next('new_message'),
    ];
    expect(theirs).toEqual(mine);
    expect(theirs).toMatchObject({
      channelId: 'sales',
      content: 'Keys to 4471?',
      clientMsgId,
      senderId: employeeId,
      senderName: 'Caleb Nguyen',
      senderInitials: 'CN',
      messageType: 'text',
      reactions: [],
      attachments: [],
    });
    expect(theirs.prevRev).toBe(theirs.rev - 1);
    expect(Date.parse(theirs.createdAt)).toBeGreaterThan(Date.now() - 10_000);
    employeeSocket.close();
    managerSocket.close();
  });

  test('find messages sent on the socket over HTTP, and the other way round', async () => {
    const managerSocket = await manager.socket();
    const { status, body } = await postText(employee, 'sales', 'On my desk.');
    expect(status).toBe(201);
    const { prevRev, ...frame } = await managerSocket.next('new_message');
    expect(frame).toEqual(body);
    expect(prevRev).toBe(body.rev - 1);
    expect((await read(manager, 'sales')).at(-1)).toEqual(body);
    managerSocket.close();
  });

  test('get the same bytes', async () => {
    const sockets = await Promise.all([employee.socket(), manager.socket()]);
    const { body } = await postText(manager, 'general', 'Lot meeting at five.');
    const frames = await Promise.all(sockets.map((socket) => socket.next('new_message')));
    expect(JSON.stringify(frames[0])).toBe(JSON.stringify(frames[1]));
    expect(frames[0].id).toBe(body.id);
    for (const socket of sockets) socket.close();
  });
});

describe('a message', () => {
  test('is stored unchanged, with normalized line ends', async () => {
    const { body } = await postText(employee, 'sales', '  two\r\n  lines \u{1F697} \ud800 \n');
    expect(body.content).toBe('  two\n  lines \u{1F697} \ufffd \n');
    expect((await read(employee, 'sales')).at(-1)?.content).toBe(body.content);
  });

  test('can be 16,000 characters long', async () => {
    const long = 'é'.repeat(16_000);
    expect((await postText(employee, 'sales', long)).body.content).toBe(long);
  });

  test('mentions the people of its @words, once each', async () => {
    const { body } = await postText(
      employee,
      'sales',
      '@manager, @Manager and @nobody.here: ask admin@larkfield.example or @omar.benali.',
    );
    expect(body.mentions).toEqual(['manager', 'Manager', 'nobody.here', 'omar.benali']);
    expect(body.mentionedUserIds).toEqual([managerId, await idOf(forecourt, 'omar.benali')]);
  });

  test('does not mention disabled or pending users', async () => {
    const { body } = await postText(
      employee,
      'sales',
      'Where are @derek.sloan and @isabel.ferreira?',
    );
    expect(body.mentions).toEqual(['derek.sloan', 'isabel.ferreira']);
    expect(body.mentionedUserIds).toEqual([]);
  });

  test('has its sender’s current name, in every page', async () => {
    const hannah = await forecourt.signIn('hannah.schultz');
    const { body } = await postText(hannah, 'general', 'Married!');
    const senderInNewestPage = async () =>
      (await read(manager, 'general')).find(({ id }) => id === body.id)?.senderName;
    expect(await senderInNewestPage()).toBe('Hannah Schultz');
    await change(forecourt, body.senderId, { last_name: 'Meyer' });
    expect(await senderInNewestPage()).toBe('Hannah Meyer');
    const [older] = await read(manager, 'general', { before: (body.seq ?? 0) + 1, limit: 1 });
    expect(older).toMatchObject({ senderName: 'Hannah Meyer', senderInitials: 'HM' });
  });
});

describe('history', () => {
  test('comes in pages, oldest first, without gap or overlap', async () => {
    const newest = await read(employee, 'service');
    expect(newest).toHaveLength(50);
    const [first] = newest;
    const older = await read(employee, 'service', { before: first?.seq, limit: 200 });
    const seqs = [...older, ...newest].map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.map((_, index) => (seqs[0] ?? 0) + index));
    expect(await read(employee, 'service', { before: 1 })).toEqual([]);
    const { status } = await employee.raw('GET', '/api/chat/messages/service?limit=201');
    expect(status).toBe(400);
  });

  test('of the general feed is that of the general channel', async () => {
    const feed = (await employee.call(listGeneralMessages)).body;
    expect(feed).toEqual(await read(employee, 'general'));
    expect(feed.length).toBeGreaterThan(0);
  });

  test('includes a new message although the page was read a moment ago', async () => {
    await read(employee, 'service');
    const { body } = await postText(employee, 'service', 'Bay 3 is free.');
    expect((await read(manager, 'service')).at(-1)).toEqual(body);
  });
});

describe('a direct channel', () => {
  test('begins with the first message and is on top of both lists', async () => {
    const omarId = await idOf(forecourt, 'omar.benali');
    const omar = await forecourt.signIn('omar.benali');
    const channelId = dm(employeeId, omarId);
    expect(await read(omar, channelId)).toEqual([]);
    const ids = async (client: Client) =>
      (await client.call(listChannels)).body.map(({ id }) => id);
    expect(await ids(omar)).not.toContain(channelId);
    const omarSocket = await omar.socket();
    await Promise.all([
      postText(employee, channelId, 'Trade you.'),
      postText(employee, channelId, 'Deal?'),
    ]);
    await omarSocket.next('new_message');
    await omarSocket.next('new_message');
    expect(newMessagesOn(omarSocket, channelId).map(({ seq }) => seq)).toEqual([1, 2]);
    const mine = (await employee.call(listChannels)).body;
    expect(mine.slice(0, 4).map(({ id }) => id)).toEqual([
      'general',
      'sales',
      'service',
      'integrations',
    ]);
    expect(mine.find(({ type }) => type === 'direct' || type === 'group')).toMatchObject({
      id: channelId,
      type: 'direct',
      name: 'Omar Benali',
      userId: omarId,
      lastSeq: 2,
      lastRev: 2,
    });
    expect((await omar.call(listChannels)).body.find(({ id }) => id === channelId)).toMatchObject({
      name: 'Caleb Nguyen',
      userId: employeeId,
    });
    omarSocket.close();
  });

  test('can be with oneself, and is received once', async () => {
    const socket = await employee.socket();
    const notes = dm(employeeId, employeeId);
    await postText(employee, notes, 'Call the bank.');
    await socket.next('new_message');
    await caughtUp(socket);
    expect(newMessagesOn(socket, notes)).toHaveLength(1);
    const { body } = await employee.call(listChannels);
    expect(body.find(({ id }) => id === notes)).toMatchObject({ userId: employeeId });
    socket.close();
  });

  test('with a disabled or system account can be read, but not written to', async () => {
    const bot = await idOf(forecourt, 'system_bot');
    const derek = await idOf(forecourt, 'derek.sloan');
    for (const [id, reason] of [
      [bot, 'This is a system account and can’t receive messages.'],
      [derek, 'This account is disabled and can’t receive messages.'],
    ] as const) {
      const channelId = dm(employeeId, id);
      expect(await read(employee, channelId)).toEqual([]);
      const response = await postText(employee, channelId, 'Hello?');
      expect(response.status).toBe(409);
      expect(response.body).toMatchObject({ code: 'conflict', error: reason });
      expect(await read(employee, channelId)).toEqual([]);
    }
  });

  test('keeps its history after the other person leaves', async () => {
    const aisha = await idOf(forecourt, 'aisha.coleman');
    const channelId = dm(employeeId, aisha);
    await postText(employee, channelId, 'See you Monday.');
    await change(forecourt, aisha, { deleted_at: new Date(), is_active: false });
    expect(await read(employee, channelId)).toHaveLength(1);
    expect((await postText(employee, channelId, 'Hello?')).status).toBe(409);
  });
});
