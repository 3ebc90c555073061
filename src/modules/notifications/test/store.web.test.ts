import { beforeEach, describe, expect, test } from 'vitest';
import type { ListedNotification } from '../contract.ts';
import { addLocalNotification } from '../web/store/local.ts';
import {
  addEntry,
  forgetAll,
  noteRead,
  noteRemoved,
  readState,
  takeCount,
  takePage,
} from '../web/store/store.ts';

beforeEach(forgetAll);

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
const page = (...of: ListedNotification[]) => ({ notifications: of, nextBefore: null });

describe('the list', () => {
  test('is newest first, whatever came in which order, and without repetitions', () => {
    expect(addEntry(listed(9))).toBe(true);
    takePage(page(listed(10), listed(8)), readState().entries);
    expect(addEntry(listed(10))).toBe(false);
    addEntry({ ...listed(9), id: '11', timestamp: listed(9).timestamp });
    expect(ids()).toEqual(['10', '11', '9', '8']);
  });

  test('does not bring back what was removed, nor what was read, in an answer from before', () => {
    takePage(page(listed(2), listed(1)), []);
    noteRemoved(['2']);
    noteRead(['1']);
    takePage(page(listed(2), listed(1)), []);
    expect(readState().entries).toMatchObject([{ id: '1', read: true }]);
    expect(addEntry(listed(2))).toBe(false);
  });

  test('keeps what was made in this tab among the others', () => {
    takePage(page(listed(1)), []);
    const id = addLocalNotification({ title: 'Test', message: 'Only here', type: 'info' });
    expect(ids()).toEqual([id, '1']);
    noteRemoved([id]);
    expect(ids()).toEqual(['1']);
  });
});

test('the later of two counts stands, in whichever order they come', () => {
  takeCount({ unread: 3, asOf: 20 });
  takeCount({ unread: 5, asOf: 10 });
  expect(readState().unread).toBe(3);
  takeCount({ unread: 0, asOf: 30 });
  expect(readState().unread).toBe(0);
});
