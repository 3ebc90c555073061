import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { violatedConstraint } from '../../../../platform/server/db/database.ts';
import { forbidden } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import type { createTurns } from '../../../../platform/server/limits/turns.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { findCreated } from '../../../../platform/server/records/repeats.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { getVisibleCustomer, touchCustomer } from '../../../customers/server/public.ts';
import { publishNotifications } from '../../../notifications/server/public.ts';
import type * as calls from '../../contract.ts';
import type { LeadParts } from '../parts.ts';
import { assertOwnStore, canAssign, storesOf } from '../policy.ts';
import { type ChangedLead, publishChanged } from '../publish.ts';
import { getLead } from '../reading/find.ts';
import { assertMaySell, assertWorksOnLeads } from '../routing/staff.ts';
import { assertSource } from '../sources/list.ts';
import type { LeadsDb } from '../tables.ts';
import { matchCars } from './cars.ts';
import { type Received, receiveLead } from './receive.ts';

type Body = ValidOf<typeof calls.addLead>['body'];
/** Accepts incoming leads one after another. */
export type Arrivals = ReturnType<typeof createTurns>;

/** The activity log names leads and customers only by id. */
export const subjectOf = (id: number) => ({ type: 'lead', id, name: `Lead ${id}` });

/** Adds a lead by hand. */
export function addLead(
  platform: Platform,
  parts: LeadParts,
  writes: Limit,
  arrivals: Arrivals,
): Handler<typeof calls.addLead> {
  const db: LeadsDb = platform.db;
  return async ({ actor, body, ip }) => {
    await writes.consume(String(actor.userId));
    const existing = await findCreated(db, 'leads', actor, body.clientId);
    if (existing) return getLead(db, actor, existing);
    assertOwnStore(actor, body.store);
    if (body.assigneeId && body.assigneeId !== actor.userId && !canAssign(actor)) {
      throw forbidden('Only a manager can assign a lead to someone else.');
    }
    try {
      const { changed, notification } = await arrivals(() =>
        db.transaction().execute((tx) => insert(platform, parts, tx, { actor, body, ip })),
      );
      publishChanged(platform, changed);
      await publishNotifications(platform, notification);
      return getLead(db, actor, changed.id);
    } catch (error) {
      // A concurrent repeat violates the unique constraint; return the first lead.
      const first =
        violatedConstraint(error) && (await findCreated(db, 'leads', actor, body.clientId));
      if (!first) throw error;
      return getLead(db, actor, first);
    }
  };
}

async function insert(
  { jobs }: Platform,
  parts: LeadParts,
  tx: LeadsDb,
  { actor, body, ip }: { actor: Actor; body: Body; ip: string },
): Promise<Pick<Received, 'notification'> & { changed: ChangedLead }> {
  const { store, assigneeId } = body;
  const customer = await getVisibleCustomer(tx, actor, body.customerId);
  await assertSource(tx, body.sourceId, store);
  if (assigneeId) {
    await assertWorksOnLeads(tx, assigneeId, store);
    await assertMaySell(tx, parts, assigneeId, store);
  }
  const { customerId: _, ...input } = body;
  const { id, notification } = await receiveLead(
    tx,
    { jobs, ...parts },
    {
      ...input,
      customerId: customer.id,
      externalId: null,
      interests: await matchCars(tx, body.interests, { store, stores: storesOf(actor) }),
      authorId: actor.userId,
      assigneeId,
    },
  );
  await touchCustomer(tx, customer.id, store);
  await recordActivity(tx, {
    actor,
    action: 'lead.added',
    subject: subjectOf(id),
    after: { store, customerId: customer.id, type: body.type },
    ip,
  });
  return { changed: { id, store, customer_id: customer.id }, notification };
}
