import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ListedNotification } from '../contract.ts';
import { markAllRead, remove, removeAll } from '../web/state/actions.ts';
import { forget, receive } from '../web/state/fetch.ts';
import {
  addEntry,
  addLocalNotification,
  markEntriesRead,
  markEntriesRemoved,
  mergePage,
  readState,
  resetStore,
  setCount,
} from '../web/state/store.ts';

beforeEach(resetStore);

const start = Date.UTC(2026, 10, 20, 12);
const listed = (id: number, read = false): ListedNotification => ({
  id: String(id),
  timestamp: new Date(start + id).toISOString(),
  title: `No. ${id}`,
  message: '',
  type: 'info',
  read,
});
const ids = () => readState().entries.map(({ id }) => id);
const page = (...notifications: ListedNotification[]) => ({ notifications, nextBefore: null });

describe('the list', () => {
  test('is newest first without duplicates, whatever order they arrive in', () => {
    addEntry(listed(9));
    mergePage(page(listed(10), listed(8)), readState().entries);
    addEntry(listed(10));
    addEntry({ ...listed(9), id: '11', timestamp: listed(9).timestamp });
    expect(ids()).toEqual(['10', '11', '9', '8']);
  });

  test('does not restore removed or read entries from an outdated reply', () => {
    mergePage(page(listed(2), listed(1)), []);
    markEntriesRemoved(['2']);
    markEntriesRead(['1']);
    mergePage(page(listed(2), listed(1)), []);
    expect(readState().entries).toMatchObject([{ id: '1', read: true }]);
    addEntry(listed(2));
    expect(ids()).toEqual(['1']);
  });

  test('keeps entries created in this tab among the others', () => {
    mergePage(page(listed(1)), []);
    const id = addLocalNotification({ title: 'Test', message: 'Only here', type: 'info' });
    expect(ids()).toEqual([id, '1']);
    markEntriesRemoved([id]);
    expect(ids()).toEqual(['1']);
  });
});

describe('one sent by the server', () => {
  beforeEach(forget);

  test('alerts once, even if a page with it was loaded before', () => {
    expect(receive(listed(1))).toBe(true);
    expect(receive(listed(1))).toBe(false);
    mergePage(page(listed(2), listed(1)), readState().entries);
    expect(receive(listed(2))).toBe(true);
    expect(ids()).toEqual(['2', '1']);
  });

  test('does not alert after it was read or removed', () => {
    mergePage(page(listed(2), listed(1, true)), []);
    markEntriesRemoved(['2']);
    markEntriesRead(['3']);
    for (const id of [1, 2, 3]) expect(receive(listed(id))).toBe(false);
  });
});

describe('a change that the server refuses', () => {
  const pages = page(listed(2), listed(1));
  beforeEach(() => {
    vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) =>
      method === 'GET'
        ? Response.json({ ...pages, unread: 2, asOf: 20 })
        : Response.json({ error: 'Try again later.', code: 'unavailable' }, { status: 503 }),
    );
    mergePage(pages, []);
    setCount({ unread: 2, asOf: 10 });
  });
  afterEach(() => vi.unstubAllGlobals());

  test.each([
    ['read', markAllRead],
    ['one removed', () => remove('2')],
    ['all removed', removeAll],
  ])('is undone: %s', async (_, change) => {
    change();
    expect(readState().unread).toBeLessThan(2);
    await expect.poll(readState).toMatchObject({ unread: 2 });
    expect(readState().entries).toMatchObject([
      { id: '2', read: false },
      { id: '1', read: false },
    ]);
  });

  test('leaves what was added and removed in this tab', async () => {
    addLocalNotification({ title: 'Test', message: 'Only here', type: 'info' });
    removeAll();
    await expect.poll(ids).toEqual(['2', '1']);
    expect(ids()).toEqual(['2', '1']);
  });
});

test('the later of two counts wins, whatever order they arrive in', () => {
  setCount({ unread: 3, asOf: 20 });
  setCount({ unread: 5, asOf: 10 });
  expect(readState().unread).toBe(3);
  setCount({ unread: 0, asOf: 30 });
  expect(readState().unread).toBe(0);
});
