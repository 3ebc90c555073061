export { auditsEverything, lastAudit } from './list.ts';
export { type Act, doerOf, recordActivity, userSubject } from './record.ts';
export { listActsOn, wasRecorded } from './subject.ts';
