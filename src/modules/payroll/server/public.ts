export { payrollLocks } from './locking/guard.ts';
export type { TimeOffSource } from './people/timeOff.ts';
