import type { Limit } from '../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import type { CustomerParts } from './parts.ts';
import type { CustomersDb } from './tables.ts';

/** Dependencies of this module’s handlers. */
export interface CustomerServices {
  platform: Platform;
  db: CustomersDb;
  parts: CustomerParts;
  /** Per user. */
  writes: Limit;
  /** Per user; opening hundreds an hour means copying them. */
  openings: Limit;
}
