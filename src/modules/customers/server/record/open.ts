import { sql } from 'kysely';
import { notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type * as calls from '../../contract/records.ts';
import type { CustomerFacts, CustomerRecord } from '../../contract/records.ts';
import { canMerge, canWrite, storesOf } from '../policy.ts';
import type { CustomerServices } from '../services.ts';
import type { CustomersDb } from '../tables.ts';
import { getVisibleCustomer, knownTo, subjectOf } from '../visible.ts';
import { readFacts } from './facts.ts';

/** A merged number returns its survivor. */
export function openCustomer(services: CustomerServices): Handler<typeof calls.openCustomer> {
  const { db, openings } = services;
  return async ({ actor, params, ip }) => {
    const { id } = await getVisibleCustomer(db, actor, params.customerId);
    await openings.consume(String(actor.userId));
    await recordOpening(db, actor, id, ip);
    return describeCustomer(db, actor, id);
  };
}

/** Before reading, and for a change that changes nothing but gets the record: every access must be in the log. */
export const recordOpening = (
  db: CustomersDb,
  actor: Actor,
  id: number,
  ip: string,
): Promise<unknown> =>
  recordActivity(db, { actor, action: 'customer.opened', subject: subjectOf(id), ip });

type RecordRow = Omit<CustomerRecord, keyof CustomerFacts | 'may' | 'createdAt' | 'updatedAt'> & {
  createdAt: Date;
  updatedAt: Date;
};

/** ISO 8601 with milliseconds, for values inside JSON. */
const iso = (column: string) =>
  sql`to_char(${sql.raw(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The full record, with only the actor's own stores. The caller has checked that the actor may see it. */
export async function describeCustomer(
  db: CustomersDb,
  actor: Actor,
  customerId: number,
): Promise<CustomerRecord> {
  const stores = storesOf(actor);
  const { rows } = await sql<RecordRow>`
    select c.id, c.name, c.version, c.created_at as "createdAt", c.updated_at as "updatedAt",
      a.shown_name as "createdBy", e.shown_name as "updatedBy",
      ${storesJson(stores)} as stores, ${consentsJson} as consents, ${mergedJson} as merged,
      ${householdJson(stores)} as household,
      (select count(*)::integer from customer_duplicates d
        where c.id in (d.first_id, d.second_id) and d.dismissed_at is null
          and ${knownTo(stores, 'd.first_id')} and ${knownTo(stores, 'd.second_id')}
          and not exists (select from customers m
            where m.id in (d.first_id, d.second_id) and m.merged_into_id is not null)
      ) as "duplicateCount"
    from customers c join users a on a.id = c.created_by join users e on e.id = c.updated_by
    where c.id = ${customerId}`.execute(db);
  const [row] = rows;
  if (!row) throw notFound();
  return {
    ...(await readFacts(db, customerId)),
    ...row,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    may: { edit: canWrite(actor), merge: canMerge(actor) },
  };
}

const storesJson = (stores: readonly string[]) => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('store', s.store,
    'owner', case when u.id is null then null
      else jsonb_build_object('id', u.id, 'name', u.shown_name) end,
    'firstSeenAt', ${iso('s.first_seen_at')}, 'lastActivityAt', ${iso('s.last_activity_at')})
    order by s.last_activity_at desc), '[]')
  from customer_stores s left join users u on u.id = s.owner_id
  where s.customer_id = c.id and s.store = any(${stores}::text[]))`;

const consentsJson = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('channel', l.channel, 'topic', l.topic,
    'granted', l.granted, 'source', l.source, 'wording', l.wording, 'at', ${iso('l.at')},
    'by', u.shown_name) order by l.channel, l.topic), '[]')
  from (select distinct on (x.channel, x.topic) x.* from customer_consents x
    where x.customer_id in (select m.id from customers m where m.root_id = c.id)
    order by x.channel, x.topic, x.id desc) l join users u on u.id = l.author_id)`;

const mergedJson = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('mergeId', g.id, 'id', g.merged_id, 'name', m.name,
    'at', ${iso('g.merged_at')}, 'by', u.shown_name) order by g.id desc), '[]')
  from customer_merges g join customers m on m.id = g.merged_id join users u on u.id = g.merged_by
  where g.survivor_id = c.id and g.undone_at is null)`;

const householdJson = (stores: readonly string[]) => sql`(
  select jsonb_build_object('id', h.id, 'name', h.name, 'members',
    (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name) order by o.id), '[]')
      from customers o where o.household_id = h.id and o.id <> c.id and o.merged_into_id is null
        and ${knownTo(stores, 'o.id')}))
  from customer_households h where h.id = c.household_id)`;
