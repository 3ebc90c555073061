import { type Kysely, sql } from 'kysely';
import { permits } from '../../../platform/contract/access.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { getTimezone, type OrganizationTables } from '../../organization/server/public.ts';
import { writeAccess } from '../contract/order.ts';
import type { Choices } from '../contract.ts';
import { canImport, canSeeCost, storesOf } from './policy.ts';

const maxStaff = 500;

/** Options for filters and forms: the actor’s stores and the employees who work there. */
export async function getChoices(db: Kysely<OrganizationTables>, actor: Actor): Promise<Choices> {
  const stores = storesOf(actor);
  const { rows } = await sql<{ id: number; name: string; access: string[] }>`
    select id, shown_name as name, store_access as access from users
    where is_active and not pending and deleted_at is null
      and protection is distinct from 'system_bot'
      and store_access && ${[...stores, 'all']}::text[]
    order by last_name, first_name, id limit ${maxStaff}`.execute(db);
  return {
    stores,
    staff: rows.map(({ access, ...person }) => ({
      ...person,
      stores: stores.filter((store) => access.includes('all') || access.includes(store)),
    })),
    timezone: await getTimezone(db),
    may: {
      open: permits(writeAccess, actor) && stores.length > 0,
      import: canImport(actor) && stores.length > 0,
      seeCost: canSeeCost(actor),
    },
  };
}
