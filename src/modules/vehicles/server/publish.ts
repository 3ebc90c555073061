import { type Store, stores } from '../../../platform/contract/access.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import type { Connection } from '../../../platform/server/realtime/connection.ts';
import { recordChanged } from '../../records/server/public.ts';
import { vehicleChanged } from '../contract.ts';
import { storesOf } from './policy.ts';

const family = 'vehicles';

/** Lets everybody hear of the cars they may see, as long as they may. */
export function addTopics({ realtime }: Platform): void {
  realtime.declareTopic(family, (actor, id) => storesOf(actor).includes(id as Store));
  const listen = async (connection: Connection) => {
    if (connection.rightsOnly) return;
    for (const store of stores) await realtime.subscribe(connection, `${family}:${store}`);
  };
  realtime.onConnect(listen);
  realtime.onRightsChange(listen);
}

/** Only after COMMIT. `renamed`: it is called otherwise now, or another store's. */
export function publishChanged(
  { realtime, bus }: Pick<Platform, 'realtime' | 'bus'>,
  { id, store, before, renamed }: { id: number; store: Store; before?: Store; renamed?: boolean },
): void {
  for (const one of new Set([store, before ?? store])) {
    realtime.publish(`${family}:${one}`, vehicleChanged, { id, store });
  }
  if (renamed) bus.publish(recordChanged, { kind: 'vehicle', id: String(id) });
}
