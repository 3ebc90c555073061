import type { Actor } from '../../../../platform/server/http/actor.ts';
import { createEventLog } from '../../../../platform/server/records/events.ts';
import { assertVisible } from '../../../../platform/server/records/stores.ts';
import type { DealEvent } from '../../contract.ts';
import { storesOf } from '../policy.ts';
import type { DealsDb } from '../tables.ts';

const log = createEventLog<DealEvent['data']>('deal_events', 'deal_id');

export const { addEvent } = log;

/** One page of the history, latest first. Throws 404 if the actor may not see the deal. */
export async function listDealEvents(
  db: DealsDb,
  actor: Actor,
  dealId: number,
  before?: number,
): Promise<DealEvent[]> {
  await assertVisible(db, { table: 'deals', id: dealId, stores: storesOf(actor) });
  return log.listEvents(db, dealId, { before });
}
