export { scheduledUploads } from './scheduled.ts';
