export { scheduledHandover } from './handover.ts';
export { scheduledImportHooks } from './importHooks.ts';
export { scheduledUploads } from './scheduled.ts';
