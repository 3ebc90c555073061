import type { Actor } from '../../../../platform/server/http/actor.ts';
import * as calls from '../../contract/timeline.ts';
import { getSeen, type Seen } from '../reading/visible.ts';
import type { CustomerServices } from '../services.ts';
import { announce } from '../writing/announce.ts';
import { writeEntry } from './entries.ts';
import { listGarage, park, repark } from './garage.ts';
import { listTimeline } from './lines.ts';

export function addTimelineRoutes({ platform, db, parts, writes }: CustomerServices): void {
  const { routes } = platform;
  const tell = ({ id, version }: Seen, { userId }: Actor) =>
    announce(platform, { id, version, by: userId });

  routes.add(calls.listTimeline, ({ actor, params, query }) =>
    listTimeline(db, actor, { ...params, ...query }, parts),
  );
  routes.add(calls.addEntry, async ({ actor, params, body, ip }) => {
    await writes.consume(String(actor.userId));
    tell(await writeEntry(db, actor, { ...params, body, ip }), actor);
    return { message: 'Written down.' };
  });
  routes.add(calls.listGarage, async ({ actor, params: { customerId } }) =>
    listGarage(db, (await getSeen(db, actor, customerId)).id),
  );
  routes.add(calls.addVehicle, async ({ actor, params, body, ip }) => {
    await writes.consume(String(actor.userId));
    const seen = await park(db, actor, { ...params, body, ip });
    tell(seen, actor);
    return listGarage(db, seen.id);
  });
  routes.add(calls.saveVehicle, async ({ actor, params, body, ip }) => {
    await writes.consume(String(actor.userId));
    const seen = await repark(db, actor, params.vehicleId, { ...params, body, ip });
    tell(seen, actor);
    return listGarage(db, seen.id);
  });
}
