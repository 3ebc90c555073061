import { type RawBuilder, sql } from 'kysely';
import { permits, type Store } from '../../../../platform/contract/access.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { manageSources } from '../../contract/settings.ts';
import type { Choices } from '../../contract.ts';
import { canAssign, canWrite, storesOf } from '../policy.ts';
import type { LeadsDb } from '../tables.ts';

const staffAtMost = 500;

/** Condition on `users u`: works at one of these stores and may edit leads. */
export const worksOnLeads = (stores: readonly Store[]): RawBuilder<boolean> => sql<boolean>`
  (u.is_active and not u.pending and u.deleted_at is null
    and u.protection is distinct from 'system_bot'
    and u.store_access && ${[...stores, 'all']}::text[]
    and u.page_permissions && array['customer_management', 'all']
    and (u.feature_permissions @> array['view_data', 'create_records']
      or u.feature_permissions && array['full_access', 'all']))`;

/** The options of the lead form: the actor's stores, their staff and sources. */
export async function getChoices(db: LeadsDb, actor: Actor): Promise<Choices> {
  const stores = storesOf(actor);
  const { rows } = await sql<{ id: number; name: string; access: string[] }>`
    select u.id, u.shown_name as name, u.store_access as access from users u
    where ${worksOnLeads(stores)}
    order by u.last_name, u.first_name, u.id limit ${staffAtMost}`.execute(db);
  const sources = await db
    .selectFrom('lead_sources')
    .select(['id', 'name', 'store'])
    .where('is_active', '=', true)
    .where(sql<boolean>`store = any(${stores}::text[])`)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return {
    stores,
    staff: rows.map(({ access, ...person }) => ({
      ...person,
      stores: stores.filter((store) => access.includes('all') || access.includes(store)),
    })),
    sources,
    may: {
      write: canWrite(actor) && stores.length > 0,
      assign: canAssign(actor) && stores.length > 0,
      manageSources: permits(manageSources, actor),
    },
  };
}
