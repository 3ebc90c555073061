import { sql } from 'kysely';
import type { ValidOf } from '../../../platform/contract/endpoint.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Handler } from '../../../platform/server/http/routes.ts';
import type { Limit } from '../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { worksAt } from '../../../platform/server/records/staff.ts';
import { findSellingProblems } from '../../credentials/server/public.ts';
import { explainDeal, openDeal, publishDealChanged } from '../../deals/server/public.ts';
import { noteVisit } from '../../leads/server/public.ts';
import { absences } from '../../time-off/server/public.ts';
import type * as calls from '../contract.ts';
import { publishVisit } from './publish.ts';
import type { ShowroomDb } from './tables.ts';
import {
  getCustomerOf,
  getVisit,
  type LockedVisit,
  lockLeadOf,
  lockVisit,
  saveStep,
} from './visits.ts';

type Body = ValidOf<typeof calls.writeUpVisit>['body'];

/** Opens the deal of a visit, for its customer. */
export function writeUpVisit(
  platform: Platform,
  writes: Limit,
): Handler<typeof calls.writeUpVisit> {
  const db: ShowroomDb = platform.db;
  return async ({ actor, params: { visitId }, body, ip }) => {
    await writes.consume(String(actor.userId));
    // A visit has one deal, which a repeat by anyone returns.
    const before = await getVisit(db, actor, visitId);
    if (before.deal) return before;
    const done = await db
      .transaction()
      .execute((tx) => writeUp(platform, tx, actor, { visitId, body, ip }))
      .catch(async (error) => {
        if ((await getVisit(db, actor, visitId)).deal) return null;
        throw await explainDeal(platform.db, body.vehicleId, error);
      });
    if (done) {
      publishVisit(platform, done.visit);
      publishDealChanged(platform, { id: done.dealId, store: done.visit.store });
      await done.publish();
    }
    return getVisit(db, actor, visitId);
  };
}

interface WriteUpCommand {
  visitId: number;
  body: Body;
  ip: string;
}

async function writeUp(
  platform: Platform,
  tx: ShowroomDb,
  actor: Actor,
  { visitId, body, ip }: WriteUpCommand,
) {
  const { version, ...start } = body;
  const visit = await lockVisit(tx, actor, visitId, version);
  const customerId = getCustomerOf(visit);
  const { store, lead_id: leadId } = visit;
  await lockLeadOf(tx, visit);
  const salespersonId = await findSalesperson(tx, visit);
  const opening = { ...start, store, customerId, salespersonId };
  const deal = await openDeal(tx, actor, opening, { ip, findSellingProblems });
  await saveStep(tx, actor, visit, 'write_up', { deal_id: deal.id });
  const note = { step: 'write_up', result: null, detail: `Deal ${deal.number}`, ip } as const;
  const publish =
    leadId === null
      ? async () => {}
      : await noteVisit(platform, tx, actor, { leadId, absences, ...note });
  return { visit, dealId: deal.id, publish };
}

/** Whose deal it is: the assignee of the lead, else the greeter if they are in sales; null for a house deal. */
async function findSalesperson(
  tx: ShowroomDb,
  { store, greeter_id, lead_id }: LockedVisit,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u left join leads l on l.id = ${lead_id} and l.assignee_id = u.id
    where ${worksAt([store])}
      and (l.id is not null or (u.id = ${greeter_id} and u.department = 'sales'))
    order by l.id is null limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}
