import type { ImportRow } from '../tables.ts';

/** Why an import refuses a step now: the end of a sentence. */
export const states: Record<ImportRow['state'], string> = {
  reading: 'it is still being read',
  read: 'it is not running',
  importing: 'it is running',
  imported: 'it is done',
  undoing: 'it is being undone',
  undone: 'it has been undone',
  failed: 'it has failed',
};
