import type { Platform } from '../../../../platform/server/platform.ts';
import { peopleChanged, peopleTouched } from '../facts.ts';
import { type PersonRow, people } from '../tables.ts';
import { type Found, findSlice, type Search } from './search.ts';

interface Page {
  /** The number of all matches. */
  count: number;
  rows: PersonRow[];
}
type ReadPage = (search: Search, slice: { limit: number; offset: number }) => Promise<Page>;

/** Bus events can be lost between instances; a page is out of date for at most this long. */
const cacheSeconds = 10;

/**
 * Raw pages of people, shared by all readers: every open directory loads them twice a minute. What the reader
 * may see of a row, and the presence, are decided at every read.
 */
export function createPages(
  platform: Platform,
  find: (search: Search) => Promise<Found>,
): ReadPage {
  const { bus, cache } = platform;
  const db = people(platform.db);
  const pages = cache.family('apiResponses', 'people');
  for (const event of [peopleChanged, peopleTouched]) {
    bus.subscribe(event, () => void pages.forget());
  }
  bus.onMissed(() => void pages.forget());
  return async (search, slice) => {
    const key = JSON.stringify([search, slice]);
    const { count, rows } = await pages.remember(key, cacheSeconds, async () => {
      const found = await find(search);
      return { count: found.count, rows: await findSlice(db, search, found, slice) };
    });
    return { count, rows: rows.map(revive) };
  };
}

const timeOf = (value: Date | string) => new Date(value);

/** Cached rows are JSON, where dates are strings. */
function revive(row: PersonRow): PersonRow {
  return {
    ...row,
    status_until: row.status_until && timeOf(row.status_until),
    last_login_at: row.last_login_at && timeOf(row.last_login_at),
    created_at: timeOf(row.created_at),
    deleted_at: row.deleted_at && timeOf(row.deleted_at),
  };
}
