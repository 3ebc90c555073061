import type { ValidOf } from '../../../platform/contract/endpoint.ts';
import { conflict, invalid } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Handler } from '../../../platform/server/http/routes.ts';
import type { Limit } from '../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { findCreated } from '../../../platform/server/records/repeats.ts';
import { assertWorksAt } from '../../../platform/server/records/staff.ts';
import { findSellingProblems } from '../../credentials/server/public.ts';
import {
  getVisibleCustomer,
  touchCustomer,
  worksWithCustomers,
} from '../../customers/server/public.ts';
import { receiveVisitor } from '../../leads/server/public.ts';
import { absences } from '../../time-off/server/public.ts';
import type * as calls from '../contract.ts';
import { storesOf } from './policy.ts';
import { publishVisit } from './publish.ts';
import type { ShowroomDb } from './tables.ts';
import { getVisit, lockVisit } from './visits.ts';

type Body = ValidOf<typeof calls.addVisit>['body'];

const noLead = { leadId: null, publish: async () => {} };

/** Logs a visit; for a known customer, finds or adds the lead. */
export function addVisit(platform: Platform, writes: Limit): Handler<typeof calls.addVisit> {
  const db: ShowroomDb = platform.db;
  return async ({ actor, body, ip }) => {
    await writes.consume(String(actor.userId));
    const existing = await findCreated(db, 'customer_ups', actor, body.clientId);
    if (existing) return getVisit(db, actor, existing);
    assertPossible(actor, body);
    const added = await db.transaction().execute((tx) => insert(platform, tx, actor, body, ip));
    if (added) {
      publishVisit(platform, { id: added.id, store: body.store });
      await added.publish();
    }
    const id = added?.id ?? (await findCreated(db, 'customer_ups', actor, body.clientId));
    if (id === undefined) throw conflict('Another visit has this id.');
    return getVisit(db, actor, id);
  };
}

const aheadMs = 5 * 60_000;
/** A visit may be logged later, after a weekend at most; an earlier date is a typing error. */
const loggedWithinMs = 7 * 86_400_000;

function assertPossible(actor: Actor, { store, arrivedAt }: Body): void {
  if (!storesOf(actor).includes(store)) {
    throw invalid('You don’t have access to this store.', { store: 'Choose one of your stores' });
  }
  if (arrivedAt === undefined) return;
  const sinceMs = Date.now() - Date.parse(arrivedAt);
  if (sinceMs < -aheadMs) {
    const problem = 'Must not be in the future';
    throw invalid('A visit can’t be in the future.', { arrivedAt: problem });
  }
  if (sinceMs > loggedWithinMs) {
    const problem = 'Must be within the last 7 days';
    throw invalid('A visit can be logged up to 7 days later.', { arrivedAt: problem });
  }
}

/** Null if a concurrent repeat was first. */
async function insert(platform: Platform, tx: ShowroomDb, actor: Actor, body: Body, ip: string) {
  const { store, interest, greeterId = actor.userId } = body;
  await assertWorksAt(tx, greeterId, store, 'greeterId', worksWithCustomers);
  const customer =
    body.customerId === null ? null : await getVisibleCustomer(tx, actor, body.customerId);
  // A device’s clock may be ahead; nothing happens to a lead before it came in.
  const now = Date.now();
  const arrivedAt = new Date(Math.min(now, body.arrivedAt ? Date.parse(body.arrivedAt) : now));
  const added = await tx
    .insertInto('customer_ups')
    .values({
      store,
      customer_id: customer?.id ?? null,
      guest: (customer?.name ?? body.guest).slice(0, 200),
      interest,
      arrived_at: arrivedAt,
      greeter_id: greeterId,
      result: null,
      lead_id: null,
      deal_id: null,
      created_by: actor.userId,
      client_id: body.clientId,
    })
    .onConflict((same) => same.columns(['created_by', 'client_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) return null;
  const { publish } =
    customer === null
      ? noLead
      : await followLead(platform, tx, actor, {
          visitId: added.id,
          customerId: customer.id,
          store,
          greeterId,
          interest,
          arrivedAt,
          ip,
        });
  return { id: added.id, publish };
}

interface Known {
  visitId: number;
  customerId: number;
  store: Body['store'];
  greeterId: number;
  interest: string;
  arrivedAt: Date;
  ip: string;
}

/** Finds or adds the lead of the customer, and links the visit to it. */
async function followLead(
  platform: Platform,
  tx: ShowroomDb,
  actor: Actor,
  { visitId, ...arrival }: Known,
) {
  const { leadId, isBeBack, publish } = await receiveVisitor(platform, tx, actor, {
    ...arrival,
    findSellingProblems,
    absences,
  });
  await tx
    .updateTable('customer_ups')
    .set({ lead_id: leadId, is_be_back: isBeBack })
    .where('id', '=', visitId)
    .execute();
  await touchCustomer(tx, arrival.customerId, arrival.store, arrival.arrivedAt);
  return { publish };
}

/** Sets the customer of a visit, once: lead, test drive and deal follow from it. */
export function setVisitCustomer(
  platform: Platform,
  writes: Limit,
): Handler<typeof calls.setVisitCustomer> {
  const db: ShowroomDb = platform.db;
  return async ({ actor, params: { visitId }, body: { version, customerId }, ip }) => {
    await writes.consume(String(actor.userId));
    const { store, publish } = await db.transaction().execute(async (tx) => {
      const visit = await lockVisit(tx, actor, visitId, version);
      if (visit.customer_id !== null) throw conflict('This visit already has a customer.');
      const customer = await getVisibleCustomer(tx, actor, customerId);
      await tx
        .updateTable('customer_ups')
        .set({ customer_id: customer.id, version: version + 1 })
        .where('id', '=', visitId)
        .execute();
      const followed = await followLead(platform, tx, actor, {
        visitId,
        customerId: customer.id,
        store: visit.store,
        greeterId: visit.greeter_id,
        interest: visit.interest,
        arrivedAt: visit.arrived_at,
        ip,
      });
      return { store: visit.store, ...followed };
    });
    publishVisit(platform, { id: visitId, store });
    await publish();
    return getVisit(db, actor, visitId);
  };
}
