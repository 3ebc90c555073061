import type { Platform } from '../../../platform/server/platform.ts';
import { addReadingRoutes } from './reading/routes.ts';
import { addSharingRoutes } from './sharing/routes.ts';
import { scheduleSweep } from './writing/delete.ts';
import { addWritingRoutes } from './writing/routes.ts';

/**
 * Notes: personal notes that can be shared. A note is private to its owner until it is shared; membership of
 * departments and stores is read from the user records on every access. A save must never silently overwrite
 * another one.
 */
export function notesModule(platform: Platform): void {
  addReadingRoutes(platform);
  addWritingRoutes(platform);
  addSharingRoutes(platform);
  scheduleSweep(platform);
}
