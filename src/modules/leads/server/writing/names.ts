import type { LeadsDb } from '../tables.ts';

/** The current name, stored in events so that later renames do not change the history. */
export async function sourceName(tx: LeadsDb, id: number | null): Promise<string | null> {
  if (id === null) return null;
  const row = await tx
    .selectFrom('lead_sources')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.name ?? null;
}

export async function personName(tx: LeadsDb, id: number | null): Promise<string | null> {
  if (id === null) return null;
  const row = await tx
    .selectFrom('users')
    .select('shown_name')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.shown_name ?? null;
}
