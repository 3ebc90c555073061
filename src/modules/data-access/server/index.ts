import type { Platform } from '../../../platform/server/platform.ts';
import { logHours } from './log.ts';
import { createMeter } from './meter.ts';

/**
 * Data access: how much of the customers' data each user reads. Counts, limits, and alerts the administrators and
 * the user's managers to unusual amounts (16 CFR 314.4(c)(8)). It must never store which customers were read or
 * what was searched for.
 */
export function dataAccessModule(platform: Platform): void {
  platform.routes.meterReads(createMeter(platform));
  platform.jobs.schedule('data-access.log', '4 * * * *', () => logHours(platform.db, new Date()));
}
