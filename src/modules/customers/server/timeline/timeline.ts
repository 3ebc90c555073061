import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { inStores } from '../../../../platform/server/records/stores.ts';
import type * as calls from '../../contract/timeline.ts';
import type { TimelineLine } from '../../contract/timeline.ts';
import { type CustomerParts, onPage, type TimelinePage } from '../parts.ts';
import { storesOf } from '../policy.ts';
import type { CustomersDb } from '../tables.ts';
import { familyOf, getVisibleCustomer } from '../visible.ts';
import { titleOf } from './titles.ts';

type Query = ValidOf<typeof calls.listTimeline>['query'];

interface Line {
  key: string;
  kind: string;
  at: Date;
  body: string;
  by: string;
  store: TimelineLine['store'];
  detail: string | null;
}

const noEnd = new Date('9999-01-01');

/** One page of a customer’s timeline, from all modules, newest first. */
export async function listTimeline(
  db: CustomersDb,
  actor: Actor,
  { customerId, ...query }: Query & { customerId: number },
  parts: CustomerParts,
): Promise<TimelineLine[]> {
  const { id } = await getVisibleCustomer(db, actor, customerId);
  const before = query.before === undefined ? noEnd : new Date(query.before);
  const page = { before, beforeKey: query.beforeKey ?? '', limit: query.limit };
  const family = await db.selectFrom('customers').select('id').where('root_id', '=', id).execute();
  const familyIds = family.map((customer) => customer.id);
  const lines = await Promise.all([
    readOwn(db, id, storesOf(actor), page),
    ...parts.timeline.map((source) => source.lines(actor, familyIds, page)),
  ]);
  return lines.flat().toSorted(newestFirst).slice(0, query.limit);
}

function newestFirst(a: TimelineLine, b: TimelineLine): number {
  if (a.at === b.at) return a.key < b.key ? 1 : -1;
  return a.at < b.at ? 1 : -1;
}

async function readOwn(
  db: CustomersDb,
  id: number,
  stores: readonly Store[],
  page: TimelinePage,
): Promise<TimelineLine[]> {
  const family = familyOf(id);
  const { before } = page;
  const { rows } = await sql<Line>`
    select key, kind, at, body, by, store, detail from (
      (select 'entry:' || e.id as key, e.kind, e.at, e.body, u.shown_name as by, e.store,
          e.direction as detail
        from customer_entries e join users u on u.id = e.author_id
        where e.customer_id in ${family} and ${inStores('e.store', stores)}
          and ${onPage(sql`e.at`, sql`'entry:' || e.id`, page)})
      union all
      (select 'consent:' || e.id, 'consent', e.at, e.wording, u.shown_name, null,
          e.channel || ':' || e.topic || ':' || e.granted || ':' || e.source
        from customer_consents e join users u on u.id = e.author_id
        where e.customer_id in ${family} and e.at <= ${before})
      union all
      (select 'task:' || t.id, 'task', t.created_at, t.title, u.shown_name, t.store, t.kind
        from customer_tasks t join users u on u.id = t.created_by
        where t.customer_id in ${family} and ${inStores('t.store', stores)} and t.created_at <= ${before})
      union all
      (select 'done:' || t.id, 'task_done', t.done_at, t.title, u.shown_name, t.store, t.kind
        from customer_tasks t join users u on u.id = t.done_by
        where t.customer_id in ${family} and ${inStores('t.store', stores)} and t.done_at <= ${before})
      union all
      (select 'appointment:' || s.id, 'appointment', s.at, a.note, u.shown_name, a.store,
          s.status || ':' || a.kind || ':' || extract(epoch from a.starts_at)::bigint
        from customer_appointments a join customer_appointment_steps s on s.appointment_id = a.id
        join users u on u.id = s.author_id
        where a.customer_id in ${family} and ${inStores('a.store', stores)} and s.at <= ${before})
      union all
      (select 'up:' || v.id, 'showroom', v.arrived_at, v.interest, u.shown_name, v.store,
          concat(case when v.is_be_back then 'again' else 'first' end, ':', v.result)
        from customer_ups v join users u on u.id = v.greeter_id
        where v.customer_id in ${family} and ${inStores('v.store', stores)} and v.arrived_at <= ${before})
      union all
      (select 'merge:' || m.id, 'merge', m.merged_at, c.name, u.shown_name, null, m.merged_id::text
        from customer_merges m join customers c on c.id = m.merged_id
        join users u on u.id = m.merged_by
        where m.survivor_id in ${family} and m.merged_at <= ${before})
      union all
      (select 'unmerge:' || m.id, 'unmerge', m.undone_at, c.name, u.shown_name, null, m.merged_id::text
        from customer_merges m join customers c on c.id = m.merged_id
        join users u on u.id = m.undone_by
        where m.survivor_id in ${family} and m.undone_at <= ${before})
    ) lines
    where ${onPage(sql`at`, sql`key`, page)}`.execute(db);
  return rows.map(({ detail, ...line }) => ({
    ...line,
    at: line.at.toISOString(),
    title: titleOf(line.kind, detail ?? ''),
  }));
}
