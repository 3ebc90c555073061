import type { Platform } from '../../../platform/server/platform.ts';
import { findCards } from '../contract.ts';
import { createRecords, type Records } from './records.ts';
import type { RecordSource } from './sources.ts';

/**
 * What people call the house's records by, and a card of each. The records are other rooms', which hand in
 * how they are found. It never tells what is forbidden from what does not exist.
 */
export function recordsModule(platform: Platform, sources: readonly RecordSource[]): Records {
  const records = createRecords(sources);
  platform.routes.add(findCards, ({ actor, body }) => records.cards(actor, body.references));
  return records;
}
