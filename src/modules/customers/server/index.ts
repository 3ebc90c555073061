import type { Platform } from '../../../platform/server/platform.ts';
import { addMergingRoutes } from './merging/routes.ts';
import { type CustomerParts, noParts } from './parts.ts';
import { addReadingRoutes } from './reading/routes.ts';
import { addSavingRoutes } from './saving/routes.ts';
import type { CustomerServices } from './services.ts';
import { addTimelineRoutes } from './timeline/routes.ts';
import { addWorkRoutes } from './work/routes.ts';
import { letWatch } from './writing/announce.ts';
import { addWritingRoutes } from './writing/routes.ts';

/**
 * Customers: people and businesses of the group, known to the stores they have dealt with. One sees those of
 * one's own stores, and opening one is written down before it is shown. It must never lose what somebody
 * agreed to or took back, and never make one of two without keeping both.
 */
export function customersModule(platform: Platform, parts: CustomerParts = noParts): void {
  const { limits } = platform;
  const desk: CustomerServices = {
    platform,
    db: platform.db,
    parts,
    writes: limits('customers', 300, 60),
    openings: limits('customers.open', 600, 60 * 60),
  };
  addReadingRoutes(desk);
  addWritingRoutes(desk);
  addTimelineRoutes(desk);
  addWorkRoutes(desk);
  addSavingRoutes(desk);
  addMergingRoutes(desk);
  letWatch(desk);
}
