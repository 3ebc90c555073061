import type { Limit } from '../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import type { CustomerParts } from './parts.ts';
import type { CustomersDb } from './tables.ts';

/** What the acts of this room work with. */
export interface CustomerServices {
  platform: Platform;
  db: CustomersDb;
  parts: CustomerParts;
  /** Of one person's writes. */
  writes: Limit;
  /** Of one person's opened customers: whoever reads hundreds an hour copies them. */
  openings: Limit;
}
