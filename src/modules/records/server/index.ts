import type { Platform } from '../../../platform/server/platform.ts';
import { findCards } from '../contract.ts';
import { createRecords, type Records } from './records.ts';
import type { RecordSource } from './sources.ts';

/**
 * Resolves mentions of records to cards. Other modules own the records and pass in a `RecordSource`. A record the
 * actor may not see must look the same as one that does not exist.
 */
export function recordsModule(platform: Platform, sources: readonly RecordSource[]): Records {
  const records = createRecords(sources);
  platform.routes.add(findCards, ({ actor, body }) => records.cards(actor, body.references));
  return records;
}
