import { sql } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { inStores } from '../../../platform/server/records/stores.ts';
import { type ActivitySource, onPage, type TimelineSource } from '../../customers/server/public.ts';
import { type LeadType, typeNames } from '../contract/lead.ts';
import { type Status, statusNames } from '../contract/status.ts';
import { hrefOf } from './notify.ts';
import { visibleTo } from './reading/rows.ts';
import type { LeadsDb } from './tables.ts';

interface Line {
  id: number;
  store: Store;
  status: Status;
  type: LeadType;
  interest: string;
  source: string | null;
  by: string;
  receivedAt: Date;
}

/** Leads in the customer timeline. */
export function leadTimeline(platform: Pick<Platform, 'db'>): TimelineSource {
  const db: LeadsDb = platform.db;
  return {
    name: 'lead',
    async lines(actor, customerIds, page) {
      const { rows } = await sql<Line>`
        select l.id, l.store, l.status, l.type, l.interest, l.received_at as "receivedAt",
          s.name as source, coalesce(a.shown_name, '') as by
        from leads l left join lead_sources s on s.id = l.source_id
        left join users a on a.id = l.assignee_id
        where l.customer_id = any(${customerIds}::integer[]) and ${visibleTo(actor)}
          and ${onPage(sql`l.received_at`, sql`'lead:' || l.id`, page)}`.execute(db);
      return rows.map((row) => ({
        key: `lead:${row.id}`,
        kind: 'lead',
        at: row.receivedAt.toISOString(),
        title: `Lead from ${row.source ?? typeNames[row.type]}: ${statusNames[row.status].toLowerCase()}`,
        body: row.interest,
        by: row.by,
        store: row.store,
        href: hrefOf(row.id),
      }));
    },
  };
}

/** Customers by the date their leads were received. */
export const leadActivity: ActivitySource = ({ from, end }, stores) => sql`
  select customer_id from leads where ${inStores('store', stores)}
    and received_at >= ${from}::timestamptz and received_at < ${end}::timestamptz`;
