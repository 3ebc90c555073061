import type { Actor } from '../../../../platform/server/http/actor.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import * as calls from '../../contract/records.ts';
import { describeCustomer } from '../reading/record.ts';
import { getVisible } from '../reading/visible.ts';
import type { CustomerServices } from '../services.ts';
import { publishChange, publishRecordChange } from './announce.ts';
import { recordConsent } from './consent.ts';
import { addCustomer, subjectOf } from './create.ts';
import { changeHousehold } from './household.ts';
import { setStoreOwner } from './owner.ts';
import { updateCustomer } from './save.ts';

export function addWritingRoutes(services: CustomerServices): void {
  const { platform, db, writes, openings } = services;
  const { routes } = platform;

  async function publish(actor: Actor, id: number) {
    const record = await describeCustomer(db, actor, id);
    publishChange(platform, { id, version: record.version, by: actor.userId });
    return record;
  }

  routes.add(calls.openCustomer, async ({ actor, params, ip }) => {
    const { id } = await getVisible(db, actor, params.customerId);
    await openings.consume(String(actor.userId));
    const subject = subjectOf(id);
    // Before reading: every access must be in the log.
    await recordActivity(db, { actor, action: 'customer.opened', subject, ip });
    return describeCustomer(db, actor, id);
  });
  routes.add(calls.createCustomer, async ({ actor, body, ip }) => {
    await writes.consume(String(actor.userId));
    return publish(actor, await addCustomer(db, actor, body, ip));
  });
  routes.add(calls.saveCustomer, async ({ actor, params, body, ip }) => {
    await writes.consume(String(actor.userId));
    const id = await updateCustomer(db, actor, { ...params, body, ip });
    publishRecordChange(platform, id);
    return publish(actor, id);
  });
  routes.add(calls.setOwner, async ({ actor, params, body, ip }) => {
    await writes.consume(String(actor.userId));
    const id = await setStoreOwner(db, actor, { ...params, ...body, ip });
    publishRecordChange(platform, id);
    return publish(actor, id);
  });
  routes.add(calls.setHousehold, async ({ actor, params, body, ip }) => {
    await writes.consume(String(actor.userId));
    return publish(actor, await changeHousehold(db, actor, { ...params, ...body, ip }));
  });
  routes.add(calls.setConsent, async ({ actor, params, body, ip }) => {
    await writes.consume(String(actor.userId));
    return publish(actor, await recordConsent(db, actor, { ...params, body, ip }));
  });
}
