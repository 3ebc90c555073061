export { keepItems, listOutdated, type RetainedItem } from './items/keep.ts';
export { findRetentionStatuses, isCondemned } from './items/status.ts';
