import type { Kysely } from 'kysely';
import type { Platform } from '../../../platform/server/platform.ts';
import { createLooseFiles } from '../../../platform/server/storage/looseFiles.ts';
import type { AttachmentTables } from './tables.ts';

/** What receiving files needs. */
export interface Intake extends Pick<Platform, 'storage' | 'parsing'> {
  db: Kysely<AttachmentTables>;
}

export const { onLooseKey, claimBytes, deleteBytes, sweepLooseBytes } =
  createLooseFiles('chat_loose_files');
