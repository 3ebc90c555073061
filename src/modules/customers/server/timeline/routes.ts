import type { Actor } from '../../../../platform/server/http/actor.ts';
import * as calls from '../../contract/timeline.ts';
import { getVisible, type VisibleCustomer } from '../reading/visible.ts';
import type { CustomerServices } from '../services.ts';
import { publishChange } from '../writing/announce.ts';
import { insertEntry } from './entries.ts';
import { addToGarage, listGarage, saveInGarage } from './garage.ts';
import { listTimeline } from './lines.ts';

export function addTimelineRoutes({ platform, db, parts, writes }: CustomerServices): void {
  const { routes } = platform;
  const publish = ({ id, version }: VisibleCustomer, { userId }: Actor) =>
    publishChange(platform, { id, version, by: userId });

  routes.add(calls.listTimeline, ({ actor, params, query }) =>
    listTimeline(db, actor, { ...params, ...query }, parts),
  );
  routes.add(calls.addEntry, async ({ actor, params, body, ip }) => {
    await writes.consume(String(actor.userId));
    publish(await insertEntry(db, actor, { ...params, body, ip }), actor);
    return { message: 'Logged.' };
  });
  routes.add(calls.listGarage, async ({ actor, params: { customerId } }) =>
    listGarage(db, (await getVisible(db, actor, customerId)).id),
  );
  routes.add(calls.addVehicle, async ({ actor, params, body, ip }) => {
    await writes.consume(String(actor.userId));
    const customer = await addToGarage(db, actor, { ...params, body, ip });
    publish(customer, actor);
    return listGarage(db, customer.id);
  });
  routes.add(calls.saveVehicle, async ({ actor, params, body, ip }) => {
    await writes.consume(String(actor.userId));
    const customer = await saveInGarage(db, actor, params.vehicleId, { ...params, body, ip });
    publish(customer, actor);
    return listGarage(db, customer.id);
  });
}
