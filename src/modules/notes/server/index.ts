import type { Platform } from '../../../platform/server/platform.ts';
import { addReadingRoutes } from './reading/routes.ts';
import { addSharingRoutes } from './sharing/routes.ts';
import { scheduleSweep } from './writing/delete.ts';
import { addWritingRoutes } from './writing/routes.ts';

/**
 * Notes: what people write down for themselves, and share if they like. A note is its owner's alone until
 * they share it; who belongs to a department or store is asked of people's records each time. It must
 * never let one save overwrite another unseen.
 */
export function notesModule(platform: Platform): void {
  addReadingRoutes(platform);
  addWritingRoutes(platform);
  addSharingRoutes(platform);
  scheduleSweep(platform);
}
