import type { Store } from '../../../platform/contract/access.ts';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';

/** Which stores accept punches from where. Corrections are never restricted. */
export interface PunchPlaces {
  /**
   * The stores that accept no punch from a user's own device at this address, each with a message for the user. A null
   * address: unknown, as of a punch made offline.
   */
  findRefusals(db: Db<AnyTables>, ip: string | null): Promise<ReadonlyMap<Store, string>>;
}
