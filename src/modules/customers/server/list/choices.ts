import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Choices } from '../../contract/finding.ts';
import { canExport, canImport, canMerge, canWrite, storesOf } from '../policy.ts';
import type { CustomersDb } from '../tables.ts';

const maxTags = 100;

/** Options for filters and forms: the actor’s stores, their employees, and the tags in use. */
export async function getChoices(db: CustomersDb, actor: Actor): Promise<Choices> {
  const stores = storesOf(actor);
  const owners = sql<{ id: number; name: string; access: string[] }>`
    select id, first_name || ' ' || last_name as name, store_access as access from users
    where is_active and not pending and deleted_at is null
      and protection is distinct from 'system_bot'
      and page_permissions && array['customer_management', 'all']
      and store_access && ${[...stores, 'all']}::text[]
    order by last_name, first_name, id limit 500`.execute(db);
  const tags = sql<{ tag: string }>`
    select tag from (select unnest(c.tags) as tag from customers c
      where c.merged_into_id is null and c.tags <> '{}' and exists (select from customer_stores s
        where s.customer_id = c.id and s.store = any(${stores}::text[]))
      order by c.last_activity_at desc limit 1000) used
    group by tag order by count(*) desc, tag limit ${maxTags}`.execute(db);
  const [employees, usedTags] = [await owners, await tags];
  return {
    stores,
    owners: employees.rows.map(({ access, ...person }) => ({
      ...person,
      stores: stores.filter((store: Store) => access.includes('all') || access.includes(store)),
    })),
    tags: usedTags.rows.map(({ tag }) => tag),
    may: {
      create: canWrite(actor),
      export: canExport(actor),
      merge: canMerge(actor),
      import: canImport(actor),
    },
  };
}
