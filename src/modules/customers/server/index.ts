import type { Platform } from '../../../platform/server/platform.ts';
import { addMergingRoutes } from './merging/routes.ts';
import { type CustomerParts, noParts } from './parts.ts';
import { addReadingRoutes } from './reading/routes.ts';
import { addSavingRoutes } from './saving/routes.ts';
import type { CustomerServices } from './services.ts';
import { addTimelineRoutes } from './timeline/routes.ts';
import { addWorkRoutes } from './work/routes.ts';
import { addWatchTopic } from './writing/announce.ts';
import { addWritingRoutes } from './writing/routes.ts';

/**
 * Customers: people and businesses, linked to the stores they have dealt with. Employees see customers of
 * their own stores, and every opened record is logged before it is shown. Must never lose a consent or its
 * withdrawal, and never merge two records without keeping both.
 */
export function customersModule(platform: Platform, parts: CustomerParts = noParts): void {
  const { limits } = platform;
  const services: CustomerServices = {
    platform,
    db: platform.db,
    parts,
    writes: limits('customers', 300, 60),
    openings: limits('customers.open', 600, 60 * 60),
  };
  addReadingRoutes(services);
  addWritingRoutes(services);
  addTimelineRoutes(services);
  addWorkRoutes(services);
  addSavingRoutes(services);
  addMergingRoutes(services);
  addWatchTopic(services);
}
