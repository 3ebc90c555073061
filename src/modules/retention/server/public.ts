export { keepItems, type RetainedItem } from './items/keep.ts';
export { findRetentionStatuses } from './items/standing.ts';
export { eventDateOf, keepUntil } from './periods/dates.ts';
