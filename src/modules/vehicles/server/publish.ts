import { type Store, stores } from '../../../platform/contract/access.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import type { Connection } from '../../../platform/server/realtime/connection.ts';
import { recordChanged } from '../../records/server/public.ts';
import { vehicleChanged } from '../contract.ts';
import { storesOf } from './policy.ts';

const family = 'vehicles';

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

/** Only after COMMIT. `renamed`: its title, number or store changed. */
export function publishChanged(
  { realtime, bus }: Pick<Platform, 'realtime' | 'bus'>,
  { id, store, before, renamed }: { id: number; store: Store; before?: Store; renamed?: boolean },
): void {
  for (const one of new Set([store, before ?? store])) {
    realtime.publish(`${family}:${one}`, vehicleChanged, { id, store });
  }
  if (renamed) bus.publish(recordChanged, { kind: 'vehicle', id: String(id) });
}
