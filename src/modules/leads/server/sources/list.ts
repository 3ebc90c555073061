import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import { invalid, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { inStores, ownStores } from '../../../../platform/server/records/stores.ts';
import type { Delivery, Source } from '../../contract/settings.ts';
import { storesOf } from '../policy.ts';
import type { LeadsDb } from '../tables.ts';

const deliveriesPageSize = 50;

async function readSources(db: LeadsDb, rest: RawBuilder<unknown>): Promise<Source[]> {
  const { rows } = await sql<Omit<Source, 'lastAt'> & { lastAt: Date | null }>`
    select s.id, s.store, s.name, s.type, s.key_hash is not null as "hasKey",
      s.is_active as "isActive", got.received, refused.count as refused,
      greatest(got.last, refused.last) as "lastAt"
    from lead_sources s
    cross join lateral (select count(*) as received, max(received_at) as last
      from leads l where l.source_id = s.id) got
    cross join lateral (select count(*) filter (where d.outcome = 'refused') as count,
      max(d.at) as last from lead_deliveries d where d.source_id = s.id) refused
    ${rest} order by s.store, lower(s.name)`.execute(db);
  return rows.map((row) => ({ ...row, lastAt: row.lastAt?.toISOString() ?? null }));
}

/** The lead sources of the actor’s stores. */
export const listSources = (db: LeadsDb, actor: Actor): Promise<Source[]> =>
  readSources(db, sql`where ${inStores('s.store', storesOf(actor))}`);

/** Throws 404 for a source of another store. */
export async function getSource(db: LeadsDb, actor: Actor, id: number): Promise<Source> {
  const own = sql`where s.id = ${id} and ${inStores('s.store', ownStores(actor))}`;
  const [source] = await readSources(db, own);
  if (!source) throw notFound();
  return source;
}

/** The source must belong to the store. */
export async function assertSource(tx: LeadsDb, id: number | null, store: Store): Promise<void> {
  if (id === null) return;
  const row = await tx
    .selectFrom('lead_sources')
    .select('id')
    .where('id', '=', id)
    .where('store', '=', store)
    .executeTakeFirst();
  if (!row) {
    throw invalid('This source belongs to another store.', {
      sourceId: 'Choose a source of this store',
    });
  }
}

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

/**
 * The text of a rejected message. Throws 404 for another store, for an accepted message (managers read it with
 * its lead), and for one that is no longer stored.
 */
export async function getDeliveryText(
  db: LeadsDb,
  actor: Actor,
  { sourceId, deliveryId }: { sourceId: number; deliveryId: number },
): Promise<{ text: string }> {
  await getSource(db, actor, sourceId);
  const row = await db
    .selectFrom('lead_deliveries')
    .select('raw')
    .where('id', '=', deliveryId)
    .where('source_id', '=', sourceId)
    .where('outcome', '=', 'refused')
    .executeTakeFirst();
  if (!row) throw notFound();
  if (!row.raw) throw notFound('This message is no longer stored.');
  return { text: row.raw };
}

interface DeliveryRow extends Omit<Delivery, 'at'> {
  at: Date;
}

/** Recent messages of a source, latest first. */
export async function listDeliveries(
  db: LeadsDb,
  actor: Actor,
  sourceId: number,
  before: number | undefined,
): Promise<Delivery[]> {
  await getSource(db, actor, sourceId);
  const { rows } = await sql<DeliveryRow>`
    select d.id, d.at, d.outcome, d.lead_id as "leadId", d.problem, d.bytes
    from lead_deliveries d
    where d.source_id = ${sourceId} and (${before ?? null}::bigint is null or d.id < ${before ?? null})
    order by d.id desc limit ${deliveriesPageSize}`.execute(db);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
