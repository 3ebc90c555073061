import { sql } from 'kysely';
import type { Db } from '../../../platform/server/db/database.ts';
import type { Status } from '../../people/contract.ts';
import type { PersonRow } from '../../people/server/public.ts';
import type { PresenceTables } from './tables.ts';

export interface Choice {
  status: Status;
  message: string | null;
  until: Date | null;
}

export interface Stored {
  before: PersonRow;
  after: PersonRow;
}

/** Stores the status a person chose; null if the account no longer exists. */
export async function storeStatus(
  db: Db<PresenceTables>,
  userId: number,
  { status, message, until }: Choice,
): Promise<Stored | null> {
  return db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom('users')
      .selectAll()
      .where('id', '=', userId)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!before) return null;
    const after = await tx
      .updateTable('users')
      .set({ status, status_message: message, status_until: until })
      .where('id', '=', userId)
      .returningAll()
      .executeTakeFirstOrThrow();
    return { before, after };
  });
}

/** Sets expired statuses back to online; each is returned once. */
export async function expireStatuses(db: Db<PresenceTables>): Promise<Stored[]> {
  return db.transaction().execute(async (tx) => {
    const due = await tx
      .selectFrom('users')
      .selectAll()
      .where('status_until', '<=', sql<Date>`now()`)
      .orderBy('id')
      .forNoKeyUpdate()
      .skipLocked()
      .execute();
    if (due.length === 0) return [];
    const after = await tx
      .updateTable('users')
      .set({ status: 'online', status_message: null, status_until: null })
      .where('id', '=', sql<number>`any(${due.map(({ id }) => id)}::integer[])`)
      .returningAll()
      .execute();
    const byId = new Map(after.map((row) => [row.id, row]));
    return due.map((before) => ({ before, after: byId.get(before.id) ?? before }));
  });
}
