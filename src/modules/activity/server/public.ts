export { auditsEverything, lastAudit } from './list.ts';
export { type Act, type Doer, doerOf, recordActivity, userSubject } from './record.ts';
export { listActsOn, wasRecorded } from './subject.ts';
