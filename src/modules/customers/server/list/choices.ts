import { sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { listStaff } from '../../../../platform/server/records/staff.ts';
import type { Choices } from '../../contract/finding.ts';
import { canExport, canImport, canMerge, canWrite, storesOf } from '../policy.ts';
import type { CustomersDb } from '../tables.ts';
import { worksWithCustomers } from '../visible.ts';

const maxTags = 100;

/** Options for filters and forms: the actor’s stores, their employees, and the tags in use. */
export async function getChoices(db: CustomersDb, actor: Actor): Promise<Choices> {
  const stores = storesOf(actor);
  const [owners, tags] = await Promise.all([
    listStaff(db, stores, worksWithCustomers.condition),
    sql<{ tag: string }>`
      select tag from (select unnest(c.tags) as tag from customers c
        where c.merged_into_id is null and c.tags <> '{}' and exists (select from customer_stores s
          where s.customer_id = c.id and s.store = any(${stores}::text[]))
        order by c.last_activity_at desc limit 1000) used
      group by tag order by count(*) desc, tag limit ${maxTags}`.execute(db),
  ]);
  return {
    stores,
    owners,
    tags: tags.rows.map(({ tag }) => tag),
    may: {
      create: canWrite(actor),
      export: canExport(actor),
      merge: canMerge(actor),
      import: canImport(actor),
    },
  };
}
