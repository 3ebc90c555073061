import { type Kysely, sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { AnyTables } from '../../../../platform/server/db/database.ts';
import { worksAt } from '../../../../platform/server/records/staff.ts';
import type { ParsedCell } from './amounts.ts';

/** Finds an employee of a store by username, email or full name. */
export type FindStaff = (text: string) => ParsedCell<number>;

const plainOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** All current employees of a store, loaded once. */
export async function staffOf(tx: Kysely<AnyTables>, store: Store): Promise<FindStaff> {
  const { rows } = await sql<{ id: number; names: string[] }>`
    select id, array[username, case when email_confirmed_at is null then username else email end, first_name || ' ' || last_name, last_name || ' ' || first_name]
      as names
    from users u where ${worksAt([store])}`.execute(tx);
  const known = new Map<string, Set<number>>();
  for (const { id, names } of rows) {
    for (const name of names.map((each, at) => (at < 2 ? each.toLowerCase() : plainOf(each)))) {
      known.set(name, (known.get(name) ?? new Set()).add(id));
    }
  }
  return (text) => {
    const typed = text.trim().toLowerCase();
    const found = [...(known.get(typed) ?? known.get(plainOf(typed)) ?? [])];
    const [id] = found;
    if (id === undefined)
      return { error: `No employee of this store is called ${text.trim().slice(0, 60)}` };
    if (found.length > 1) return { error: 'Several employees have this name. Enter the username.' };
    return { value: id };
  };
}
