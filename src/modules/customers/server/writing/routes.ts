import type { Actor } from '../../../../platform/server/http/actor.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import * as calls from '../../contract/records.ts';
import { describeCustomer } from '../reading/record.ts';
import { getSeen } from '../reading/visible.ts';
import type { CustomerServices } from '../services.ts';
import { announce, announceRecord } from './announce.ts';
import { noteConsent } from './consent.ts';
import { addCustomer, subjectOf } from './create.ts';
import { liveWith } from './household.ts';
import { setStoreOwner } from './owner.ts';
import { saveOver } from './save.ts';

export function addWritingRoutes(desk: CustomerServices): void {
  const { platform, db, writes, openings } = desk;
  const { routes } = platform;

  async function told(actor: Actor, id: number) {
    const record = await describeCustomer(db, actor, id);
    announce(platform, { id, version: record.version, by: actor.userId });
    return record;
  }

  routes.add(calls.openCustomer, async ({ actor, params, ip }) => {
    const { id } = await getSeen(db, actor, params.customerId);
    await openings.consume(String(actor.userId));
    const subject = subjectOf(id);
    // First: nobody has read what is not written down.
    await recordActivity(db, { actor, action: 'customer.opened', subject, ip });
    return describeCustomer(db, actor, id);
  });
  routes.add(calls.createCustomer, async ({ actor, body, ip }) => {
    await writes.consume(String(actor.userId));
    return told(actor, await addCustomer(db, actor, body, ip));
  });
  routes.add(calls.saveCustomer, async ({ actor, params, body, ip }) => {
    await writes.consume(String(actor.userId));
    const id = await saveOver(db, actor, { ...params, body, ip });
    announceRecord(platform, id);
    return told(actor, id);
  });
  routes.add(calls.setOwner, async ({ actor, params, body, ip }) => {
    await writes.consume(String(actor.userId));
    const id = await setStoreOwner(db, actor, { ...params, ...body, ip });
    announceRecord(platform, id);
    return told(actor, id);
  });
  routes.add(calls.setHousehold, async ({ actor, params, body, ip }) => {
    await writes.consume(String(actor.userId));
    return told(actor, await liveWith(db, actor, { ...params, ...body, ip }));
  });
  routes.add(calls.setConsent, async ({ actor, params, body, ip }) => {
    await writes.consume(String(actor.userId));
    return told(actor, await noteConsent(db, actor, { ...params, body, ip }));
  });
}
