import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { endMembership, insertChannel } from '../../chat/test/channelRows.ts';
import { dm, idOf } from '../../chat/test/chatCalls.ts';
import {
  defaultSettings,
  getChatSettings,
  muteChannel,
  type SettingsChange,
  saveChatSettings,
} from '../contract.ts';

let forecourt: TestForecourt;
beforeAll(async () => {
  forecourt = await startForecourt();
});
afterAll(() => forecourt.stop());

const settingsOf = async (client: Client) => (await client.call(getChatSettings)).body;
const save = (client: Client, body: SettingsChange) => client.call(saveChatSettings, { body });
const mute = (client: Client, channelId: string, muted: boolean) =>
  client.call(muteChannel, { params: { channelId }, body: { muted } });
const fieldsOf = async (client: Client, body: object) => {
  const response = await client.raw('PUT', '/api/chat/settings', { body });
  expect(response.status).toBe(400);
  return Object.keys((response.body as { fields?: object }).fields ?? {});
};

describe('chat settings', () => {
  test('have defaults', async () => {
    const { version, ...settings } = await settingsOf(await forecourt.signIn('gm'));
    expect(version).toBe(0);
    expect(settings).toEqual({
      all: true,
      mentions: true,
      threads: true,
      keywords: false,
      keywordList: [],
      mutedChannels: [],
      channelLevels: {},
      schedule: { enabled: false, start: '09:00', end: '17:00', timezone: 'America/Los_Angeles' },
      pausedUntil: null,
      quietOffShift: false,
      sound: true,
    });
  });

  test('are stored, and published to the user’s devices only', async () => {
    const [desktop, phone] = [await forecourt.signIn('manager'), await forecourt.signIn('manager')];
    const other = await (await forecourt.signIn('executive')).socket();
    const socket = await phone.socket();
    const pausedUntil = new Date(Date.now() + 3_600_000).toISOString();
    const change: SettingsChange = {
      all: false,
      keywords: true,
      keywordList: ['recall', ' Recall ', 'F-150'],
      mutedChannels: ['sales', 'sales'],
      channelLevels: { service: 'mentions', general: 'nothing' },
      schedule: { enabled: true, start: '21:00', end: '07:00', timezone: 'Europe/Berlin' },
      pausedUntil,
      sound: false,
    };
    const { status, body } = await save(desktop, change);
    expect(status).toBe(200);
    const expected = { ...defaultSettings, ...change, version: body.version };
    expect(body).toEqual({
      ...expected,
      keywordList: ['recall', 'F-150'],
      mutedChannels: ['sales'],
    });
    expect(await settingsOf(phone)).toEqual(body);
    expect(await socket.next('chat_settings_changed')).toEqual(body);
    other.send('ping');
    await other.next('pong');
    expect(other.frames.some(({ type }) => type === 'chat_settings_changed')).toBe(false);
    socket.close();
    other.close();
  });

  test('keep fields that a change omits', async () => {
    const client = await forecourt.signIn('manager');
    const before = await settingsOf(client);
    const { body } = await save(client, { threads: false });
    expect(body).toEqual({ ...before, threads: false, version: before.version + 1 });
    expect((await save(client, {})).body).toEqual(body);
  });

  test('a pause ends by itself, or when it is canceled', async () => {
    const client = await forecourt.signIn('manager');
    expect((await save(client, { pausedUntil: null })).body.pausedUntil).toBeNull();
    await save(client, { pausedUntil: new Date(Date.now() + 60_000).toISOString() });
    await forecourt.platform.db
      .updateTable('chat_settings')
      .set({ paused_until: new Date(Date.now() - 1_000) })
      .execute();
    expect((await settingsOf(client)).pausedUntil).toBeNull();
  });

  test('muting one channel leaves the others, twice is once', async () => {
    const client = await forecourt.signIn('manager');
    await save(client, { mutedChannels: ['service'] });
    const { body } = await mute(client, 'sales', true);
    expect(body.mutedChannels).toEqual(['service', 'sales']);
    expect((await mute(client, 'sales', true)).body).toEqual(body);
    expect((await mute(client, 'service', false)).body.mutedChannels).toEqual(['sales']);
    expect((await mute(client, 'general', false)).body.mutedChannels).toEqual(['sales']);
  });

  test('a conversation that has not begun can be muted', async () => {
    const client = await forecourt.signIn('employee');
    const channelId = dm(await idOf(forecourt, 'employee'), await idOf(forecourt, 'gm'));
    expect((await mute(client, channelId, true)).body.mutedChannels).toEqual([channelId]);
    expect((await save(client, { mutedChannels: [channelId] })).status).toBe(200);
  });
});

describe('invalid settings', () => {
  const schedule = { enabled: true, start: '09:00', end: '17:00', timezone: 'America/Denver' };

  test.each([
    ['an unknown time zone', { schedule: { ...schedule, timezone: 'Mars/Olympus' } }, 'timezone'],
    ['an offset for a zone', { schedule: { ...schedule, timezone: '+02:00' } }, 'timezone'],
    ['an invalid hour', { schedule: { ...schedule, start: '24:00' } }, 'start'],
    ['a time of another form', { schedule: { ...schedule, end: '9:00' } }, 'end'],
    ['too many keywords', { keywordList: Array.from({ length: 51 }, (_, i) => `w${i}`) }, 'List'],
    ['a keyword too long', { keywordList: ['w'.repeat(61)] }, 'keywordList'],
    ['a blank keyword', { keywordList: [' '] }, 'keywordList'],
    ['an unknown level', { channelLevels: { sales: 'loud' } }, 'channelLevels'],
    ['an end that has passed', { pausedUntil: '2020-01-01T00:00:00Z' }, 'pausedUntil'],
    ['an end beyond a month', { pausedUntil: '2999-01-01T00:00:00Z' }, 'pausedUntil'],
    ['an unknown field', { loud: true }, 'loud'],
  ])('%s is refused, and the field is named', async (_what, body, field) => {
    const client = await forecourt.signIn('executive');
    expect((await fieldsOf(client, body)).join()).toContain(field);
    expect((await settingsOf(client)).version).toBe(0);
  });
});

describe('unreadable channels', () => {
  test('can be neither muted nor given a level', async () => {
    const hidden = await insertChannel(forecourt, 'private', ['manager']);
    const client = await forecourt.signIn('executive');
    expect(await fieldsOf(client, { mutedChannels: [hidden] })).toEqual(['mutedChannels']);
    expect(await fieldsOf(client, { channelLevels: { nowhere: 'all' } })).toEqual([
      'channelLevels',
    ]);
    expect((await mute(client, hidden, true)).status).toBe(404);
    const [one, other] = [await idOf(forecourt, 'manager'), await idOf(forecourt, 'gm')];
    expect((await mute(client, dm(one, other), true)).status).toBe(404);
  });

  test('are dropped if they were set before, and block nothing', async () => {
    const channel = await insertChannel(forecourt, 'private', ['employee']);
    const client = await forecourt.signIn('employee');
    await save(client, { mutedChannels: [channel, 'sales'], channelLevels: { [channel]: 'all' } });
    await endMembership(forecourt, channel, 'employee');
    const { body } = await save(client, {
      mutedChannels: [channel, 'sales'],
      channelLevels: { [channel]: 'all', sales: 'nothing' },
    });
    expect(body).toMatchObject({ mutedChannels: ['sales'], channelLevels: { sales: 'nothing' } });
  });
});
