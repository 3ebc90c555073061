import type { Platform } from '../../../../platform/server/platform.ts';
import { peopleChanged, peopleTouched } from '../facts.ts';
import { type PersonRow, people } from '../tables.ts';
import { type Found, findSlice, type Search } from './search.ts';

interface Page {
  /** Of all that were found. */
  count: number;
  rows: PersonRow[];
}
type ReadPage = (search: Search, slice: { limit: number; offset: number }) => Promise<Page>;

/** A fact may be lost between instances; for so long at most a page is then an old one. */
const rememberSeconds = 10;

/**
 * Pages of people as they lie in the database, the same for all who ask: everybody's directory asks for
 * them twice a minute. What of a row its reader may see, and who is here, is decided at every read.
 */
export function createPages(
  platform: Platform,
  find: (search: Search) => Promise<Found>,
): ReadPage {
  const { bus, cache } = platform;
  const db = people(platform.db);
  const pages = cache.family('apiResponses', 'people');
  for (const fact of [peopleChanged, peopleTouched]) {
    bus.subscribe(fact, () => void pages.forget());
  }
  bus.onMissed(() => void pages.forget());
  return async (search, slice) => {
    const key = [search.withPending, slice.offset, slice.limit, search.text].join(' ');
    const { count, rows } = await pages.remember(key, rememberSeconds, async () => {
      const found = await find(search);
      return { count: found.count, rows: await findSlice(db, search, found, slice) };
    });
    return { count, rows: rows.map(revive) };
  };
}

const timeOf = (value: Date | string) => new Date(value);

/** What is remembered is JSON, where a time is text. */
function revive(row: PersonRow): PersonRow {
  return {
    ...row,
    status_until: row.status_until && timeOf(row.status_until),
    last_login_at: row.last_login_at && timeOf(row.last_login_at),
    created_at: timeOf(row.created_at),
    deleted_at: row.deleted_at && timeOf(row.deleted_at),
  };
}
