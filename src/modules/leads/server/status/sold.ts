import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { publishNotifications, type Unpublished } from '../../../notifications/server/public.ts';
import type { Status } from '../../contract/status.ts';
import { addEvent } from '../events.ts';
import { withdrawAll } from '../notify.ts';
import { type ChangedLead, publishChanged } from '../publish.ts';
import { type LeadRow, ofCustomer, selectLeads } from '../reading/rows.ts';
import type { LeadsDb } from '../tables.ts';
import { columnsOf, endAppointment, statusWithout } from './reached.ts';

/** A deal that was signed or undone. */
interface Deal {
  dealId: number;
  store: Store;
  customerId: number;
  actor: Pick<Actor, 'userId'>;
}

type UndoneDeal = Omit<Deal, 'customerId'>;

/** What to publish after the transaction of the deal has committed. */
interface FollowUp {
  leads: readonly ChangedLead[];
  notifications: Unpublished[];
}

/** Locks the matching leads `l` of the deal’s store. */
async function lockLeads(
  tx: LeadsDb,
  { store }: Pick<Deal, 'store'>,
  which: RawBuilder<boolean>,
): Promise<LeadRow[]> {
  const wanted = sql`l.store = ${store} and ${which}`;
  await sql`select from leads l where ${wanted} order by l.id for update`.execute(tx);
  const { rows } = await sql<LeadRow>`${selectLeads} where ${wanted} order by l.id`.execute(tx);
  return rows;
}

/** Marks the open leads of the customer as sold. */
async function markSold(anyTx: Db<AnyTables>, deal: Deal): Promise<FollowUp> {
  const tx: LeadsDb = anyTx;
  const rows = await lockLeads(
    tx,
    deal,
    sql<boolean>`l.is_open and ${ofCustomer(deal.customerId)}`,
  );
  const notifications: Unpublished[] = [];
  // One customer rarely has two at once at a store.
  for (const row of rows) {
    await changeStatus(tx, row, 'sold', deal);
    notifications.push(await withdrawAll(tx, row.id));
  }
  return { leads: rows, notifications };
}

/**
 * Restores the status of leads that this deal marked as sold, unless changed since. Not only of its present customer: the
 * merge that linked a lead to the buyer may have been undone.
 */
async function restoreUnsold(anyTx: Db<AnyTables>, deal: UndoneDeal): Promise<FollowUp> {
  const tx: LeadsDb = anyTx;
  const last = sql`(select e.data from lead_events e
    where e.lead_id = l.id and e.kind = 'status' order by e.id desc limit 1)`;
  const bySale = sql<boolean>`(l.status = 'sold' and l.id in (select e.lead_id from lead_events e
      where e.kind = 'status' and e.data ->> 'dealId' = ${String(deal.dealId)})
    and ${last} @> jsonb_build_object('dealId', ${deal.dealId}::integer))`;
  const rows = await lockLeads(tx, deal, bySale);
  for (const row of rows) {
    const { rows: found } = await sql<{ status: Status }>`
      select ${last} ->> 'from' as status from leads l where l.id = ${row.id}`.execute(tx);
    const before = found[0]?.status ?? 'contacted';
    await changeStatus(tx, row, restoredStatus(row, before), deal);
  }
  return { leads: rows, notifications: [] };
}

/** The buyer was reached, so the lead goes back no further than that; its appointment ended with the sale. */
function restoredStatus(row: LeadRow, before: Status): Status {
  if (before === 'appointment') return statusWithout(row);
  return before === 'new' || before === 'attempted' ? 'contacted' : before;
}

async function changeStatus(
  tx: LeadsDb,
  row: LeadRow,
  status: Status,
  { dealId, actor }: UndoneDeal,
): Promise<void> {
  const at = new Date();
  if (status === 'sold') await endAppointment(tx, actor, row, status);
  await tx
    .updateTable('leads')
    .set({
      ...(await columnsOf(tx, row, status, at)),
      status,
      version: row.version + 1,
      last_at: at,
    })
    .where('id', '=', row.id)
    .execute();
  const event = { kind: 'status', from: row.status, to: status, reason: null, dealId } as const;
  await addEvent(tx, row.id, actor.userId, event, { at });
}

/** Deal hooks: leads become sold when a deal is signed, and are restored when it is undone. */
export function followDeals(platform: Platform) {
  // A failed transaction leaves its entry here; publishing it with the next step is harmless.
  const followUps = new Map<number, FollowUp>();
  return {
    async onSigned(tx: Db<AnyTables>, deal: Deal): Promise<void> {
      const { leads, notifications } = await markSold(tx, deal);
      // With another buyer the deal was undone before, in the same transaction.
      const undone = followUps.get(deal.dealId)?.leads ?? [];
      followUps.set(deal.dealId, { leads: [...undone, ...leads], notifications });
    },
    async onUndone(tx: Db<AnyTables>, deal: UndoneDeal): Promise<void> {
      followUps.set(deal.dealId, await restoreUnsold(tx, deal));
    },
    publishFollowed({ dealId }: Pick<Deal, 'dealId'>): void {
      const { leads = [], notifications = [] } = followUps.get(dealId) ?? {};
      followUps.delete(dealId);
      publishChanged(platform, ...leads);
      void publishNotifications(platform, ...notifications);
    },
  };
}
