export { scheduledFollower } from './importFollower.ts';
export { scheduledUploads } from './scheduled.ts';
