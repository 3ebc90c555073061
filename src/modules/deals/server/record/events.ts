import { sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { notFound } from '../../../../platform/server/http/errors.ts';
import type { DealEvent } from '../../contract.ts';
import { storesOf } from '../policy.ts';
import type { DealsDb } from '../tables.ts';
import { inStores } from './rows.ts';

type EventData = DealEvent['data'];

const pageSize = 200;

/** Appends a history event; `tx` must be the transaction of the change. */
export async function addEvent(
  tx: DealsDb,
  dealId: number,
  authorId: number,
  { kind, ...data }: EventData,
): Promise<void> {
  await tx
    .insertInto('deal_events')
    .values({ deal_id: dealId, author_id: authorId, kind, data: JSON.stringify(data) })
    .execute();
}

interface EventRow {
  id: number;
  at: Date;
  by: string;
  kind: EventData['kind'];
  data: object;
}

/** One page of the history, latest first. Throws 404 if the actor may not see the deal. */
export async function listDealEvents(
  db: DealsDb,
  actor: Actor,
  dealId: number,
  before = 2_147_483_647,
): Promise<DealEvent[]> {
  const { rows: seen } = await sql`select from deals d
    where d.id = ${dealId} and ${inStores(storesOf(actor))}`.execute(db);
  if (seen.length === 0) throw notFound();
  const { rows } = await sql<EventRow>`
    select e.id, e.at, e.kind, e.data, u.shown_name as by
    from deal_events e join users u on u.id = e.author_id
    where e.deal_id = ${dealId} and e.id < ${before}
    order by e.id desc limit ${pageSize}`.execute(db);
  return rows.map(({ id, at, by, kind, data }) => ({
    id,
    at: at.toISOString(),
    by,
    data: { kind, ...data } as EventData,
  }));
}
