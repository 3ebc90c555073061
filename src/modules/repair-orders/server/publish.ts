import { type Store, stores } from '../../../platform/contract/access.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import type { Connection } from '../../../platform/server/realtime/connection.ts';
import { orderChanged } from '../contract/events.ts';
import { storesOf } from './policy.ts';

const family = 'repair_orders';

/** One topic per store; subscriptions follow the actor’s access. */
export function addTopics({ realtime }: Platform): void {
  realtime.declareTopic(family, (actor, id) => storesOf(actor).includes(id as Store));
  const subscribe = async (connection: Connection) => {
    if (connection.rightsOnly) return;
    for (const store of stores) await realtime.subscribe(connection, `${family}:${store}`);
  };
  realtime.onConnect(subscribe);
  realtime.onRightsChange(subscribe);
}

/** Only after COMMIT. */
export function publishChanged(
  { realtime }: Pick<Platform, 'realtime'>,
  { id, store }: { id: number; store: Store },
): void {
  realtime.publish(`${family}:${store}`, orderChanged, { id, store });
}
