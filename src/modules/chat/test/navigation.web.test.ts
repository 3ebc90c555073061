import { describe, expect, test } from 'vitest';
import type { Channel } from '../contract/channels.ts';
import { activeFilters, noFilters, queryOf } from '../web/filters/filters.ts';
import {
  listOrder,
  listPersonal,
  listShared,
  listWaitingPersonal,
} from '../web/state/conversations/conversation.ts';
import { findMatches } from '../web/state/people/match.ts';
import { isPressed, shortcuts } from '../web/state/shortcuts.ts';

const find = (names: string[], typed: string) => findMatches(names, typed, (name) => name, 10);

describe('the input', () => {
  test('matches beginnings of words before inner parts', () => {
    const names = ['Rosales', 'Used sales', 'Sales', 'S a l e s'];
    expect(find(names, 'sales')).toEqual(['Sales', 'Used sales', 'Rosales', 'S a l e s']);
  });

  test('may begin several words in any order, ignoring accents', () => {
    expect(find(['Natalie Brandt', 'Nadia Bosch', 'José Núñez'], 'bra nat')).toEqual([
      'Natalie Brandt',
    ]);
    expect(find(['José Núñez'], 'jose nu')).toEqual(['José Núñez']);
  });

  test('matches nothing if the letters are not there in order', () => {
    expect(find(['Service'], 'xs')).toEqual([]);
  });

  test('stays fast and short with very many entries', () => {
    const many = Array.from({ length: 5_000 }, (_, index) => `channel ${index}`);
    expect(find(many, 'channel 49')).toHaveLength(10);
    expect(find(many, 'channel 49')[0]).toBe('channel 49');
  });
});

const channel = (id: string, about: Partial<Channel> = {}): Channel => ({
  id,
  type: 'public',
  name: id,
  description: '',
  lastSeq: 1,
  lastRev: 1,
  lastMessageAt: null,
  userId: null,
  userIds: [],
  joined: true,
  archivedAt: null,
  createdBy: null,
  store: null,
  department: null,
  minRole: null,
  can: { manage: false, invite: false, removePeople: false, leave: false, moderate: false },
  ...about,
});

describe('the list', () => {
  const channels = [
    channel('general', { type: 'all' }),
    channel('sales', { type: 'sales' }),
    channel('zebra'),
    channel('Apple', { type: 'private' }),
    channel('stranger', { joined: false }),
    channel('old', { archivedAt: '2026-01-01T00:00:00.000Z' }),
    channel('dm-1-2', { type: 'direct', lastMessageAt: '2026-01-01T00:00:00.000Z' }),
    channel('g-1', { type: 'group', lastMessageAt: '2026-01-02T00:00:00.000Z' }),
    channel('dm-1-3', { type: 'direct', lastSeq: 0 }),
  ];
  const view = { view: 'directory', direct: null };

  test('begins with the fixed channels and omits archived and not joined ones', () => {
    expect(listShared(channels).map(({ id }) => id)).toEqual([
      'general',
      'sales',
      'Apple',
      'zebra',
    ]);
  });

  test('includes a channel not joined while it is on screen', () => {
    expect(listShared(channels, 'stranger').map(({ id }) => id)).toContain('stranger');
  });

  test('includes groups and begun direct messages, latest first, and the one just opened', () => {
    expect(listPersonal(channels, view)).toEqual(['g-1', 'dm-1-2']);
    const opened = { view: 'dm-1-9', direct: { channelId: 'dm-1-9', name: 'Ann' } };
    expect(listPersonal(channels, opened)).toEqual(['dm-1-9', 'g-1', 'dm-1-2']);
    expect(listOrder(channels, view).at(-1)).toBe('dm-1-2');
  });
});

describe('the sidebar', () => {
  const at = (minute: number) => `2026-11-23T09:0${minute}:00.000Z`;
  const channels = [
    channel('dm-1-2', { type: 'direct', lastMessageAt: at(1) }),
    channel('dm-1-3', { type: 'direct', lastMessageAt: at(3) }),
    channel('g-1', { type: 'group', lastMessageAt: at(2) }),
    channel('dm-1-4', { type: 'direct', lastMessageAt: at(4) }),
    channel('sales', { type: 'sales', lastMessageAt: at(5) }),
  ];
  const unread: Record<string, number> = { 'dm-1-2': 1, 'dm-1-3': 4, 'g-1': 2, sales: 3 };
  const unreadIn = (id: string) => unread[id] ?? 0;

  test('shows unread direct messages, latest first, before the one opened last', () => {
    const none = { view: 'directory', direct: null };
    expect(listWaitingPersonal(channels, none, unreadIn)).toEqual(['dm-1-3', 'g-1', 'dm-1-2']);
    const opened = { view: 'dm-1-4', direct: { channelId: 'dm-1-4', name: 'Ann' } };
    expect(listWaitingPersonal(channels, opened, unreadIn)).toEqual([
      ...['dm-1-3', 'g-1', 'dm-1-2', 'dm-1-4'],
    ]);
  });

  test('removes one once it is read, and lists the one opened last only once', () => {
    const opened = { view: 'sales', direct: { channelId: 'dm-1-2', name: 'Ann' } };
    expect(listWaitingPersonal(channels, opened, unreadIn)).toEqual(['dm-1-3', 'g-1', 'dm-1-2']);
    expect(listWaitingPersonal(channels, opened, () => 0)).toEqual(['dm-1-2']);
  });
});

const keyPress = (key: string, modifiers: Partial<KeyboardEvent> = {}) => ({
  key,
  code: '',
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  ...modifiers,
});

describe('a shortcut', () => {
  test('needs exactly its keys', () => {
    expect(isPressed('next', keyPress('ArrowDown', { altKey: true }))).toBe(true);
    expect(isPressed('next', keyPress('ArrowDown'))).toBe(false);
    expect(isPressed('next', keyPress('ArrowDown', { altKey: true, shiftKey: true }))).toBe(false);
    expect(isPressed('nextUnread', keyPress('ArrowDown', { altKey: true, shiftKey: true }))).toBe(
      true,
    );
  });

  test('matches its key even if the key types another character', () => {
    expect(isPressed('threads', keyPress('†', { altKey: true, code: 'KeyT' }))).toBe(true);
  });

  test('with a question mark allows any Shift the keyboard needs', () => {
    expect(isPressed('sheet', keyPress('?', { shiftKey: true }))).toBe(true);
    expect(isPressed('sheet', keyPress('?'))).toBe(true);
  });

  test('has its own keys per place', () => {
    const taken = Object.values(shortcuts).flatMap(({ place, keys }) =>
      keys.map((key) => `${place}: ${key}`),
    );
    expect(new Set(taken).size).toBe(taken.length);
  });
});

describe('filters', () => {
  test('are counted only if set', () => {
    expect(activeFilters(noFilters)).toEqual([]);
    expect(activeFilters({ ...noFilters, mentionsMe: true, fromUser: 7 })).toEqual([
      'mentionsMe',
      'fromUser',
    ]);
  });

  test('send whole days and omit unset ones', () => {
    const dates = (from: string, to: string) =>
      queryOf({ ...noFilters, dateRange: { from, to }, starredOnly: true }, 'America/Chicago');
    expect(dates('2026-03-01', '')).toEqual({
      from: '2026-03-01T06:00:00.000Z',
      starredOnly: 'true',
    });
    // The day summer time begins has 23 hours.
    expect(dates('2026-03-08', '2026-03-08')).toMatchObject({
      from: '2026-03-08T06:00:00.000Z',
      to: '2026-03-09T04:59:59.999Z',
    });
  });

  test.each(['0202-03-01', '20266-03-01', '202666-03-01', '2204-03-01'])(
    'ignore the date %s, whose year is not complete',
    (day) => {
      const typing = (from: string, to: string) => ({ ...noFilters, dateRange: { from, to } });
      expect(activeFilters(typing(day, day))).toEqual([]);
      expect(queryOf(typing(day, day), 'America/Chicago')).toEqual({});
      expect(queryOf(typing('2026-03-01', day), 'America/Chicago')).toEqual({
        from: '2026-03-01T06:00:00.000Z',
      });
    },
  );
});
