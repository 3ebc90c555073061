import { type Kysely, sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Choices } from '../../contract.ts';
import { canImport, canSeeCost, canWrite, storesOf } from '../policy.ts';
import type { DealTables } from '../tables.ts';

const staffAtMost = 500;

/** The options of the deal form: the actor's stores and their staff. */
export async function getChoices(db: Kysely<DealTables>, actor: Actor): Promise<Choices> {
  const stores = storesOf(actor);
  const { rows } = await sql<{ id: number; name: string; access: string[] }>`
    select id, shown_name as name, store_access as access from users
    where is_active and not pending and deleted_at is null
      and protection is distinct from 'system_bot'
      and store_access && ${[...stores, 'all']}::text[]
    order by last_name, first_name, id limit ${staffAtMost}`.execute(db);
  return {
    stores,
    staff: rows.map(({ access, ...person }) => ({
      ...person,
      stores: stores.filter((store) => access.includes('all') || access.includes(store)),
    })),
    may: {
      write: canWrite(actor) && stores.length > 0,
      import: canImport(actor) && stores.length > 0,
      seeCost: canSeeCost(actor),
    },
  };
}
