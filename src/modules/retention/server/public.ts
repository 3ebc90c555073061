export { keepItems, type RetainedItem } from './items/keep.ts';
export { findRetentionStatuses } from './items/standing.ts';
export { keepUntil } from './periods/keepUntil.ts';
export { eventDateOf } from './periods/today.ts';
