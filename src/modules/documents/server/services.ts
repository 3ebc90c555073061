import type { Platform } from '../../../platform/server/platform.ts';
import type { DocumentsDb } from './tables.ts';

/** What the module's functions need; created once. */
export interface DocumentServices
  extends Pick<Platform, 'storage' | 'parsing' | 'realtime' | 'jobs' | 'log'> {
  db: DocumentsDb;
}
