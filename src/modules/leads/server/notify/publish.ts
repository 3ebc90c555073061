import { type Store, stores } from '../../../../platform/contract/access.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import type { Connection } from '../../../../platform/server/realtime/connection.ts';
import { leadChanged } from '../../contract/events.ts';
import { storesOf } from '../policy.ts';

const family = 'leads';

/** Subscribes each connection to the leads of its stores, and again when access changes. */
export function addTopics({ realtime }: Platform): void {
  realtime.declareTopic(family, (actor, id) => storesOf(actor).includes(id as Store));
  const listen = async (connection: Connection) => {
    if (connection.rightsOnly) return;
    for (const store of stores) await realtime.subscribe(connection, `${family}:${store}`);
  };
  realtime.onConnect(listen);
  realtime.onRightsChange(listen);
}

/** Only after COMMIT. */
export function publishChanged(
  { realtime }: Pick<Platform, 'realtime'>,
  ...leads: readonly { id: number; store: Store }[]
): void {
  for (const { id, store } of leads) {
    realtime.publish(`${family}:${store}`, leadChanged, { id, store });
  }
}
