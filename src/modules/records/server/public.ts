export { canSeeRecord } from './policy.ts';
export type { Records } from './records.ts';
export {
  type FoundRecord,
  type RecordAccess,
  type RecordFacts,
  type RecordSource,
  recordChanged,
} from './sources.ts';
