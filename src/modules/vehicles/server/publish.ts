import type { Store } from '../../../platform/contract/access.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { createStoreTopic } from '../../../platform/server/records/topics.ts';
import { recordChanged } from '../../records/server/public.ts';
import { walkChanged } from '../contract/lot/walks.ts';
import { vehicleChanged } from '../contract.ts';
import { storesOf } from './policy.ts';

export const vehicleTopic = createStoreTopic('vehicles', storesOf);

interface VehicleChange {
  id: number;
  store: Store;
  /** The store it was at, if it moved. */
  before?: Store;
  /** Its title, number or store changed. */
  renamed?: boolean;
}

/** Only after COMMIT. */
export function publishVehicleChanged(
  { realtime, bus }: Pick<Platform, 'realtime' | 'bus'>,
  { id, store, before = store, renamed = false }: VehicleChange,
): void {
  for (const one of new Set([store, before])) {
    vehicleTopic.publish(realtime, one, vehicleChanged, { id, store });
  }
  if (renamed) bus.publish(recordChanged, { kind: 'vehicle', id: String(id) });
}

/** Publishes a change of a lot walk. Only after COMMIT. */
export function publishWalk(
  { realtime }: Pick<Platform, 'realtime'>,
  { id, store }: { id: number; store: Store },
): void {
  vehicleTopic.publish(realtime, store, walkChanged, { id, store });
}
