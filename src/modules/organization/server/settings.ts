import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';

export interface OrganizationTables {
  organization_settings: { name: string; value: unknown; changed_at: Date };
}

/** Something that holds for the whole group. The room that needs it declares it. */
export interface Setting<T> {
  /** Never used for anything else again. */
  name: string;
  schema: z.ZodMiniType<T>;
  /** What holds until somebody has decided, and where what was decided is no longer valid. */
  fallback: T;
}

export async function getSetting<T>(anyDb: Db<AnyTables>, setting: Setting<T>): Promise<T> {
  const db: Db<OrganizationTables> = anyDb;
  const row = await db
    .selectFrom('organization_settings')
    .select('value')
    .where('name', '=', setting.name)
    .executeTakeFirst();
  const known = setting.schema.safeParse(row?.value);
  return known.success ? known.data : setting.fallback;
}

/** Stores what was decided; recording who did is the caller's, in the same transaction. */
export async function changeSetting<T>(
  tx: Db<AnyTables>,
  { name }: Setting<T>,
  value: T,
): Promise<void> {
  const text = JSON.stringify(value);
  await sql`insert into organization_settings (name, value) values (${name}, ${text}::jsonb)
    on conflict (name) do update set value = excluded.value, changed_at = now()`.execute(tx);
}
