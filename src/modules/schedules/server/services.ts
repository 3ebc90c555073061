import type { Limit } from '../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import type { AwaySource } from './away.ts';
import type { SchedulesDb } from './tables.ts';

export interface ScheduleServices {
  platform: Platform;
  db: SchedulesDb;
  writes: Limit;
  awayAmong: AwaySource;
}
