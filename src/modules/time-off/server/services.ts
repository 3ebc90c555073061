import type { Limit } from '../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import type { TimeOffDb } from './tables.ts';

/** Dependencies of this module’s handlers. */
export interface Services {
  platform: Platform;
  db: TimeOffDb;
  /** Per user. */
  writes: Limit;
}
